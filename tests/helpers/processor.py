"""What the tests cost: processor seconds of each, those of the processes below it included."""

import contextlib
import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

WORTH_TELLING = 60.0
"""Processor seconds of a run from which on it is told what they went into."""
DEAREST, DEAR = 10, 5.0
"""Tests that are listed, and the seconds from which a test's docstring says why."""
LOOK = 0.1
"""Seconds of a test from which on the processes below are looked at. With a browser these have a hundred threads, each
with a list of children: to read them takes longer than most tests do."""
_COST, _UNSAID = "processor seconds", "has no docstring"
_TICKS = os.sysconf("SC_CLK_TCK")


Process = tuple[int, str]
"""Its number, and when it began: a number is used again."""


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


class Clock:
    """The processor seconds of this process and of all below it; without /proc, of those below that have ended."""

    def __init__(self) -> None:
        self._seen: dict[Process, tuple[Process, float]] = {}
        """By process below: the child of this one that it descends from, and its seconds."""
        self._waited = _seconds(resource.RUSAGE_CHILDREN)
        self._past = 0.0
        """Seconds of children that have ended, and of all below them."""

    def read(self, look: bool) -> float:
        """Without a look the processes below are as they were, unless one of them has ended."""
        if look or _seconds(resource.RUSAGE_CHILDREN) != self._waited:
            self._look_below()
        return (
            _seconds(resource.RUSAGE_SELF) + self._past + sum(seconds for _, seconds in self._seen.values())
        )

    def _look_below(self) -> None:
        there: dict[Process, tuple[Process, float]] = {}
        self._look(os.getpid(), None, there)
        waited, self._waited = self._waited, _seconds(resource.RUSAGE_CHILDREN)
        gone = [seconds for child, seconds in self._seen.values() if child not in there]
        # What this process waited for lacks what a child had not waited for: a browser waits for none of its own.
        self._past += max(self._waited - waited, sum(gone))
        self._seen = {p: seen for p, seen in self._seen.items() if seen[0] in there} | there

    def _look(self, parent: int, child: Process | None, there: dict[Process, tuple[Process, float]]) -> None:
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                for number in map(int, children.read_text().split()):
                    with contextlib.suppress(OSError):
                        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                        process = number, fields[19]
                        there[process] = child or process, sum(map(int, fields[11:13])) / _TICKS
                        self._look(number, child or process, there)


class Processor:
    """Notes what each test costs, and tells at the end which parts and tests cost most."""

    def __init__(self) -> None:
        self.costs: dict[str, float] = {}
        self.unsaid: set[str] = set()
        self._clock = Clock()
        self._told, self._begun = 0.0, 0.0

    def pytest_collection_finish(self) -> None:
        self._told = self._clock.read(look=True)

    def pytest_runtest_logstart(self) -> None:
        self._begun = time.monotonic()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Note all since the last test's end: what pytest itself takes between two is part of what a test costs."""
        self._read()  # a page or a server that ends with the test is seen while it is there
        try:
            yield
        finally:
            told, self._told = self._told, self._read()
            item.user_properties.append((_COST, self._told - told))
            item.user_properties.append((_UNSAID, not getattr(item, "function", item).__doc__))

    def _read(self) -> float:
        return self._clock.read(look=time.monotonic() - self._begun > LOOK)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            told = dict(report.user_properties)
            self.costs[report.nodeid] = float(str(told[_COST]))
            if told[_UNSAID]:
                self.unsaid.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell it, where it is much."""
        if sum(self.costs.values()) < WORTH_TELLING:
            return
        parts: dict[str, float] = defaultdict(float)
        for test, cost in self.costs.items():
            file = test.partition("::")[0]
            parts[file.rpartition("/")[0]] += cost
        terminalreporter.section(f"{sum(self.costs.values()):.0f} processor seconds")
        for costs, most in ((parts, len(parts)), (self.costs, DEAREST)):
            for name in sorted(costs, key=lambda name: costs[name], reverse=True)[:most]:
                terminalreporter.write_line(f"{costs[name]:7.1f}  {name}")
        for name in sorted(name for name in self.unsaid if self.costs[name] > DEAR):
            terminalreporter.write_line(f"{self.costs[name]:7.1f}  {name}: its docstring does not say why")
