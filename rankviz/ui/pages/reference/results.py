"""What a search finds, as one list: each with its kind, the place where it is, and the sentence that fits best."""

import html
from collections.abc import Sequence

import streamlit as st

from rankviz.lessons.text.content import LANGUAGE
from rankviz.ui.pages.reference.index import Place
from rankviz.ui.pages.reference.words import marked_up
from rankviz.ui.shell.language import KEY, here, said

SHOWN = 12
"""Results at first; the others are folded."""


def show(places: Sequence[Place], text: str) -> None:
    """Show the places that were found for `text`, the best first."""
    first, rest = places[:SHOWN], places[SHOWN:]
    more = f"<details><summary>Show {len(rest)} more</summary>{_list(rest, text)}</details>" if rest else ""
    st.html(f'<section class="rv-results" aria-label="Results">{_list(first, text)}{more}</section>')


def _list(places: Sequence[Place], text: str) -> str:
    return f"<ul>{''.join(_row(place, text) for place in places)}</ul>"


def _row(place: Place, text: str) -> str:
    within = f" <small>{marked_up(', '.join(map(said, place.within)))}</small>" if place.within else ""
    return (
        f"<li><span>{place.kind}</span><div>"
        f'<a href="{html.escape(_address(place))}" target="_self">{marked_up(said(place.title))}</a>{within}'
        f"<p>{marked_up(place.excerpt(text, here()))}</p></div></li>"
    )


def _address(place: Place) -> str:
    """Return the link, with the language of this visit: a link opens a new visit."""
    if here() == LANGUAGE:
        return place.address
    return f"{place.address}&{KEY}={here()}"
