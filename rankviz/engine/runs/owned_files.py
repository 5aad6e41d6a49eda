"""Writing into a folder that others may write into too: a list in it names the files that RankViz may replace.

A folder may be used when it is new, empty except for hidden files, or has such a list. A run replaces and removes the
files on the list of the run before, and touches nothing else. The list is read as if a stranger had written it, since
a folder may come from a repository: it cannot lead out of the folder.
"""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePosixPath

import rankviz
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.engine.files import writing


class OwnedFiles:
    """The files of a folder that a command wrote, by their paths in it.

    Attributes
    ----------
    name : the folder as the user wrote it, for messages; it may not exist yet. out : the same with links resolved.
    kind : the command, such as "site"; the list is the file ".rankviz-site": a title, then a path per line.
    """

    def __init__(self, folder: Path, kind: str) -> None:
        """Read the list. Raises DataError for a folder with files and no list, OSError for one that cannot be read."""
        self.out, self.name, self.kind = Path(os.path.realpath(folder)), folder, kind
        self.marker = f".rankviz-{kind}"
        self._check_folder()
        self._mine = self._listed()

    def claim(self, paths: Iterable[str]) -> None:
        """List files before they are written one by one; make the folder. Raises DataError and OSError as `write`."""
        names = set(paths)
        for path in sorted(names):
            self._check_way(path, self._mine or set())
        self.out.mkdir(parents=True, exist_ok=True)
        self._list({*(self._mine or ()), *names})

    def write(self, files: Iterable[tuple[str, bytes]]) -> tuple[int, int]:
        """Write all files, given as (path, contents), and remove those of the run before; return number and bytes.

        Nothing in the folder changes before all are written next to their places. Raises DataError when something that
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
                self._list({*mine, *sizes})  # however this ends, the next run knows which files are its own
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
        self._list(set(sizes))
        return len(sizes), sum(sizes.values())

    def _check_folder(self) -> None:
        if self.out.exists() and not self.out.is_dir():
            raise DataError(f"{self.name} is not a folder", remedy="Name a folder that is new or empty")
        if os.path.lexists(self.out / self.marker) or not self.out.is_dir():
            return
        found = sorted(each.name for each in self.out.iterdir() if each.name[0] != ".")
        if found:
            raise DataError(
                f"{self.name} holds files, and no list of those that `{self.kind}` wrote: {first_of(found)}",
                remedy="Name a folder that is new or empty",
            )

    def _listed(self) -> set[str] | None:
        """Return the paths in the list, none without one; None for the list of a version that recorded no files.

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
            f"{self.name}/{self.marker}, the list of files that `{self.kind}` wrote, holds {shown(path, 60)}",
            remedy="Name a new folder",
        )

    def _check_way(self, path: str, mine: set[str]) -> None:
        """Raise DataError when anything at a path, or in the place of one of its folders, is not this command's."""
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

    def _list(self, paths: set[str]) -> None:
        title = f"Made by rankviz {rankviz.__version__}. These files are replaced:"
        with writing(self.out / self.marker) as file:
            file.write("".join(f"{line}\n" for line in (title, *sorted(paths))))


def _put(place: Path, contents: bytes) -> int:
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.write_bytes(contents)
