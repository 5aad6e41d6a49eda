"""The contents that stay visible (parts and topics), and the head of each part with its paper."""

import html

import streamlit as st

from rankviz.insight.reference import PARTS, BookPart
from rankviz.ui.pages.reference.words import anchor

NOTATION = "Notation"


def contents(*, whole: bool) -> None:
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


def head(part: BookPart) -> None:
    """Show a part's heading, its question and result, where the app shows it, and the full citation."""
    st.header(_title(part), anchor=anchor(_title(part)))
    links = " · ".join(f'<a href="{_address(page)}">{page}</a>' for page in part.pages)
    doi = f' <a href="https://doi.org/{part.doi}">doi:{part.doi}</a>' if part.doi else ""
    paper = f"<p><small>{html.escape(part.citation)}{doi}</small></p>" if part.citation else ""
    st.html(
        f'<div class="rv-paper"><p>{html.escape(part.about)}</p><p>Seen on: {links}</p>{paper}</div>',
    )


def _address(page: str) -> str:
    """Return a page's address relative to the reference."""
    return "./" if page == "Watch" else page.lower()
