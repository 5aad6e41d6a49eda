"""The drawing of the workbench as a Streamlit component: items, pairs and rankers are edited where they are shown."""

from collections.abc import Callable

import streamlit as st

from rankviz.engine.data.builtin.inline import Table
from rankviz.ui.pages.workbench.rounds import drawing
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import frontend

_mount = st.components.v2.component("rankviz_workbench", js=frontend.text("mount.js"))


def canvas(
    table: Table,
    key: str,
    on_edit: Callable[[], None],
    on_drawn: Callable[[], None],
    shown: Shown | None = None,
    drawn: str = "",
) -> None:
    """Draw a table, and on it the stage's round of the runs learned from it, `shown`.

    `on_edit` is called for an edit (`.edit` of the component's state), `on_drawn` when another run was chosen for the
    drawing (`.drawn`); `drawn` names the current one, "" for the first run that has rounds.
    """
    data = {
        "stage_url": frontend.stage_url(frontend.WORKBENCH),
        "run_url": "" if shown is None else frontend.run_url(shown.digest),
        "drawn": drawn,
    } | drawing(table, None if shown is None else shown.trace)
    _mount(
        key=key,
        data=(data,),  # in a tuple, like the stage's data: mount.js unpacks both
        on_edit_change=on_edit,
        on_drawn_change=on_drawn,
        height="content",
    )
