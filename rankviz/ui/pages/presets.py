"""Moments worth seeing, each a whole state behind one link."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.ui.pages.kernel import page as kernel_page
from rankviz.ui.pages.margins import page as margins_page
from rankviz.ui.pages.qbrank import page as qbrank_page
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class Preset:
    """A card of the start page: a title, what to look for, the state it opens, and on which page."""

    title: str
    text: str
    icon: str
    state: State
    page: str = layout.WATCH


PRESETS = (
    Preset(
        "Three algorithms part",
        "Fifty real patients, ranked by how far their disease went. RB-D, RB-C and RankBoost+ start "
        "together; watch which loss each of them lowers, and what that does to the pairs it never saw.",
        ":material/call_split:",
        State(),
    ),
    Preset(
        "The infinite weight",
        "Lemma 1, n = 4. In round 2 a weak ranker makes no mistake, so its weight is infinite and everything "
        "learned before stops mattering: the error ends above its own bound.",
        ":material/all_inclusive:",
        State(
            data="scenario:lemma-1", alg=("rb-d", "rb-plus"), undefined="infinite", rounds=10, holdout=0, t=2
        ),
    ),
    Preset(
        "A large constant does not help",
        "Lemma 2. Replace the infinite weight by a large number: the error stays at 4/5 while the bound says "
        ".712.",
        ":material/vertical_align_top:",
        State(data="scenario:lemma-2", alg=("rb-d", "rb-plus"), undefined="cap", rounds=10, holdout=0, t=2),
    ),
    Preset(
        "Without negative weights",
        "Lemma 3. When a weight may only grow, RB-D stops at Ê1 = .888; taking some of it back again would "
        "lead to .887. Switch negative α on and see.",
        ":material/remove_circle_outline:",
        State(data="scenario:lemma-3", alg=("rb-d",), negative_alpha=False, rounds=20, holdout=0, t=2),
    ),
    Preset(
        "Fewer errors, larger loss",
        "Proposition 1, the subsets of {a, b, c}. Of two weak rankers the one that errs less has the larger "
        "Ê1, because Ê1 does not see a tie as half an error. Ê2 does.",
        ":material/rule:",
        State(data="scenario:proposition-1", undefined="infinite", rounds=10, holdout=0),
    ),
    Preset(
        "Malignant above benign",
        "Breast cancer, real and bipartite: every malignant tumour belongs above every benign one. "
        "Follow the area under the curve pair by pair.",
        ":material/biotech:",
        State(data="bundled:breast-cancer?items=80", rounds=60),
    ),
    Preset(
        "Going in circles",
        "Preferences with cycles: a above b above c above a. No ranking satisfies them all; where does the "
        "weight go when some pairs can never be won?",
        ":material/cycle:",
        State(data="synthetic:cycles", rounds=60, holdout=0),
    ),
    Preset(
        "Ties everywhere",
        "Coarse features: most weak rankers give most pairs the same value. RB-D ignores those pairs, RB-C "
        "counts them half, RankBoost+ reweights them.",
        ":material/equal:",
        State(data="synthetic:coarse", rounds=60),
    ),
    Preset(
        "Few against many",
        "One item in twenty belongs above all the others. See which pairs gather the weight.",
        ":material/filter_1:",
        State(data="synthetic:imbalanced", rounds=60, undefined="cap"),
    ),
    Preset(
        "A landscape grows",
        "Two moons, ranked by gradient descent with a kernel. With every step the score bends further around "
        "the points; RankBoost, beside it on the same data, cuts the plane into boxes.",
        ":material/landscape:",
        kernel_page.START,
        layout.KERNEL,
    ),
    Preset(
        "Steps that are too long",
        "The same moons with steps sixteen times as long as the lemma allows. Each goes further past the "
        "minimum than the last, and the norm breaks through the line under which it was to stay.",
        ":material/trending_up:",
        kernel_page.START.but(alg=("kernel-gd",), step=2.0, rounds=40, t=6),
        layout.KERNEL,
    ),
    Preset(
        "What a straight score cannot do",
        "A disc in a ring: the middle belongs on top. With the linear kernel the score is a tilted plane, "
        "and no tilt helps. Choose the Gaussian kernel under Options and see.",
        ":material/adjust:",
        State(data="synthetic:rings", alg=("rb-c", "kernel-gd"), kernel="linear", rounds=60, t=20),
        layout.KERNEL,
    ),
    Preset(
        "Labels beside preferences",
        "Some queries list pages of one grade only, so no pair can be made of them. QBRank learns from their "
        "labels all the same. See the quadratic that lies above the risk, and below the stage the paper's "
        "five curves.",
        ":material/join:",
        qbrank_page.PAGE.start,
        layout.QBRANK,
    ),
    Preset(
        "Small steps, as the theorem has them",
        "The same queries, with steps of one small fixed size: what Theorem 1 asks for. Open Theorems and "
        "compare the risk with the rate it promises.",
        ":material/footprint:",
        qbrank_page.PAGE.start.but(
            alg=("qbrank",), step_rule="small", weighting="bound", eta=0.3, rounds=70, t=30
        ),
        layout.QBRANK,
    ),
    Preset(
        "RankBoost misses the margin",
        "Four matches and five rankers. Both algorithms put all four in order, but RankBoost runs in a "
        "circle and stays at a margin of 1/3; Smooth Margin Ranking comes to 5/13, the largest there is.",
        ":material/straighten:",
        margins_page.CYCLE,
        layout.MARGINS,
    ),
    Preset(
        "Which pairs hold the margin down",
        "120 real tumours that weights ≥ 0 can separate. See the pairs of the margin game, and how few of "
        "them decide.",
        ":material/compress:",
        margins_page.CANCER,
        layout.MARGINS,
    ),
    Preset(
        "AdaBoost ranks, too",
        "Four ill, twelve well, three tests. AdaBoost looks at no pair, and with the constant classifier it "
        "ends with the loss and the area under the curve of RankBoost. Switch “constant” off under Options "
        "and see.",
        ":material/balance:",
        margins_page.SKEW,
        layout.MARGINS,
    ),
)
