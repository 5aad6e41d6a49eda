"""The front end is files: each is shipped, each arrives in the browser, and none stands in a Python string."""

import ast
import re
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from helpers.pages import get

from rankviz.board.offline import modules
from rankviz.ui.serving import frontend

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "rankviz"
SUFFIXES = (".js", ".css", ".svg", ".html")
TOOLS = {"eslint.config.js"}
"""What only the checks read."""
BUILD = {"build.js", "saved.js"}
"""What makes bundles of the others, and the first module of one."""
IMPORT = re.compile(r"""^(?:import|export)\b[^;'"]*"(\.[^"]+\.js)(?=")""", re.M)
CARRIED = tuple(frontend.FRONTEND / name for name in ("offline", "notebook", "site", "playground"))
"""What a page or a widget that carries a run is made of (see tests/board/test_offline_page.py, test_widget.py)."""

FILES = sorted(file for file in frontend.FRONTEND.rglob("*") if file.suffix in SUFFIXES)
SENT = [file for file in FILES if file.relative_to(frontend.FRONTEND).as_posix() not in TOOLS]
PYTHON = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted(PACKAGE.rglob("*.py"))]

MARKUP = re.compile(
    r"<(style|script|svg)\b|export default|=>\s*[{(]|document\.\w+\(|^\s*[.#][\w-]+[^\n{]*\{", re.M
)
COMPOSED = {
    "rankviz/ui/serving/frontend.py": {"<style>", "<script "},
    "rankviz/lab/experiments/figures/canvas.py": {"<svg "},
    "rankviz/board/figures/sparkline.py": {"<svg ", "<style>"},
    "rankviz/site/drawing.py": {"<svg "},
    "rankviz/board/offline/modules.py": {".rv-stage{", '.rv-stage[data-scheme="dark"]:not(.rv-print){'},
}
"""A picture drawn from a run or its results, the sheet made of the palette, and the tags around a file's text: where a
page's styles are sent, and in reports, each one file by itself."""


def shipped() -> set[Path]:
    """The files that the package data name."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    inside, left_out = tool["package-data"]["rankviz"], tool["exclude-package-data"]["rankviz"]
    found = {file for pattern in inside for file in PACKAGE.glob(pattern)}
    return found - {file for pattern in left_out for file in PACKAGE.glob(pattern)}


def strings(file: Path) -> Iterator[str]:
    """Every text in a Python file that is no docstring."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_every_file_is_shipped_and_tools_are_not() -> None:
    assert len(SENT) > 60, "the front end has moved"
    missing = set(SENT) - shipped()
    assert not missing, f"package data lack {sorted(map(str, missing))}"
    assert not {file.name for file in shipped()} & TOOLS
    assert {
        PACKAGE / "lab/experiments/reporting" / name for name in ("report.css", "table.html")
    } <= shipped()


def test_the_route_sends_every_file() -> None:
    here = frontend.stage_url().rsplit("/", 1)[0]
    for name, text in modules.served().items():
        status, headers, body = get(f"{here}/{name}")
        assert (status, body.decode()) == (200, text), name
        assert headers["content-type"] == frontend.KINDS[Path(name).suffix]


def test_modules_import_only_what_the_route_sends_with_them() -> None:
    for file in frontend.STAGE.rglob("*.js"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.S)
        for path in re.findall(r'(?:from|import)\s*\(?\s*"([^"]+)"', text):
            other = (file.parent / path).resolve()
            assert other.is_file() and frontend.STAGE in other.parents, f"{file.name} imports {path}"


def test_no_module_is_in_a_circle() -> None:
    """Where they are not bundled, a saved page gives each the addresses of those that it imports."""
    imports = {
        file: [(file.parent / name).resolve() for name in IMPORT.findall(file.read_text(encoding="utf-8"))]
        for file in frontend.FRONTEND.rglob("*.js")
    }
    assert len([*TopologicalSorter(imports).static_order()]) == len(imports)


def test_every_style_sheet_of_the_stage_is_in_one_that_it_asks_for() -> None:
    there = "".join(modules.sheet(modules.FRONTEND, name) for name in (modules.STAGE, modules.WORKBENCH))
    for file in (frontend.STAGE / "css").glob("*.css"):
        assert file.name == "all.css" or file.read_text(encoding="utf-8") in there, file.name


def test_every_other_file_is_sent_by_a_page() -> None:
    """Scripts, style sheets and pictures that Streamlit itself sends are named where they are read."""
    source = "\n".join(file.read_text(encoding="utf-8") for file in PYTHON)
    for file in SENT:
        if file.name in BUILD or any(folder in file.parents for folder in (frontend.STAGE, *CARRIED)):
            continue
        name = file.relative_to(frontend.FRONTEND)
        if file.suffix == ".css":
            assert re.search(rf'frontend\.styles\([^)]*"{name.stem}"', source), f"nobody sends {name}"
            assert file.read_text(encoding="utf-8").strip() in frontend.styles(name.stem)
        else:
            sends = rf'(frontend\.text|fill)\("{re.escape(name.as_posix())}"'
            assert re.search(sends, source), f"nobody sends {name}"
            assert frontend.text(name.as_posix()) == file.read_text(encoding="utf-8")


def test_styles_are_one_piece_of_html() -> None:
    both = frontend.styles("gallery", "evidence")
    assert both.startswith("<style>") and both.endswith("</style>") and both.count("<style>") == 1
    assert ".st-key-claim-head" in both and ".rv-evidence" in both
    with pytest.raises(FileNotFoundError):
        frontend.styles("nowhere")


@pytest.mark.slow
def test_no_javascript_styles_or_pictures_stand_in_python() -> None:
    found = {
        (file.relative_to(ROOT).as_posix(), match[0].strip() + text[match.end() : match.end() + 1])
        for file in PYTHON
        for text in strings(file)
        for match in MARKUP.finditer(text)
    }
    allowed = {(name, tag) for name, tags in COMPOSED.items() for tag in tags}
    assert not found - allowed, sorted(found - allowed)


@pytest.mark.parametrize(
    "text",
    [
        "<style>p { margin: 0 }</style>",
        ".rv-card { gap: 1rem; }",
        "#stage:hover { color: red; }",
        "export default function () {}",
        "const f = (x) => { return x; }",
        "document.querySelector('p')",
        '<svg xmlns="http://www.w3.org/2000/svg">',
    ],
)
def test_javascript_and_styles_in_a_python_string_are_noticed(text: str) -> None:
    assert MARKUP.search(text)
