"""The initial state of a page's sidebar: a board needs the width, and a first visit need not choose anything."""

from typing import Literal

import streamlit as st

from rankviz.engine.boards import PAGES

COOKIE = "rankviz_roomy"
"""A cookie of frontend/sidebar_fits.js: "1" where there is room next to a board and the visit is not the first."""
WITH_BOARD = frozenset(["", *PAGES])
"""Pages that open with a stage, by the last part of their addresses."""
WITHOUT_SIDEBAR = frozenset(["start", "arena", "gallery", "lessons", "playlists", "reference", "ties"])
_IN_LESSONS = frozenset(["challenge", "predict"])
"""What a link opens on the page of lessons that has a sidebar."""


def initial(page: str) -> Literal["auto", "collapsed"]:
    """Return the initial sidebar of a page, by the last part of the page's address.

    A page without one has it collapsed: from another page Streamlit may bring it along, empty.
    """
    if page in WITHOUT_SIDEBAR and not _IN_LESSONS & st.query_params.keys():
        return "collapsed"
    roomy = st.context.cookies.get(COOKIE) == "1"
    return "auto" if roomy or page not in WITH_BOARD else "collapsed"
