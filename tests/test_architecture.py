"""The floor plan holds: imports go down the staircase only, there is no circle, and no folder is overfull."""

import ast
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = (
    (
        "engine.errors",
        "engine.number_format",
        "engine.numerics",
        "engine.user_cache",
        "engine.boards",
        "engine.marks",
    ),
    ("engine.arguments", "engine.environment", "engine.files"),
    ("engine.choice", "engine.threads"),
    ("engine.kernels",),
    ("engine.data",),
    ("engine.metrics",),
    ("engine.algorithms",),
    ("engine.runs", "insight.outline"),
    ("insight.reference",),
    ("insight.theory", "insight.narration", "insight.explain"),
    ("insight.claims", "lessons", "board"),
    ("lab.experiments",),
    ("lab.ties",),
    ("estimators", "cli", "ui"),
    ("site",),
    ("__main__",),
)
"""From the ground up; a room may import from the floors below, and from itself."""

MAX_LINES = 500
"""Of a file; a folder is a subject, however many files that takes."""

Arrows = dict[str, set[str]]


def modules() -> dict[str, Path]:
    """Dotted name → file of every Python module of the package."""
    found = {}
    for file in sorted((ROOT / "rankviz").rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


MODULES = modules()
HOME = {
    "DataError": "rankviz.engine.errors",
    "Problem": "rankviz.engine.data.problem",
    "load": "rankviz.engine.data.sources",
    "trace": "rankviz.engine.runs.runner",
}
"""Where the names come from that the package itself re-exports."""


def imported(file: Path) -> set[str]:
    """The modules of the package that a file imports, anywhere in it, for type checkers too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in MODULES}
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in MODULES else node.module)
                if node.module == "rankviz" and full not in MODULES:
                    found = found - {"rankviz"} | {HOME[alias.name]}
    return found


@cache
def python_arrows() -> Arrows:
    """Module → the modules it imports; the package's own lazy re-exports are no arrows."""
    arrows = {name: imported(file) for name, file in MODULES.items()}
    arrows["rankviz"] = set()
    return arrows


@cache
def javascript_arrows() -> Arrows:
    """Module → the modules it imports, as paths below the front end's folder."""
    folder = ROOT / "rankviz/board/frontend"
    arrows: Arrows = {}
    for file in sorted(folder.rglob("*.js")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.S)
        found = re.findall(r'(?:from|import)\s*\(?\s*"(\.{1,2}/[^"]+)"', text)
        arrows[file.relative_to(folder).as_posix()] = {
            (file.parent / path).resolve().relative_to(folder.resolve()).as_posix() for path in found
        }
    return arrows


def circles(arrows: Arrows) -> list[list[str]]:
    """Strongly connected parts of more than one module (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(arrows.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1 or name in arrows.get(name, ()):
                found.append(sorted(part))

    for name in sorted(arrows):
        if name not in index:
            visit(name)
    return found


def folders(arrows: Arrows, depth: int) -> Arrows:
    """The same arrows between folders, `depth` parts deep; those inside one folder are left out."""
    found: Arrows = {}
    for name, others in arrows.items():
        here = room(name, depth)
        found.setdefault(here, set()).update(room(other, depth) for other in others)
        found[here].discard(here)
    return found


def room(name: str, depth: int) -> str:
    """The folder of a module, at most `depth` parts deep; a module beside folders is a room by itself."""
    parts = name.split(".")
    file = MODULES[name]
    inside = parts if file.name == "__init__.py" else parts[:-1]
    return ".".join(inside[:depth]) if len(inside) >= depth else name


def home(name: str) -> str:
    """The place in FLOORS of a module; "" of the package itself, and of a room that has floors."""
    return next((each for rooms in FLOORS for each in rooms if f"{name}.".startswith(f"rankviz.{each}.")), "")


def floor(name: str) -> int:
    return next(k for k, rooms in enumerate(FLOORS) if home(name) in rooms)


def test_every_room_has_a_floor() -> None:
    homeless = {name for name in MODULES if not home(name)}
    assert homeless == {"rankviz", "rankviz.engine", "rankviz.insight", "rankviz.lab"}


def test_imports_go_down_the_staircase() -> None:
    up = [
        f"{name} -> {other}"
        for name, others in python_arrows().items()
        for other in sorted(others)
        if home(name) and home(other) and home(name) != home(other) and floor(other) >= floor(name)
    ]
    assert not up, "\n".join(["these imports run up or across:", *up])


WINGS = {
    "ui.rooms": ("ui.pages.playlists",),
    "lab.experiments": ("lab.ties", "ui.pages.experiments", "ui.pages.qbrank.paper", "ui.pages.ties", "cli"),
    "lab.ties": ("ui.pages.ties", "cli"),
    "site": ("__main__",),
}
"""Wing → the pages and commands that know it."""


@pytest.mark.parametrize("wing", WINGS)
def test_only_a_registry_and_its_pages_know_a_wing(wing: str) -> None:
    """Registries name them as text or, as `__main__` does, import them when they are asked for."""
    inside = tuple(f"rankviz.{each}" for each in (wing, *WINGS[wing]))
    outside = {name: each for name, each in python_arrows().items() if not name.startswith(inside)}
    assert not [name for name, each in outside.items() if any(o.startswith(inside[0]) for o in each)]


@pytest.mark.parametrize("arrows", [python_arrows, javascript_arrows], ids=["python", "javascript"])
def test_no_module_is_in_a_circle(arrows: Callable[[], Arrows]) -> None:
    assert not circles(arrows())


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_no_folder_is_in_a_circle(depth: int) -> None:
    assert not circles(folders(python_arrows(), depth))


def test_no_folder_of_the_front_end_is_in_a_circle() -> None:
    between: Arrows = {}
    for name, others in javascript_arrows().items():
        here = javascript_room(name)
        between.setdefault(here, set()).update({javascript_room(other) for other in others} - {here})
    assert not circles(between)


def javascript_room(name: str) -> str:
    """The folder of a module, in the stage the folder there; a module beside folders is a room by itself."""
    parts = name.split("/")
    depth = 2 if parts[0] == "stage" else 1
    return "/".join(parts[:depth])


def test_plotly_is_imported_in_one_place_after_pandas() -> None:
    """The Gallery's first visitor got an error where another thread was loading pandas."""
    users = [
        name
        for name, file in modules().items()
        if re.search(r"^(import|from) plotly", file.read_text(), re.M)
    ]
    assert users == ["rankviz.board.figures.charting"]


def test_no_file_is_too_long_to_be_read_at_a_sitting() -> None:
    files = [file for file in (ROOT / "rankviz").rglob("*") if file.suffix in (".py", ".js")]
    lines = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in files
    }
    assert not {file: n for file, n in lines.items() if n > MAX_LINES}


def names(of: Iterable[Path]) -> list[str]:
    return sorted(path.name for path in of)


def test_the_top_of_the_package_can_be_read_at_a_glance() -> None:
    top = ROOT / "rankviz"
    modules_there = names(top.glob("*.py"))
    folders_there = names(path for path in top.iterdir() if (path / "__init__.py").is_file())
    assert len(modules_there) <= 3, modules_there
    assert len(folders_there) <= 8, folders_there  # and content, which holds no code
