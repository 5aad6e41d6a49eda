"""The page of the reference: its search, and either everything by paper and topic or the search results."""

import streamlit as st

from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, Entry, Symbol, search, suggestions
from rankviz.ui.pages.gallery.from_top import from_top
from rankviz.ui.pages.reference import cards, contents
from rankviz.ui.pages.reference.known import check_links
from rankviz.ui.pages.reference.words import anchor
from rankviz.ui.serving import frontend


def show() -> None:
    """Show the whole page."""
    check_links()
    st.html(frontend.styles("reference"))
    with st.container(key="reference-body"):
        side = st.container(key="reference-contents")
        with st.container(key="reference-main"):
            st.title("Reference")
            text = _search_field()
            symbols, entries = search(text)
            with side:
                contents.contents(whole=not text)
            if not text:
                _everything()
            elif symbols or entries:
                _found(symbols, entries)
                from_top(text)  # a title that was clicked may be far down
            else:
                _nothing_found(text)


def _search_field() -> str:
    """Show the search field and return its text, which is also in the address bar and may be anything."""
    return (
        st.text_input(
            "Search the reference",
            key=cards.PARAMETER,
            type="search",
            placeholder="34, Theorem 1, tie, ε⁰, alpha …",
            live=True,
            bind="query-params",
        )
        or ""
    ).strip()


def _nothing_found(text: str) -> None:
    """Show that nothing matches, without repeating the link's text, and suggest what to look for instead."""
    st.markdown("Nothing was found. Try one of these, or the contents:")
    with st.container(horizontal=True, key="suggestions"):
        for number, word in enumerate(suggestions(text)):
            st.button(word, key=f"suggestion-{number}", on_click=cards.look_up, args=(word,))


def _everything() -> None:
    """Show the symbols, then the parts with their topics."""
    cards.notation(SYMBOLS)
    for part in PARTS:
        contents.head(part)
        for group in part.groups:
            st.subheader(group, anchor=anchor(group))
            cards.equations([entry for entry in ENTRIES if entry.group == group], anchor(group))


def _found(symbols: tuple[Symbol, ...], entries: tuple[Entry, ...]) -> None:
    """Show the search results; a requested equation comes before the symbols in it."""
    if len(entries) == 1:
        cards.equations(entries, "found")
        cards.notation(symbols)
    else:
        cards.notation(symbols)
        if entries:
            st.header("Equations", anchor=False)
            cards.equations(entries, "found")
