"""The data sources of the pages: the sources of the command line, and uploads."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankviz.engine.data import sources
from rankviz.engine.data.folder import find
from rankviz.engine.data.holdout import is_small
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs import link
from rankviz.ui.cache.byte_cache import CACHE
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import Upload, Uploaded

if TYPE_CHECKING:
    from rankviz.engine.data.tables import Table

Data = Source | Uploaded
"""The data of a page: made from a SOURCE, or an upload of this server."""

DEFAULT = link.DATA
FOLDER, UPLOAD = "folder", "upload"
"""Two ways to a file: one in RANKVIZ_DATA_DIR, one from the visitor's own machine."""
REMEMBERED = 60.0
"""Seconds for which refused data are not read again: a page requests them several times, and a large file is slow."""


def families() -> dict[str, str]:
    """Return the first menu, key to label; the folder is in the menu when there is one."""
    menu = {scheme: family.label for scheme, family in sources.FAMILIES.items() if not family.reads_file}
    if sources.data_dir() is not None:
        menu[FOLDER] = "Files on this server"
    return {**menu, UPLOAD: "Your own file"}


def parse(text: str) -> Data:
    """Return the data that a text names. Raises DataError for an unknown SOURCE."""
    return uploads.parse(text) if text.startswith(uploads.PREFIX) else sources.parse(text)


def family_of(data: Data) -> str:
    """Return the entry of the first menu that the data belong to."""
    if isinstance(data, Uploaded):
        return UPLOAD
    return FOLDER if data.family.reads_file else data.scheme


def has_model(data: Data) -> bool:
    """Return whether a trained ranker comes with these data. Raises DataError for an upload that is gone."""
    family = data.family if isinstance(data, Source) else uploads.find(data)[0].family
    return family.has_model


def shareable(data: Data) -> bool:
    """Return whether a link with these data means the same elsewhere."""
    return not isinstance(data, Uploaded)


def link_note(data: Data) -> str:
    """Return a sentence on who can open a link to these data; empty when everybody can."""
    if not isinstance(data, Uploaded):
        return ""
    stay = "The data were uploaded. They stay on this server, and the link does not contain them."
    if data.is_shared:
        return f"{stay} They are shared by name, so on this server the link opens them for everybody."
    return (
        f"{stay} The link opens them in this browser only. To let others open them, share the upload by name."
    )


def canonical(data: Data) -> Data:
    """Return these data by their one unique name; what is computed from them is cached under it."""
    return uploads.canonical(data) if isinstance(data, Uploaded) else data


def admit(data: Data) -> None:
    """Raise DataError when the visitor whose page runs may not open these data."""
    if isinstance(data, Uploaded):
        uploads.find(data)


def takes_seed(data: Data) -> bool:
    """Return whether the page's seed changes these data: files and uploads have none."""
    return isinstance(data, Source) and data.takes_seed


def load(data: Data, seed: int) -> Problem:
    """Load the problem of the data; files only from the data folder or an upload.

    Raises DataError, its remedy in words of the page's controls.
    """
    try:
        if isinstance(data, Uploaded):
            return load_upload(*uploads.find(data))
        return sources.load(data, seed=seed, confined=True)
    except DataError as error:
        refused = error.on_page()
    raise refused  # not from there: a stored error keeps its traceback, and with it the file's bytes


@dataclass(frozen=True)
class _Refusal:
    error: DataError
    until: float


def problem(data: Data, seed: int) -> Problem:
    """Return the problem of the data, from the cache if somebody has loaded it. Raises DataError as `load`."""
    place = "problem", data, seed if takes_seed(data) else 0

    def read() -> Problem | _Refusal:
        try:
            return load(data, place[2])
        except DataError as error:
            return _Refusal(error.on_page(), time.monotonic() + REMEMBERED)

    found = CACHE.get(place, read)
    if isinstance(found, _Refusal) and found.until < time.monotonic():
        found = read()
        CACHE.put(place, found)
    if isinstance(found, _Refusal):
        raise found.error.on_page()
    return found


def may_be_small(data: Data) -> bool:
    """Return whether a link with these data states what is held out even at the default: files, votes, few items."""
    return isinstance(data, Uploaded) or link.may_be_small(data)


def holds_nothing_out(data: Data, seed: int) -> bool:
    """Return whether a link without a share holds nothing out of these data: votes on items, and small data."""
    try:
        if link.shown_whole(data.text) or not may_be_small(data):
            return False
        admit(data)
        return is_small(problem(canonical(data), seed))
    except DataError:  # the page will report it
        return False


def load_upload(upload: Upload, options: dict[str, str]) -> Problem:
    """Load the problem of an upload with the options chosen inside it. Raises DataError."""
    # A link that names an upload must not name a file of this server as its second one.
    given: dict[str, Any] = {key: value for key, value in options.items() if key not in upload.family.second}
    if len(upload.files) > 1:
        name, content = upload.files[1]
        given |= zip(upload.family.second, (table(upload, 1) or content, name), strict=False)
    problem = sources.load_upload(upload.scheme, table(upload) or upload.files[0][1], upload.name, **given)
    for index in range(len(upload.files)):
        if (place := _place(upload, index)) in CACHE:
            CACHE.put(place, table(upload, index))  # weighed again: all of its rows are there now
    return problem


def table(upload: Upload, index: int = 0) -> "Table | None":
    """Return one of an upload's files as a table, parsed once for all its readers; None for other formats."""
    if not upload.family.table:
        return None
    from rankviz.engine.data.tables import Table  # imports pandas, which the first page does not need

    name, content = upload.files[index]
    return CACHE.get(_place(upload, index), lambda: Table(content, name))


def _place(upload: Upload, index: int) -> tuple[str, str, str, int]:
    """Return the cache's key of a file as a table, which names the file in its messages."""
    return "table", upload.files[index][0], upload.contents[index], index


def check_link_source(text: str) -> tuple[Data, str | None]:
    """Return the data a link names, made legal, and a message about what was changed, if anything. Never raises."""
    try:
        if text.startswith(uploads.PREFIX):
            uploaded = uploads.parse(text)
            uploads.find(uploaded)
            return uploaded, None
        data, messages = sources.clamp_options(text)
        if data.family.reads_file and not _is_file(find(data.target, confined=True)):
            raise DataError("there is no such file in the data folder", file=shown(data.target, 120)[1:-1])
        return data, " ".join(messages) or None
    except DataError as problem:
        return sources.parse(DEFAULT), f"{problem} {shown_instead(DEFAULT)}"


def shown_instead(data: str) -> str:
    """Return the sentence that names the data shown in place of a link's."""
    source = sources.parse(data)
    return f"The data set “{source.family.entries[source.target].label}” is shown instead."


def _is_file(path: Path) -> bool:
    """Return whether a path names a file; a path that is not allowed (too long, a zero byte) names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
