"""The gallery's link in the address bar of a visit."""

import streamlit as st

from rankviz.insight.claims import Claim
from rankviz.insight.claims.claim import Options
from rankviz.ui.pages.gallery.address import PAGE, Opened, read, to_link
from rankviz.ui.state import page_link
from rankviz.ui.state.link import FRAMEWORK_KEYS, ROUND


def current() -> tuple[Opened | None, list[str]]:
    """Return (claim, options, round) of the link, None without a claim, and warnings about the link."""
    link, fresh = page_link.current(PAGE)
    opened, warnings = read(link)
    memory = st.session_state
    if fresh:
        memory["gallery-said"] = warnings
    elif opened is None or link != memory.get("gallery-read"):
        memory["gallery-said"] = []
    memory["gallery-read"], memory["gallery-news"] = link, fresh
    if opened is not None and not fresh:
        opened = (*opened[:2], None)
    return opened, memory.get("gallery-said", [])


def write(claim: Claim | None, options: Options | None = None, t: int | None = None) -> None:
    """Write what is shown into the address bar."""
    link = to_link(claim, options)
    page_link.write(PAGE, link)
    if not st.session_state["gallery-news"]:
        return
    # A link from this page to itself reaches the script, but not the address bar.
    framework = {key: st.query_params[key] for key in st.query_params if key in FRAMEWORK_KEYS}
    whole = {**framework, **link, **({} if t is None else {ROUND: str(t)})}
    if whole:
        st.query_params.from_dict(whole)
    else:
        st.query_params.clear()
