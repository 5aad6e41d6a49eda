"""The front end's files, each under the hash of all in its folder, and the addresses of these files and of runs."""

import hashlib
import time
import uuid
from functools import cache, lru_cache
from pathlib import Path

from rankviz.board.offline import modules
from rankviz.board.offline.modules import FRONTEND

STAGE = FRONTEND / "stage"
WORKBENCH = "workbench/index.js"
"""The workbench's first module: it draws with the stage's modules, so it is in the stage's folder."""
ARENA = "arena/index.js"
"""The first module of the page Arena, which is there for the same reason."""
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
LOOK = 1.0
"""Seconds between two searches of a folder: searching took half of the time of a committed round."""
NAME = uuid.uuid4().hex
"""The name of this process: a page that came from another one must be loaded again."""


def run_url(digest: str) -> str:
    """Return the address from which the stage fetches a packed run, relative to the app (see stage/host/app.js)."""
    return f"api/run/{digest}"


def stage_url(first: str = "index.js", folder: Path = STAGE) -> str:
    """Return the address of the first module of the stage, or of the workbench, which changes with any of its files.

    The address is relative to the app, in whose folder all pages lie.
    """
    return f"api/stage/{files(folder)[0]}/{first}"


def module_urls(folder: Path = STAGE) -> list[str]:
    """Return the addresses of the modules that the first one needs, relative to the app."""
    digest, contents = files(folder)
    return [f"api/stage/{digest}/{name}" for name in _needed(digest, contents)]


_modules: dict[str, list[str]] = {}
"""By the hash of a folder, its first module's imports, direct and indirect."""


def _needed(digest: str, contents: dict[str, bytes]) -> list[str]:
    if digest not in _modules:
        _modules[digest] = modules.reached("index.js", lambda name: contents[name].decode())
    return _modules[digest]


def files(folder: Path) -> tuple[str, dict[str, bytes]]:
    """Return the hash of a folder's modules and styles, and each file by its path in there, as of the last second."""
    before, now = _looked.get(folder), time.monotonic()
    if before is not None and now - before[0] < LOOK:
        return before[1]
    found = sorted(file for file in folder.rglob("*") if file.suffix in KINDS)
    read = _read(folder, tuple((file, file.stat().st_mtime_ns) for file in found))
    _looked[folder] = now, read
    return read


def file(digest: str, name: str) -> bytes | None:
    """Return one file of the stage's folder, by its hash; None when there is no such file.

    The folders are only searched for an unknown hash: a first page requests sixty files.
    """
    if digest not in _known():
        files(STAGE)
    return _known().get(digest, {}).get(name)


def _known() -> dict[str, dict[str, bytes]]:
    return dict(read for _, read in list(_looked.values()))


@cache
def text(name: str) -> str:
    """Return the text of a file of the front end that Streamlit sends: a script, a picture or a style sheet."""
    return (FRONTEND / name).read_text(encoding="utf-8")


def styles(*names: str) -> str:
    """Return some of the style sheets of pages, as HTML."""
    return "<style>" + "".join(text(f"styles/{name}.css") for name in names) + "</style>"


def script(source: str, kind: str = "module", mark: str = "") -> str:
    """Return a script of that media type, run once per document, as HTML; "text/javascript" runs where it is.

    `mark` is an attribute that the script finds on itself.
    """
    return f'<script type="{kind}"{" " * bool(mark)}{mark}>{source}</script>'


_looked: dict[Path, tuple[float, tuple[str, dict[str, bytes]]]] = {}
"""The time when each folder was last searched, and its contents."""


@lru_cache(maxsize=4)
def _read(folder: Path, files: tuple[tuple[Path, int], ...]) -> tuple[str, dict[str, bytes]]:
    contents = {file.relative_to(folder).as_posix(): file.read_bytes() for file, _ in files}
    if folder == STAGE:
        contents[modules.MADE] = modules.colours().encode()
        contents[modules.TERMS] = modules.terms().encode()
    digest = hashlib.sha256()
    for name, content in contents.items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:20], contents
