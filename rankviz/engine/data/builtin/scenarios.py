"""Worked examples of the papers as problems.

Those of the RankBoost+ paper (Connamacher et al. 2019, Appendix A and B) have its items, its critical pairs one by
one, and its two weak rankers h1 and h2.
"""

from itertools import combinations

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.data.entries import Entry
from rankviz.engine.data.problem import Problem


def proposition_1(*, spec: str = "") -> Problem:
    """Subsets of {a, b, c}, each above its proper subsets: 19 pairs. h2 errs less, yet its Ê1 is larger."""
    sets = [set(chosen) for size in range(4) for chosen in combinations("abc", size)]
    names = ["{" + ",".join(sorted(each)) + "}" for each in sets]
    pairs = [(i, j) for i, higher in enumerate(sets) for j, lower in enumerate(sets) if lower < higher]
    return _scenario(names, pairs, {"{a,b}"}, {"{}", "{a,c}", "{a,b,c}"}, "Fewer errors, larger loss", spec)


def lemma_1(*, n: int = 4, spec: str = "") -> Problem:
    """Every a_i belongs above every b_j, i, j ≤ n + 1: (n + 1)² pairs. The infinite α breaks bound (16)."""
    above, below, pairs = _two_sides(n + 1)
    return _scenario(
        above + below, pairs, {*above[:n], below[n]}, {above[n]}, "Where infinite α breaks the bound", spec
    )


def lemma_2(*, n: int = 1, spec: str = "") -> Problem:
    """Every a_i belongs above every b_j, i, j ≤ 5n: 25n² pairs. The capped α breaks the bound and (12)."""
    above, below, pairs = _two_sides(5 * n)
    first, second = set(above[: 4 * n]), {*above[4 * n :], *below[: 4 * n]}
    return _scenario(above + below, pairs, first, second, "Where a large α breaks the bound", spec)


def lemma_3(*, spec: str = "") -> Problem:
    """The order 1 > 2 > … > 6: 15 pairs. Without negative α, RB-D misses the minimum of Ê1."""
    names = [str(i) for i in range(1, 7)]
    return _scenario(
        names, list(combinations(range(6), 2)), {"1", "2", "3", "6"}, {"2"}, "Where negative α helps", spec
    )


MARGIN_CYCLE = ((1, 1, 1, -1, 1), (1, 0, 0, 1, -1), (-1, 1, -1, 1, 1), (0, -1, 1, 1, 1))
"""Five rankers on four matches: 1 right, 0 tied, −1 wrong. ρ = 5/13."""


def margin_cycle(*, spec: str = "") -> Problem:
    """Four matches, a_i above b_i, five rankers: ρ = 5/13, but RankBoost cycles and reaches 1/3."""
    M = np.array(MARGIN_CYCLE)
    X = np.stack([M == 1, M == -1], axis=1).reshape(2 * len(M), M.shape[1]).astype(float)
    return Problem.from_arrays(
        X,
        pairs=np.arange(2 * len(M)).reshape(-1, 2),
        feature_names=[f"h{j}" for j in range(1, M.shape[1] + 1)],
        item_ids=[f"{side}{i}" for i in range(1, len(M) + 1) for side in "ab"],
        binary=True,
        source=spec,
        title="RankBoost misses the margin",
    )


SKEW = ("000 101 101 011", "011 111 001 111 100 011 011 100 100 111 100 001")
"""The outputs of three tests on the ill and on the well."""


def skew(*, spec: str = "") -> Problem:
    """Four ill above twelve well, and three tests: without the constant classifier AdaBoost ranks below chance."""
    ill, well = (side.split() for side in SKEW)
    return Problem.from_arrays(
        np.array([[int(bit) for bit in item] for item in (*ill, *well)], dtype=float),
        [1.0] * len(ill) + [0.0] * len(well),
        feature_names=["test1", "test2", "test3"],
        item_ids=[f"ill{i}" for i in range(1, len(ill) + 1)] + [f"well{i}" for i in range(1, len(well) + 1)],
        binary=True,
        source=spec,
        title="Four ill, twelve well",
    )


def tied_chain(*, spec: str = "") -> Problem:
    """QB section 4: x1 is above x2 in one query, x3 above x4 in another; in a third x2, with its x again, ties x3."""
    return Problem.from_arrays(
        np.array([[3.0], [1.0], [4.0], [2.0], [1.0], [4.0]]),
        [1.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        [1, 1, 2, 2, 3, 3],
        feature_names=["x"],
        item_ids=["x1", "x2", "x3", "x4", "x2 again", "x3 again"],
        source=spec,
        title="Two pairs and a tie",
    )


def _two_sides(count: int) -> tuple[list[str], list[str], list[tuple[int, int]]]:
    above, below = ([f"{side}{i}" for i in range(1, count + 1)] for side in "ab")
    return above, below, [(i, count + j) for i in range(count) for j in range(count)]


def _scenario(
    names: list[str], pairs: list[tuple[int, int]], h1: set[str], h2: set[str], title: str, spec: str
) -> Problem:
    """Return the problem in which h1 and h2 give 1 to the items named in their sets."""
    X = np.array([[name in h1, name in h2] for name in names], dtype=float)
    return Problem.from_arrays(
        X, pairs=pairs, feature_names=["h1", "h2"], item_ids=names, binary=True, source=spec, title=title
    )


ENTRIES = (
    Entry(
        "proposition-1",
        "Fewer errors, larger loss",
        "Proposition 1. Subsets of {a,b,c}: h2 errs on fewer pairs than h1, yet has the larger loss Ê1.",
        proposition_1,
    ),
    Entry(
        "lemma-1",
        "Where infinite α breaks the bound",
        "Lemma 1. α is undefined: with an infinite weight the error ends above the bound.",
        lemma_1,
        (Choice("n", "Size n", "int", 4, "2n + 2 items and (n + 1)² pairs.", 2, 40, 1),),
    ),
    Entry(
        "lemma-2",
        "Where a large α breaks the bound",
        "Lemma 2. α is undefined: with a large constant the error ends above the bound.",
        lemma_2,
        (Choice("n", "Size n", "int", 1, "10n items and 25n² pairs.", 1, 10, 1),),
    ),
    Entry("lemma-3", "Where negative α helps", "Lemma 3. Without it RB-D stops too early.", lemma_3),
    Entry(
        "margin-cycle",
        "RankBoost misses the margin",
        "The largest margin is 5/13, but RB-D's tends to 1/3.",
        margin_cycle,
    ),
    Entry(
        "skew",
        "Four ill, twelve well",
        "Bipartite: without the constant classifier AdaBoost ranks worse than a coin.",
        skew,
    ),
    Entry(
        "tied-chain",
        "Two pairs and a tie",
        "x1 above x2, x3 above x4, and x2 ties x3: with QBRank's μ they make one order.",
        tied_chain,
    ),
)
