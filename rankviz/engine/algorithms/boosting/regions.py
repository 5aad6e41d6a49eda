"""The regions that a pool offers besides its stumps.

Regions order what no sum of stumps can: items whose features matter only together.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from rankviz.engine.algorithms.boosting.region import Condition, Region
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem

MOST_CUTS = 7
"""The largest number of thresholds per feature. Odd, so that the middle one of an odd number is among them."""

MOST_REGIONS = 5_000
"""Most regions of a pool."""

MOST_OUTPUTS = 50_000_000
"""Most outputs of all regions on all items, a byte each: with many items there are fewer regions."""

LIMIT = f"at most {MOST_CUTS} thresholds per feature and {MOST_REGIONS:,} regions"


def with_regions(pool: CandidatePool, problem: Problem, seed: int = 0) -> CandidatePool:
    """Return the pool of `problem` with regions after its rankers, at most `LIMIT`; a note says how many, and of what.

    Each region is 1 on some item, and of regions with equal outputs the first stays. Where one threshold per
    feature already makes too many, pairs of features are sampled with `seed`.
    """
    most = min(MOST_REGIONS, MOST_OUTPUTS // max(problem.n_items, 1))
    cuts = MOST_CUTS
    tests = [_tests(pool, feature, cuts) for feature in range(problem.n_features)]
    while cuts > 1 and _count(tests) > most:
        cuts -= 1
        tests = [_tests(pool, feature, cuts) for feature in range(problem.n_features)]
    pairs = [(f, g) for f, g in combinations(range(problem.n_features), 2) if tests[f] and tests[g]]
    sampled, chosen = "", pairs
    if _count(tests) > most:
        drawn = np.random.default_rng(seed).choice(len(pairs), most // 4, replace=False)
        chosen = [pairs[k] for k in np.sort(drawn)]
        sampled = f", for {len(chosen):,} of {len(pairs):,} pairs of features, drawn with seed {seed}"
    regions, outputs = _distinct(_all(tests, chosen), problem.X)
    note = (
        f"Beside the stumps there are {len(regions):,} regions of two tests, from at most {cuts} "
        f"{'threshold' if cuts == 1 else 'thresholds'} of a feature{sampled}."
    )
    if not regions:
        return pool.with_notes(note)
    last = int(pool.offsets[-1])
    return replace(
        pool,
        codes=np.concatenate([pool.codes, outputs]),
        thresholds=np.concatenate([pool.thresholds, np.full(len(regions), 0.5)]),
        offsets=np.append(pool.offsets, last + 1 + np.arange(len(regions))).astype(np.int32),
        names=(*pool.names, *(region.label for region in regions)),
        regions=tuple(regions),
    ).with_notes(note)


def _tests(pool: CandidatePool, feature: int, most: int) -> list[tuple[Condition, Condition]]:
    """(above, not above) for at most `most` thresholds of a feature, spread evenly over all that split it."""
    first, end = int(pool.offsets[feature]), int(pool.offsets[feature + 1])
    cuts = pool.thresholds[first + (first in pool.splits_missing) : end]
    if len(cuts) > most:
        cuts = cuts[(2 * np.arange(most) + 1) * len(cuts) // (2 * most)]
    name = pool.names[feature]
    if pool.named:
        return [(Condition(feature, 0.5, True, name), Condition(feature, 0.5, False, f"not {name}"))]
    digits = next((d for d in range(2, 17) if len({f"{cut:.{d}g}" for cut in cuts}) == len(cuts)), 17)
    return [
        (
            Condition(feature, cut, True, f"{name} > {cut:.{digits}g}"),
            Condition(feature, cut, False, f"{name} ≤ {cut:.{digits}g}"),
        )
        for cut in cuts.tolist()
    ]


def _count(tests: list[list[tuple[Condition, Condition]]]) -> int:
    """Return the number of regions that these tests of each feature make, two features at a time."""
    sizes = np.array([len(of_it) for of_it in tests])
    return 2 * int(sizes.sum() ** 2 - (sizes**2).sum())


def _all(
    tests: list[list[tuple[Condition, Condition]]], pairs: list[tuple[int, int]]
) -> Iterator[tuple[Condition, Condition]]:
    for f, g in pairs:
        for one in tests[f]:
            for other in tests[g]:
                yield from ((a, b) for a in one for b in other)


def _distinct(found: Iterator[tuple[Condition, Condition]], X: np.ndarray) -> tuple[list[Region], np.ndarray]:
    """The regions with a 1 on some item of X (n, d), the first of equal ones, and their outputs (k, n) uint8."""
    holds: dict[Condition, np.ndarray] = {}
    regions: dict[bytes, Region] = {}
    for pair in found:
        for each in pair:
            if each not in holds:
                holds[each] = each.holds(X)
        output = holds[pair[0]] & holds[pair[1]]
        if output.any():
            regions.setdefault(output.tobytes(), Region(pair))
    rows = np.frombuffer(b"".join(regions), dtype=np.uint8).reshape(len(regions), len(X))
    return list(regions.values()), rows
