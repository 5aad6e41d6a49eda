"""Every benchmark of the app runs, on small sizes; no figure of it counts here. Others: tests/test_benchmarks.py."""

from __future__ import annotations

import pytest
from helpers import benchmarks
from helpers.browser.serving import Server

pytestmark = [pytest.mark.slow, pytest.mark.other_half]

SMALL: dict[str, tuple[object, ...]] = {
    "browser": ("--steps", 2, "--changes", 1, "--smoke"),
    "frames": ("--rounds", 1, "--turns", 1, "--slowed", 1, "--only", "Step, opening", "at rest", "one round"),
    "drags": ("--slowed", 1, "--moves", 6, "--only", "Eight places to stay"),
    "classroom": ("--sessions", 1, "--seconds", 1, "--step", 0.4, "--change", 0.5, "--rounds", 20),
    "abandoned_runs": ("--links", 1, "--stay", 0.2, "--after", 0.1, "--calm", 0.1),
}
"""What they ask of a server, one that others use too can give."""
ALONE: dict[str, tuple[object, ...]] = {
    "rooms": ("--followers", 2, "--steps", 1),  # kills its server
    "startup": ("--smoke",),  # times its start
    "hostile": ("--minutes", 0.02, "--uploads", 1, "--size", 1),  # limits its memory
}
SAID = {
    "browser": "Other pages, large",
    "frames": "a round of beats",
    "drags": "longest task",
    "classroom": "errors: 0",
    "abandoned_runs": "later",
    "rooms": "0 lost",
    "startup": "cached kernels, here",
    "hostile": "the server is alive",
}


@pytest.mark.parametrize("name", SMALL)
def test_it_runs_on_a_server_that_is_there(
    name: str, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmarks.main(name, *SMALL[name], server=server) == 0
    assert SAID[name] in capsys.readouterr().out


@pytest.mark.parametrize("name", ALONE)
def test_it_runs_with_a_server_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = benchmarks.main(name, *ALONE[name])
    assert SAID[name] in capsys.readouterr().out
    assert code == 0 or name == "hostile"  # its code tells of seconds, which do not count here


def test_a_notebook_hears_of_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Skipped where JupyterLab and marimo are not installed."""
    assert benchmarks.main("notebook", "--steps", 1) == 0
    assert "JupyterLab" in capsys.readouterr().out
