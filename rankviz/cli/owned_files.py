"""A folder that a command writes into and that others may write into too: a list in it says which files are whose.

A run replaces and removes what the list of the run before holds, and touches nothing else. The list is read as if a
stranger had written it, since a folder may come from a repository: it cannot lead out of the folder.
"""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from rankviz.errors import DataError, shown
from rankviz.files import writing


class OwnedFiles:
    """The files of a folder that this command wrote, by their paths in it.

    Attributes
    ----------
    out : the folder, which may not be there yet. name : as the user wrote it, for messages.
    marker : the name of the list in it: a line of its own first, then a path a line.
    """

    def __init__(self, out: Path, name: Path, marker: str) -> None:
        self.out, self.name, self.marker = out, name, marker
        self._mine = self._listed()

    def write(self, files: Iterable[tuple[str, bytes]], title: str) -> tuple[int, int]:
        """Write all files, given as (path, contents), and remove those of the run before; return number and bytes.

        Nothing in the folder changes before all are written beside their places. Raises DataError when something that
        this command has not written is in the way, OSError when the folder cannot be written.
        """
        new = not self.out.exists()
        self.out.mkdir(parents=True, exist_ok=True)
        try:
            # In the folder itself: no other one need be writable, nor on the same disk.
            with tempfile.TemporaryDirectory(prefix=".rankviz-", dir=self.out) as work:
                sizes = {path: _put(Path(work) / path, contents) for path, contents in files}
                # A version that kept no list wrote files of these names.
                mine = {*sizes} if self._mine is None else self._mine
                for path in sizes:
                    self._check_way(path, mine)
                self._list(title, {*mine, *sizes})  # whatever ends this now, the next run knows its own
                for path in sizes:
                    (self.out / path).parent.mkdir(parents=True, exist_ok=True)
                    os.replace(Path(work) / path, self.out / path)
        except BaseException:
            if new:
                with suppress(OSError):
                    self.out.rmdir()
            raise
        for path in sorted(mine - sizes.keys()):
            self._remove(path)
        self._list(title, set(sizes))
        return len(sizes), sum(sizes.values())

    def _listed(self) -> set[str] | None:
        """The paths in the list, none without one; None for that of a version which listed no files.

        Raises DataError for a list that no run can have written.
        """
        file = self.out / self.marker
        if file.is_symlink():
            raise self._in_the_way(file)
        if not file.is_file():
            return set()
        paths = file.read_text(encoding="utf-8", errors="replace").splitlines()[1:]
        for path in paths:
            place = PurePosixPath(path)
            plain = str(place) == path and path.isprintable() and not {"..", "."} & {*place.parts}
            if not plain or place.is_absolute():
                raise self._damaged(path)
        return set(paths) or None

    def _damaged(self, path: str) -> DataError:
        return DataError(
            f"{self.name}/{self.marker}, the list of the site's files, holds {shown(path, 60)}",
            remedy="Name a new folder, or remove the list and the site's files",
        )

    def _check_way(self, path: str, mine: set[str]) -> None:
        """Raise DataError when what stands at a path, or where one of its folders must be, is not this command's."""
        place = self.out
        for part in PurePosixPath(path).parts[:-1]:
            place /= part
            if place.is_symlink() or (place.exists() and not place.is_dir()):
                raise self._in_the_way(place)
        place = self.out / path
        if os.path.lexists(place) and (path not in mine or (place.is_dir() and not place.is_symlink())):
            raise self._in_the_way(place)

    def _in_the_way(self, place: Path) -> DataError:
        return DataError(
            f"{self.name / place.relative_to(self.out)} is in the way, and no earlier run wrote it",
            remedy="Move it, or name another folder",
        )

    def _remove(self, path: str) -> None:
        """Remove a file of an earlier run, and the folders that are empty then; a folder in its place stays."""
        parents = [self.out / parent for parent in PurePosixPath(path).parents][:-1]
        if any(parent.is_symlink() for parent in parents):
            return
        with suppress(FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError):
            (self.out / path).unlink()
        for parent in parents:
            with suppress(OSError):
                parent.rmdir()

    def _list(self, title: str, paths: set[str]) -> None:
        with writing(self.out / self.marker) as file:
            file.write("".join(f"{line}\n" for line in (title, *sorted(paths))))


def _put(place: Path, contents: bytes) -> int:
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.write_bytes(contents)
