"""The page of the reference: its search, and either everything by paper and topic or the search results.

The search also finds lessons, moments and claims. An entry's link shows the entry alone.
"""

import html

import streamlit as st

from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS, BookPart, Entry, Symbol, search, suggestions
from rankviz.insight.reference.search import numbered
from rankviz.ui.pages.reference import cards, index, results
from rankviz.ui.pages.reference.known import check_links
from rankviz.ui.pages.reference.words import anchor
from rankviz.ui.serving import frontend
from rankviz.ui.shell.from_top import from_top


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
                _contents(whole=not text)
            if not text:
                _everything()
            elif symbols or entries or index.find(text):
                _found(text, symbols, entries)
                from_top(text)  # a title that was clicked may be far down
            else:
                _nothing_found(text)


def _search_field() -> str:
    """Show the search field and return its text, which is also in the address bar and may be anything."""
    return (
        st.text_input(
            "Search the Reference, lessons, moments, claims and pages",
            key=cards.PARAMETER,
            type="search",
            placeholder="held out, why does RB-D stop, Theorem 1, ε⁰ …",
            live=True,
            bind="query-params",
        )
        or ""
    ).strip()


def _nothing_found(text: str) -> None:
    """Show that nothing matches, without repeating the link's text, and suggest other searches and the lessons."""
    st.markdown("Nothing was found. Try one of these, or the contents:")
    with st.container(horizontal=True, key="suggestions"):
        for number, word in enumerate(suggestions(text)):
            st.button(word, key=f"suggestion-{number}", on_click=cards.look_up, args=(word,))
    st.markdown("Or begin with a lesson:")
    results.show(index.lessons(), text)


def _everything() -> None:
    """Show the symbols, then the parts with their topics."""
    cards.notation(SYMBOLS)
    for part in PARTS:
        _head(part)
        for group in part.groups:
            st.subheader(group, anchor=anchor(group))
            cards.equations([entry for entry in ENTRIES if entry.group == group], anchor(group))


def _found(text: str, symbols: tuple[Symbol, ...], entries: tuple[Entry, ...]) -> None:
    """Show the search results; an entry that is asked for by its name or number, or is all, precedes what is left.

    A paper's figure of that number precedes the entry, unless the text is the entry's link.
    """
    places = index.find(text)
    here = tuple(map(index.of_entry, entries))
    by_link = len(entries) == 1 and entries[0].link == text.casefold()
    named = numbered(text, ENTRIES) and (by_link or places[0].kind != index.FIGURE)
    alone = entries if len(entries) == 1 and (named or places == here) else ()
    if alone:
        cards.equations(alone, "found")
        if not by_link:
            _list(tuple(place for place in places if place not in here), text, "Also found")
    else:
        _list(places, text, "Results")
    cards.notation(symbols)
    if entries and not alone:
        st.header("Equations", anchor=False)
        cards.equations(entries, "found")


def _list(places: tuple[index.Place, ...], text: str, heading: str) -> None:
    if places:
        st.header(heading, anchor=False)
        results.show(places, text)


NOTATION = "Notation"


def _contents(*, whole: bool) -> None:
    """Show links to every part and topic: on this page if it is `whole`, else on the whole page."""
    page = "" if whole else "reference"
    rows = [_row(page, NOTATION, "rv-part")]
    for part in PARTS:
        rows.append(_row(page, _title(part), "rv-part"))
        rows += [_row(page, group, "rv-topic") for group in part.groups]
    st.html(
        f'<nav class="rv-contents{" rv-whole" if whole else ""}" aria-label="Contents"><ul>{"".join(rows)}</ul></nav>'
    )


def _row(page: str, heading: str, kind: str) -> str:
    return f'<li class="{kind}"><a href="{page}#{anchor(heading)}">{html.escape(heading)}</a></li>'


def _title(part: BookPart) -> str:
    """Return a part's heading, and the way its equations are cited."""
    return f"{part.title} ({part.tag})" if part.tag else part.title


def _head(part: BookPart) -> None:
    """Show a part's heading, its question and result, where the app shows it, and the full citation."""
    st.header(_title(part), anchor=anchor(_title(part)))
    links = " · ".join(f'<a href="{_address(page)}">{page}</a>' for page in part.pages)
    doi = f' <a href="https://doi.org/{part.doi}">doi:{part.doi}</a>' if part.doi else ""
    paper = f"<p><small>{html.escape(part.citation)}{doi}</small></p>" if part.citation else ""
    shown = " · ".join(
        f'<a href="{html.escape(each.opens)}" title="{html.escape(each.title)}">{each.name}</a>'
        for each in part.figures
    )
    figures = f"<p>The paper's figures and tables: {shown}</p>" if shown else ""
    st.html(
        f'<div class="rv-paper"><p>{html.escape(part.about)}</p><p>Seen on: {links}</p>{figures}{paper}</div>',
    )


def _address(page: str) -> str:
    """Return a page's address relative to the reference."""
    return "./" if page == "Watch" else page.lower()
