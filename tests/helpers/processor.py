"""What the tests cost: processor seconds of each, those of the processes below it included."""

from __future__ import annotations

import contextlib
import os
import resource
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

WORTH_TELLING = 60.0
"""Processor seconds of a run from which on it is told what they went into."""
DEAREST = 10
_COST = "processor seconds"
_TICKS = os.sysconf("SC_CLK_TCK")


def _below(process: int) -> float:
    """Return the processor seconds of all processes below one that still run, and of those they waited for."""
    seconds = 0.0
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in children.read_text().split():
                with contextlib.suppress(OSError):
                    times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:15]
                    seconds += sum(map(int, times)) / _TICKS
                    seconds += _below(int(child))
    return seconds


def _spent() -> float:
    """Return the processor seconds of this process and of all below it (without /proc, of those that ended)."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in spent) + _below(os.getpid())


class Processor:
    """Notes what each test costs, and tells at the end which parts and tests cost most."""

    def __init__(self) -> None:
        self.costs: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase(item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase(item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase(item)

    def _phase(self, item: pytest.Item) -> Iterator[None]:
        begun = _spent()
        try:
            yield
        finally:
            item.user_properties.append((_COST, _spent() - begun))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the last report of each test, which has the costs of all three phases."""
        if report.when == "teardown":
            costs = [float(str(cost)) for name, cost in report.user_properties if name == _COST]
            group = hasattr(report, "node")  # xdist writes the group behind the name
            name = report.nodeid.rpartition("@")[0] if group else report.nodeid
            self.costs[name] = sum(costs)

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
