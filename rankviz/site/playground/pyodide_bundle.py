"""A page's part of Pyodide and NumPy: copied from a folder, without what no run needs, and packed."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankviz.engine.errors import DataError

VERSION = "314.0.3"
"""The Pyodide version with which the playground is tested."""
LOADER, CORE, WASM = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: same sources, same bytes."""

UNASKED = re.compile(
    r"(_pydecimal|_pyio|_pyrepl|antigravity|bdb|cProfile|cmd|code|compileall|curses|dbm|distutils|doctest|ensurepip|"
    r"fileinput|ftplib|idlelib|imaplib|lib2to3|mailbox|multiprocessing|netrc|optparse|pdb|pickletools|poplib|profile|"
    r"pstats|pty|pyclbr|pydoc|pydoc_data|rlcompleter|sched|shelve|smtplib|socketserver|sqlite3|test|this|timeit|"
    r"tkinter|trace|tty|turtle|turtledemo|unittest|venv|webbrowser|wsgiref|xmlrpc|zipapp)(/|\.py$)"
)
"""Modules of the standard library for terminals, servers, mail, tests and other programs, which no run needs."""
NO_NUMPY = ("numpy/f2py/", "numpy/testing/", "numpy/_pyinstaller/", "numpy/conftest", "/tests/")
"""Folders of NumPy that are for compilers and tests."""


@dataclass(frozen=True)
class PyodideBundle:
    """Pyodide's files as the page's worker gets them: contents by file name, and the names by purpose."""

    contents: dict[str, bytes]
    names: dict[str, str]
    lock: dict[str, Any]
    """Pyodide's list of packages, which says that there are none to fetch."""


def kit(folder: Path) -> PyodideBundle:
    """Return what a page needs from a folder with Pyodide and its NumPy. Raises DataError where they do not fit."""
    found, wheel = _read(folder)
    packed = {
        "loader": (LOADER, found[LOADER]),
        "core": (CORE, found[CORE]),
        "wasm": (WASM, found[WASM]),
        "library": (LIBRARY, library(found[LIBRARY])),
        "numpy": ("numpy.tar", numpy(wheel)),
    }
    contents, names = {}, {}
    for part, (name, raw) in packed.items():
        small = gzip.compress(raw, 9, mtime=0)
        stem, _, kind = name.rpartition(".")
        # No host must take it for a file to unpack itself, as some do with .gz.
        names[part] = f"{stem}-{hashlib.sha256(small).hexdigest()[:16]}.{kind}.packed"
        contents[names[part]] = small
    return PyodideBundle(contents, names, {"info": json.loads(found[LOCK])["info"], "packages": {}})


def library(archive: bytes) -> bytes:
    """Return Python's standard library without unneeded parts, not compressed: it is packed as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as given, zipfile.ZipFile(made, "w") as kept:
        for name in sorted(given.namelist()):
            if not UNASKED.match(name):
                kept.writestr(zipfile.ZipInfo(name, EPOCH), given.read(name))
    return made.getvalue()


def numpy(wheel: bytes) -> bytes:
    """Return NumPy's modules and libraries, for `site-packages`.

    No METADATA: Python would hold a list in JavaScript of what is installed, and such memory cannot be stored for the
    next start.
    """
    with zipfile.ZipFile(io.BytesIO(wheel)) as given:
        wanted = [name for name in given.namelist() if name.endswith((".py", ".so"))]
        return tar((name, given.read(name)) for name in wanted if not any(part in name for part in NO_NUMPY))


def tar(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as a tar archive, in the order of their names; the same files give the same bytes."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, contents in sorted(files):
            about = tarfile.TarInfo(name)
            about.size = len(contents)
            archive.addfile(about, io.BytesIO(contents))
    return made.getvalue()


def _read(folder: Path) -> tuple[dict[str, bytes], bytes]:
    """Return Pyodide's files, and NumPy's wheel."""
    remedy = f"Name a folder with Pyodide {VERSION} and the NumPy wheel that its {LOCK} names"
    try:
        found = {name: (folder / name).read_bytes() for name in (LOADER, CORE, WASM, LIBRARY, LOCK)}
        about = json.loads(found[LOCK])["packages"]["numpy"]
        wheel = (folder / about["file_name"]).read_bytes()
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{folder} holds no whole Pyodide ({error})", remedy=remedy) from error
    if f'"{VERSION}"'.encode() not in found[LOADER]:
        raise DataError(f"{folder} holds another Pyodide", remedy=remedy)
    if hashlib.sha256(wheel).hexdigest() != about["sha256"]:
        raise DataError(f"{about['file_name']} is not the one that {LOCK} names", remedy=remedy)
    return found, wheel
