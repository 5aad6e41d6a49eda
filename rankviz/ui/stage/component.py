"""The stage as a Streamlit component: a short loader; the stage itself arrives over HTTP under its hash."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend
from rankviz.ui.shell import language
from rankviz.ui.stage.feature import Offer
from rankviz.ui.state import orders

_mount = st.components.v2.component("rankviz_stage", js=frontend.text("mount.js"))

BARE: dict[str, object] = {
    **dict.fromkeys(("banner", "room", "notes", "question")),
    **dict.fromkeys(("branches", "ties", "flips", "looks", "present", "explains"), False),
    **{"answers_url": "", "tabs": [], "tab": "", "explain": "", "about": {}},
}
"""What a stage is given where no feature gives it."""


def stage(
    shown: Shown,
    t: int,
    layout: str,
    offer: Offer,
    *,
    key: str,
    orders_to: str,
    on_round: Callable[[int], object],
    on_missing: Callable[[], None],
) -> None:
    """Mount the stage, which fetches the run once and then steps by itself, with what its features offer.

    `t` is the session's round, and the target of an order to the stage (`rankviz.ui.state.orders`, under the name
    `orders_to`). `layout` names the arrangement of tiles (see layouts.js). `on_round` is called with the round on which
    the viewer has rested, `on_missing` when the server no longer has the run.
    """

    def rested(told: str) -> None:
        t = orders.heard(orders_to, told)
        if t is not None:
            on_round(t)

    def heard(name: str, call: Callable[[Any], object]) -> Callable[[], None]:
        def hear() -> None:
            answer = getattr(st.session_state.get(key), name, None)
            if answer is not None:
                call(answer)

        return hear

    data = {
        "run_url": frontend.run_url(shown.digest),
        "stage_url": frontend.stage_url(),
        "server": frontend.NAME,
        "round": t,
        "order": orders.last(orders_to),
        "layout": layout,
        "language": language.for_stage(),
        **BARE,
        **offer.data,
        "settings": dict(offer.settings),
    }
    calls = {"round": rested, **offer.on}
    on: dict[str, Any] = {f"on_{name}_change": heard(name, call) for name, call in calls.items()}
    _mount(
        key=key,
        data=(data,),  # in a tuple: in a dict Streamlit looks for tables, and loads pandas to do so
        on_missing_change=on_missing,
        **on,
    )
