"""The start page: what RankViz is in a sentence, then shelves of cards, each a link with a picture of its run."""

import logging
import threading
from collections.abc import Sequence
from urllib.parse import quote

import streamlit as st

from rankviz.board.figures.sparkline import sparkline
from rankviz.lessons import start
from rankviz.ui.presets.legend import legend
from rankviz.ui.presets.presets import EXAMPLE, PRESETS, SHELVES, Preset
from rankviz.ui.runs import runs
from rankviz.ui.shell import layout, messages
from rankviz.ui.shell.language import said
from rankviz.ui.stage.banner import FIRST_LESSON
from rankviz.ui.state.link import to_link

AGAIN = 1.0
"""Seconds until cards without a picture check for it again."""


def introduction() -> None:
    """Show what ranking by boosting is, two buttons, and what the small pictures measure."""
    st.title(said(start.TITLE))
    st.markdown(said(start.INTRODUCTION))
    with st.container(horizontal=True):
        learn = st.button(said(start.LEARN), type="primary", icon=":material/school:", key="learn")
        watch = st.button(said(start.EXAMPLE), icon=":material/play_circle:", key="example")
    if learn:
        st.switch_page(layout.LESSONS, query_params={"lesson": FIRST_LESSON})
    if watch:
        st.switch_page(layout.WATCH, query_params=to_link(EXAMPLE.state, whole=True))
    st.caption(said(start.MEASURES))


def shelves() -> None:
    """Show every preset's card on its shelf; cards without a picture check for it until all are drawn."""
    PICTURES.start()
    waiting = not PICTURES.done.is_set()
    st.fragment(_shelves, run_every=AGAIN if waiting else None)(waiting)


def _shelves(waiting: bool) -> None:
    for number, (heading, presets) in enumerate(SHELVES.items()):
        st.header(said(heading))
        with st.container(key=f"cards-{number}"):
            for place, preset in enumerate(presets):
                _card(preset, f"card-{number}-{place}")
    if waiting and PICTURES.done.is_set():
        st.rerun()  # without `run_every`


def _card(preset: Preset, key: str) -> None:
    with st.container(border=True, key=key):
        st.html(_picture(PICTURES.svg_of(preset)) + legend(preset))
        label = f"**{said(preset.title)}**"
        st.page_link(preset.page, label=label, query_params=to_link(preset.state, whole=True))
        st.markdown(messages.plain(said(preset.text)))


def _picture(svg: str) -> str:
    """Return the picture as HTML; an empty box of the same height while there is none."""
    # As an image: Streamlit removes <svg> from the page's HTML.
    if not svg:
        return '<div class="rv-spark"></div>'
    return f'<img class="rv-spark" alt="" src="data:image/svg+xml,{quote(svg)}">'


def formats() -> None:
    """Show the file formats that can be read, and where to choose a file."""
    st.caption(said(start.OWN_DATA))


class Pictures:
    """Pictures drawn in the background after the first request: a card shows its picture as soon as there is one."""

    def __init__(self, presets: Sequence[Preset]) -> None:
        self.done = threading.Event()
        self._presets = presets
        self._drawn: dict[str, str] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start drawing, unless started already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._draw, name="rankviz-pictures", daemon=True)
                self._thread.start()

    def svg_of(self, preset: Preset) -> str:
        """Return the SVG of a preset; "" until it is drawn."""
        return self._drawn.get(preset.title, "")

    def _draw(self) -> None:
        for preset in self._presets:
            try:
                self._drawn[preset.title] = sparkline(
                    runs.run(runs.request(preset.state)).trace, preset.curves
                )
            except Exception:  # the card is shown without its picture, and the log says why
                logging.getLogger(__name__).exception("No picture of “%s”.", preset.title)
        self.done.set()


PICTURES = Pictures(PRESETS)
