"""The files of a folder that can be loaded, for menus."""

import csv
import os
import re
from dataclasses import dataclass
from pathlib import Path

from rankviz.engine.data.entries import GRADE, ITEM
from rankviz.engine.data.folder import data_dir, escaped, is_text, quote_path, quote_value
from rankviz.engine.data.formats import FAMILIES
from rankviz.engine.data.models.files import Wants, wants
from rankviz.engine.data.reading import LARGE_FILE_BYTES, MAX_FILE_BYTES
from rankviz.engine.data.sniffing import HEAD, sniff

MODEL = "model"
_FITS = (True, None, False)
"""How well data fit a model, from best to worst."""
_MOST_ENTRIES, _MOST_SEEN, _MOST_NAMED = 200, 5_000, 3

_INDEX = re.compile(rb"\s(\d+):")
NO_FEATURES = frozenset([ITEM, GRADE, "query", "qid", "higher", "lower"])
"""Columns of a table that are not features, by their default names."""


@dataclass(frozen=True)
class FileEntry:
    """A file of the data folder that can be loaded.

    Attributes
    ----------
    source : the SOURCE to load it with; a user or queries may still be chosen.
    kind : "letor", "multilabel", "movielens", "table", "weak", "duels" or "model".
    path : relative to the data folder.
    """

    source: str
    label: str
    kind: str
    path: str
    bytes: int


@dataclass(frozen=True)
class Listing:
    """The files of a folder that can be loaded, and a note for each name that was left out."""

    entries: list[FileEntry]
    notes: list[str]


def list_data_dir(folder: str | os.PathLike[str] | None = None) -> list[FileEntry]:
    """Return the files of the data folder that can be loaded, by path, models last; recognised by their first bytes."""
    return listing(folder).entries


def listing(folder: str | os.PathLike[str] | None = None) -> Listing:
    """Return the files of a folder, by default the data folder, like :func:`list_data_dir`, with the notes.

    A name that is not UTF-8 cannot be written in a SOURCE, so that file or folder is left out.
    """
    root = Path(folder) if folder is not None else data_dir()
    if root is None or not root.is_dir():
        return Listing([], [])
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    files, unnamed = _files(root)
    for path in files:
        if len(kinds) >= _MOST_ENTRIES:
            break
        try:
            if not path.resolve().is_relative_to(root.resolve()):
                continue
            size = path.stat().st_size
            kind = sniff(_head(path), path.name) if 0 < size <= LARGE_FILE_BYTES else None
            family = FAMILIES.get(str(kind).partition("-")[0])
            if size > MAX_FILE_BYTES and (family is None or family.whole):
                continue
        except OSError:
            continue
        if kind:
            name = path.relative_to(root).as_posix()
            kinds[name], sizes[name] = kind, size
    entries = []
    models = [name for name, kind in kinds.items() if kind == MODEL]
    for name, kind in kinds.items():
        if kind == MODEL:
            continue
        source = f"{kind.split('-')[0]}:{quote_path(name)}"
        if kind in ("table-pairs", "weak"):
            partner = _partner(name, kinds)
            if partner is None:
                continue
            source += f"?pairs={quote_path(partner)}"
        if kind != "pairs":
            entries.append(FileEntry(source, _label(name, kind), kind.split("-")[0], name, sizes[name]))
    entries += _of_models(root, {name: sizes[name] for name in models}, entries)
    return Listing(entries, _left_out(unnamed))


def _of_models(root: Path, sizes: dict[str, int], data: list[FileEntry]) -> list[FileEntry]:
    """Return the trained rankers, each on the first data of the folder that have its features.

    Without any data they are left out, because there is nothing to watch them on.
    """
    there = [features_in(_head(root / entry.path), entry.kind) for entry in data] if sizes else []
    found = []
    for name, size in sizes.items():
        wanted = wants(root / name)
        places = [_FITS.index(fits(wanted, each)) for each in there]
        if places:
            source = f"{MODEL}:{quote_path(name)}?data={quote_value(data[places.index(min(places))].source)}"
            found.append(FileEntry(source, _label(name, MODEL), MODEL, name, size))
    return found


def _left_out(names: list[str]) -> list[str]:
    if not names:
        return []
    some = ", ".join(escaped(name)[:120] for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    what = "This name is" if len(names) == 1 else "These names are"
    return [f"{what} not UTF-8 and left out: {some}{more}. Rename to use the data."]


def _files(root: Path) -> tuple[list[Path], list[str]]:
    """Return the files below a folder except hidden ones, and the names that are not text, relative to the folder."""
    found: list[Path] = []
    unnamed: list[str] = []
    for here, folders, names in os.walk(root):
        unnamed += [
            os.path.relpath(os.path.join(here, name), root)
            for name in sorted(folders + names)
            if not is_text(name)
        ]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and is_text(name))
        found += [Path(here) / name for name in sorted(names) if not name.startswith(".") and is_text(name)]
        if len(found) > _MOST_SEEN:
            break
    return [path for path in found if path.is_file()], unnamed


def _head(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(HEAD)


def _partner(name: str, kinds: dict[str, str]) -> str | None:
    """Return the table of pairs in the same folder: the only one, else the one whose name begins like `name`."""
    folder = Path(name).parent
    pairs = [each for each, kind in kinds.items() if kind == "pairs" and Path(each).parent == folder]
    if len(pairs) > 1:
        pairs.sort(key=lambda each: len(os.path.commonprefix([each, name])), reverse=True)
    return pairs[0] if pairs else None


def _label(name: str, kind: str) -> str:
    return f"{name} ({FAMILIES[kind.split('-')[0]].word})"


def features_in(head: bytes, kind: str) -> tuple[str, ...]:
    """Return the features of a data file that begins like this; () where they cannot be determined."""
    if kind == "letor":
        # The last line may be cut within a number.
        lines = [line.partition(b"#")[0] for line in head.splitlines()[:-1] or [head]]
        most = max((int(index[:9]) for line in lines for index in _INDEX.findall(line)), default=0)
        return tuple(f"f{j}" for j in range(1, most + 1)) if most <= 1_000_000 else ()
    if kind.partition("-")[0] not in ("table", "weak") or head.startswith(b"PAR1"):
        return ()
    first = head.decode("utf-8-sig", "replace").split("\n", 1)[0].strip("\r")
    header = next(csv.reader([first], delimiter=max(",;\t", key=first.count)), [])
    return tuple(name.strip() for name in header if name.strip().lower() not in NO_FEATURES)


def fits(wants: Wants, there: tuple[str, ...]) -> bool | None:
    """Return whether data with these features may be a model's; None where that cannot be determined."""
    if not there or not (wants.names or wants.count):
        return None
    if wants.names:
        return set(wants.names) <= set(there)
    if wants.count == len(there):
        return True
    # A model trained on an svmlight file itself counts from 0.
    return None if there[0] == "f1" and wants.count == len(there) + 1 else False
