"""The name of the open page in the bar at the top leads to the start of that page, also from deep inside it."""

from __future__ import annotations

import streamlit as st

from rankviz.ui.state import own_link

# Streamlit runs the open page again, with the same link, when its own name is clicked.
SCRIPT = """
const OPEN = '[data-testid$="NavLink"][aria-current="page"]';
export default function ({ parentElement, setTriggerValue }) {
  parentElement.__leave?.();
  const click = (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!(event.target instanceof Element && event.target.closest(OPEN))) return;
    event.preventDefault();
    event.stopPropagation();
    setTriggerValue("start", true);
  };
  document.addEventListener("click", click, true);
  parentElement.__leave = () => document.removeEventListener("click", click, true);
  return parentElement.__leave;
}
"""

STYLES = "<style> .st-key-own-start { position: absolute; height: 0; overflow: hidden; } </style>"

_mount = st.components.v2.component("rankviz_own_start", js=SCRIPT)


def own_start(page: str) -> None:
    """From here on the page's name in the bar shows the page as without a link."""
    with st.container(key="own-start"):
        st.html(STYLES)
        _mount(key="own-start-click", on_start_change=lambda: own_link.go(page, {}))
