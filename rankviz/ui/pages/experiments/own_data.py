"""An upload as the tasks of an experiment: its files in a separate folder, which replaces the data folder.

The folder belongs to the server, and is removed with it; an experiment's process reads nothing else.
"""

import atexit
import shutil
import tempfile
import threading
from collections.abc import Collection
from functools import cache
from pathlib import Path

import streamlit as st

from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError
from rankviz.lab.experiments.task_sets import OPTIONS
from rankviz.ui.serving import uploads
from rankviz.ui.serving.uploads import PREFIX, Upload, Uploaded

INSIDE = ("queries", "user")
"""Choices inside a file that a set of tasks does not have: each query or user is a task."""
_LOCK = threading.Lock()


def is_upload(source: str) -> bool:
    """Return whether the text of a link names an upload."""
    return source.startswith(PREFIX)


def token(source: str) -> str:
    """Return the token of an upload. Raises DataError when this visitor may not open it."""
    return uploads.find(uploads.parse(source))[0].token


def source_of(source: str) -> str:
    """Return an upload as a SOURCE relative to its files, valid wherever these are. Raises DataError as `token`."""
    data = uploads.parse(source)
    upload, options = uploads.find(data)
    given = {name: value for name, value in options.items() if name not in INSIDE}
    names = _names(upload)
    if len(names) > 1:
        given |= {option.name: names[1] for option in upload.family.options if option.is_file}
    text = Source(upload.scheme, names[0], given).text
    asked = [
        f"{name}={value}"
        for name, value in data.options.items()
        if name in OPTIONS.get(upload.scheme, {}) and name not in given
    ]
    return "&".join([text if "?" in text or not asked else f"{text}?{asked.pop(0)}", *asked])


def data_of(source: str, task: Source) -> Uploaded:
    """Return the data of a task of an upload, as the other pages open them. Raises DataError as `token`."""
    upload, _ = uploads.find(uploads.parse(source))
    second = {option.name for option in upload.family.options if option.is_file}
    return upload.chosen({name: value for name, value in task.options.items() if name not in second})


def folder_of(source: str, in_use: Collection[Path] = ()) -> Path:
    """Return the folder with an upload's files, written when there is none yet. Raises DataError as `token`.

    Folders of uploads that this server no longer holds are removed, except those in use.
    """
    upload, _ = uploads.find(uploads.parse(source))
    with _LOCK:
        for other in _root().iterdir():
            if other not in in_use and not uploads.STORE.holds(other.name):
                shutil.rmtree(other, ignore_errors=True)
        place = _root() / upload.token
        try:
            place.mkdir(mode=0o700, exist_ok=True)
            for name, (_, content) in zip(_names(upload), upload.files, strict=True):
                if not (place / name).exists():
                    (place / name).write_bytes(content)
        except OSError as error:
            raise DataError(
                f"The upload cannot be handed to an experiment ({error.strerror})", remedy="Try again later"
            ) from error
    return place


def menu(source: str) -> dict[str, str]:
    """Return the upload that the visitor is viewing, and the one of `source`, as tasks: text of the link to label."""
    state = st.session_state.get("state")
    found: dict[str, str] = {}
    for text in (str(state["data"]) if state is not None else "", source):
        if is_upload(text):
            try:
                found |= _entries(text)
            except DataError:  # not here, or not this visitor's: the page reports it
                continue
    return found


def _entries(text: str) -> dict[str, str]:
    data = uploads.parse(text)
    upload, options = uploads.find(data)
    plain = {name: value for name, value in options.items() if name not in INSIDE}
    whole = upload.chosen(plain).text
    if upload.scheme == "letor":
        mark = "&" if "?" in whole else "?"
        return {
            whole: f"This upload, its queries: {upload.name}",
            f"{whole}{mark}tasks=all": f"This upload as a whole: {upload.name}",
        }
    return {whole: f"This upload{', its users' if upload.scheme == 'movielens' else ''}: {upload.name}"}


def _names(upload: Upload) -> list[str]:
    """Return the names of the files in their folder, which are different."""
    names = [Path(name).name or "file" for name, _ in upload.files]
    return [name if i == 0 or name != names[0] else f"second-{name}" for i, name in enumerate(names)]


@cache
def _root() -> Path:
    root = Path(tempfile.mkdtemp(prefix="rankviz-uploads-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    return root
