"""Files of the visitor's own: the panel in which they are uploaded, and shared by a name or not."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rankviz.data import sources
from rankviz.errors import DataError
from rankviz.ui.controls.file_contents import File, choose_inside
from rankviz.ui.controls.menus import select
from rankviz.ui.serving import uploads
from rankviz.ui.serving.upload_guard import release
from rankviz.ui.serving.uploads import Upload
from rankviz.ui.shell import messages
from rankviz.ui.state.session import WIDGET, touch

SCHEMES = {scheme: family for scheme, family in sources.FAMILIES.items() if family.reads_file}
PARTNER = {
    "letor": "Query sizes (FILE.query of LightGBM, FILE.group of XGBoost), if lines have no qid",
    "movielens": "Titles (u.item or movies.csv), if you have them",
    "table": "Table of pairs (columns higher, lower), if there is no grade column",
    "weak": "Table of pairs (columns higher, lower)",
}


LATEST, SAID, ROUND = "upload-latest", "upload-said", "upload-round"
"""The choice of what was uploaded last, until the state has it; a sentence about it; the number of the uploaders."""


def choose(data: str | None) -> str | None:
    """The upload chosen, as the state holds it; what was uploaded before stays until something else is."""
    kept = _current(data)
    scheme = select(
        "Format",
        list(SCHEMES),
        kept[0].scheme if kept else "table",
        "format",
        lambda key: SCHEMES[key].label,
        "What the file holds",
    )
    here = kept if kept and kept[0].scheme == scheme else None
    st.caption(messages.plain(SCHEMES[scheme].help))
    _uploaders(scheme, here[0] if here else None)
    for sentence in (sources.LIMITS, uploads.LIMITS):
        st.caption(messages.plain(sentence))
    if here is None:
        st.caption("Choose a file. Until then the run before stays on screen.")
        return None
    upload, given = here
    _loaded(upload, given)
    return upload.choice(choose_inside(scheme, _main(upload), given, len(upload.files) > 1))


def _current(data: str | None) -> tuple[Upload, dict[str, str]] | None:
    """The upload to show and the options inside it: the latest until the state has it, then the state's."""
    memory = st.session_state
    kept, latest = _find(data), _find(memory.get(LATEST))
    if latest is None:
        return kept
    if kept and kept[0].token == latest[0].token:
        del memory[LATEST]
        return kept
    return latest


def _find(data: str | None) -> tuple[Upload, dict[str, str]] | None:
    """The upload of a choice, unless this server has dropped it to make room."""
    try:
        return uploads.find(data) if data else None
    except DataError:
        return None


def _main(upload: Upload) -> File:
    name, content = upload.files[0]
    second = upload.files[1][1] if len(upload.files) > 1 else None
    identities = tuple(uploads.identity(upload, index) for index in range(len(upload.files)))
    return File(content, identities, name, second)


def _uploaders(scheme: str, here: Upload | None) -> None:
    """Where files are put. Each is taken at once, and then the place is a new one: Streamlit keeps no copy."""
    turn = st.session_state.setdefault(ROUND, 0)
    place = f"{WIDGET}upload-{scheme}" + (f"-{turn}" if turn else "")
    token = here.token if here else ""
    st.file_uploader("File", key=place, on_change=_take, args=(scheme, place, token))
    if scheme in PARTNER:
        st.file_uploader(PARTNER[scheme], key=f"{place}-more", on_change=_take, args=(scheme, place, token))
    said = st.session_state.pop(SAID, None)
    if said:
        st.error(messages.plain(said), icon=":material/error:")


def _take(scheme: str, place: str, token: str) -> None:
    """Keep what was uploaded: a new main file, or what stands beside the one that is here."""
    touch()
    memory = st.session_state
    main, more = memory.get(place), memory.get(f"{place}-more")
    before = _find(f"{uploads.PREFIX}{token}/") if token else None
    if main is None and (more is None or before is None):
        return  # what stands beside a file waits for it
    files = [(main.name, main.getvalue())] if main is not None else [before[0].files[0]] if before else []
    files += [(more.name, more.getvalue())] if more is not None else []
    try:
        memory[LATEST] = uploads.keep(scheme, files).choice(before[1] if before and main is None else None)
    except DataError as problem:
        memory[SAID] = str(problem)
    for file in (main, more):
        if file is not None:
            release(file)
    memory[ROUND] += 1


def _loaded(upload: Upload, given: dict[str, str]) -> None:
    """What is loaded, who may open it, and a way to change that."""
    names = " with ".join(name for name, _ in upload.files)
    if not uploads.own(upload):
        st.caption(messages.plain(f"Loaded: {names}, shared on this server as “{upload.shared}”."))
        return
    if upload.shared:
        st.caption(messages.plain(f"Loaded: {names}, kept on this server while it runs."))
        st.warning(
            messages.plain(
                f"Shared as “{upload.shared}”: everybody who has the link or guesses the name can see and download "
                "these data while this server runs."
            ),
            icon=":material/group:",
        )
        st.button(
            "Stop sharing",
            icon=":material/lock:",
            key="upload-unshare",
            on_click=_unshare,
            args=(upload.choice(given),),
        )
        return
    st.caption(
        messages.plain(f"Loaded: {names}, kept on this server while it runs. Only this browser can open it.")
    )
    with st.popover("Share this upload by name", icon=":material/group_add:"):
        st.markdown(
            "Everybody who has the link, or guesses the name, can then see and download these data while this "
            "server runs, until you stop sharing."
        )
        st.text_input("Name", key="upload-name", max_chars=uploads.MAX_NAME, placeholder=upload.name[:30])
        st.button("Share", type="primary", key="upload-share", on_click=_share, args=(upload.choice(given),))


def _share(choice: str) -> None:
    _change(
        choice, lambda upload: uploads.STORE.share(upload, str(st.session_state.get("upload-name") or ""))
    )


def _unshare(choice: str) -> None:
    _change(choice, uploads.STORE.unshare)


def _change(choice: str, change: Callable[[Upload], Upload]) -> None:
    """Share or stop sharing an upload of this visitor's; the link then names it as it is opened."""
    touch()
    try:
        upload, options = uploads.find(choice)
        st.session_state[LATEST] = change(upload).choice(options)
    except DataError as problem:
        st.session_state[SAID] = str(problem)
