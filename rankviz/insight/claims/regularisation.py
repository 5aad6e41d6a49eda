"""What regularises a sum of trees: small steps (QB, below Theorem 1), and trees worse than the best one (QB (3))."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import number, share
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.qbrank import GROUP, PAPER
from rankviz.insight.theory.qbrank import complexity

DATA = {
    "diabetes": "bundled:diabetes?grades=4&items=100&seed={draw}",
    "linear": "synthetic:linear?n=100&noise=1&grades=4&seed={draw}",
    "coarse": "synthetic:coarse?n=100&features=8&levels=5&noise=1&seed={draw}",
}
DRAWS = 10
OF_START = "risk, as a share of the start's"


@dataclass(frozen=True, eq=False)
class Path:
    """A run of GBT: its norm (T + 1,), and the grades and scores (T + 1, n) of held-out and of training items.

    leaves : the mean of its trees. epsilon : the largest ε used, as a share of what the tree found explains.
    """

    norm: np.ndarray
    items: tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
    leaves: float
    epsilon: float

    def risks(self) -> np.ndarray:
        """Return (2, T + 1) held-out and training risk, ½ Σ (grade − h)², as shares of the start's."""
        return np.array([_shares(*each) for each in self.items])

    def risks_at(self, norms: np.ndarray) -> np.ndarray:
        """Return (2, P) the risks at these norms: between two rounds a part of the step has been taken."""
        k = np.clip(np.searchsorted(self.norm, norms, side="right") - 1, 0, len(self.norm) - 2)
        length = self.norm[k + 1] - self.norm[k]
        # A converged run's last steps are too short for its norm to grow.
        part = ((norms - self.norm[k]) / np.where(length > 0.0, length, 1.0))[:, None]
        return np.array([_shares(y, h[k] + part * (h[k + 1] - h[k])) for y, h in self.items])


def _shares(grades: np.ndarray, scores: np.ndarray) -> np.ndarray:
    return np.asarray(((grades - scores) ** 2).sum(axis=1) / (grades**2).sum())


@lru_cache(maxsize=128)
def _path(spec: RunSpec) -> Path:
    """Return the path of the one run of a spec."""
    trace = spec.trace()
    assert trace.holdout is not None and trace.holdout.grades is not None and trace.problem.grades is not None
    (run,) = trace.scored
    details = run.details_as(QBRankDetails)
    fitted = details.descent.fitted
    used = [one.tolerated.used / one.tolerated.explained for one in fitted if one.tolerated is not None]
    held = trace.holdout.grades, np.array(held_scores(trace, run))
    return Path(
        complexity(details.descent, details.risk.total),
        (held, (trace.problem.grades, np.array(details.descent.scores))),
        float(np.mean([one.tree.n_leaves for one in fitted if one.tree is not None])),
        max(used, default=0.0),
    )


def _paths(spec: RunSpec) -> tuple[Path, Path]:
    """Return the paths of the first and the last run of a spec: twice the same one where there is no other."""
    first, last = (_path(spec.but(algorithms=(spec.algorithms[k],))) for k in (0, -1))
    return first, last


# ---------------------------------------------------------------- small steps

FAR, PLACES = 60, 50
"""Rounds of each run, and norms at which two paths are compared."""
MOST = 0.9
"""Of the norm that both reach, what their rounds are counted to: the last steps before a run converges are tiny."""


def _steps(data: str, draw: int, part: int) -> RunSpec:
    ways = dict.fromkeys(("gbt:eta=1", f"gbt:eta={1 / part:g}"))
    return RunSpec(
        DATA[data].format(draw=draw), tuple(ways), FAR, seed=draw, holdout=0.5, parameters={"leaves": 6}
    )


@lru_cache(maxsize=32)
def _at_the_same_norm(data: str, part: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (2, 2, D, P + 1) held-out and training risk of both η at the norms that both reach; (2, D) rounds."""
    risks, rounds = np.empty((2, 2, DRAWS, PLACES + 1)), np.empty((2, DRAWS))
    for draw in range(DRAWS):
        both = _paths(_steps(data, draw, part))
        reach = min(path.norm[-1] for path in both)
        for k, path in enumerate(both):
            risks[:, k, draw] = path.risks_at(reach * np.arange(PLACES + 1) / PLACES)
            rounds[k, draw] = np.searchsorted(path.norm, MOST * reach)
    return risks, rounds


def _small_steps(options: Options) -> Proof:
    data, part = str(options["data"]), int(options["part"])
    small = f"η = 1/{part}" if part > 1 else "the smaller η"

    def evidence(part: int) -> tuple[Evidence, ...]:
        risks, rounds = _at_the_same_norm(data, part)
        held, training = risks[..., 1:].mean(axis=3)
        lowest = risks[0].min(axis=2).mean(axis=1)
        return (
            compare(
                "At the same norm the held-out risk is lower with small steps.",
                (f"mean of {small} over norms and draws, of the start's", float(held[1].mean())),
                "<",
                ("of η = 1", float(held[0].mean())),
            ),
            _more_often(held[1], held[0], "small steps"),
            compare(
                "Its lowest value is lower, too.",
                (f"mean lowest held-out risk of {small}", float(lowest[1])),
                "<",
                ("of η = 1", float(lowest[0])),
            ),
            compare(
                "They do not fit less: the training risk at the same norm is lower, too.",
                (f"mean training risk of {small}", float(training[1].mean())),
                "<",
                ("of η = 1", float(training[0].mean())),
            ),
            compare(
                "What they cost is rounds.",
                (
                    f"mean rounds of {small} to nine tenths of the norm that both reach",
                    float(rounds[1].mean()),
                ),
                ">",
                ("of η = 1", float(rounds[0].mean())),
            ),
        )

    shown, risks = evidence(part), _at_the_same_norm(data, part)[0].mean(axis=2)
    x = tuple(float(place) for place in np.arange(PLACES + 1) / PLACES)
    names = (("η = 1", "gbt"), (small, "qbrank"))
    spec = _steps(data, 0, part)
    return Proof(
        ClaimRun(spec, len(_paths(spec)[1].norm) - 1),
        shown,
        f"Over all norms the mean held-out risk is {shown[0].left.text} of the start's with {small} and "
        f"{shown[0].right.text} with η = 1.",
        Figure(
            f"The risk at the same norm, mean of {DRAWS} draws",
            "‖h‖, as a share of the norm that both reach",
            OF_START,
            tuple(
                Curve(f"{name}, {where}", colour, x, tuple(risks[k, way].tolist()), kind)
                for k, where, kind in ((0, "held out", "line"), (1, "training", "dash"))
                for way, (name, colour) in enumerate(names)
            ),
        ),
        swept("part", (1, 2, 4, 8), evidence, part, on_axis=False),
        "both runs take the same steps" if part == 1 else "",
    )


def _more_often(low: Iterable[float], high: Iterable[float], what: str) -> Evidence:
    """Compare in how many draws the first of two numbers is the lower one, and in how many the other."""
    gap = np.array(high) - np.array(low)
    return compare(
        "That is so in more draws than not.",
        (f"draws of {DRAWS} in which {what} lower it", float((gap > 1e-9).sum())),
        ">",
        ("in which they raise it", float((gap < -1e-9).sum())),
    )


# ---------------------------------------------------------------- worse trees

FEW, ROUNDS, ETA, LEAVES = 5, 20, 0.3, 8
"""Before `FEW` rounds no tree overfits, and which of two equal splits is taken decides the held-out risk."""


def _pruned(data: str, draw: int, tolerance: float) -> RunSpec:
    ways = ("gbt", f"gbt:tolerance={tolerance:g}") if tolerance > 0.0 else ("gbt",)
    chosen = {"eta": ETA, "leaves": LEAVES}
    return RunSpec(DATA[data].format(draw=draw), ways, ROUNDS, seed=draw, holdout=0.5, parameters=chosen)


def _worse_trees(options: Options) -> Proof:
    data, tolerance, rounds = str(options["data"]), float(options["tolerance"]), int(options["rounds"])
    both = [_paths(_pruned(data, draw, tolerance)) for draw in range(DRAWS)]
    # (2, 2, D, T + 1): held-out and training risk of the trees as found and as pruned.
    risks = np.array([[_filled(path.risks()) for path in pair] for pair in both]).transpose(2, 1, 0, 3)
    lowest = np.minimum.accumulate(risks[0], axis=2)

    def evidence(t: int) -> tuple[Evidence, ...]:
        training, held = risks[1, :, :, t], lowest[:, :, t]
        return (
            compare(
                "Every tree is within its ε.",
                (
                    "largest ε used, of what the tree found explains",
                    max(pruned.epsilon for _, pruned in both),
                ),
                "≤",
                ("the tolerance", tolerance),
            ),
            compare(
                "The trees are smaller.",
                ("mean leaves within ε", float(np.mean([pruned.leaves for _, pruned in both]))),
                "<",
                ("of the trees as found", float(np.mean([found.leaves for found, _ in both]))),
            ),
            compare(
                "So they learn less in the same rounds.",
                (f"mean training risk after round {t}, of the start's", float(training[1].mean())),
                ">",
                ("of the trees as found", float(training[0].mean())),
            ),
            _more_often(training[0], training[1], "the trees as found"),
            compare(
                "Yet their lowest held-out risk is lower.",
                (f"mean lowest held-out risk up to round {t}", float(held[1].mean())),
                "<",
                ("of the trees as found", float(held[0].mean())),
            ),
        )

    shown = evidence(rounds)
    at = [[number(float(risks[k, way, :, rounds].mean())) for way in (1, 0)] for k in (1, 0)]
    return Proof(
        ClaimRun(_pruned(data, 0, tolerance), rounds),
        shown,
        f"After round {rounds} the training risk is {at[0][0]} of the start's within ε ≤ {share(tolerance)} and "
        f"{at[0][1]} without it, the held-out risk {at[1][0]} and {at[1][1]}.",
        Figure(
            f"The risk by round, mean of {DRAWS} draws",
            "round",
            OF_START,
            tuple(
                over_rounds(f"{name}, {where}", colour, risks[k, way].mean(axis=0), kind)
                for k, where, kind in ((0, "held out", "line"), (1, "training", "dash"))
                for way, name, colour in ((0, "as found", "gbt"), (1, "within ε", "qbrank"))
            ),
            at=rounds,
        ),
        swept("rounds", range(FEW, ROUNDS + 1), evidence, rounds),
        "the trees are added as they are found" if tolerance == 0.0 else "",
    )


def _filled(values: np.ndarray) -> np.ndarray:
    """Fill risks up to (2, ROUNDS + 1): a run that stopped repeats its last."""
    return np.pad(values, ((0, 0), (0, ROUNDS + 1 - values.shape[1])), mode="edge")


_SAMPLES = Choice("data", "Data", "choice", "diabetes", "Real and synthetic.", choices=tuple(DATA))

CLAIMS = (
    Claim(
        "small-steps",
        "Small steps regularise",
        "The norm of a sum of trees is the length of all its steps. On three kinds of data, on average over ten draws, "
        "small steps reach a lower held-out risk than large ones at the same norm.",
        f"{PAPER}, below Theorem 1",
        "Solid lines are the held-out risk, dashed ones the training risk; 1 is the risk before round 1. With small "
        "steps both lines are lower at the same norm; a large step counts part-way at each norm it passes. At 1 both "
        "runs are the same.",
        GROUP,
        _small_steps,
        (
            _SAMPLES,
            Choice("part", "η smaller by", "int", 4, "One run has η = 1, the other a part of it.", 1, 8, 1),
        ),
        reference="qb-theorem-1",
    ),
    Claim(
        "worse-trees",
        "Worse trees learn less, and overfit less",
        "The paper's weak learner may miss the best tree by ε, in squared error. On three kinds of data, on average "
        "over ten draws, trees pruned within such an ε leave a higher training risk, but reach a lower held-out risk.",
        f"{PAPER}, (3). That pruning helps on held-out data is RankViz's own finding",
        "Solid lines are the held-out risk, dashed ones the training risk; 1 is the risk before round 1. The trees as "
        "found fall faster in training; held out they stop falling sooner.",
        GROUP,
        _worse_trees,
        (
            _SAMPLES,
            Choice(
                "tolerance",
                "ε, as a share",
                "float",
                0.3,
                "How much of what the tree found explains may be lost when it is pruned.",
                0,
                1,
                0.1,
            ),
            Choice("rounds", "Rounds", "int", ROUNDS, "Rounds before the comparison.", FEW, ROUNDS, 1),
        ),
        reference="qb-3",
    ),
)
