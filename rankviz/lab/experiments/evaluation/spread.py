"""The number behind ±: a standard deviation, and the values it is taken over."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

TASKS, FOLDS = "tasks", "folds"


@dataclass(frozen=True, eq=False)
class Spread:
    """Standard deviation (A,) over the tasks, or over the folds of a single task, as `over` says.

    NaN for an algorithm with fewer than two values; when all have fewer, `over` is empty.
    """

    deviation: np.ndarray
    over: str

    def standard_error(self, tasks: int) -> np.ndarray:
        """Return (A,) standard errors of the mean over the tasks; NaN for a single task, as its folds share items."""
        if self.over != TASKS:
            return np.full(len(self.deviation), np.nan)
        return self.deviation / np.sqrt(tasks)

    def sentence(self) -> str:
        """Return the definition of ±, for the caption of a table."""
        if self.over == TASKS:
            return "±: standard deviation over the tasks, of the mean of each task's folds."
        if self.over == FOLDS:
            return "±: standard deviation over the folds, as there is one task."
        return "± —: there is a single value, so it has no spread."


def over(values: np.ndarray, folds: Sequence[np.ndarray]) -> Spread:
    """Return the spread of values (N, A) of N tasks; `folds` holds each task's values by fold (F, A), NaN for none.

    Sample standard deviations: the divisor is the number of values minus 1.
    """
    if len(values) > 1:
        return Spread(values.std(axis=0, ddof=1), TASKS)
    (only,) = folds
    known = ~np.isnan(only)
    deviation = np.array(
        [
            column[seen].std(ddof=1) if seen.sum() > 1 else np.nan
            for column, seen in zip(only.T, known.T, strict=True)
        ]
    )
    return Spread(deviation, FOLDS if np.isfinite(deviation).any() else "")
