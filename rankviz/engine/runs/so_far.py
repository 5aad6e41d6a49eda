"""A trace that is still being computed, for another thread to read: finished runs and the rounds measured so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # so that loading this loads no engine
    from rankviz.engine.algorithms.boosting.stumps import CandidatePool
    from rankviz.engine.data.problem import Problem
    from rankviz.engine.runs.trace import Run

Ground: TypeAlias = "tuple[Problem, Problem | None, CandidatePool]"
"""The shared ground of all runs of a trace: its training part, the held-out part or None, and the candidates."""


class SoFar:
    """The runs that are finished, and the one whose rounds are being measured.

    One thread fills it; any other may copy it at any time, at no more cost than copying the curves.
    """

    def __init__(self, ground: Ground | None = None, runs: tuple[Run, ...] = ()) -> None:
        self.ground = ground
        # Replaced as a whole, so that no reader sees half of a change.
        self._state: tuple[tuple[Run, ...], _Measuring | None] = runs, None

    @property
    def runs(self) -> tuple[Run, ...]:
        """The finished runs, in the order of the trace."""
        return self._state[0]

    def add(self, run: Run) -> None:
        """Add a finished run."""
        self._state = (*self.runs, run), None

    def measuring(
        self, cut: Callable[[int], Run], on_measured: Callable[[int], object] | None
    ) -> Callable[[int], object]:
        """Begin to measure the next run, whose rounds are done; `cut` makes the run of its first t rounds.

        Returns a function to call after each measured round, which returns the answer of `on_measured`: whether to
        continue.
        """
        now = _Measuring(cut, on_measured)
        self._state = self.runs, now
        return now

    def copy(self) -> SoFar:
        """Return a copy of what is finished. The run being measured counts with its measured rounds, if any."""
        runs, now = self._state
        done = 0 if now is None else now.done
        return SoFar(self.ground, runs if now is None or done < 1 else (*runs, now.cut(done)))


class _Measuring:
    """A run whose rounds are being measured, and how many are measured."""

    def __init__(self, cut: Callable[[int], Run], on_measured: Callable[[int], object] | None) -> None:
        self.cut, self._on_measured, self.done = cut, on_measured, 0

    def __call__(self, t: int) -> object:
        self.done = t
        return None if self._on_measured is None else self._on_measured(t)
