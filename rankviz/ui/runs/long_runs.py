"""A run that takes a while: computed in a thread, followed round by round, stopped without losing exact rounds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rankviz.engine.errors import DataError
from rankviz.engine.runs.so_far import SoFar
from rankviz.ui.runs.audience import Audience

if TYPE_CHECKING:
    from rankviz.ui.runs.shown import Shown

SOON = 0.8
"""Seconds of measuring after a stop; rounds not measured by then are left out."""
LOOK = 0.25
"""Seconds between two checks whether anybody still waits."""


class NoRun(DataError):
    """The exception for valid choices without a run: it was stopped too early, or the server is busy."""


class Abandoned(Exception):
    """The end of a run for which nobody waits any more."""


@dataclass
class RunProgress:
    """One of the runs of a trace: the rounds done and measured; −1 before the measuring begins."""

    algorithm: str
    done: int = 0
    measured: int = -1


class LongRun:
    """A long run: its progress, its audience, a way to stop it, and its result.

    `compute` gets this object: it reports to `progress` and `measured`, calls `drawing` when all is measured and `look`
    while it draws, and continues from what `so_far` holds.
    """

    def __init__(self, compute: Callable[[LongRun], Shown], runs: int, rounds: int) -> None:
        self.audience, self.so_far = Audience(), SoFar()
        self._compute, self._runs, self._rounds = compute, runs, rounds
        self._passes: list[RunProgress] = []
        self._spare = 0
        self._drawing = False
        self._looked = 0.0
        self._ends = float("inf")
        self._shown: Shown | None = None
        self._error: Exception | None = None
        self._begun, self._done, self._stop, self._abandoned = (threading.Event() for _ in range(4))

    def start(self, ended: Callable[[], object] = lambda: None) -> None:
        """Begin to compute; `ended` is called at the end."""
        self._begun.set()
        if self.stopped:
            self._ends = time.monotonic() + SOON
        threading.Thread(target=self._work, args=(ended,), name="rankviz-long-run", daemon=True).start()

    def _work(self, ended: Callable[[], object]) -> None:
        try:
            self._shown = self._compute(self)
        except Exception as error:  # raised again for whoever needs the result
            self._error = error
        finally:
            self._done.set()
            ended()

    # Reports of the computation

    def progress(self, algorithm: str, t: int) -> bool:
        """Record that a round was done; return whether to continue. Raises Abandoned."""
        self.look()
        now = self._pass(algorithm, lambda last: t > last.done)
        now.done = t
        return not self.stopped or (t < self._spare and time.monotonic() < self._ends - SOON / 2)

    def measured(self, algorithm: str, t: int) -> bool:
        """Record that a round was measured; return whether to continue, for at least one round. Raises Abandoned."""
        self.look()
        self._pass(algorithm, lambda last: t > last.measured).measured = t
        return not self.stopped or t < 1 or time.monotonic() < self._ends

    def drawing(self) -> None:
        """Record that all rounds are measured, and drawing begins. Raises Abandoned."""
        self._drawing = True
        self.look()

    def look(self) -> None:
        """Raise Abandoned when nobody waits any more."""
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked = now
            if not self.audience.present():
                self._abandoned.set()
        if self.abandoned:
            raise Abandoned

    def _pass(self, algorithm: str, goes_on: Callable[[RunProgress], bool]) -> RunProgress:
        """Return the current pass, or the next one, where an algorithm (or a branch of the same one) begins."""
        if self._passes and self._passes[-1].algorithm == algorithm and goes_on(self._passes[-1]):
            return self._passes[-1]
        if self._passes:
            self._spare = 0
        self._passes.append(RunProgress(algorithm))
        return self._passes[-1]

    # Questions and requests of others

    @property
    def begun(self) -> bool:
        """True when the computation has begun."""
        return self._begun.is_set()

    @property
    def done(self) -> bool:
        """True when the run has ended."""
        return self._done.is_set()

    @property
    def stopped(self) -> bool:
        """True when somebody asked the run to stop."""
        return self._stop.is_set()

    @property
    def abandoned(self) -> bool:
        """True when the run ended, or will in a moment, because nobody waits."""
        return self._abandoned.is_set()

    @property
    def is_drawing(self) -> bool:
        """True when all rounds are measured and being drawn."""
        return self._drawing

    @property
    def has_rounds(self) -> bool:
        """True when a stop leaves any rounds: not before the first one, and not while all are drawn."""
        return not self._drawing and bool(self._passes or self.so_far.runs)

    def stop(self) -> None:
        """Ask the run to end: after the current round, and with what is measured soon after."""
        self._ends = min(self._ends, time.monotonic() + SOON)
        self._stop.set()

    def abandon(self) -> None:
        """Ask the run to end and leave nothing, unless it has ended."""
        if self.done:
            return
        self._abandoned.set()
        if not self.begun:
            self._error = Abandoned()
            self._done.set()

    def part(self) -> LongRun:
        """Return a run of the rounds done so far, for a visitor who leaves while others stay; short, and not begun.

        Measured rounds are copied. Where the rounds of an algorithm are still being run, as many are run again as
        fit into a moment: they are the same.
        """
        part = LongRun(self._compute, self._runs, self._rounds)
        now = self._passes[-1] if self._passes else RunProgress("")
        part._spare = now.done if now.measured < 1 else 0
        part.so_far = self.so_far.copy()
        part._stop.set()
        return part

    def wait(self, seconds: float) -> bool:
        """Wait for the end, at most so many seconds; return whether it came."""
        return self._done.wait(seconds)

    @property
    def share(self) -> float:
        """The share of the work that is done, 0 to 1: each round is run, and then measured."""
        done = sum(one.done + max(one.measured, 0) for one in list(self._passes))
        return min(1.0, done / (2 * self._rounds * self._runs))

    @property
    def text(self) -> str:
        """The run's progress in words."""
        from rankviz.engine.algorithms.contenders import contender

        if self._drawing:
            return "Drawing…"
        if self.stopped:
            return "Stopped: keeping the rounds that are measured…"
        if not self._passes:
            return "Preparing the weak rankers…"
        now = self._passes[-1]
        label = contender(now.algorithm, {}).label
        if now.measured < 0:
            return f"{label}: round {now.done:,} of {self._rounds:,}"
        return f"{label}: measuring round {now.measured:,} of {now.done:,}"

    def result(self) -> Shown:
        """Wait for the run and return it. Raises what the computation raised."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        assert self._shown is not None
        return self._shown
