"""The notation and every equation: what it says, where it lives in the code, which test holds it."""

from __future__ import annotations

import streamlit as st

from rankviz.reference import ENTRIES, SYMBOLS, search
from rankviz.ui.pages import reference

reference.styles()
st.title("Reference")
text = reference.search_field()
symbols, entries = search(text)
if not (symbols or entries):
    reference.nothing_found()
    symbols, entries = SYMBOLS, ENTRIES
if len(entries) == 1:  # what was asked for comes first, then what it is made of
    reference.equations(entries)
    reference.notation(symbols)
else:
    if entries == ENTRIES:
        reference.contents()
    reference.notation(symbols)
    reference.equations(entries)
reference.papers()
