"""The runs that the stage asks for: with another α, tie value or answer, or with a remedy where a run ended early."""

from contextlib import suppress
from dataclasses import asdict

import streamlit as st

from rankviz.engine.data.battles import TIE
from rankviz.engine.errors import DataError
from rankviz.ui.controls.data_controls import worth_of_a_tie
from rankviz.ui.runs import runs
from rankviz.ui.stage import flips, halted
from rankviz.ui.stage.feature import Offer, StageView
from rankviz.ui.state import session
from rankviz.ui.state.state import MAX_ALGORITHMS


def branch(view: StageView) -> Offer:
    """Offer another α, where a branch fits next to the runs or can replace another branch."""
    if view.shown.excerpt or len(view.state["alg"]) >= MAX_ALGORITHMS:
        return Offer()
    return Offer({"branches": True}, on={"branch": lambda text: session.branch(str(text))})


def tie(view: StageView) -> Offer:
    """Offer another tie value, where the sidebar does."""
    key = worth_of_a_tie(view.state.source)
    if view.shown.excerpt or key not in st.session_state:
        return Offer()

    def chosen(value: object) -> None:
        with suppress(DataError):  # an invalid value changes nothing
            session.set_widget(key, TIE.check(value))

    return Offer({"ties": True}, on={"tie": chosen})


def flip(view: StageView) -> Offer:
    """Offer flipped answers, where a table can hold the data."""
    table = flips.table(view.state, view.shown, runs.problem(view.state))
    if table is None:
        return Offer()
    return Offer(
        {"flips": True},
        on={"flip": lambda cell: session.follow(flips.flipped(st.session_state["state"], table, str(cell)))},
    )


def remedy(view: StageView) -> Offer:
    """Offer the line above the stage, with the remedies for runs that ended early."""

    def chosen(name: object) -> None:
        found = halted.offered(view.state, view.shown, str(name))
        if found is not None:
            session.set_choice(found.name, found.value)

    return Offer({"banner": view.banner and asdict(view.banner)}, on={"remedy": chosen})
