"""The evidence of a claim as a table: what is compared in words, both sides with their values, and how it came out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rankviz.claims import Evidence, Side

SAID = {"<": "less than", ">": "more than", "≤": "at most", "≥": "at least", "=": "equal to"}

STYLES = """
<style>
  .rv-evidence { width: 100%; border-collapse: collapse; line-height: 1.35; }
  .rv-evidence tr + tr { border-top: 1px solid color-mix(in srgb, currentColor 16%, transparent); }
  .rv-evidence td, .rv-evidence th { padding: 0.5rem 0.4rem; text-align: left; font-weight: 400; border: 0;
    vertical-align: baseline; }
  .rv-evidence th { width: 46%; padding-left: 0; }
  .rv-evidence .rv-side b { display: block; font-weight: 600; font-size: 1.05em; font-variant-numeric: tabular-nums; }
  .rv-evidence .rv-side span, .rv-evidence .rv-side i { display: block; font-size: 0.82em; opacity: 0.8; }
  .rv-evidence .rv-side { width: 24%; overflow-wrap: anywhere; }
  .rv-evidence .rv-relation { font-size: 1.15em; text-align: center; padding: 0.5rem 0.1rem; }
  .rv-evidence .rv-mark { padding-right: 0; text-align: right; font-weight: 700; color: #178A94; }
  .rv-evidence .rv-fails { color: #D55E00; }
  @media (max-width: 640px) {
    .rv-evidence, .rv-evidence tbody { display: block; }
    .rv-evidence tr { display: grid; grid-template-columns: 1fr 1.6rem 1fr 1.4rem; padding: 0.6rem 0; }
    .rv-evidence td, .rv-evidence th { padding: 0.1rem 0; width: auto !important; }
    .rv-evidence th { grid-column: 1 / -1; padding-bottom: 0.3rem; }
  }
</style>
"""


def table(evidence: Sequence[Evidence]) -> str:
    """The table as HTML; every text in it is escaped."""
    return (
        '<table class="rv-evidence" aria-label="Evidence"><tbody>'
        + "".join(map(_row, evidence))
        + "</tbody></table>"
    )


def _row(each: Evidence) -> str:
    mark, word, more = ("✓", "holds", "") if each.holds else ("✗", "fails", " rv-fails")
    return (
        f'<tr><th scope="row">{escape(each.text)}</th>{_side(each.left)}'
        f'<td class="rv-relation"><span aria-label="{SAID[each.relation]}">{escape(each.relation)}</span></td>'
        f'{_side(each.right)}<td class="rv-mark{more}"><span aria-label="{word}" title="{word}">{mark}</span></td></tr>'
    )


def _side(side: Side) -> str:
    exact = f' title="{escape(repr(side.value))}"' if isinstance(side.value, float) else ""
    name = f"<span>{escape(side.name)}</span>" if side.name else ""
    paper = f"<i>the paper: {escape(side.paper)}</i>" if side.paper else ""
    return f'<td class="rv-side"><b{exact}>{escape(side.text)}</b>{name}{paper}</td>'
