"""The stage as a Streamlit component: a short loader; the stage itself arrives over HTTP under its hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_stage", js=frontend.text("mount.js"))


def stage(
    *,
    run_url: str,
    stage_url: str,
    round: int,
    settings: dict[str, object],
    key: str,
    on_round: Callable[[], None],
    on_missing: Callable[[], None],
    on_explain: Callable[[], None] | None = None,
    layout: str = "watch",
) -> object:
    """Mount the stage. It fetches `run_url` once and steps by itself.

    `on_round` is called when the viewer has rested on a round (read it as `.round` of the component's state),
    `on_missing` when the server no longer has the run, `on_explain` when a number was chosen (`.explain`);
    without it numbers cannot be chosen. `layout` says which panels stand on it (see layouts.js).
    """
    more: dict[str, Any] = {} if on_explain is None else {"on_explain_change": on_explain}
    return _mount(
        key=key,
        data={
            "run_url": run_url,
            "stage_url": stage_url,
            "server": frontend.NAME,
            "round": round,
            "settings": settings,
            "layout": layout,
            "explains": on_explain is not None,
        },
        on_round_change=on_round,
        on_missing_change=on_missing,
        **more,
    )
