"""The lowest, the expected and the highest value of a measure over all orders of documents with equal scores.

All are exact: a group of equal scores adds to the measures' sums independently of the order of the groups above it,
so that its best order is best in all, its worst is worst, and expected values add up. The sums in closed form are
`rankviz.engine.kernels.tied`. Expected DCG: McSherry and Najork, "Computing information retrieval performance measures
efficiently in the presence of tied scores" (ECIR 2008).
"""

import numpy as np

from rankviz.engine.kernels import tied
from rankviz.engine.metrics.gains import exp2_gains, unscaled_dcg
from rankviz.lab.ties.judged import JudgedRun
from rankviz.lab.ties.measure import Measure

LEAST, EXPECTED, LARGEST = 0, 1, 2
ENOUGH = 1e-12
"""A difference above this is not rounding."""


def spans(run: JudgedRun, measure: Measure) -> np.ndarray:
    """Return (Q, 3): lowest, expected and highest value of each query; NaN without a relevant document.

    Grades below 0 gain nothing, a grade of the measure's level or more is relevant, and documents that the run lacks
    count: those are trec_eval's rules.
    """
    values = sums(run, measure, run.grades[run.order], run.last)
    values = values / norms(run, measure)[:, None]
    values[run.relevant(measure.level) == 0] = np.nan
    # The expected value is between the others, up to rounding.
    values[:, EXPECTED] = np.clip(values[:, EXPECTED], values[:, LEAST], values[:, LARGEST])
    return values


def of_order(run: JudgedRun, measure: Measure, grades: np.ndarray) -> np.ndarray:
    """Return the measure's sum (Q,), before division, with documents of these grades (n,) from the top down."""
    return sums(run, measure, grades, np.ones(len(grades), dtype=np.uint8))[:, EXPECTED]


def sums(run: JudgedRun, measure: Measure, grades: np.ndarray, last: np.ndarray) -> np.ndarray:
    """Return (Q, 3): the sums of which the measure is a part, for grades (n,) from the top down in groups `last`.

    Raises DataError where a DCG is beyond 2^1023.
    """
    out = np.empty((run.n_queries, 3))
    if measure.base in ("ndcg", "dcg"):
        tied.dcg(gains(run, grades, run.start, measure), last, run.start, measure.depth, out)
        if measure.base == "dcg":
            unscaled_dcg(out[:, LARGEST], np.zeros(run.n_queries), measure.label)
    elif measure.kind == "bpref":
        level = measure.level
        kind = np.where(grades >= level, 1, np.where(grades >= 0, 0, -1)).astype(np.int8)
        tied.preferences(kind, last, run.start, run.relevant(level), run.irrelevant(level), out)
    else:
        sum_of = {"map": tied.precisions, "mrr": tied.first_hit}.get(measure.kind, tied.hits)
        sum_of((grades >= measure.level).astype(np.int8), last, run.start, measure.depth, out)
    return out


def norms(run: JudgedRun, measure: Measure) -> np.ndarray:
    """Return the divisor of each query's sum (Q,); 1 where nothing is relevant."""
    if measure.base == "ndcg":
        return ideal(run, measure)
    if measure.kind in ("map", "recall", "bpref"):
        return np.maximum(run.relevant(measure.level), 1).astype(np.float64)
    return np.full(run.n_queries, float(measure.k) if measure.kind == "p" else 1.0)


def gains(run: JudgedRun, grades: np.ndarray, start: np.ndarray, measure: Measure) -> np.ndarray:
    """Return the gain of each grade, query after query by `start`: g or 2^g − 1, and 0 below 0.

    For NDCG 2^g − 1 is divided by a power of two, one for each query of the run.
    """
    above = np.maximum(grades, 0).astype(np.float64)
    if not measure.exp2:
        return above
    exponent: np.ndarray | float = 0.0
    if measure.base == "ndcg":
        exponent = np.repeat(run.largest, np.diff(start).astype(np.intp))
    with np.errstate(over="ignore"):  # such a DCG is refused
        return exp2_gains(above, exponent)


def ideal(run: JudgedRun, measure: Measure) -> np.ndarray:
    """Return the largest DCG that the judged documents can have (Q,); 1 where it is 0."""
    start, out = run.judged_start, np.empty((run.n_queries, 3))
    last = np.zeros(len(run.judged), dtype=np.uint8)
    last[start[1:][np.diff(start) > 0] - 1] = 1  # as if all scores of a query were equal
    tied.dcg(gains(run, run.judged, start, measure), last, start, measure.depth, out)
    best = out[:, LARGEST]
    best[best <= 0.0] = 1.0
    return best
