"""The values that programs give to equal scores, each by its own source; tests run the programs themselves.

A counter puts equal scores in its own order and divides by its own optimum. Where it has no value, or refuses, it
gives the reason in a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from rankviz.engine.kernels import tied, tied_orders
from rankviz.lab.ties import tie_intervals
from rankviz.lab.ties.judged import UNJUDGED, JudgedRun, single
from rankviz.lab.ties.measure import Measure

Values = np.ndarray | str
"""A value for each query (Q,), NaN where there is none; or the reason why there are none."""

MOST_LIGHTGBM, MOST_XGBOOST = 30, 31
"""The highest grade that each accepts."""
MOST_RANX = 1_000
"""The grade up to which the gains of any list that fits into memory add up to a double."""
NEGATIVE = "undefined with a query whose grades are all below 0"
"""A fault of trec_eval: it then reads uninitialised memory, and may crash or never end."""
NO_LEVEL = "it has no relevance level"
XGBOOST_K = 32
"""Places that XGBoost counts without an @."""


@dataclass(frozen=True)
class Counter:
    """A program that computes measures.

    Attributes
    ----------
    label, version : its name and the version whose rules were read and tested.
    ties : its order of equal scores, in a sentence.
    order : makes row numbers (n,) from the top down.
    values : computes a measure from the grades (n,) in that order.
    zeros : a judged query that the run lacks counts 0; it is left out otherwise.
    spoils : a query without a value leaves none for the mean; it is left out of the mean otherwise.
    orderless : its values are those of no single order.
    but_mrr : the order of all measures except MRR where that is another one.
    """

    label: str
    version: str
    ties: str
    order: Callable[[JudgedRun], np.ndarray]
    values: Callable[[JudgedRun, Measure, np.ndarray], Values]
    zeros: bool = False
    spoils: bool = False
    orderless: bool = False
    but_mrr: Callable[[JudgedRun], np.ndarray] | None = None

    @property
    def name(self) -> str:
        """Label and version."""
        return f"{self.label} {self.version}"

    def order_of(self, run: JudgedRun, measure: Measure) -> np.ndarray:
        """Return row numbers (n,) from the top down, in its order for a measure."""
        return (self.order if self.but_mrr is None or measure.kind == "mrr" else self.but_mrr)(run)

    def mean(self, values: np.ndarray, run: JudgedRun) -> float:
        """Return the program's mean over queries (Q,); NaN for none."""
        found = values if self.spoils else values[~np.isnan(values)]
        count = len(found) + (len(run.missing) if self.zeros else 0)
        return float(found.sum() / count) if count else float("nan")


def _by_id(run: JudgedRun) -> np.ndarray:
    return run.by_id


def _by_id_single(run: JudgedRun) -> np.ndarray:
    return run.by_id_single


def _by_row_single(run: JudgedRun) -> np.ndarray:
    order = np.empty(len(run.scores), dtype=np.int32)
    tied_orders.by_row(single(run.scores), run.start, order)
    return order


def _by_row(run: JudgedRun) -> np.ndarray:
    return run.order


def _quick(run: JudgedRun) -> np.ndarray:
    order = np.empty(len(run.scores), dtype=np.int32)
    tied_orders.quick(run.scores, run.start, 2 if run.missing or run.extra else 1, order)
    return order


def _divided(run: JudgedRun, measure: Measure, grades: np.ndarray) -> np.ndarray:
    """Return the measure as the audit defines it, with 0 for a query without a relevant document."""
    values = tie_intervals.of_order(run, measure, grades) / tie_intervals.norms(run, measure)
    values[run.relevant(measure.level) == 0] = 0.0
    return values


def _trec_eval(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if run.refused:
        return run.refused
    if run.all_negative:
        return NEGATIVE
    if measure.base == "dcg":
        return "trec_eval has no DCG"
    if measure.exp2 and not run.binary:
        return "the gain is the grade itself"
    return _divided(run, measure, grades)


def _pytrec_eval(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if measure.kind == "mrr" and measure.k:
        return "recip_rank has no @k"
    if run.all_negative:
        return NEGATIVE
    if measure.base == "dcg":
        return "pytrec_eval has no DCG"
    if measure.exp2 and not run.binary:
        return "the gain is the grade itself"
    return _divided(run, measure, grades)


def _ranx(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if measure.exp2 and run.largest.max(initial=0.0) > MOST_RANX:
        return f"its gains 2^g − 1 can overflow above grade {MOST_RANX:,}"
    if measure.kind != "bpref":
        return _divided(run, measure, grades)
    relevant = run.relevant(measure.level)
    if (relevant == 0).any():
        return "bpref stops at a query without a relevant document"  # a division by 0, which leaves others at 0, too
    if measure.level > 1 and run.missing:
        return "bpref stops at a query without a relevant document, as one that the run lacks may be"
    # A grade below 0 is judged irrelevant here; without an irrelevant document the value is 0 / 0.
    out = np.empty((run.n_queries, 3))
    irrelevant = np.diff(run.judged_start) - relevant
    kind = np.where(grades >= measure.level, 1, np.where(grades == UNJUDGED, -1, 0)).astype(np.int8)
    tied.preferences(kind, np.ones(len(kind), dtype=np.uint8), run.start, relevant, irrelevant, out)
    values = out[:, tie_intervals.EXPECTED] / np.maximum(relevant, 1)
    values[(irrelevant == 0) & (run.seen(measure.level) > 0)] = np.nan
    return values


def _scikit_learn(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    shown = _of_run(grades)
    if measure.kind == "map":
        if measure.k:
            return "average_precision_score has no @k"
        sums = np.empty(run.n_queries)
        tied.threshold_precisions((shown >= measure.level).astype(np.int8), run.last, run.start, sums)
        return sums / np.maximum(run.seen(measure.level), 1)
    if measure.base not in ("ndcg", "dcg"):
        return "scikit-learn has no such score"
    if measure.exp2 and not run.binary:
        return "the gain is the grade itself"
    if measure.kind.startswith("ndcg") and (shown < 0).any():
        return "ndcg_score takes no grade below 0"
    out = np.empty((run.n_queries, 3))
    tied.dcg(shown.astype(np.float64), run.last, run.start, measure.depth, out)
    values = out[:, tie_intervals.EXPECTED]
    if measure.base == "ndcg":
        values = values / tie_intervals.ideal(_alone(run, shown), Measure("ndcg", measure.k))
    values[np.diff(run.start) == 1] = np.nan  # it refuses a list of one document
    return values


def _boosting(run: JudgedRun, measure: Measure, grades: np.ndarray, most: int) -> Values:
    """Return NDCG with the gain 2^g − 1 over the run's own documents, 1 without any gain; or the reason for none."""
    shown = _of_run(grades)
    if len(shown) and (shown.min() < 0 or shown.max() > most):
        return f"labels must be 0 to {most}"
    if not measure.exp2 and shown.max(initial=0) > 1:
        return "its gain is 2^g − 1, as in ndcg-exp2"
    own = _alone(run, shown)
    values = tie_intervals.of_order(own, measure, shown) / tie_intervals.ideal(own, measure)
    values[run.seen() == 0] = 1.0
    return values


def _average_precision(run: JudgedRun, measure: Measure, grades: np.ndarray) -> np.ndarray:
    """Return average precision over the run's own documents, divided by at most k, 1 without a relevant one."""
    values = tie_intervals.of_order(run, measure, grades) / np.clip(run.seen(), 1, measure.depth)
    values[run.seen() == 0] = 1.0
    return values


def _lightgbm(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if measure.base == "ndcg":
        return _boosting(run, measure, grades, MOST_LIGHTGBM)
    if measure.kind != "map":
        return "LightGBM has no such metric"
    if measure.level > 1:
        return NO_LEVEL
    if (_of_run(grades) < 0).any():
        return "labels must be 0 and more"
    return _average_precision(run, measure, grades)


def _xgboost(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if measure.base in ("ndcg", "map") and not measure.k:
        measure = Measure(measure.kind, XGBOOST_K)
    if measure.base == "ndcg":
        return _boosting(run, measure, grades, MOST_XGBOOST)
    if measure.kind not in ("map", "p"):
        return "XGBoost has no such metric"
    if measure.level > 1:
        return NO_LEVEL
    shown = _of_run(grades)
    if len(shown) and (shown.min() < 0 or shown.max() > 1):
        return f"{'map' if measure.kind == 'map' else 'pre'} takes labels 0 and 1 only"
    if measure.kind == "map":
        return _average_precision(run, measure, grades)
    return tie_intervals.of_order(run, measure, grades) / np.minimum(np.diff(run.start), measure.k)


def _mteb(run: JudgedRun, measure: Measure, grades: np.ndarray) -> Values:
    if measure.level > 1:
        return NO_LEVEL
    if measure.kind == "mrr" and measure.k:
        return _divided(run, measure, grades)
    if measure.kind in ("ndcg", "map", "p", "recall") and measure.k:
        return _pytrec_eval(run, measure, run.grades[_by_id_single(run)])
    return "MTEB has no such score"


def _alone(run: JudgedRun, shown: np.ndarray) -> JudgedRun:
    """Return the run with only the grades of its own documents (n,) judged."""
    return replace(run, judged=shown, judged_start=run.start)


def _of_run(grades: np.ndarray) -> np.ndarray:
    """Return the grades for a program that sees only the run's documents: 0 without a judgement."""
    return np.where(grades == UNJUDGED, 0, grades)


COUNTERS: dict[str, Counter] = {
    "trec_eval": Counter(
        "trec_eval",
        "10.0",
        "by id, in reverse alphabetical order; scores in double precision (9 has single precision); "
        "mrr@k is recip_rank with -M k",
        _by_id,
        _trec_eval,
    ),
    "pytrec_eval": Counter(
        "pytrec_eval-terrier",
        "0.5.11",
        "by id, in reverse alphabetical order; scores are rounded to single precision, which makes more "
        "of them equal",
        _by_id_single,
        _pytrec_eval,
    ),
    "ranx": Counter(
        "ranx",
        "0.3.21",
        "as numba's quicksort leaves them: in the order of the file in lists of up to 15 documents, in arbitrary "
        "order in longer ones; queries that the run lacks count 0",
        _quick,
        _ranx,
        zeros=True,
        spoils=True,
    ),
    "scikit-learn": Counter(
        "scikit-learn",
        "1.9.1",
        "NDCG and DCG are the mean over all orders; average_precision_score gives each relevant document of a tied "
        "group the precision at the group's end, which no single order need give; only the run's documents count",
        _by_row,
        _scikit_learn,
        orderless=True,
    ),
    "lightgbm": Counter(
        "LightGBM",
        "4.7.0",
        "in the order of the rows; only the run's documents count, and a query without a relevant one counts 1",
        _by_row,
        _lightgbm,
    ),
    "xgboost": Counter(
        "XGBoost",
        "3.2.0",
        "in the order of the rows, scores in single precision; only the run's documents count, and a query without a "
        "relevant one counts 1; without @k, the top 32 count",
        _by_row_single,
        _xgboost,
    ),
    "mteb-before": Counter(
        "MTEB",
        "before 2.18.19",
        "MRR: in the order of the results; all else by pytrec_eval",
        _by_row,
        _mteb,
        but_mrr=_by_id_single,
    ),
    "mteb": Counter(
        "MTEB",
        "2.18.19",
        "MRR: by id, in reverse alphabetical order; all else by pytrec_eval",
        _by_id,
        _mteb,
        but_mrr=_by_id_single,
    ),
}
"""The programs by the name that files use."""
