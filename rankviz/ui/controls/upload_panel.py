"""The visitor's files: the panel in which they are uploaded, and shared by a name or not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rankviz.engine.data import sources
from rankviz.engine.data.sniffing import HEAD, sniff
from rankviz.engine.errors import DataError
from rankviz.ui.controls import column_roles, data_panel, own_run
from rankviz.ui.controls.file_contents import File, choose_inside
from rankviz.ui.controls.menus import select
from rankviz.ui.serving import uploads
from rankviz.ui.serving.upload_guard import release
from rankviz.ui.serving.uploads import Upload, Uploaded
from rankviz.ui.shell import messages
from rankviz.ui.state import catalog
from rankviz.ui.state.session import WIDGET, touch

FORMAT = "format"
KNOWN = ("letor", "multilabel", "movielens", "duels", "model")
"""Formats that are recognised by their first lines, though a table of items was announced."""
WITH_COLUMNS = ("table", "duels")
"""Formats whose columns are shown and can be chosen."""
SCHEMES = {scheme: family for scheme, family in sources.FAMILIES.items() if family.reads_file}
LATEST, MESSAGE, ROUND, TAKEN, NEW = (f"upload-{key}" for key in ("latest", "said", "round", "taken", "new"))
"""Session keys: the latest upload until the state has it; a message about it; the number of the uploaders; the name of
a file, and its format that was found from its first lines; whether a file came just now."""


@dataclass(frozen=True)
class Chosen:
    """An upload and the options inside it; `fresh` until the state has the upload."""

    upload: Upload
    options: dict[str, str]
    fresh: bool


def choose(data: Uploaded | None, body: DeltaGenerator) -> Uploaded | None:
    """Return the chosen upload; None until there is one that can be learned from.

    Files and columns are chosen in a panel in `body`, which closes where there is nothing to choose; the sidebar shows
    what was chosen.
    """
    current = _current(data)
    if st.session_state.pop(NEW, False) and current is not None and not _asks_more(current.upload):
        with st.spinner("Reading the data…", show_time=True):
            data_panel.set_open(not _is_usable(current.upload, current.options))
    elif data is None and current is not None:
        data_panel.set_open(True)  # who comes back from other data may want another file
    if current is not None and not data_panel.is_open():
        _say_format()
        _loaded(current.upload, current.options)
        data_panel.reopen("File and columns" if current.upload.scheme in WITH_COLUMNS else "Another file")
        return _inside(current.upload, current.options)
    with data_panel.panel(body):
        here, options = _panel(current)
    if here is None:
        st.caption("Choose a file on the page. Until then the previous run stays.")
        return None
    if options is None:
        st.caption(messages.plain(f"{_names(here.upload)}: not usable yet. The previous run stays."))
        return None
    _loaded(here.upload, options)
    return _inside(here.upload, options)


def _asks_more(upload: Upload) -> bool:
    """Return whether the panel has more to choose: columns, or the titles of films."""
    return upload.scheme in WITH_COLUMNS or (upload.scheme == "movielens" and len(upload.files) == 1)


def _inside(upload: Upload, options: dict[str, str]) -> Uploaded:
    """Return the upload as data, with the user or the queries chosen in the sidebar."""
    return upload.chosen(choose_inside(upload.scheme, _main(upload), options))


def _panel(current: Chosen | None) -> tuple[Chosen | None, dict[str, str] | None]:
    """Show the panel: a format and files on the left, their contents on the right.

    Return the upload of the chosen format and its options; None for no upload or for options that do not suffice.
    """
    files, columns = st.columns([1, 2], gap="large")
    with files:
        first = current.upload.scheme if current else "table"
        help = "What the file holds"
        scheme = select("Format", list(SCHEMES), first, FORMAT, lambda key: SCHEMES[key].label, help)
        here = current if current and current.upload.scheme == scheme else None
        st.caption(messages.plain(SCHEMES[scheme].help))
        _say_format()
        _uploaders(scheme, here.upload if here else None)
    with columns:
        options = _columns(here) if here else None
        if here is None:
            st.caption(
                "The first rows and the role of each column are shown here, before anything is learned."
            )
            for sentence in (sources.LIMITS, uploads.LIMITS):
                st.caption(messages.plain(sentence))
        elif options is not None and _is_usable(here.upload, options):
            data_panel.done()
    return here, options


def _say_format() -> None:
    """Say which format was found from a file's first lines."""
    if found := st.session_state.pop(TAKEN, None):
        name, scheme = found
        text = (
            f"Judging by its first lines, {name} is {SCHEMES[scheme].label}. If not, choose another format."
        )
        st.caption(messages.plain(text))


def _is_usable(upload: Upload, options: dict[str, str]) -> bool:
    """Return whether there is something to learn in the file; the page says why not."""
    try:
        catalog.problem(upload.chosen(options), 0)
    except DataError:
        return False
    return True


def _columns(here: Chosen) -> dict[str, str] | None:
    """Return the options with the roles of a table's columns; other formats' options are unchanged."""
    upload = here.upload
    if upload.scheme not in WITH_COLUMNS:
        return here.options
    file = _main(upload)
    if upload.scheme == "duels":
        try:
            return column_roles.choose_votes(file, here.options)
        except DataError:
            return here.options
    pairs = catalog.table(upload, 1) if len(upload.files) > 1 else None
    try:
        return column_roles.choose(file, None if here.fresh else here.options, pairs)
    except DataError:
        return here.options  # loading will show the same error next to the stage


def _current(data: Uploaded | None) -> Chosen | None:
    """Return the upload to show and its options: the latest until the state has it, then the state's upload."""
    memory = st.session_state
    stored, latest = _find(data), _find(memory.get(LATEST))
    if stored and latest and stored[0].token == latest[0].token:
        del memory[LATEST]
        latest = None
    if latest is not None:
        return Chosen(*latest, fresh=True)
    return None if stored is None else Chosen(*stored, fresh=False)


def _find(data: Uploaded | None) -> tuple[Upload, dict[str, str]] | None:
    """Return the upload and its options; None if this server has dropped it to make room."""
    try:
        return uploads.find(data) if data else None
    except DataError:
        return None


def _main(upload: Upload) -> File:
    name, content = upload.files[0]
    second = upload.files[1][1] if len(upload.files) > 1 else None
    identities = tuple(uploads.identity(upload, index) for index in range(len(upload.files)))
    return File(content, identities, name, second, catalog.table(upload))


def _uploaders(scheme: str, here: Upload | None) -> None:
    """Show the uploaders. Each file is stored at once and the uploader replaced, so that Streamlit holds no copy."""
    turn = st.session_state.setdefault(ROUND, 0)
    place = f"{WIDGET}upload-{scheme}" + (f"-{turn}" if turn else "")
    args = scheme, place, here.canonical({}) if here else None
    st.file_uploader("File", key=place, on_change=_take, args=args)
    if partner := SCHEMES[scheme].partner:
        st.file_uploader(partner.label, key=f"{place}-more", on_change=_take, args=args)
    message = st.session_state.pop(MESSAGE, None)
    if message:
        st.error(messages.plain(message), icon=":material/error:")


def _take(scheme: str, place: str, here: Uploaded | None) -> None:
    """Store the uploaded file: a new main file, or the partner of the current one."""
    touch()
    memory = st.session_state
    main, more = _there(memory.get(place)), _there(memory.get(f"{place}-more"))
    before = _find(here)
    if main is None and (more is None or before is None):
        return  # a partner waits for its main file
    files = [(main.name, main.getvalue())] if main is not None else [before[0].files[0]] if before else []
    files += [(more.name, more.getvalue())] if more is not None else []
    if scheme == "table" and (kind := sniff(files[0][1][:HEAD], files[0][0])) in KNOWN:
        scheme = memory[WIDGET + FORMAT] = kind
        memory[TAKEN] = files[0][0], scheme
    try:
        memory[LATEST] = uploads.store(scheme, files).chosen()
    except DataError as problem:
        memory[MESSAGE] = str(problem)
    if SCHEMES[scheme].has_model:
        own_run.choose()
    for file in (main, more):
        if file is not None:
            release(file)
    memory[ROUND] += 1
    memory[NEW] = True
    data_panel.set_open(True)


def _there(file: Any) -> Any:
    """Return the file of an uploader; None for a file already stored and released, which a slow browser names again."""
    return file if hasattr(file, "getvalue") else None


def _loaded(upload: Upload, given: dict[str, str]) -> None:
    """Show the loaded file, who may open it, and buttons to share it or stop sharing."""
    names = _names(upload)
    if not uploads.belongs_to_visitor(upload):
        st.caption(messages.plain(f"{names}: shared on this server as “{upload.shared}”."))
        return
    kept = f"{names}: kept on this server until it stops or needs the space."
    if upload.shared:
        st.caption(messages.plain(kept))
        st.warning(
            messages.plain(
                f"Shared as “{upload.shared}”: everybody who has the link or guesses the name can see and download "
                "these data as long as this server keeps them."
            ),
            icon=":material/group:",
        )
        st.button(
            "Stop sharing",
            icon=":material/lock:",
            key="upload-unshare",
            on_click=_unshare,
            args=(upload.chosen(given),),
        )
        return
    st.caption(messages.plain(f"{kept} Only this browser can open it."))
    with st.popover("Share this upload by name", icon=":material/group_add:"):
        st.markdown(
            "Everybody who has the link, or guesses the name, can then see and download these data, until you "
            "stop sharing or this server removes them."
        )
        st.text_input("Name", key="upload-name", max_chars=uploads.MAX_NAME, placeholder=upload.name[:30])
        st.button("Share", type="primary", key="upload-share", on_click=_share, args=(upload.chosen(given),))


def _names(upload: Upload) -> str:
    return " with ".join(name for name, _ in upload.files)


def _share(data: Uploaded) -> None:
    _change(data, lambda upload: uploads.STORE.share(upload, str(st.session_state.get("upload-name") or "")))


def _unshare(data: Uploaded) -> None:
    _change(data, uploads.STORE.unshare)


def _change(data: Uploaded, change: Callable[[Upload], Upload]) -> None:
    """Share or stop sharing an upload of this visitor; the link then has the name by which it is opened."""
    touch()
    try:
        upload, options = uploads.find(data)
        st.session_state[LATEST] = change(upload).chosen(options)
    except DataError as problem:
        st.session_state[MESSAGE] = str(problem)
