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


def navigation() -> dict[str, list[StreamlitPage]]:
    """Return the pages in four groups: a group of one is a page, a group of several opens a menu."""
    return {
        "Learn": [
            st.Page(layout.START, title="Start", icon=":material/flag:"),
            st.Page(layout.LESSONS, title="Lessons", icon=":material/school:"),
            st.Page(layout.PLAYLISTS, title="Playlists", icon=":material/playlist_play:"),
            st.Page(layout.GALLERY, title="Gallery", icon=":material/collections_bookmark:"),
        ],
        "Watch": [
            st.Page(layout.WATCH, title="Watch", icon=":material/play_circle:", default=True),
            st.Page(layout.MARGINS, title="Margins", icon=":material/straighten:"),
            st.Page(layout.QBRANK, title="QBRank", icon=":material/park:"),
            st.Page(layout.KERNEL, title="Kernel", icon=":material/blur_on:"),
            st.Page(layout.ARENA, title="Arena", icon=":material/swords:"),
        ],
        "Build": [
            st.Page(layout.DATA, title="Data", icon=":material/table:"),
            st.Page(layout.WORKBENCH, title="Workbench", icon=":material/construction:"),
            st.Page(layout.EXPERIMENTS, title="Experiments", icon=":material/science:"),
            st.Page(layout.TIES, title="Ties in a run", icon=":material/linear_scale:"),
        ],
        "Reference": [st.Page(layout.REFERENCE, title="Reference", icon=":material/function:")],
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
