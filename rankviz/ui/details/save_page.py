"""The run as a stand-alone page, to store, mail or put on a course's site: a button next to the other formats."""

from collections.abc import Callable

import streamlit as st

from rankviz.board.offline import page
from rankviz.board.offline.page import Looks
from rankviz.engine.files import PAGE_ENDING
from rankviz.ui.details import reproduce
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.serving.store import STORE
from rankviz.ui.shell import messages
from rankviz.ui.state import catalog, session
from rankviz.ui.state.state import State


def save_page(state: State, shown: Shown, looks: Looks) -> None:
    """Show the button that makes the page when pressed; of a run too large for a page, an excerpt."""
    last = max(run.n_rounds for run in shown.trace.runs)
    size = page.most_bytes(len(STORE.get(shown.digest) or b""))
    rounds = None if size <= page.MOST_BYTES else _excerpt(last, max(1, int(last * page.MOST_BYTES / size)))
    st.download_button(
        "Save as a page" if rounds is None else f"Save rounds {rounds[0]:,}–{rounds[1]:,} as a page",
        _as_page(state, shown, looks, rounds),
        file_name=f"rankviz-run{PAGE_ENDING}",
        mime="text/html",
        icon=":material/download:",
        key="download-page",
        help="One file for stepping through the run, without RankViz and without a network",
        on_click="ignore",
    )
    if rounds is not None:
        note = f"With all rounds the page may have {size / 1e6:.0f} MB; up to {page.MOST_BYTES / 1e6:.0f} MB open well."
        st.caption(messages.plain(note))


def _excerpt(last: int, fit: int) -> tuple[int, int]:
    """Return the first and the last round of an excerpt: the visitor's choice and the `fit` rounds after it."""
    first = st.number_input(
        "Excerpt from round",
        min_value=0,
        max_value=last - fit,
        value=0,
        key="page-from",
        help=f"The page has this round and the {fit:,} after it; the curves are those of the whole run",
    )
    return first, first + fit


def _as_page(state: State, shown: Shown, looks: Looks, rounds: tuple[int, int] | None) -> Callable[[], bytes]:
    link = (
        ""
        if catalog.link_note(state.source)
        else address.public(session.share_url(state.but(tab="", explain="")))
    )
    spec = reproduce.spec(state)
    return lambda: page.page(shown.trace, link=link, rounds=rounds, spec=spec, looks=looks)
