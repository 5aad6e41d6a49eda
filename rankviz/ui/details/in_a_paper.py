"""Files for a paper: the round as LaTeX, the papers as BibTeX, and a script that checks the run's numbers."""

from collections.abc import Callable

import streamlit as st

from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.runs.checked_script import script
from rankviz.insight.explain.paper.worked_example import worked_example
from rankviz.insight.reference.papers import bibtex
from rankviz.ui.details import reproduce
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import address
from rankviz.ui.state import session
from rankviz.ui.state.state import State


def downloads(state: State, shown: Shown) -> None:
    """Show the buttons of the three files."""
    t = int(state["t"])
    whole = all(run.stopped.why is not Why.USER for run in shown.trace.runs)
    st.markdown("**In a paper**")
    with st.container(horizontal=True):
        _button(
            f"Round {t} as LaTeX",
            f"rankviz-round-{t}.tex",
            lambda: _round(state, shown),
            "A table of this round's numbers, and every equation with its values filled in. It compiles as it is.",
        )
        _button("BibTeX", "rankviz.bib", bibtex, "The papers, as entries that can be cited.")
        _button(
            "Checking script",
            "rankviz_run.py",
            lambda: script(shown.trace, reproduce.spec(state)),
            "Python code that repeats this run and checks that its final numbers are the same.",
            disabled=not whole,
        )
    if not whole:
        st.caption("This run was stopped by hand, so no script can repeat it. Let it run all its rounds.")


def _button(label: str, name: str, make: Callable[[], str], why: str, *, disabled: bool = False) -> None:
    st.download_button(
        label,
        lambda: make().encode(),
        file_name=name,
        mime="text/plain",
        icon=":material/download:",
        key=f"download-{name.rpartition('.')[2]}",
        help=why,
        disabled=disabled,
        on_click="ignore",
    )


def _round(state: State, shown: Shown) -> str:
    return worked_example(
        shown.trace,
        int(state["t"]),
        command=reproduce.command(state),
        link=address.public(session.share_url(state)),
    )
