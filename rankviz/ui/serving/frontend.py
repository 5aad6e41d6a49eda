"""The browser's side as files, each under the hash of all in its folder, and where the browser finds them and a run."""

from __future__ import annotations

import hashlib
import uuid
from functools import cache, lru_cache
from pathlib import Path

FRONTEND = Path(__file__).parents[1] / "frontend"
STAGE, WORKBENCH = FRONTEND / "stage", FRONTEND / "workbench"
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
NAME = uuid.uuid4().hex
"""The name of this process: a page that came from another one has to be loaded again."""


def run_url(digest: str) -> str:
    """Where the stage fetches a packed run, from where the app is (see stage/app.js)."""
    return f"api/run/{digest}"


def stage_url(folder: Path = STAGE) -> str:
    """Where the first module of the stage, or of the workbench, is; it changes whenever any of its files does.

    It counts from where the app is, in which folder all pages lie.
    """
    return f"api/stage/{files(folder)[0]}/index.js"


def files(folder: Path) -> tuple[str, dict[str, bytes]]:
    """The hash of a folder's modules and styles, and each of them by its path in there."""
    found = sorted(file for file in folder.rglob("*") if file.suffix in KINDS)
    return _read(folder, tuple((file, file.stat().st_mtime_ns) for file in found))


@cache
def text(name: str) -> str:
    """The text of a file of the front end that Streamlit sends itself: a script, a picture or a style sheet."""
    return (FRONTEND / name).read_text(encoding="utf-8")


def styles(*names: str) -> str:
    """Some of the style sheets of pages, as HTML."""
    return "<style>" + "".join(text(f"styles/{name}.css") for name in names) + "</style>"


@lru_cache(maxsize=4)
def _read(folder: Path, files: tuple[tuple[Path, int], ...]) -> tuple[str, dict[str, bytes]]:
    contents = {file.relative_to(folder).as_posix(): file.read_bytes() for file, _ in files}
    digest = hashlib.sha256()
    for name, content in contents.items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:20], contents
