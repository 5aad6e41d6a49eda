"""Sentences for the visitor. They may quote a file or a link, so nothing in them is read as Markdown."""

import re
from collections.abc import Iterable

import streamlit as st


def plain(text: str) -> str:
    """Escape everything in the text that Markdown would read as markup."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])", r"\\\1", text.replace("\n", " "))


def error(problem: Exception, *, run_stays: bool = False, shown: str = "") -> None:
    """Show what is wrong, and whether the run on screen is the previous one; `shown` says which run it is."""
    after = shown or ("The previous run stays on screen." if run_stays else "")
    st.error(plain(f"{without_flags(str(problem))} {after}".rstrip()), icon=":material/error:")


def without_flags(text: str) -> str:
    """Return the sentence without the flags of the command line, for which a page has controls."""
    return re.sub(r" with \w+=\w+ \(--[^)]*\)| \(--[^)]*\)", "", text)


def warn(sentences: Iterable[str]) -> None:
    """Show several sentences in one box. Call it without any, too: its place keeps what follows from moving."""
    place = st.container()
    if found := [plain(sentence) for sentence in sentences]:
        place.warning("  \n".join(found), icon=":material/link_off:")


def notes(sentences: Iterable[str]) -> None:
    """Show the notes of the reader of a file as small print."""
    for sentence in sentences:
        st.caption(plain(sentence))
