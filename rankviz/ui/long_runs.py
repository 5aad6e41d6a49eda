"""Runs that take a while: computed in a thread of their own, told round by round, and stopped without losing any."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from rankviz.algorithms.registry import find

if TYPE_CHECKING:
    from rankviz.ui.runs import Shown

KEPT = 6
"""Finished long runs that are kept for everybody who makes the same choices."""

Progress = Callable[[str, int], bool]
Measured = Callable[[str, int], None]


class LongRun:
    """One such run: how far it is, a way to stop it, and what came of it."""

    def __init__(
        self, compute: Callable[[Progress, Measured], Shown], algorithms: tuple[str, ...], rounds: int
    ) -> None:
        self._compute, self._algorithms, self._rounds = compute, algorithms, rounds
        self._told: dict[str, int] = {}
        self._measured: dict[str, int] = {}
        self._shown: Shown | None = None
        self._error: Exception | None = None
        self._done = threading.Event()
        self._stop = threading.Event()
        threading.Thread(target=self._work, name="rankviz-long-run", daemon=True).start()

    def _work(self) -> None:
        try:
            self._shown = self._compute(self._follow, self._measure)
        except Exception as error:  # told to whoever asks for the result
            self._error = error
        finally:
            self._done.set()

    def _follow(self, algorithm: str, t: int) -> bool:
        self._told[algorithm] = t
        return not self._stop.is_set()

    def _measure(self, algorithm: str, t: int) -> None:
        self._measured[algorithm] = t

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._done.is_set()

    @property
    def stopped(self) -> bool:
        """Whether somebody asked it to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask it to end after the round under way; its rounds are kept."""
        self._stop.set()

    def wait(self, seconds: float) -> bool:
        """Wait for its end; say whether it came."""
        return self._done.wait(seconds)

    @property
    def share(self) -> float:
        """How much of all rounds is done, 0 to 1: each is run, and then measured."""
        done = sum(self._told.values()) + sum(self._measured.values())
        return done / (2 * self._rounds * len(self._algorithms))

    @property
    def text(self) -> str:
        """How far it is, in words."""
        now = next(reversed(self._told), "")
        if not now:
            return "Preparing the weak rankers…"
        label, done, measured = find(now).label, self._told[now], self._measured.get(now, -1)
        if measured < 0:
            return f"{label}: round {done:,} of {self._rounds:,}"
        if measured < done:
            return f"{label}: measuring round {measured:,} of {done:,}"
        return "Drawing…" if now == self._algorithms[-1] else f"{label}: measured"

    def result(self) -> Shown:
        """What it computed. Raises what it raised."""
        self._done.wait()
        if self._error is not None:
            raise self._error
        assert self._shown is not None
        return self._shown


class LongRuns:
    """The long runs of the process by what was chosen; whoever chooses the same joins the run under way."""

    def __init__(self) -> None:
        self._runs: OrderedDict[Hashable, LongRun] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> LongRun | None:
        """The run of these choices, under way or finished."""
        with self._lock:
            return self._runs.get(key)

    def begin(self, key: Hashable, make: Callable[[], LongRun]) -> LongRun:
        """The run of these choices; begun when nobody has."""
        with self._lock:
            if key not in self._runs:
                self._runs[key] = make()
                for old in [k for k, run in self._runs.items() if run.done][: max(0, len(self._runs) - KEPT)]:
                    del self._runs[old]
            self._runs.move_to_end(key)
            return self._runs[key]

    def drop(self, key: Hashable) -> None:
        """Forget a run that was stopped: whoever asks again gets the whole of it."""
        with self._lock:
            self._runs.pop(key, None)


LONG = LongRuns()
