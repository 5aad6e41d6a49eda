"""The margin bound of SM (Theorem 1), with every constant spelt out, for data of this size.

With probability at least 1 − N(F, εθ/8) · 2 exp(−m(εE)²/8) over the draw of the m training items, every f in F
misranks at most (share of training pairs with margin ≤ θ) + ε of the critical pairs. F are the convex combinations
of the N weak rankers: two of them differ by at most ‖λ − λ'‖₁ anywhere, and the λ's are covered by (1 + 2/r)^N balls
of radius r.

For comparison: the bound by Rademacher averages if training pairs were drawn independently, as RankBoost+ assumes.
"""

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.errors import DataError
from rankviz.engine.kernels import measure as kernels
from rankviz.engine.runs.trace import Run, Trace

STEPS = 200


@dataclass(frozen=True)
class BoundConstants:
    """The constants of Theorem 1: m items, E the share of ordered item pairs that are critical, N rankers, δ."""

    items: int
    critical: float
    rankers: int
    delta: float


@dataclass(frozen=True)
class Rademacher:
    """The ε that Rademacher averages add to the share of pairs with margin ≤ θ, with probability 1 − δ.

    Attributes
    ----------
    pairs, epsilon : m training pairs, and the ε for that many independent ones.
    apart, epsilon_apart : the largest number of pairs that share no item, and the ε for so many.
    """

    pairs: int
    epsilon: float
    apart: int
    epsilon_apart: float


@dataclass(frozen=True)
class MarginBound:
    """The bound at one θ.

    Attributes
    ----------
    theta, share : θ, and the share of training pairs with margin ≤ θ.
    epsilon : the ε that Theorem 1 needs for probability 1 − δ, over all convex combinations.
    log_cover : ln of the covering number at εθ/8.
    finite : the ε of the paper's finite class, as if the ranking function were one of the N rankers.
    needed : the number of items needed for an ε of 0.1 at the same θ, E, N and δ.
    """

    theta: float
    share: float
    epsilon: float
    log_cover: float
    finite: float
    needed: float

    @property
    def right(self) -> float:
        """The bound on the share of misranked pairs, which is vacuous above 1."""
        return self.share + self.epsilon


def setting(trace: Trace, delta: float) -> BoundConstants:
    """Return the constants of a trace's training problem."""
    n = trace.problem.n_items
    return BoundConstants(n, trace.problem.n_pairs / (n * (n - 1)), len(trace.pool), delta)


def margins(trace: Trace, run: Run, t: int) -> np.ndarray:
    """(m,) the margins of all pairs after round t: pair scores over ‖λ‖₁.

    Raises DataError before any round has given weight, and where pairs have weights.
    """
    if trace.problem.pair_weights is not None:
        raise DataError(
            "The bound is for pairs that count equally, and these have weights",
            remedy="Leave the weights out",
        )
    norm = float(run.metrics["norm"][t])
    if not norm > 0.0:
        raise DataError("Before the first round there is no margin", remedy="Step to a later round")
    start, lower = trace.problem.by_higher
    s = np.empty(trace.problem.n_pairs)
    kernels.pair_scores(start, lower, trace.scores(run, t), s)
    return s / norm


def bound(given: BoundConstants, found: np.ndarray, theta: float) -> MarginBound:
    """Evaluate Theorem 1 at θ > 0 for pair margins `found` (m,)."""
    share = float((found <= theta).mean())
    epsilon = least_epsilon(given, theta)
    return MarginBound(
        theta,
        share,
        epsilon,
        log_cover(given.rankers, epsilon * theta / 8.0),
        finite_epsilon(given),
        items_for(given, theta, 0.1),
    )


def rademacher(given: BoundConstants, theta: float) -> Rademacher:
    """Evaluate the Rademacher bound at θ > 0: for all m pairs, and for the ⌊n/2⌋ at most that share no item."""
    ordered = given.items * (given.items - 1)
    pairs, apart = round(given.critical * ordered), given.items // 2
    return Rademacher(
        pairs,
        rademacher_epsilon(given.rankers, pairs, theta, given.delta),
        apart,
        rademacher_epsilon(given.rankers, apart, theta, given.delta),
    )


def rademacher_epsilon(rankers: int, pairs: int, theta: float, delta: float) -> float:
    """ε = (2/θ) · 2 √(2 ln 2N / m) + √(ln(1/δ) / 2m) for m independent pairs and N rankers with values in [0, 1].

    Mohri, Rostamizadeh and Talwalkar, Foundations of Machine Learning, section 10.2: the averages of a pair's first
    and of its second item, by Massart's lemma √(2 ln 2N / m) at most each, for the N rankers and their negatives; their
    convex hull has no larger one. Weights may be negative.
    """
    average = math.sqrt(2.0 * math.log(2.0 * rankers) / pairs)
    return 2.0 / theta * (average + average) + math.sqrt(math.log(1.0 / delta) / (2.0 * pairs))


def log_cover(rankers: int, radius: float) -> float:
    """ln of (1 + 2/r)^N, which covers the convex combinations of N rankers with balls of radius r."""
    return rankers * math.log1p(2.0 / radius)


def one_function(given: BoundConstants, epsilon: float) -> float:
    """2 exp(−m(εE)²/8): the probability that one function's error exceeds its empirical one by ε/2 (SM Lemma 5)."""
    return 2.0 * math.exp(-given.items * (epsilon * given.critical) ** 2 / 8.0)


def finite_epsilon(given: BoundConstants) -> float:
    """ε = √((8 / (m E²)) (ln 2|F| + ln 1/δ)) for a finite class F of N functions (SM section 3)."""
    inside = math.log(2.0 * given.rankers) + math.log(1.0 / given.delta)
    return math.sqrt(8.0 / (given.items * given.critical**2) * inside)


def least_epsilon(given: BoundConstants, theta: float) -> float:
    """The smallest ε with N(F, εθ/8) · 2 exp(−m(εE)²/8) ≤ δ; the left side only falls as ε grows."""
    low, high = 0.0, 1.0
    while _excess(given, theta, high, given.items) > 0.0:
        low, high = high, 2.0 * high
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if _excess(given, theta, middle, given.items) > 0.0 else (low, middle)
    return high


def items_for(given: BoundConstants, theta: float, epsilon: float) -> float:
    """The number of items m at which that ε is enough."""
    cover = log_cover(given.rankers, epsilon * theta / 8.0)
    return 8.0 * (cover + math.log(2.0 / given.delta)) / (epsilon * given.critical) ** 2


def _excess(given: BoundConstants, theta: float, epsilon: float, items: float) -> float:
    """ln of the left side over δ: above 0 where ε is too small."""
    cover = log_cover(given.rankers, epsilon * theta / 8.0)
    return cover + math.log(2.0 / given.delta) - items * (epsilon * given.critical) ** 2 / 8.0
