"""A brake: a room grows beyond its line in budget.toml only by a commit that raises the line and says why."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUDGET: dict[str, int] = tomllib.loads((ROOT / "tests/budget.toml").read_text(encoding="utf-8"))["lines"]
COMMENTS = {".py": ("#",), ".js": ("//", "/*", "*")}
PARENTS = (
    *("rankviz", "rankviz/engine", "rankviz/insight", "rankviz/lab", "rankviz/ui"),
    *("rankviz/board", "rankviz/board/frontend", "rankviz/board/frontend/stage"),
)
"""Folders whose folders are rooms of their own."""
BUNDLES = "rankviz/board/built"
"""What `npm run build` writes."""


def code_lines(room: str) -> int:
    """The lines of a room that are neither blank nor a comment."""
    folder = ROOT / room.removesuffix("/*")
    files = folder.glob("*") if room.endswith("/*") else folder.rglob("*")
    return sum(
        bool(line := raw.strip()) and not line.startswith(COMMENTS[file.suffix])
        for file in files
        if file.suffix in COMMENTS
        for raw in file.read_text("utf-8").splitlines()
    )


@pytest.mark.parametrize("room", BUDGET)
def test_a_room_stays_within_its_budget(room: str) -> None:
    lines = code_lines(room)
    assert lines <= BUDGET[room], (
        f"{room} has {lines:,} lines. Take some out, or raise its line in budget.toml."
    )


def test_every_room_has_a_budget() -> None:
    rooms = {f"{parent}/*" for parent in PARENTS} | {"tests"}
    for folder in (each for parent in PARENTS for each in (ROOT / parent).iterdir() if each.is_dir()):
        name = folder.relative_to(ROOT).as_posix()
        if name not in (*PARENTS, BUNDLES) and any(file.suffix in COMMENTS for file in folder.rglob("*")):
            rooms.add(name)
    assert set(BUDGET) == rooms
