"""The metrics of an experiment: their names, and their values for many rounds of the same items at once."""

import re
import unicodedata
from dataclasses import dataclass

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, shown
from rankviz.engine.kernels import staged as kernels
from rankviz.engine.metrics.gains import unscaled_dcg
from rankviz.engine.metrics.pair_counts import pairs_of
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.insight.reference import SYMBOLS
from rankviz.lab.experiments.conventions import Conventions

ORDERS = ("best", "mean", "file", "worst")
"""The orders of equal scores: more relevant first, averaged over all orders, by rows, less relevant first."""
DEFAULT_METRICS = ("r1", "r2", "ndcg3", "ndcg5", "ndcg7", "ndcg10", "map", "dcg5")


@dataclass(frozen=True)
class Metric:
    """A metric: its key in files, its symbol, whether a low value is good, and its definition in a sentence.

    `at` is k of NDCG@k and DCG@k, and K of precision at K %.
    """

    key: str
    symbol: str
    lower: bool
    text: str
    at: int = 0

    @property
    def kind(self) -> str:
        """r1, r2, ndcg, dcg, map or p."""
        return self.key if self.key in ("r1", "r2") else self.key.rstrip("0123456789")

    @property
    def needs_grades(self) -> bool:
        """True when the metric has no value for pairs that were given one by one."""
        return self.kind in ("ndcg", "dcg", "map")


def find(key: str) -> Metric:
    """Return the metric of a key: r1, r2, map, ndcgK, dcgK, or pK for precision at K %. Raises DataError."""
    if key in ("r1", "r2"):
        (error,) = (each for each in SYMBOLS if each.symbol == QUANTITIES[key].symbol)
        text = f"{error.meaning.removesuffix('.')} (eq. {error.equations[0]} of the RankBoost+ paper)."
        return Metric(key, error.symbol, not QUANTITIES[key].higher, text)
    if key == "map":
        return Metric(key, "MAP", False, "Mean over the queries of the average precision of its ranking.")
    found = re.fullmatch(r"(ndcg|dcg|p)([1-9][0-9]{0,3})", key)
    if found and (found[1] != "p" or int(found[2]) <= 100):
        at = int(found[2])
        if found[1] == "p":
            text = (
                f"Of the {at} % of pairs with the largest score gap, the share ordered correctly (Table 1 of the "
                "QBRank paper)."
            )
            return Metric(key, f"P@{at} %", False, text, at)
        name = found[1].upper()
        text = {
            "DCG": f"Gain of the first {at} items of a ranking, discounted by rank; mean over queries.",
            "NDCG": f"DCG@{at} as a share of that of the best ranking; mean over the queries.",
        }[name]
        return Metric(key, f"{name}@{at}", False, text, at)
    raise DataError(
        f"There is no metric {shown(key)}",
        remedy="Choose r1, r2, map, ndcg5, dcg5 or p10, with any other number",
    )


def symbol(key: str) -> str:
    """Return a metric's symbol; an unknown key is returned unchanged."""
    try:
        return find(key).symbol
    except DataError:
        return key


def key_of(text: str) -> str:
    """Return the key of a text that is a key or a symbol: ndcg4 for "NDCG@4"; the key may name no metric."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.lower().replace("@", "").replace("%", "").strip()


@dataclass(frozen=True)
class _Query:
    """One query of a part: rows, gains divided by 2^exponent, relevance, discounts, ideal DCGs (K,), ranks in ties."""

    rows: np.ndarray
    gain: np.ndarray
    exponent: float
    relevant: np.ndarray
    discount: np.ndarray
    ideal: np.ndarray
    tie_rank: dict[str, np.ndarray]


class FoldPart:
    """The validation or test part of a fold, prepared for measuring round by round.

    `lowest` is the lowest grade of the whole task: relevance must not depend on the draw of a part.

    Raises DataError where a requested DCG can be beyond 2^1023.
    """

    def __init__(
        self, problem: Problem, chosen: tuple[Metric, ...], *, conventions: Conventions, lowest: float
    ) -> None:
        self.problem, self.metrics, self.conventions = problem, chosen, conventions
        self._cutoffs = np.array(
            sorted({metric.at for metric in chosen if metric.kind in ("dcg", "ndcg")}), dtype=np.int64
        )
        self._queries: list[_Query] = []
        if problem.grades is not None and any(metric.needs_grades for metric in chosen):
            self._queries = [self._query(rows, problem.grades[rows], lowest) for rows in problem.query_rows()]
            exponents = np.array([query.exponent for query in self._queries])
            for metric in chosen:
                if metric.kind == "dcg":
                    place = int(np.searchsorted(self._cutoffs, metric.at))
                    ideal = np.array([query.ideal[place] for query in self._queries])
                    unscaled_dcg(ideal, exponents, metric.symbol)  # refused before anything is learned

    def _query(self, rows: np.ndarray, grades: np.ndarray, lowest: float) -> _Query:
        conventions = self.conventions
        gain, exponent = conventions.gains(grades, lowest)
        good = grades > lowest if conventions.relevant is None else grades >= conventions.relevant
        as_is = np.arange(len(rows), dtype=np.int64)
        rank = {"mean": as_is, "file": as_is}
        for name, by in (("worst", grades), ("best", -grades)):
            rank[name] = np.empty_like(as_is)
            rank[name][np.lexsort((as_is, by))] = as_is
        discount = conventions.discounts(len(rows))
        cumulated = np.cumsum(np.sort(gain)[::-1] * discount)
        ideal = cumulated[np.minimum(self._cutoffs, len(rows)) - 1]
        return _Query(rows, gain, exponent, good.astype(np.float64), discount, ideal, rank)

    def read(self, staged: np.ndarray, scale: np.ndarray) -> np.ndarray:
        """Return (M, R) every metric of every row of staged (R, n); scale (R,) is Σ|α| of that round.

        NaN where a metric has no value: without grades, or when every query is left out.
        """
        staged = np.ascontiguousarray(staged, dtype=np.float64)
        tolerance = TIE * np.asarray(scale, dtype=np.float64)
        wrong = self._wrong(staged, tolerance)
        gained = self._gained(staged, tolerance, self.conventions.ties) if self._queries else {}
        out = np.full((len(self.metrics), len(staged)), np.nan)
        for row, metric in zip(out, self.metrics, strict=True):
            if metric.kind == "r1":
                row[:] = (wrong[:, 0] + wrong[:, 1]) / self.problem.n_pairs
            elif metric.kind == "r2":
                row[:] = (wrong[:, 0] + 0.5 * wrong[:, 1]) / self.problem.n_pairs
            elif metric.kind == "p":
                for r, scores in enumerate(staged):
                    row[r] = metrics.precision_at(
                        self.problem, scores, metric.at, scale=float(scale[r]), ties=self.conventions.ties
                    )
            elif metric.key in gained:
                row[:] = gained[metric.key]
        return out

    def _wrong(self, staged: np.ndarray, tolerance: np.ndarray) -> np.ndarray:
        """(R, 2) the number of pairs that each row of staged (R, n) reverses and ties; tolerance (R,)."""
        if self.problem.pair_weights is not None:
            weighed, no_order = pairs_of(self.problem), np.empty(0, dtype=np.int64)
            rows = zip(staged, tolerance.tolist(), strict=True)
            return np.array([weighed.count(scores, no_order, most) for scores, most in rows]).reshape(-1, 2)
        start, lower = self.problem.by_higher
        wrong = np.zeros((len(staged), 2), dtype=np.int64)
        kernels.staged_errors(start, lower, staged, tolerance, wrong)
        return wrong

    def by_order(self, scores: np.ndarray, scale: float) -> np.ndarray:
        """Return (M, 4) the gain-based metrics by each of `ORDERS` of equal scores (n,), NaN for other metrics."""
        found = np.full((len(self.metrics), len(ORDERS)), np.nan)
        staged = np.ascontiguousarray(scores, dtype=np.float64)[None]
        for c, ties in enumerate(ORDERS if self._queries else ()):
            gained = self._gained(staged, np.array([TIE * scale]), ties)
            for row, metric in zip(found, self.metrics, strict=True):
                if metric.needs_grades:
                    row[c] = gained[metric.key][0]
        return found

    def _gained(self, staged: np.ndarray, tolerance: np.ndarray, ties: str) -> dict[str, np.ndarray]:
        """Return (R,) means over the queries by gain-based metric, with equal scores in the order `ties`."""
        R, K = len(staged), len(self._cutoffs)
        sums: dict[str, np.ndarray] = {metric.key: np.zeros(R) for metric in self.metrics}
        counts: dict[str, int] = dict.fromkeys(sums, 0)
        place = {int(k): j for j, k in enumerate(self._cutoffs)}
        for query in self._queries:
            scores = np.ascontiguousarray(staged[:, query.rows])
            order = np.argsort(-scores, axis=1, kind="stable")
            dcg, precision = np.zeros((R, K)), np.zeros(R)
            kernels.staged_gains(
                scores, order, tolerance, query.gain, query.relevant, query.tie_rank[ties],
                ties == "mean", query.discount, self._cutoffs, dcg, precision,
            )  # fmt: skip
            for metric in self.metrics:
                if not metric.needs_grades:
                    continue
                j = place.get(metric.at, 0)
                if metric.kind == "map":
                    empty, value = not query.relevant.any(), precision
                elif metric.kind == "dcg":
                    empty, value = query.gain.max() <= 0.0, np.ldexp(dcg[:, j], int(query.exponent))
                else:
                    empty = query.ideal[j] <= 0.0
                    value = dcg[:, j] if empty else dcg[:, j] / query.ideal[j]
                    if self.conventions.short == "zero" and len(query.rows) < metric.at:
                        empty, value = False, np.zeros(R)
                if empty and self.conventions.empty == "skip":
                    continue
                counts[metric.key] += 1
                sums[metric.key] += self._of_nothing(metric) if empty else value
        return {
            key: total / counts[key] if counts[key] else np.full(R, np.nan) for key, total in sums.items()
        }

    def _of_nothing(self, metric: Metric) -> float:
        """Return the value of a query without any gain."""
        return 1.0 if self.conventions.empty == "one" and metric.kind != "dcg" else 0.0
