"""The ladders as a Streamlit component: the board is fetched once, and moves in the browser while ties are dragged."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.ui.pages.arena.link import Chosen
from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_arena", js=frontend.text("mount.js"))
ASKS = ("tie", "pair", "focus", "go", "missing")
"""The requests of the component, as properties of its state."""


def ladders(
    chosen: Chosen, digest: str, opened: dict[str, object], key: str, on: Callable[[str], Any]
) -> None:
    """Show the board stored under `digest` and a pair of it, opened; `on` is called with the visitor's requests."""
    data = {
        "stage_url": frontend.stage_url(frontend.ARENA),
        "board_url": frontend.run_url(digest),
        "tie": chosen.tie,
        "top": chosen.top,
        "focus": chosen.by,
        "opened": opened,
    }
    asked: dict[str, Any] = {f"on_{name}_change": (lambda name=name: on(name)) for name in ASKS}
    _mount(key=key, data=(data,), height="content", **asked)
