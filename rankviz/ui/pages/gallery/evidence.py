"""The evidence of a claim as a table: each comparison in words, both sides with their values, and the result."""

from collections.abc import Sequence
from html import escape

from rankviz.insight.claims import Evidence, Side

RELATIONS = {"<": "less than", ">": "more than", "≤": "at most", "≥": "at least", "=": "equal to"}


def table(evidence: Sequence[Evidence]) -> str:
    """Return the table as HTML with every text escaped."""
    return (
        '<table class="rv-evidence" aria-label="Evidence"><tbody>'
        + "".join(map(_row, evidence))
        + "</tbody></table>"
    )


def _row(each: Evidence) -> str:
    mark, word, more = ("✓", "holds", "") if each.holds else ("✗", "fails", " rv-fails")
    return (
        f'<tr><th scope="row">{escape(each.text)}</th>{_side(each.left)}'
        f'<td class="rv-relation"><span aria-label="{RELATIONS[each.relation]}">{escape(each.relation)}</span></td>'
        f'{_side(each.right)}<td class="rv-mark{more}"><span aria-label="{word}" title="{word}">{mark}</span></td></tr>'
    )


def _side(side: Side) -> str:
    exact = f' title="{escape(repr(float(side.value)))}"' if isinstance(side.value, float) else ""
    name = f"<span>{escape(side.name)}</span>" if side.name else ""
    paper = f"<i>the paper: {escape(side.paper)}</i>" if side.paper else ""
    return f'<td class="rv-side"><b{exact}>{escape(side.text)}</b>{name}{paper}</td>'
