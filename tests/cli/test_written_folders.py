"""Every command that writes a folder: new, empty or with the command's own list of files, and never anybody else's."""

from collections.abc import Callable
from pathlib import Path

import pytest

import rankviz
from rankviz.cli.main import main
from rankviz.engine.data.letor.fold_files import PARTS
from rankviz.engine.errors import DataError

SMALL = "synthetic:linear?n=20&seeds=2"
COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "folds": lambda out: ["folds", "synthetic:letor?queries=6&documents=5", "--folds", "3", "--out", str(out)],
    "experiment": lambda out: [
        "experiment", SMALL, "--rounds", "2", "--folds", "3", "--jobs", "1", "--metrics", "r1", "--out", str(out)
    ],
    "site": lambda out: ["site", str(out)],
}  # fmt: skip


def run(command: str, out: Path) -> int:
    return main(COMMANDS[command](out), site=lambda app, **_: [("index.html", b"page")])


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but CPU times, with its contents."""
    found = (each for each in folder.rglob("*") if each.is_file() and each.name != "times.csv")
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in found if "tasks/" not in str(each)
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_with_files_of_others_is_refused_and_names_them(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "Fold1").mkdir()
    for name in ("Fold1/train.txt", "tables.tex", "report.html", "index.html"):
        (tmp_path / name).write_text("of somebody")
    before = files(tmp_path)
    assert run(command, tmp_path) == 2
    assert (
        f"no list of those that `{command}` wrote: Fold1, index.html, report.html" in capsys.readouterr().err
    )
    assert files(tmp_path) == before


@pytest.mark.usefixtures("no_pdf")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_of_its_own_is_written_again_and_a_new_file_of_others_is_in_the_way(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".gitkeep").touch()
    assert run(command, tmp_path) == 0
    before = files(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    assert run(command, tmp_path) == 0
    assert files(tmp_path) == {**before, "notes.txt": b"mine"}
    listed = (tmp_path / f".rankviz-{command}").read_text().splitlines()[1:]
    written = before.keys() - {".gitkeep", f".rankviz-{command}"}
    assert set(listed) - {"times.csv"} == written
    first = listed.pop(0)
    (tmp_path / f".rankviz-{command}").write_text("\n".join(["Made by rankviz.", "another.txt", *listed, ""]))
    capsys.readouterr()
    assert run(command, tmp_path) == 2
    assert f"{tmp_path / first} is in the way" in capsys.readouterr().err
    assert files(tmp_path)[first] == before[first]


def test_fewer_folds_leave_none_of_the_run_before(tmp_path: Path) -> None:
    source = "synthetic:letor?queries=6&documents=5"
    for k in (4, 3):
        assert main(["folds", source, "--folds", str(k), "--out", str(tmp_path)]) == 0
    assert sorted(files(tmp_path)) == [
        ".rankviz-folds", *sorted(f"Fold{f}/{part}" for f in (1, 2, 3) for part in PARTS)
    ]  # fmt: skip


def test_an_experiment_from_python_has_the_same_rule(tmp_path: Path) -> None:
    (tmp_path / "tables.tex").write_text("edited by hand")
    with pytest.raises(DataError, match=r"no list of those that `experiment` wrote: tables\.tex"):
        rankviz.experiment(SMALL, ["rb-c", "rb-plus"], rounds=2, folds=3, out=tmp_path)
    assert files(tmp_path) == {"tables.tex": b"edited by hand"}
