"""The results of experiments on this server: their folders, their visitors, and which are removed for new ones."""

import contextlib
import os
import re
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rankviz.engine.errors import DataError
from rankviz.engine.user_cache import user_cache
from rankviz.lab.experiments import child
from rankviz.lab.experiments.store import DESCRIPTION

NAME = re.compile("[0-9a-f]{20}")
VISITOR = "visitor"
"""File with the visitor who began an experiment, as `visitors.public_name` names visitors."""


@dataclass(frozen=True)
class StoredResults:
    """The results of one experiment: folder, bytes, visitor, time of the last change, whether it runs."""

    folder: Path
    bytes: int
    visitor: str
    changed: float
    runs: bool


def results_root() -> Path:
    """Return the folder of all results: in RANKVIZ_RESULTS_DIR, else the user's cache, else the temporary folder."""
    wish = os.environ.get("RANKVIZ_RESULTS_DIR")
    places = [Path(wish)] if wish else []
    cache = user_cache()
    places += [cache / "rankviz-experiments"] if cache else []
    for place in [*places, Path(tempfile.gettempdir()) / "rankviz-experiments"]:
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    raise DataError(
        "RankViz can write to no folder for results",
        remedy="Set RANKVIZ_RESULTS_DIR to a folder that it can write to",
    )


def claim(folder: Path, visitor: str) -> None:
    """Make the folder of an experiment, and record the visitor who began it first. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError), open(folder / VISITOR, "x", encoding="utf-8") as file:
        file.write(visitor)


def stored_results(root: Path) -> list[StoredResults]:
    """List all results that this server made, the oldest change first."""
    found = []
    for folder in root.iterdir() if root.is_dir() else ():
        if NAME.fullmatch(folder.name) and any(
            (folder / name).exists() for name in (DESCRIPTION, child.PROGRESS)
        ):
            with contextlib.suppress(OSError):  # another process has just removed it
                found.append(_read(folder))
    return sorted(found, key=lambda each: (each.changed, each.folder.name))


def make_room(root: Path, most: int, visitor: str, reserved: dict[Path, int]) -> None:
    """Remove results until all fit into `most` bytes: the oldest of this visitor, then the oldest of all.

    `reserved` maps the folders of experiments that run, or are about to, to the bytes they may use; these folders
    are never removed.

    Raises DataError when the room is taken by experiments that run.
    """
    found = stored_results(root)
    total = sum(reserved.values()) + sum(each.bytes for each in found if each.folder not in reserved)
    for each in sorted(found, key=lambda each: each.visitor != visitor):
        if total <= most:
            return
        if not each.runs and each.folder not in reserved:
            shutil.rmtree(each.folder, ignore_errors=True)
            total -= each.bytes
    if total > most:
        raise DataError(
            "The space for results on this server is taken by running experiments",
            remedy="Wait until one is done",
        )


def _read(folder: Path) -> StoredResults:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    try:
        visitor = (folder / VISITOR).read_text(encoding="utf-8")[:40]
    except (OSError, ValueError):
        visitor = ""
    return StoredResults(folder, size, visitor, folder.stat().st_mtime, runs(folder))


def runs(folder: Path) -> bool:
    """Return whether a process works on a folder, of this server or of another that shares the results."""
    if child.read_progress(folder).get("state") != child.RUNNING:
        return False
    with contextlib.suppress(OSError):  # removed since
        return time.time() - (folder / child.PROGRESS).stat().st_mtime < 6 * child.BEAT
    return False
