"""The reference's symbols as a list, and its equations in cards."""

import html
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from rankviz.insight.claims import CLAIMS
from rankviz.insight.reference import Check, Entry, Symbol, find, where, where_test
from rankviz.insight.reference.places import source
from rankviz.insight.theory.rankboost import NAMES
from rankviz.lessons.registry import LESSONS
from rankviz.ui.pages.reference import seen_in
from rankviz.ui.pages.reference.words import anchor, marked_up
from rankviz.ui.pages.reference.worked import worked
from rankviz.ui.shell import messages

PARAMETER = "eq"
"""The search in the address bar: another page links to /reference?eq=34."""

CHECKED = "Checked each round"
"""Label of the link to the theorems of a moment."""


def notation(symbols: Sequence[Symbol]) -> None:
    """Show the symbols as a list of definitions, each with its equations."""
    if not symbols:
        return
    st.header("Notation", anchor=anchor("Notation"))
    place = st.container(key="notation")  # keeps its place while the moments of the links are computed
    rows = "".join(_symbol(symbol) for symbol in symbols)
    place.html(f'<dl class="rv-notation">{rows}</dl>')


def _symbol(symbol: Symbol) -> str:
    known = "" if symbol.name == symbol.symbol else f"<b>{marked_up(symbol.name)}</b>. "
    size = ' class="rv-long"' if len(symbol.symbol) > 4 else ""
    entries = [entry for key in symbol.equations if (entry := find(key))]
    links = ", ".join(_link(f"reference?eq={entry.link}", entry.source) for entry in entries)
    equations = f"<small>Equations: {links}</small>" if links else ""
    seen_there = ", ".join(_link(seen_in.address(symbol, place), place) for place in symbol.seen)
    return (
        f"<div><dt{size}>{marked_up(symbol.symbol)}</dt><dd>{known}{marked_up(symbol.meaning)} "
        f'{equations}<small class="rv-seen-in">Seen in: {seen_there}</small></dd></div>'
    )


def equations(entries: Sequence[Entry], key: str) -> None:
    """Show the entries in cards, side by side where there is room; a single card is open, with its source code."""
    alone = len(entries) == 1 and key == "found"
    with st.container(key=f"equations-{key}"):
        for entry in entries:
            with st.container(border=True, key=f"eq-{entry.key}"):
                _card(entry, opened=alone)
                if alone:
                    _sources(entry)


def _card(entry: Entry, *, opened: bool) -> None:
    plain = messages.plain
    st.button(
        f"**{plain(entry.title)}** · {plain(entry.source)}",
        key=f"only-{entry.key}",
        type="tertiary",
        help="This entry alone, with its own link in the address bar and the source of its code",
        on_click=look_up,
        args=(entry.link,),
    )
    # Separate lines, so that each breaks at its signs where the card is narrow.
    formulas = "\n\n".join(f"$$\n{line}\n$$" for line in entry.latex)
    st.markdown(
        f"{formulas}\n\n<p>{marked_up(entry.says)}</p>\n\n{_why(entry, opened)}{_seen(entry)}{_held(entry, opened)}",
        unsafe_allow_html=True,
        anchors=False,
    )


def look_up(text: str) -> None:
    """Search for `text` as if it had been typed; for the callback of a button."""
    st.session_state[PARAMETER] = text


def _why(entry: Entry, opened: bool) -> str:
    """Return the derivation and the worked number, folded."""
    lines = list(entry.why)
    number = worked(entry.key)
    if number:
        lines.append(f'<span class="rv-worked">{marked_up(number.whose)}:</span> ${number.latex}$')
    body = "\n\n".join(lines)
    name = "Why, and a number" if number else "Why"
    return f"<details{' open' if opened else ''}><summary>{name}</summary>\n\n{body}\n\n</details>\n\n"


def _seen(entry: Entry) -> str:
    """Return links to the entry's uses: the moment of the worked number, claims, and steps of lessons."""
    links = []
    number = worked(entry.key)
    if number and number.address:
        links.append(_link(number.address, "Watch this number"))
    links += [_link(f"gallery?claim={name}", f"Claim: {CLAIMS[name].title}") for name in entry.claims]
    links += [
        _link(f"lessons?lesson={name}&step={step}", f"Lesson: {LESSONS[name].title}, step {step}")
        for name, step in entry.lessons
    ]
    return f'<p class="rv-seen">{" · ".join(links)}</p>\n\n' if links else ""


def _held(entry: Entry, opened: bool) -> str:
    """Return the entry's code and its tests with their tolerances, folded; with the source where `opened`."""
    lines = [f"Code: {', '.join(_code(code) for code in entry.code)}", *map(_check, entry.checks)]
    if entry.theorems:
        number = worked(entry.key)
        name = _link(_theorems(number.address), CHECKED) if number and number.address else CHECKED
        lines.append(f"{name}: {marked_up('; '.join(NAMES[key] for key in entry.theorems))}")
    if not opened:
        lines.append(
            f'<span class="rv-source">{_link(f"reference?eq={entry.link}", "Show the source")}</span>'
        )
    rows = "<br>".join(lines)
    fold = "<details open>" if opened else "<details>"
    return f"{fold}<summary>Code and tests</summary><p><small>{rows}</small></p></details>"


def _theorems(moment: str) -> str:
    """Return the address of a moment with its theorems open."""
    page, _, query = moment.partition("?")
    parameters = [(name, value) for name, value in parse_qsl(query) if name not in ("tab", "explain")]
    return f"{page}?{urlencode([*parameters, ('tab', 'theorems')])}"


def _sources(entry: Entry) -> None:
    """Show the source of the entry's code and tests, folded."""
    tests = (check.test for check in entry.checks)
    places = [*((where(code), code) for code in entry.code), *((where_test(test), test) for test in tests)]
    for place, name in places:
        if text := source(place):
            with st.expander(messages.plain(f"{_object_name(name)} · {place}")):
                st.code(text, language="python")


def _object_name(name: str) -> str:
    """Return the object's name in "module:object" or "file::test"."""
    return name.rpartition(":")[2]


def _link(address: str, text: str) -> str:
    return f'<a href="{html.escape(address)}" target="_self">{marked_up(text)}</a>'


def _code(code: str) -> str:
    return f"<code>{html.escape(where(code))}</code> {html.escape(_object_name(code))}"


def _check(check: Check) -> str:
    exact = "" if check.tolerance.startswith("exact") else "to "
    return (
        f"Test: <code>{html.escape(where_test(check.test))}</code> {html.escape(_object_name(check.test))}, "
        f"{exact}{html.escape(check.tolerance)}"
    )
