"""The front end's files, those of the stage under the hash of all, and the addresses of these files and of runs."""

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


def stage_url(first: str = "index.js") -> str:
    """Return the address of the first module of the stage, or of another in its folder, which changes with any of them.

    The address is relative to the app, in whose folder all pages lie.
    """
    return f"api/stage/{files()[0]}/{first}"


def files() -> tuple[str, dict[str, bytes]]:
    """Return the hash of the stage's modules and styles, and each by its path, as of the last second."""
    global _looked
    now = time.monotonic()
    if _looked is None or now - _looked[0] >= LOOK:
        found = sorted(file for file in STAGE.rglob("*") if file.suffix in KINDS)
        _looked = now, _read(tuple((file, file.stat().st_mtime_ns) for file in found))
    return _looked[1]


def file(digest: str, name: str) -> bytes | None:
    """Return one file of the stage, by the hash of all; None when there is no such file.

    The folder is only searched for an unknown hash: a first page of a checkout requests two hundred files.
    """
    known = files() if _looked is None or _looked[1][0] != digest else _looked[1]
    return known[1].get(name) if known[0] == digest else None


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


_looked: tuple[float, tuple[str, dict[str, bytes]]] | None = None
"""The time when the folder was last searched, and its contents."""


@lru_cache(maxsize=1)
def _read(_: tuple[tuple[Path, int], ...]) -> tuple[str, dict[str, bytes]]:
    contents = {name: text.encode() for name, text in modules.served().items()}
    digest = hashlib.sha256()
    for name, content in contents.items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:20], contents
