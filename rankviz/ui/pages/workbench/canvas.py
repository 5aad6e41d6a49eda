"""The drawing of the workbench as a Streamlit component: items, pairs and rankers are edited where they are seen."""

from collections.abc import Callable

import streamlit as st

from rankviz.data.builtin.inline import Table
from rankviz.ui.pages.workbench.edits import implied
from rankviz.ui.pages.workbench.rounds import rounds
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
    drawing (`.drawn`); `drawn` names the present one, "" for the first run that has rounds.
    """
    row = {name: i for i, name in enumerate(table.items)}
    data = {
        "stage_url": frontend.stage_url(frontend.WORKBENCH),
        "items": list(table.items),
        "rankers": [{"name": name, "bits": list(bits)} for name, bits in table.rankers],
        "features": [{"name": name, "values": list(values)} for name, values in table.features],
        "pairs": [[row[a], row[b]] for a, b in implied(table)],
        "graded": table.grades is not None,
        "grades": None if table.grades is None else list(table.grades),
        "run_url": "" if shown is None else frontend.run_url(shown.digest),
        "runs": [] if shown is None else rounds(table, shown.trace),
        "drawn": drawn,
    }
    _mount(
        key=key,
        data=(data,),  # in a tuple, like the stage's data: mount.js unpacks both
        on_edit_change=on_edit,
        on_drawn_change=on_drawn,
        height="content",
    )
