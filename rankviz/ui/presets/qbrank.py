"""The moments of the page QBRank: each opens in the round in which its sentence is seen; a test checks the sentence."""

from rankviz.lessons.captions import Caption
from rankviz.lessons.lesson import says
from rankviz.ui.presets.preset import Preset
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

GLANCE = "tiles:direction.tree.ranking"
"""The look that the page opens with: the new tree, how far it is added, and the order that comes of it."""

P2_AGAINST_L2 = State(
    data="synthetic:single-grade?n=400&seed=4&single=0",
    alg=("qbrank", "gbt", "ranksvm"),
    rounds=20,
    holdout=30,
    t=0,
    w=1.0,
    labels="none",
    weighting="bound",
    eta=1.0,
    leaves=6,
)
"""Pairs and labels of the same pages, readable trees, steps of full length. The page opens with this state."""

WITH_L1 = P2_AGAINST_L2.but(data="synthetic:single-grade?seed=5", w=0.5, labels="single", eta=0.2, rounds=40)
"""Beside the pairs, labels of queries with a single grade, which imply no pair."""

PRODUCT = State(
    data="synthetic:interaction?n=200",
    alg=("rb-plus", "qbrank"),
    rounds=20,
    t=2,
    weighting="bound",
    eta=1.0,
    leaves=3,
)
"""A grade that needs two features at once, just before the tree that finds both."""

SHORT_STEPS = P2_AGAINST_L2.but(eta=0.05, rounds=60)
SMALL_STEPS = State(
    data="synthetic:single-grade?seed=2",
    alg=("qbrank",),
    rounds=70,
    holdout=30,
    labels="single",
    t=30,
    step_rule="small",
    weighting="bound",
    eta=0.3,
)

LISTS = State(
    data="synthetic:letor?queries=8&seed=4",
    alg=("qbrank", "qbrank:pair_loss=listwise"),
    rounds=12,
    holdout=0,
    t=2,
    w=1.0,
    labels="none",
    eta=0.3,
    leaves=6,
    look="tiles:worth.precision.tree.ranking",
)
"""A loss of pairs and one of whole lists, on searches of LETOR's shape."""

PRUNED = P2_AGAINST_L2.but(alg=("qbrank", "qbrank:tolerance=0.3"))
"""QBRank as in the first moment, and with trees that give up nearly a third of what they explain."""

LABELS_BESIDE = Preset(
    "Add L1",
    "L1 are labels of queries with a single grade, which give no pair: RankSVM cannot use them, QBRank can. Raise w "
    "as far as it goes, which drops them.",
    WITH_L1.but(t=40, look="tiles:precision,ring:precision"),
    ("r1",),
    layout.QBRANK,
    seen=(
        Caption(
            40,
            says(
                "QBRank, which learns from L1 as well, puts 0.889 of the held-out pairs in order, RankSVM 0.782. "
                "Without L1 (raise w) QBRank does worse: here, not with every seed."
            ),
        ),
    ),
)
THEOREM_STEPS = Preset(
    "Small steps, as the theorem has them",
    "Steps of one small fixed size, as the theorem asks, each lowering the risk. “Theorems” under “Look deeper” has "
    "the rate that is promised.",
    SMALL_STEPS.but(t=31, look="tiles:risk.direction,ring:risk"),
    ("r1",),
    layout.QBRANK,
    seen=(
        Caption(
            31,
            says(
                "Each small step lowers the risk: from {qbrank.risk@30} to {qbrank.risk@31} in this one. “Theorems” "
                "under “Look deeper” has the rate that is promised, far above.",
                "qbrank.risk falls",
            ),
        ),
    ),
)
MOMENTS = (
    Preset(
        "P2 against L2, as in Table 1",
        "Judges are strict or lenient. QBRank learns pairs of pages (P2), GBT the grades of the same pages (L2). "
        "Which of them orders held-out pairs better?",
        P2_AGAINST_L2.but(t=20, look="tiles:precision,ring:precision"),
        ("r1",),
        layout.QBRANK,
        seen=(
            Caption(
                20,
                says(
                    "Judges are strict or lenient, so pairs tell more than grades: of all held-out pairs QBRank orders "
                    "0.886, GBT, which learns grades, 0.863, RankSVM 0.824."
                ),
            ),
        ),
    ),
    LABELS_BESIDE,
    Preset(
        "Where stumps fail",
        "The grade says whether f1 and f2 have the same sign. RankBoost+ adds up stumps and never sees it; a tree "
        "can ask for both.",
        PRODUCT.but(t=3, look="tiles:tree.precision,ring:precision"),
        ("r2_holdout",),
        layout.QBRANK,
        seen=(
            Caption(
                3,
                says(
                    "QBRank's third tree asks for f1 and f2, and 0.864 of the held-out pairs are in order. "
                    "RankBoost+ adds up stumps, which never see both, and has 0.380.",
                    "rb-plus.r2_holdout@3 > 0.4",
                    "qbrank.r2_holdout@3 < 0.15",
                ),
            ),
        ),
    ),
    Preset(
        "A step too short",
        "With a small η each step goes only a little of the way, and the risk needs many rounds to fall. Even so, "
        "held-out pairs end in better order.",
        SHORT_STEPS.but(t=38, look="tiles:risk.direction,ring:risk"),
        ("r1",),
        layout.QBRANK,
        seen=(
            Caption(
                38,
                says(
                    "Only now has the risk fallen as far, to {qbrank.risk@38}, as two full steps took it. Even so, "
                    "held-out pairs end in better order."
                ),
            ),
        ),
    ),
    THEOREM_STEPS,
    Preset(
        "Whole lists against pairs",
        "ListNet's loss looks at a whole list at once, and cares most about its top. On other data pairs may do "
        "better.",
        LISTS.but(t=3, look="tiles:worth.precision,ring:worth"),
        ("ndcg5",),
        layout.QBRANK,
        seen=(
            Caption(
                3,
                says(
                    "ListNet's loss puts the best first: NDCG@5 is {qbrank:pair_loss=listwise.ndcg5@3}, with pairs "
                    "{qbrank.ndcg5@3}. Of all pairs it orders 0.833, with pairs 0.899. Other seeds differ."
                ),
            ),
        ),
    ),
    Preset(
        "A worse weak learner",
        "The tolerance ε prunes each tree to fewer leaves, a worse weak learner. Compare what the first tree leaves "
        "of the risk.",
        PRUNED.but(t=1, look="tiles:risk.tree,ring:risk"),
        ("r1",),
        layout.QBRANK,
        seen=(
            Caption(
                1,
                says(
                    "The first tree leaves a risk of {qbrank.risk@1}; pruned to four leaves it leaves "
                    "{qbrank:tolerance=0.3.risk@1}. Held-out pairs end in worse order, too.",
                    "qbrank.risk@1 < qbrank:tolerance=0.3.risk@1",
                ),
            ),
        ),
    ),
)
"""In the order of the menu; the first has the data that the page opens with."""
