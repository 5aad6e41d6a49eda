"""The field for rows from a spreadsheet: the rows replace the table, or a sentence says which line is wrong."""

from collections.abc import Callable

import streamlit as st

from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench import edits
from rankviz.ui.pages.workbench.pasted import from_text
from rankviz.ui.shell import messages

TEXT, WRONG = "workbench-pasted", "workbench-pasted-wrong"
EXAMPLE = "name, grade, h1, h2\nAda, 2, 1, 0\nBo, 1, 0, 1"
HELP = (
    "One line per item: name, grade, then columns of 0 and 1, or one or two features. Commas, semicolons or tabs; the "
    "first line may name the columns. The rows replace the table; Undo restores it."
)


def paste(on_edit: Callable[[Callable[[Table], Table]], None]) -> None:
    """Show the field and its button. `on_edit` is called with a change that returns the pasted table."""
    with st.form("workbench-paste", border=False):
        st.text_area("Rows from a spreadsheet", key=TEXT, placeholder=EXAMPLE, help=HELP, height=110)
        wrong = st.session_state.get(WRONG)
        if wrong:
            st.error(messages.plain(wrong), icon=":material/error:")
        st.form_submit_button(
            "Use these rows", icon=":material/content_paste:", on_click=_take, args=(on_edit,)
        )


def _take(on_edit: Callable[[Callable[[Table], Table]], None]) -> None:
    """Use the text in the field; a wrong text stays there."""
    memory = st.session_state

    def change(table: Table) -> Table:
        pasted = from_text(memory[TEXT], table)
        edits.check(pasted)
        memory[TEXT] = ""
        return pasted

    memory[WRONG] = ""
    try:
        on_edit(change)
    except DataError as error:
        memory[WRONG] = str(error)
