"""Moments worth seeing, each a whole state behind one link: three shelves, each from easy to hard."""

from __future__ import annotations

from rankviz.algorithms.rankboost.rb_d_rb_c import UNDEFINED
from rankviz.lessons import first_minute
from rankviz.ui.presets import qbrank
from rankviz.ui.presets.preset import MOST_WORDS, Preset
from rankviz.ui.presets.starts import CANCER, CYCLE, MOONS, SKEW
from rankviz.ui.shell import layout
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import State

EXAMPLE = Preset("Eight places to stay", first_minute.QUESTION, OPENING, ("log_e2",))
"""Also the state of an address without parameters."""

PUSH = Preset(
    "A push for the top",
    "The push weighs a pair by all that its lower item beats: 74 of 100 positives end above every negative, 48 under "
    "RB-D, though R̂2 is worse.",
    State(data="synthetic:moons?n=200&noise=0.5", alg=("rb-d", "push"), holdout=0, t=60),
)

THREE_WEIGHTS = Preset(
    "What a pair weighs, three ways",
    "RB-D most where it errs most, RankNet nearly all alike, LambdaMART by what NDCG would gain in the first ten "
    "places; empty squares: dropped.",
    State(
        data="bundled:diabetes?items=50", alg=("rb-d", "ranknet", "lambdamart:truncation=10"), holdout=0, t=6
    ),
)

TOPICS = Preset(
    "Topics of a text",
    "Several labels an item: each text is a query, and its topics belong above the others. RB-D is "
    "AdaBoost.MR that begins with all pairs alike.",
    State(data="synthetic:multilabel", alg=("rb-d", "rb-plus"), undefined="limit"),
)

SEE = (
    Preset(
        "Fifty real patients",
        "Ranked by how far their disease went. The three start together: watch which loss each of them lowers, and "
        "the pairs they never saw.",
        State(t=0),
        ("r2", "r2_holdout"),
    ),
    Preset(
        "Ties everywhere",
        "Coarse features tie most pairs. RB-D ignores those pairs, RB-C counts them half, RankBoost+ reweights "
        "them: follow Ê2.",
        State(data="synthetic:coarse", t=0, look="curves:r2.e2"),
        ("log_e2",),
    ),
    Preset(
        "Malignant above benign",
        "Every malignant tumour belongs above every benign one. Follow the area under the curve pair by pair.",
        State(data="bundled:breast-cancer?items=80", t=0),
    ),
    Preset(
        "Twenty searches",
        "46 features of search results, as in LETOR: BM25, language models, PageRank. Most say the same, some are "
        "missing, and a quarter of the searches found nothing.",
        State(data="synthetic:letor", t=0),
        ("r2", "r2_holdout"),
    ),
    Preset(
        "Few against many",
        "One item in twenty belongs above all the others. See which pairs gather the weight.",
        State(data="synthetic:imbalanced", undefined="cap"),
    ),
    PUSH,
    THREE_WEIGHTS,
    TOPICS,
    Preset(
        "A landscape grows",
        "Two moons. With every step of kernel gradient descent the score bends further around the points; "
        "RankBoost cuts the plane into boxes.",
        MOONS,
        page=layout.KERNEL,
    ),
    qbrank.MOMENTS[0],
    qbrank.LABELS_BESIDE,
)
BREAK = (
    Preset(
        "Going in circles",
        "Some preferences run in circles: a above b above c above a. Where does the weight go when pairs can never "
        "be won?",
        State(data="synthetic:cycles", holdout=0),
    ),
    Preset(
        "What no stump can see",
        "Good items have f1 and f2 of one sign. Over stumps RB-C learns chance; over regions of two tests, f1 > 0 and "
        "f2 > 0, it orders held-out pairs.",
        State(data="synthetic:interaction", alg=("rb-c", "rb-c:weak=regions"), rounds=40, t=20),
        ("r2", "r2_holdout"),
    ),
    Preset(
        "What a straight score cannot do",
        "A disc in a ring. With the linear kernel the score is a tilted plane, and no tilt helps. Choose the "
        "Gaussian kernel.",
        State(data="synthetic:rings", alg=("rb-c", "kernel-gd"), kernel="linear", t=20),
        page=layout.KERNEL,
    ),
    Preset(
        "The infinite weight",
        "In round 2 a weak ranker makes no mistake, so RB-D's weight is infinite: the error R̂1 ends above its own "
        "bound.",
        State(
            data="scenario:lemma-1",
            alg=("rb-d", "rb-plus"),
            undefined="infinite",
            rounds=10,
            t=2,
            look="curves:r1.bound",
        ),
        ("r1", "log_bound"),
    ),
    Preset(
        "A large constant does not help",
        "The infinite weight is replaced by a large number, and the error R̂1 still stays above its bound.",
        State(
            data="scenario:lemma-2",
            alg=("rb-d", "rb-plus"),
            undefined="cap",
            rounds=10,
            t=2,
            look="curves:r1.bound",
        ),
        ("r1", "log_bound"),
    ),
    Preset(
        "Four answers where α is undefined",
        "RB-D four times: it halts, counts that ranker alone, caps its weight, or takes the limit. Only the second "
        "ends with its error R̂1 above its bound.",
        State(
            data="scenario:lemma-1",
            alg=tuple(f"rb-d:undefined={policy}" for policy in UNDEFINED.choices),
            rounds=10,
            t=2,
            look="curves:r1.bound",
        ),
        ("r1",),
    ),
    Preset(
        "Steps that are too long",
        "With steps sixteen times the lemma's, J rises, the order turns over in every round, and the norm breaks "
        "through its line.",
        MOONS.but(alg=("kernel-gd",), width=0.5, step=2.0, rounds=40, t=13),
        page=layout.KERNEL,
    ),
)
PROVE = (
    Preset(
        "Fewer errors, larger loss",
        "Of two weak rankers the one that errs less has the larger Ê1, which takes a tie for an error. Ê2 does "
        "not.",
        State(data="scenario:proposition-1", undefined="infinite", rounds=10, look="curves:e1.e2"),
        ("log_e1",),
    ),
    Preset(
        "Without negative weights",
        "When a weight may only grow, RB-D stops short of the least Ê1. Switch negative α on and see.",
        State(
            data="scenario:lemma-3",
            alg=("rb-d",),
            negative_alpha=False,
            rounds=20,
            t=2,
            look="curves:e1",
        ),
        ("log_e1",),
    ),
    Preset(
        "RankBoost misses the margin",
        "Both order all four matches, but RankBoost runs in a circle while Smooth Margin Ranking comes to the "
        "largest margin there is.",
        CYCLE,
        ("margin",),
        layout.MARGINS,
    ),
    Preset(
        "Which pairs hold the margin down",
        "Real tumours that weights ≥ 0 can separate. See the pairs of the margin game, and how few of them decide.",
        CANCER,
        ("margin",),
        layout.MARGINS,
    ),
    Preset(
        "AdaBoost ranks, too",
        "AdaBoost looks at no pair, yet with the constant classifier it ends with RankBoost's loss. Switch “constant” "
        "off.",
        SKEW,
        ("r2",),
        layout.MARGINS,
    ),
    qbrank.THEOREM_STEPS,
)
SHELVES = {"Start here": (EXAMPLE,), "See it": SEE, "Break it": BREAK, "Prove it": PROVE}
"""Heading to cards, in the order of the start page."""

PRESETS = tuple(preset for shelf in SHELVES.values() for preset in shelf)


def preset_of(state: State) -> Preset | None:
    """Return the preset with the same data, algorithms and policy, whatever the round; None when there is none.

    The text of a moment of the page QBRank depends on the parameters too, so these have to be the same as well.
    """
    alike = (preset for preset in (*qbrank.MOMENTS, *PRESETS) if _same(preset.state, state))
    return next(
        (preset for preset in alike if preset not in qbrank.MOMENTS or _as_set(preset.state, state)), None
    )


def _as_set(preset: State, state: State) -> bool:
    return preset.parameters() == state.parameters()


def _same(preset: State, state: State) -> bool:
    return all(preset[name] == state[name] for name in ("data", "alg", "seed", "positive", "undefined"))


__all__ = ["EXAMPLE", "MOST_WORDS", "PRESETS", "SHELVES", "Preset", "preset_of"]
