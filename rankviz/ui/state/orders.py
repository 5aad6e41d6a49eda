"""Orders that send a stage to a round. The stage follows each once, and otherwise stays where the reader is.

A stage reports its round with the order it followed last: a report from before it received a later one does not
count.
"""

import itertools
import secrets

import streamlit as st

ORDERS = "orders"
"""In the session: the last order of each stage."""
COUNT = "orders-given"
"""In the session: the names of the next orders; the word before the point is the session's own."""


def give(stage: str) -> None:
    """Send the stage to the session's round, wherever the reader is."""
    memory = st.session_state
    if COUNT not in memory:
        session = secrets.token_hex(4)
        memory[COUNT] = (f"{session}.{number}" for number in itertools.count())
    memory.setdefault(ORDERS, {})[stage] = next(memory[COUNT])


def last(stage: str) -> str:
    """Return the name of the last order to the stage; the first time, it is sent to its round."""
    if stage not in st.session_state.get(ORDERS, {}):
        give(stage)
    name: str = st.session_state[ORDERS][stage]
    return name


def heard(stage: str, told: object) -> int | None:
    """Return the round that the stage reported ("ORDER:ROUND"); None for nonsense, and where there is a later order."""
    order, _, t = str(told).rpartition(":")
    return int(t) if order == last(stage) and t.isdecimal() and t.isascii() else None
