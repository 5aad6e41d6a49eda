"""The shelf “Prove it”: what theorems say, seen in runs, from easy to hard."""

from rankviz.lessons.captions import Caption
from rankviz.lessons.lesson import says
from rankviz.ui.presets import qbrank
from rankviz.ui.presets.preset import Preset
from rankviz.ui.presets.starts import CANCER, CYCLE, SKEW
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

PROVE = (
    Preset(
        "Fewer errors, larger loss",
        "RB-D puts ever more pairs in order, and yet Ê2, the loss that counts ties, rises. Fewer errors do not mean a "
        "smaller loss.",
        State(
            data="scenario:proposition-1",
            undefined="infinite",
            rounds=10,
            look="tiles:losses,curves:r1.e2,ring:losses",
        ),
        ("log_e1",),
        seen=(
            Caption(
                10,
                says(
                    "All three leave {rb-d.r1@10} of the pairs wrong or tied, R̂1. RB-D's Ê2, the loss that counts "
                    "ties, has risen to {rb-d.e2@10}; RankBoost+'s is {rb-plus.e2@10}.",
                    "rb-d.r1@10 = rb-c.r1@10",
                    "rb-c.r1@10 = rb-plus.r1@10",
                    "rb-d.e2@10 > 1",
                    "rb-plus.e2@10 < 1",
                ),
            ),
        ),
    ),
    Preset(
        "Without negative weights",
        "Where a weight may only grow, RB-D can never undo a step, and stops before Ê1 is as small as it can be.",
        State(
            data="scenario:lemma-3",
            alg=("rb-d",),
            negative_alpha=False,
            rounds=20,
            t=2,
            look="tiles:losses,curves:e1,ring:losses",
        ),
        ("log_e1",),
        seen=(
            Caption(
                2,
                says(
                    "Ê1 is {rb-d.e1@2}, and not as small as it can be: press “Allow negative α”, and it falls a little "
                    "further.",
                    "rb-d.rounds = 2",
                ),
            ),
        ),
    ),
    Preset(
        "RankBoost misses the margin",
        "Both order all four matches, but RankBoost cycles while Smooth Margin Ranking approaches the largest margin "
        "there is.",
        CYCLE.but(t=100, look="tiles:smooth.pairs,ring:smooth"),
        ("margin",),
        layout.MARGINS,
    ),
    Preset(
        "Which pairs hold the margin down",
        "Real tumours. The best possible weights put all the weight on a few pairs, those that are hardest to keep "
        "apart.",
        CANCER.but(t=300, look="tiles:pairs,ring:pairs"),
        ("margin",),
        layout.MARGINS,
    ),
    Preset(
        "AdaBoost ranks, too",
        "AdaBoost never looks at a pair. With a constant among its classifiers it still reaches RankBoost's loss and "
        "RankBoost's ranking.",
        SKEW.but(look="tiles:loss.skew,ring:loss"),
        ("r2",),
        layout.MARGINS,
        seen=(
            Caption(
                60,
                says(
                    "AdaBoost has never looked at a pair, and ends with RankBoost's loss, Ê1 = {rb-d.e1@60}, and its "
                    "AUC, {rb-d.auc@60}. The constant classifier makes it so.",
                    "rb-d.rounds > 2",
                ),
            ),
        ),
    ),
    qbrank.THEOREM_STEPS,
)
