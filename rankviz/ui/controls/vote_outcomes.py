"""The unknown words of a table of votes: a menu for the meaning of each."""

from collections.abc import Mapping

import streamlit as st

from rankviz.engine.data import vote_columns
from rankviz.engine.data.duels import layout_of
from rankviz.engine.data.tables import Table, verdicts
from rankviz.engine.data.tables.amounts import MISSING
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.text_cells import as_text
from rankviz.engine.errors import shortened
from rankviz.ui.controls.menus import remember
from rankviz.ui.shell import messages
from rankviz.ui.state.session import touch

MOST = 12
"""Words that have a menu."""


def choose(table: Table, columns: str, given: Mapping[str, str], place: str) -> str:
    """Show a menu for each unknown word of the verdicts; return the option `outcomes`. Raises DataError.

    `columns` is the option of this name.
    """
    head = table.first()
    layout: vote_columns.Layout = layout_of([str(name) for name in head], columns, table.name)
    if not layout.verdict:
        return ""
    said_of, one, two = (as_text(head[each]) for each in (layout.verdict, layout.a, layout.b))
    codes, _ = verdicts.read(said_of, one, two, (layout.a, layout.b))
    unknown = dict.fromkeys(
        word
        for word, code in zip(said_of.to_pylist(), codes, strict=True)
        if code == verdicts.UNKNOWN and word and word.lower() not in MISSING
    )
    if not 0 < len(unknown) <= MOST:
        return given.get("outcomes", "")
    start = dict(part.rpartition(":")[::2] for part in listed(given.get("outcomes", ""), "outcomes"))
    labels = {"a": layout.a, "b": layout.b, "tie": "a tie", "bad": "both bad", "drop": "left out"}
    st.caption("What these outcomes mean.")
    with st.container(horizontal=True, gap="small"):
        chosen = {
            word: st.selectbox(
                messages.plain(shortened(word, 40)),
                list(labels),
                key=remember(f"outcome-{place}-{word}", start.get(word)),
                format_func=lambda side: labels[side],
                index=None,
                placeholder="Choose",
                on_change=touch,
                width=210,
            )
            for word in unknown
        }
    return as_list(f"{word}:{side}" for word, side in chosen.items() if side)
