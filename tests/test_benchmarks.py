"""Every benchmark starts, one runs on small sizes, before a release all; no figure of it counts here.

Those that need the app run in its tests.
"""

from pathlib import Path

import pytest
from helpers import benchmarks
from helpers.benchmarks import FOLDER

IN_THE_APP = Path(__file__).parent / "browser" / "serving" / "test_benchmarks.py"
SMALL: dict[str, tuple[object, ...]] = {
    "cells": ("--rounds", 2, "--turns", 1, "--most", 1000),
    "growth": ("--most", 3000, "--features", 2, "--rounds", 2, "--largest", 40, "--repeats", 1),
    "optimal": ("--rounds", 2, "--repeats", 1),
    "own_ranker": ("--trees", 5, "--rows", 200, "--features", 3),
    "qbrank": ("--rounds", 1, "--repeat", 1, "--most", 10_000),
    "ties": ("--queries", 3, "--documents", 30, "--repeats", 1),
}
SAID = {
    "cells": "chosen",
    "growth": "a whole step",
    "optimal": "comparisons",
    "own_ranker": "until the first round",
    "qbrank": "The target is",
    "ties": "scikit-learn",
}


COMMANDS = sorted(file.stem for file in FOLDER.glob("*.py") if '__name__ == "__main__"' in file.read_text())


def test_every_benchmark_has_a_smoke_test() -> None:
    tests = Path(__file__).read_text() + IN_THE_APP.read_text()
    assert [name for name in COMMANDS if f'"{name}"' not in tests] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_benchmark_starts_and_says_how_it_is_used(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        benchmarks.main(name, "--help")
    assert "usage: " in capsys.readouterr().out


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.slow
@pytest.mark.thorough
def test_every_benchmark_runs_and_tells_its_figures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "own_ranker":
        pytest.importorskip("lightgbm")
    assert benchmarks.main(name, *SMALL[name]) == 0
    assert SAID[name] in capsys.readouterr().out


@pytest.mark.slow
def test_the_engine_picks_what_dense_numpy_picks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings = [f"{u}\t{i}\t{1 + (u * i) % 5}\t0" for u in range(1, 13) for i in range(1, 25) if (u + i) % 3]
    (tmp_path / "ml-100k-u.data").write_text("\n".join(ratings) + "\n")
    given = ("--smoke", "--only", "", "--data", tmp_path, "--user", 3, "--repeats", 1)
    assert benchmarks.main("scale", *given) == 0
    said = capsys.readouterr().out
    assert said.count("yes") == 2 and "NO" not in said


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is read from Linux's /proc")
@pytest.mark.slow
@pytest.mark.thorough
def test_all_parts_of_scale_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "scale.svg"
    assert benchmarks.main("scale", "--smoke", "--repeats", 1, "--letor-rows", 240, "--out", out) == 0
    said = capsys.readouterr().out
    for part in ("Large:", "Items: time of a round", "memory:", "reading a LETOR file", str(out)):
        assert part in said
    assert out.read_text().startswith("<svg")
