"""The shelf “Break it”: where ranking, a theorem or a choice fails, from easy to hard."""

from rankviz.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.lessons.captions import Caption
from rankviz.lessons.figure import Crossing, Figure
from rankviz.lessons.lesson import says
from rankviz.ui.presets.preset import Preset
from rankviz.ui.presets.starts import MOONS
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

TWO_ROUNDS = State(alg=("rb-d", "rb-plus"), rounds=2, t=2, look="tiles:losses,curves:r1.bound,ring:losses")
"""Where an error is held against its bound."""


def _above_its_bound(run: str) -> Figure:
    """Return the chart in which a run's error R̂1 comes to lie above its bound in round 2, with the gap shaded."""
    return Figure(
        ("losses",), ("r1", "bound"), together=True, shows=(Crossing(f"{run}.r1", f"{run}.bound", 2),)
    )


BREAK = (
    Preset(
        "Going in circles",
        "Some preferences run in circles: a above b above c above a. Whatever the ranking, some of those pairs are "
        "wrong. Where does the weight go?",
        State(data="synthetic:cycles", holdout=0, t=60, look="tiles:pairs.losses,ring:pairs"),
        seen=(
            Caption(
                60,
                says(
                    "Weight piles up on pairs that stay wrong, up to ×{rb-d.weight@60} for RB-D. R̂2 stays above 0: "
                    "{rb-d.r2@60}, {rb-c.r2@60} and {rb-plus.r2@60}.",
                    "rb-d.r2@60 > 0",
                    "rb-c.r2@60 > 0",
                    "rb-plus.r2@60 > 0",
                ),
            ),
        ),
    ),
    Preset(
        "What no stump can see",
        "Good items have f1 and f2 of the same sign. With stumps, which test one feature, RB-C does no better than "
        "chance; with regions of two tests it does.",
        State(
            data="synthetic:interaction",
            alg=("rb-c", "rb-c:weak=regions"),
            rounds=40,
            t=20,
            look="tiles:losses.ranking,ring:losses",
        ),
        ("r2", "r2_holdout"),
        seen=(
            Caption(
                20,
                says(
                    "Held-out pairs in the wrong order: {rb-c.r2_holdout@20} with stumps, no better than chance, and "
                    "{rb-c:weak=regions.r2_holdout@20} with regions, which test f1 and f2 at once.",
                    "rb-c.r2_holdout@20 > 0.5",
                    "rb-c:weak=regions.r2_holdout@20 < 0.1",
                ),
            ),
        ),
    ),
    Preset(
        "What a straight score cannot do",
        "A disc in a ring. With the linear kernel the score is a tilted plane, and no tilt helps. Choose the Gaussian "
        "kernel.",
        State(
            data="synthetic:rings",
            alg=("rb-c", "kernel-gd"),
            kernel="linear",
            t=20,
            look="tiles:surface,ring:surface",
        ),
        page=layout.KERNEL,
        seen=(
            Caption(
                20,
                says(
                    "A tilted plane orders a disc in a ring no better than chance: AUC {kernel-gd.auc@20}, RB-C's "
                    "{rb-c.auc@20}. Choose the Gaussian kernel at the side.",
                    "kernel-gd.auc@20 < 0.5 < rb-c.auc@20",
                ),
            ),
        ),
    ),
    Preset(
        "The infinite weight",
        "A weak ranker puts no pair in the wrong order, so RB-D gives it an infinite weight: the error R̂1 ends "
        "above its own bound.",
        TWO_ROUNDS.but(data="scenario:lemma-1", undefined="infinite"),
        ("r1", "log_bound"),
        seen=(
            Caption(
                2,
                says(
                    "{rb-d.pick@2} puts no pair in the wrong order, so RB-D weighs it infinitely. R̂1 jumps to "
                    "{rb-d.r1@2}, above its bound of {rb-d.bound@2}; RankBoost+ has {rb-plus.r1@2}.",
                    "rb-d.reversed@2 = 0",
                    "rb-d.r1@2 > rb-d.bound@2",
                    "rb-plus.r1@2 < rb-plus.bound@2",
                ),
            ),
        ),
        figure=_above_its_bound("rb-d"),
    ),
    Preset(
        "A large constant does not help",
        "Here a large number stands in for the infinite weight, and the error R̂1 still ends above its bound.",
        TWO_ROUNDS.but(data="scenario:lemma-2", undefined="cap"),
        ("r1", "log_bound"),
        seen=(
            Caption(
                2,
                says(
                    "RB-D weighs {rb-d.pick@2} by a large number in place of ∞. R̂1 is still {rb-d.r1@2}, above its "
                    "bound of {rb-d.bound@2}.",
                    "rb-d.reversed@2 = 0",
                    "rb-d.r1@2 > rb-d.bound@2",
                ),
            ),
        ),
        figure=_above_its_bound("rb-d"),
    ),
    Preset(
        "Four answers where α is undefined",
        "RB-D four times: it stops, weighs that ranker infinitely, by a large number, or takes the limit. Only the "
        "second ends above its bound.",
        TWO_ROUNDS.but(
            data="scenario:lemma-1", alg=tuple(f"rb-d:undefined={policy}" for policy in UNDEFINED.choices)
        ),
        ("r1",),
        seen=(
            Caption(
                2,
                says(
                    "Only the infinite weight ends above its bound of {rb-d:undefined=infinite.bound@2}, with R̂1 "
                    "{rb-d:undefined=infinite.r1@2}. A large number and the limit have {rb-d:undefined=limit.r1@2}.",
                    "rb-d:undefined=infinite.r1@2 > rb-d:undefined=infinite.bound@2",
                    "rb-d:undefined=cap.r1@2 = rb-d:undefined=limit.r1@2",
                    "rb-d:undefined=limit.r1@2 < rb-d:undefined=limit.bound@2",
                    "rb-d:undefined=halt.r1@1 < rb-d:undefined=halt.bound@1",
                ),
            ),
        ),
        figure=_above_its_bound("rb-d:undefined=infinite"),
    ),
    Preset(
        "Steps that are too long",
        "Each step overshoots the minimum by more than the last: the order turns over in every round, and the norm "
        "exceeds its limit.",
        MOONS.but(alg=("kernel-gd",), width=0.5, step=2.0, rounds=40, t=14, look="tiles:norm.risk,ring:norm"),
        page=layout.KERNEL,
        seen=(
            Caption(
                14,
                says(
                    "Steps 16 times the longest allowed: each overshoots the minimum by more than the last. Now ‖f‖ is "
                    "{kernel-gd.norm@14}, beyond its limit of {kernel-gd.norm_bound@14}.",
                    "kernel-gd.norm@14 > kernel-gd.norm_bound@14",
                    "kernel-gd.norm@13 < kernel-gd.norm_bound@13",
                ),
            ),
        ),
    ),
)
