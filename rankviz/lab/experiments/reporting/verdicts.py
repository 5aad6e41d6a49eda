"""The verdict on the paper's order of the algorithms: by means, by mean ranks, and by critical differences.

The three differ: means may be in the paper's order where the mean ranks are not, and ranks in its order may be closer
than a critical difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.engine.metrics.rank_tests import DIGITS
from rankviz.lab.experiments.evaluation.results import Comparison
from rankviz.lab.experiments.reporting.printed import PaperTable

YES, NO, UNPRINTED = "yes", "no", "—"

HEADS = ("means", "ranks", "CD")
NOTES = (
    "means, ranks: whether the means and the mean ranks put the algorithms in the paper's order; “—” where it prints "
    "no ranks, or where only one of its algorithms is here.",
    "CD: of the pairs of algorithms whose mean ranks differ by the paper's critical difference, how many differ by "
    "one here, in the same order; “against”: how many differ by one here in the other order.",
)


@dataclass(frozen=True)
class Verdict:
    """The parts of the paper's order that are reproduced for one metric.

    means, ranks : True when they are in it; `ranks` is None where the paper prints none.
    apart : of the pairs that the paper's ranks set a critical difference apart (the second), the number that are one
        apart here in the same order; None where it prints no ranks.
    against : pairs a critical difference apart here in the opposite of the paper's order, of its ranks or else means.

    A single algorithm has no order to reproduce: the first three are None.
    """

    means: bool | None
    ranks: bool | None
    apart: tuple[int, int] | None
    against: int

    def cells(self) -> tuple[str, ...]:
        """Return the words under `HEADS`."""
        return (_word(self.means), _word(self.ranks), self.significance)

    @property
    def significance(self) -> str:
        """The pairs in words: "2 of 3", "0 of 1, 1 against", "—"."""
        parts = [] if self.apart is None else ["{} of {}".format(*self.apart)]
        parts += [f"{self.against} against"] * bool(self.against)
        return ", ".join(parts) or UNPRINTED


def judge(found: Comparison, places: Sequence[int], paper: PaperTable, columns: Sequence[int]) -> Verdict:
    """Compare a metric's results with the paper's.

    `places` are the algorithms (k,) in the results, `columns` the same algorithms in the paper's table.
    """
    if len(places) < 2:
        return Verdict(None, None, None, 0)
    key, sign = found.metric.key, 1.0 if found.metric.lower else -1.0
    means, printed_means = sign * found.mean[places], sign * np.array(paper.mean[key])[columns]
    ranks, clear = found.rank[places], _ahead(found.rank[places], found.critical_difference)
    if key not in paper.rank or paper.critical_difference is None:
        against = int((clear & (printed_means[:, None] > printed_means)).sum())
        return Verdict(_in_order(means, printed_means), None, None, against)
    printed = np.array(paper.rank[key])[columns]
    wide = _ahead(printed, paper.critical_difference)
    return Verdict(
        _in_order(means, printed_means),
        _in_order(ranks, printed),
        (int((wide & clear).sum()), int(wide.sum())),
        int((clear & (printed[:, None] > printed)).sum()),
    )


def sentences(found: Mapping[str, Verdict]) -> list[str]:
    """Return the verdicts by metric's symbol as a sentence each on means, mean ranks and critical differences."""
    means = {name: each.means for name, each in found.items() if each.means is not None}
    if not means:
        return []
    said = [_order("Means", means)]
    ranked = {name: each.ranks for name, each in found.items() if each.ranks is not None}
    apart = {name: each.apart for name, each in found.items() if each.apart is not None and each.apart[1]}
    if ranked:
        said.append(_order("Mean ranks", ranked))
    else:
        said.append("Mean ranks: the paper prints none of these data alone.")
    if apart:
        counted = ", ".join(f"{name} {k} of {n}" for name, (k, n) in apart.items())
        said.append(
            "Significance: of the pairs of algorithms whose mean ranks differ by a critical difference in the paper, "
            f"these many do here, in the same order: {counted}."
        )
    against = [name for name, each in found.items() if each.against]
    if against:
        said.append(
            "Here two algorithms differ by a critical difference against the paper's order for "
            f"{', '.join(against)}."
        )
    return said


def _order(what: str, came: Mapping[str, bool]) -> str:
    yes, no = (", ".join(name for name, good in came.items() if good is wanted) for wanted in (True, False))
    if not yes:
        return f"{what}: the paper's order did not come out for {no}."
    but = f"; it did not for {no}" if no else ""
    return f"{what}: the paper's order came out for {yes}{but}."


def _word(good: bool | None) -> str:
    return UNPRINTED if good is None else YES if good else NO


def _in_order(here: np.ndarray, there: np.ndarray) -> bool:
    """Return whether all that are below another there are so here; values equal up to rounding are not."""
    rounded = np.round(here, DIGITS)
    return bool((rounded[:, None] < rounded)[there[:, None] < there].all())


def _ahead(ranks: np.ndarray, distance: float) -> np.ndarray:
    """Return (k, k) bool: the row's mean rank is better than the column's by at least the distance."""
    return np.asarray(ranks - ranks[:, None] >= distance)
