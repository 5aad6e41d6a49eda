"""The long runs of the process: some compute, the rest wait in order, and those that nobody waits for end."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

from rankviz.ui.runs.audience import Visitor
from rankviz.ui.runs.jobs import Jobs
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.serving import limits

MOST_FINISHED = 6
"""Finished long runs that are stored at most, for everybody who makes the same choices."""
HELD = "Waiting for your other long run to end, because the free place is kept for other visitors."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class RunQueue(Jobs[LongRun]):
    """Runs in threads. `ended` is called in a run's thread when it has ended.

    Runs whose visitors have the fewest running are first in line, and the last free place is for a visitor who
    has none, so that nobody's tabs take all of them.
    """

    def __init__(self, at_once: Callable[[], int], ended: Callable[[], object]) -> None:
        def in_a_thread(run: LongRun) -> bool:
            run.start(ended)
            return True

        super().__init__(at_once, in_a_thread)

    def tidy(self) -> None:
        """Give up the runs that nobody waits for, and start those that have a place."""
        for run in self.alive():
            if not run.audience.present():
                run.abandon()
        super().tidy()

    def line(self) -> list[LongRun]:
        """Return the waiting runs in the order in which they begin."""
        under_way, rest, line = self._of_browsers(), list(self.waiting), list[LongRun]()
        while rest:
            line.append(min(rest, key=lambda run: _fewest(run, under_way)))  # the first of several
            rest.remove(line[-1])
            under_way.update(_browsers(line[-1]))
        return line

    def must_wait(self, run: LongRun) -> bool:
        """Return whether the one free place is not for this run."""
        at_once = self.at_once()
        return len(self.running) == at_once - 1 > 0 < _fewest(run, self._of_browsers())

    def _of_browsers(self) -> Counter[str]:
        return Counter(browser for run in self.running for browser in _browsers(run))


def _browsers(run: LongRun) -> set[str]:
    return {visitor.browser for visitor in run.audience.present()}


def _fewest(run: LongRun, under_way: Counter[str]) -> int:
    """Return the smallest number of running runs among the visitors who wait for this one."""
    return min((under_way[browser] for browser in _browsers(run)), default=0)


class LongRuns:
    """The long runs by their choices; visitors with the same choices share a run.

    Those who leave before the end get a separate part (see `LongRun.part`), in a separate queue, because a part
    is short.
    """

    def __init__(
        self,
        at_once: Callable[[], int] = limits.runs_at_once,
        per_visitor: Callable[[], int] = limits.runs_per_visitor,
        waiting: Callable[[], int] = limits.runs_waiting,
    ) -> None:
        self._lock = threading.RLock()
        self._runs: OrderedDict[Hashable, LongRun] = OrderedDict()
        self._whole, self._parts = RunQueue(at_once, self._ended), RunQueue(at_once, self._ended)
        self._at_once, self._per_visitor, self._most_waiting = at_once, per_visitor, waiting

    def find(self, key: Hashable) -> LongRun | None:
        """Return the run of these choices, waiting, running or finished; None when there is none."""
        with self._lock:
            found = self._runs.get(key)
            return None if found is None or found.abandoned else found

    def begin(self, key: Hashable, make: Callable[[], LongRun], visitor: Visitor) -> LongRun:
        """Return the run of these choices, begun if new; give up what the tab waited for before.

        Raises NoRun when too many wait, or the visitor's other tabs wait for too many already.
        """
        with self._lock:
            run = self.find(key)
            self._give_up(visitor.session, run)
            if run is None or not (run.done or run.audience.is_waiting(visitor.session)):
                self._check(visitor, run is None)
            if run is None:
                run = self._runs[key] = make()
                self._whole.add(run)
            if not run.done:
                run.audience.join(visitor)
            self._tidy()
            self._runs.move_to_end(key)
            return run

    def drop(self, key: Hashable) -> None:
        """Drop a finished run whose result is stored elsewhere."""
        with self._lock:
            self._runs.pop(key, None)

    def leave(self, run: LongRun, visitor: Visitor) -> LongRun | None:
        """Return the run of the rounds done so far, for a visitor who leaves; None when there are no rounds yet.

        `run` continues for the others who wait for it; when there are none, it ends with the rounds it has.
        """
        with self._lock:
            if not run.has_rounds:
                run.audience.leave(visitor.session)
                self._tidy()
                return None
            if run.audience.others(visitor.session):
                return self._apart(run, visitor)
            # Later visitors with the same choices get the whole run.
            self._runs = OrderedDict((key, one) for key, one in self._runs.items() if one is not run)
            run.stop()
            return run

    def moved_on(self, session: str) -> None:
        """Record that the tab reruns its page: unless it soon asks again for what it waits for, it has left."""
        with self._lock:
            for run in self._alive():
                run.audience.navigated_away(session)

    def before(self, run: LongRun) -> int | None:
        """Return how many runs begin before this one; None when it has begun. Tidies the queues, too."""
        with self._lock:
            self._tidy()
            before = self._whole.before(run)
            return self._parts.before(run) if before is None else before

    def place_in_words(self, run: LongRun) -> str:
        """Return a run's place in the line, and why it waits; empty when it has begun."""
        with self._lock:
            before = self.before(run)
            if before is None:
                return ""
            return HELD if self._whole.must_wait(run) else before_in_words(before, self._at_once())

    @property
    def under_way(self) -> int:
        """The number of runs that compute or wait."""
        with self._lock:
            self._tidy()
            return len(self._alive())

    def _ended(self) -> None:
        with self._lock:
            self._tidy()

    def _apart(self, run: LongRun, visitor: Visitor) -> LongRun:
        part = run.part()
        part.audience.join(visitor)
        run.audience.leave(visitor.session)
        self._parts.add(part)
        self._tidy()
        return part

    def _alive(self) -> list[LongRun]:
        return self._whole.alive() + self._parts.alive()

    def _give_up(self, session: str, but: LongRun | None) -> None:
        for run in self._alive():
            if run is not but:
                run.audience.leave(session)

    def _check(self, visitor: Visitor, new: bool) -> None:
        self._tidy()
        wanted = sum(
            any(one.browser == visitor.browser for one in run.audience.present()) for run in self._alive()
        )
        if wanted >= self._per_visitor():
            raise NoRun(
                f"Your other tabs have already asked for {wanted:,} long run{'s' * (wanted != 1)}, the most that one "
                "visitor may have",
                remedy="Stop one of them or close its tab, or choose fewer rounds here",
            )
        if new and self._whole.full and len(self._whole.waiting) >= self._most_waiting():
            raise NoRun(
                f"The server is busy: {_wait(len(self._whole.waiting))} for a turn, and no more can",
                remedy="Try again in a few minutes, or choose fewer rounds or less data, so that the run need not wait",
            )

    def _tidy(self) -> None:
        self._whole.tidy()
        self._parts.tidy()
        self._runs = OrderedDict((key, run) for key, run in self._runs.items() if not run.abandoned)
        finished = [key for key, run in self._runs.items() if run.done]
        for old in finished[: max(0, len(finished) - MOST_FINISHED)]:
            del self._runs[old]


def _wait(count: int) -> str:
    return "1 long run waits" if count == 1 else f"{count:,} long runs wait"


def before_in_words(before: int, at_once: int) -> str:
    """Return the length of the line before a waiting run in words, and the reason for the line."""
    count = NUMBERS[before] if before < len(NUMBERS) else f"{before:,}"
    place = "yours is the next run to begin" if before == 0 else f"{count} runs are ahead of yours"
    if before == 1:
        place = "one run is ahead of yours"
    limit = NUMBERS[at_once] if at_once < len(NUMBERS) else f"{at_once:,}"
    return f"Waiting: {place}. The server computes {limit} long run{'s' * (at_once > 1)} at a time."


LONG = LongRuns()
