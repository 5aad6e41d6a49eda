"""RankViz in a browser: ``streamlit run app.py``.

Streamlit finds the assignment to `app` below and serves the app: its pages, and the routes from which the stage
fetches runs and modules. Streamlit then runs this same file as the script of every session.
"""

from __future__ import annotations

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from rankviz.ui.runs import audience, run_queue
from rankviz.ui.serving import sidebar
from rankviz.ui.shell import language, layout
from rankviz.ui.startup import server, waiting


def _page(file: str, icon: str, **more: bool) -> StreamlitPage:
    return st.Page(file, title=layout.PAGES[file][0], icon=icon, **more)


def navigation() -> dict[str, list[StreamlitPage]]:
    """Return the pages in four groups: a group of one is a page, a group of several opens a menu."""
    return {
        "Learn": [
            _page(layout.START, ":material/flag:"),
            _page(layout.LESSONS, ":material/school:"),
            _page(layout.PLAYLISTS, ":material/playlist_play:"),
            _page(layout.GALLERY, ":material/collections_bookmark:"),
        ],
        "Watch": [
            _page(layout.WATCH, ":material/play_circle:", default=True),
            _page(layout.MARGINS, ":material/straighten:"),
            _page(layout.QBRANK, ":material/park:"),
            _page(layout.KERNEL, ":material/blur_on:"),
            _page(layout.ARENA, ":material/swords:"),
        ],
        "Build": [
            _page(layout.DATA, ":material/table:"),
            _page(layout.WORKBENCH, ":material/construction:"),
            _page(layout.EXPERIMENTS, ":material/science:"),
            _page(layout.TIES, ":material/linear_scale:"),
        ],
        "Reference": [_page(layout.REFERENCE, ":material/function:")],
    }


def main() -> None:
    """Set the page up, show the navigation, wait for the engine, and run the page."""
    run_queue.LONG.moved_on(audience.here().session)
    st.set_page_config(page_title="RankViz", page_icon=layout.icon(), layout="wide")
    st.logo(layout.logo(), size="large")
    language.settle()
    page = st.navigation(navigation(), position="top", expanded=True)
    st.set_page_config(initial_sidebar_state=sidebar.initial(page.url_path))
    waiting.wait_for_engine()
    page.run()  # runs the page's script, whose imports bring the engine


if __name__ == "__main__":
    main()
else:
    app = st.App(__file__, routes=server.routes(), middleware=server.MIDDLEWARE, lifespan=server.lifespan)
