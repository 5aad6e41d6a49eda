"""Every benchmark of the app runs, on small sizes; no figure of it counts here. Others: tests/test_benchmarks.py."""

import pytest
from helpers import benchmarks

pytestmark = pytest.mark.slow

SHARED: dict[str, tuple[object, ...]] = {
    "browser": ("--steps", 2, "--smoke"),
    "frames": ("--rounds", 1, "--turns", 1, "--slowed", 1, "--only", "Step, opening", "at rest", "one round"),
    "drags": ("--slowed", 1, "--moves", 6, "--only", "Eight places to stay"),
    "classroom": ("--sessions", 1, "--seconds", 1, "--step", 0.4, "--change", 0.5, "--rounds", 20),
}
"""The arguments of those that can use the server of other tests."""
ALONE: dict[str, tuple[object, ...]] = {
    "rooms": ("--followers", 2, "--steps", 1),  # kills its server
    "startup": ("--smoke",),  # times its start
    "notebook": ("--steps", 1),
}
SAID = {
    "browser": "from the fetch to the first paint",
    "frames": "a round of beats",
    "drags": "longest task",
    "classroom": "errors: 0",
    "rooms": "0 lost",
    "startup": "cached kernels, here",
    "notebook": "JupyterLab",
}
USUAL = "drags"
"""The one that runs for every change; a benchmark rests between its presses as a reader does, so all take minutes."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == USUAL else pytest.mark.thorough) for name in SAID]
)
def test_it_runs(name: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    """The one for notebooks is skipped where JupyterLab and marimo are not installed."""
    server = request.getfixturevalue("server") if name in SHARED else None
    assert benchmarks.main(name, *(SHARED | ALONE)[name], server=server) == 0
    assert SAID[name] in capsys.readouterr().out


@pytest.mark.parametrize("name", SAID)
def test_it_says_how_it_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(name, "--help")
    assert ended.value.code == 0 and f"usage: {name}" in capsys.readouterr().out
