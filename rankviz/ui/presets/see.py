"""The shelf “See it”: what boosting does to data, from easy to hard."""

from rankviz.lessons.captions import Caption
from rankviz.lessons.figure import Figure
from rankviz.lessons.lesson import says
from rankviz.ui.presets import qbrank
from rankviz.ui.presets.preset import GLANCE, Preset
from rankviz.ui.presets.starts import MOONS
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

PATIENTS = Preset(
    "Fifty real patients",
    "Fifty patients, to be ranked by how far their diabetes has progressed. Watch the test error: pairs that no "
    "algorithm has learned from.",
    State(t=0, look=f"{GLANCE},ring:losses,curves:r2"),
    ("r2", "r2_holdout"),
    seen=(
        Caption(
            60,
            says(
                "Test error at the end: RB-D {rb-d.r2_holdout@60}, RB-C {rb-c.r2_holdout@60}, RankBoost+ "
                "{rb-plus.r2_holdout@60}. A single data set decides nothing: forty tasks say more.",
                "rb-plus.r2_holdout@60 < rb-c.r2_holdout@60 < rb-d.r2_holdout@60",
            ),
        ),
    ),
    figure=Figure(("pick", "ranking", "losses", "ties"), curves=("r2",), unseen=True),
)
"""Also where the example leads on to."""

TUMOURS = Preset(
    "Malignant above benign",
    "Every malignant tumour belongs above every benign one. RB-D soon has to stop; RB-C and RankBoost+ go on.",
    State(data="bundled:breast-cancer?items=80", t=60, look="tiles:losses.ranking,ring:losses"),
    seen=(
        Caption(
            60,
            says(
                "Held-out pairs in the wrong order at the end: RB-C {rb-c.r2_holdout@60}, RankBoost+ "
                "{rb-plus.r2_holdout@60}, and RB-D, which had to stop, {rb-d.r2_holdout@end}.",
                "rb-c.r2_holdout@60 < rb-plus.r2_holdout@60",
                "rb-plus.r2_holdout@60 < rb-d.r2_holdout@end",
                "rb-d.rounds < 60",
            ),
        ),
    ),
)

SEARCHES = Preset(
    "Twenty searches",
    "Pages found by twenty searches, with features as in LETOR, such as BM25 and PageRank. Only pages of one search "
    "are compared.",
    State(data="synthetic:letor", t=3, look="tiles:pick.losses,ring:pick"),
    ("r2", "r2_holdout"),
    seen=(
        Caption(
            3,
            says(
                "{rb-d.pick@3} is RB-D's pick: yes for 176 of 649 pages. It orders 1,771 pairs and reverses 405, but "
                "leaves 2,260 tied.",
                "pairs = 4436",
            ),
        ),
    ),
)

FEW = Preset(
    "Few against many",
    "One item in twenty belongs above all the others. See how much weight a single pair gathers.",
    State(data="synthetic:imbalanced", undefined="cap", t=10, look="tiles:pairs,ring:pairs"),
    seen=(
        Caption(
            10,
            says(
                "By now RB-D gives a single pair {rb-d.weight@10} times the weight it began with. The heaviest pair "
                "of RB-C has ×{rb-c.weight@10}, that of RankBoost+ ×{rb-plus.weight@10}.",
                "rb-d.weight@10 > rb-plus.weight@10",
                "rb-plus.weight@10 > rb-c.weight@10",
            ),
        ),
    ),
)

PUSH = Preset(
    "A push for the top",
    "The P-norm push weighs a pair by how many positives its negative still beats, so it works on the top of the list.",
    State(
        data="synthetic:moons?n=200&noise=0.5",
        alg=("rb-d", "push"),
        holdout=0,
        t=60,
        look="tiles:ranking.losses,ring:ranking",
    ),
    seen=(
        Caption(
            60,
            says(
                "The push ends with 74 of 100 positives above every negative, RB-D with 48. Over all pairs RB-D is "
                "better: R̂2 {rb-d.r2@60}, not {push.r2@60}.",
                "push.top@60 = 0.74",
                "rb-d.top@60 = 0.48",
                "rb-d.r2@60 < push.r2@60",
            ),
        ),
    ),
)

THREE_WEIGHTS = Preset(
    "What a pair weighs, three ways",
    "RB-D weighs most where it errs most; RankNet weighs nearly all pairs alike; LambdaMART weighs a pair by what NDCG "
    "would gain, and drops most.",
    State(
        data="bundled:diabetes?items=50",
        alg=("rb-d", "ranknet", "lambdamart:truncation=10"),
        holdout=0,
        t=6,
        look="tiles:pairs,ring:pairs",
    ),
    seen=(
        Caption(
            6,
            says(
                "The heaviest pair: ×{rb-d.weight@6} of an equal share for RB-D, ×{ranknet.weight@6} for RankNet, "
                "×{lambdamart.weight@6} for LambdaMART, which gives the empty squares no weight.",
                "lambdamart.weight@6 > rb-d.weight@6",
                "rb-d.weight@6 > ranknet.weight@6",
            ),
        ),
    ),
)

TOPICS = Preset(
    "Topics of a text",
    "Each text is a query of its own: the topics that it is about belong above the others.",
    State(
        data="synthetic:multilabel",
        alg=("rb-d", "rb-plus"),
        undefined="limit",
        look="tiles:ranking.losses,ring:losses",
    ),
    seen=(
        Caption(
            10,
            says(
                "On texts they have not seen RB-D has {rb-d.r2_holdout@10} of the pairs of topics in the wrong order, "
                "RankBoost+ still {rb-plus.r2_holdout@10}.",
                "rb-d.r2_holdout@10 < rb-plus.r2_holdout@10",
            ),
        ),
    ),
)

LANDSCAPE = Preset(
    "A landscape grows",
    "Two moons. With every step of kernel gradient descent the score bends further around the points; RankBoost cuts "
    "the plane into boxes.",
    MOONS.but(look="tiles:surface,ring:surface"),
    page=layout.KERNEL,
    seen=(
        Caption(
            20,
            says(
                "The landscape bends around the points, RB-C's is made of boxes. Held out, AUC is "
                "{kernel-gd.auc_holdout@20} against {rb-c.auc_holdout@20}.",
                "kernel-gd.auc_holdout@20 > rb-c.auc_holdout@20",
            ),
        ),
    ),
)

SEE = (
    PATIENTS,
    Preset(
        "Ties everywhere",
        "Coarse features tie most pairs. RB-D ignores those, RB-C counts them half, RankBoost+ makes them heavier: "
        "follow Ê2, the loss that counts ties.",
        State(data="synthetic:coarse", t=20, look="tiles:losses,curves:r2.e2,ring:losses"),
        ("log_e2",),
        seen=(
            Caption(
                20,
                says(
                    "Ê2, the loss that counts ties: RB-D, which ignores them, has raised it to {rb-d.e2@20}, RB-C to "
                    "{rb-c.e2@20}. RankBoost+ has lowered it to {rb-plus.e2@20}.",
                    "rb-d.e2@20 > rb-c.e2@20",
                    "rb-c.e2@20 > 1",
                    "rb-plus.e2@20 < 1",
                ),
            ),
        ),
    ),
    TUMOURS,
    SEARCHES,
    FEW,
    PUSH,
    THREE_WEIGHTS,
    TOPICS,
    LANDSCAPE,
    qbrank.MOMENTS[0],
    qbrank.LABELS_BESIDE,
)
