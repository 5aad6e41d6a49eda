"""The engine as one archive for a browser: the modules that a page's questions reach, and the files that they read."""

import ast
import gzip
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import rankviz
from rankviz.board import schema
from rankviz.board.offline.document import BOOT, STYLES, as_json
from rankviz.board.offline.modules import FRONTEND, INPUTS, SAVED, STAGE, home, sheet, shortest
from rankviz.board.offline.modules import module as bundle
from rankviz.engine.data.builtin import arena, bundled
from rankviz.site.playground.pyodide_bundle import tar

PACKAGE = Path(rankviz.__file__).parent
ARRAYS = PACKAGE / "engine" / "kernels" / "arrays"

ENTRIES = (
    "rankviz.engine.runs.runner",
    "rankviz.engine.runs.spec",
    "rankviz.engine.runs.candidates",
    "rankviz.board.payload",
    "rankviz.board.offline.explanations",
    "rankviz.board.offline.theorems",
    "rankviz.insight.theory.monitor",
    "rankviz.insight.narration",
    "rankviz.insight.explain",
    "rankviz.site.playground.playground_api",
)
"""The modules that a page calls."""

INSTEAD = {
    "rankviz.ui.serving.visitors": "rankviz.site.playground.one_visitor",
    "rankviz.ui.serving.address": "rankviz.site.playground.in_page",
    "rankviz.ui.shell.language": "rankviz.site.playground.in_english",
    **{
        f"rankviz.engine.kernels.{name}": f"rankviz.engine.kernels.arrays.{name}"
        for name in (
            ".".join(file.relative_to(ARRAYS).with_suffix("").parts)
            for file in ARRAYS.rglob("*.py")
            if file.stem != "__init__"
        )
    },
}
"""Modules that need a server or a compiler, and their replacements in the archive."""

NOT_THERE = (
    "rankviz.engine.kernels.compiled",
    "rankviz.engine.kernels.code_cache",
    "rankviz.lab.experiments",
    "rankviz.board.figures",
    "rankviz.ui.pages.margins.paper",
    "rankviz.ui.pages.qbrank.paper",
)
"""Modules that no question reaches though some module names them; importing one there raises an ImportError."""

STAND_INS = {
    "pandas.py": "columns",
    "pyarrow/__init__.py": "text",
    "pyarrow/compute.py": "asked_of_text",
}
"""Files of the archive under the names of packages that a browser lacks, and the modules that replace them."""

BESIDE = ("latex2mathml", "segno")
"""Other packages in plain Python that the modules need."""


@cache
def archive() -> bytes:
    """Return the archive, a packed tar; the same for the same version."""
    return gzip.compress(tar(_files()), 9, mtime=0)


def name() -> str:
    """Return the archive's file name, which contains the hash of its contents."""
    return f"engine-{hashlib.sha256(archive()).hexdigest()[:16]}.tar.packed"


def modules() -> dict[str, Path]:
    """Return the modules that the entries import, directly or not, anywhere in them, and their files."""
    found: dict[str, Path] = {}
    waiting = [*ENTRIES]
    while waiting:
        module = waiting.pop()
        file = _file_of(module)
        if module in found or file is None or module.startswith(NOT_THERE):
            continue
        file = _file_of(INSTEAD.get(module, module)) or file
        found[module] = file
        above = [module.rpartition(".")[0]] if "." in module else []
        waiting += [*above, *_named_in(file)]
    return found


def front_end() -> dict[str, bytes]:
    """Return the files of self-contained pages, by path in the package's `board`: bundles, styles and templates."""
    here = home()
    found = {
        f"offline/{each.name}": each for each in (FRONTEND / "offline").iterdir() if each.suffix != ".js"
    }
    return {f"frontend/{name}": file.read_bytes() for name, file in found.items()} | {
        **{f"built/{name}": shortest(name).encode() for name in (BOOT, *STYLES)},
        f"built/{INPUTS}": as_json({"files": [], "digest": hashlib.sha256().hexdigest()}),
        f"built/{SAVED}": bundle(here, SAVED).encode(),
        f"built/stage/{STAGE}.css": sheet(here, STAGE).encode(),
    }


def _file_of(module: str) -> Path | None:
    """Return the file of a module of the package; None for a name that is not a module."""
    place = PACKAGE.parent.joinpath(*module.split("."))
    return next((file for file in (place / "__init__.py", place.with_suffix(".py")) if file.is_file()), None)


def _named_in(file: Path) -> Iterator[str]:
    """Yield what a file imports from the package; the name after an import may be a module or a name in one."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("rankviz"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rankviz"):
            yield str(node.module)
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _files() -> Iterator[tuple[str, bytes]]:
    for module, file in modules().items():
        place = module.replace(".", "/")
        yield f"{place}/__init__.py" if file.name == "__init__.py" else f"{place}.py", file.read_bytes()
    for path, contents in front_end().items():
        yield f"rankviz/board/{path}", contents
    yield schema.MODULE.relative_to(PACKAGE.parent).as_posix(), schema.MODULE.read_bytes()
    for text in sorted((PACKAGE / "content").rglob("*.md")):
        yield text.relative_to(PACKAGE.parent).as_posix(), text.read_bytes()
    for place, module in STAND_INS.items():
        yield place, (Path(__file__).parent / "stand_ins" / f"{module}.py").read_bytes()
    for file in (arena.COUNTS, arena.COUNTS.with_suffix(".LICENSE.txt")):
        yield file.relative_to(PACKAGE.parent).as_posix(), file.read_bytes()
    at = bundled.CARRIED.relative_to(PACKAGE.parent).as_posix()
    for data, contents in bundled.carried().items():
        yield f"{at}/{data}", contents
    for package in BESIDE:
        spec = find_spec(package)
        assert spec is not None and spec.origin is not None
        folder = Path(spec.origin).parent
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".txt"):
                yield file.relative_to(folder.parent).as_posix(), file.read_bytes()
        about = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version(package)}\n"
        yield f"{package}-{version(package)}.dist-info/METADATA", about.encode()
    # The place where the package finds its version.
    yield "pyproject.toml", f'[project]\nversion = "{rankviz.__version__}"\n'.encode()
