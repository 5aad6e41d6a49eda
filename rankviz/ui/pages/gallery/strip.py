"""Where a claim holds over an option that is not on its figure's axis: a strip of cells, one a value."""

from __future__ import annotations

from html import escape

from rankviz.claims import Sweep
from rankviz.ui.pages.gallery.figure import where


def strip(sweep: Sweep, label: str) -> str:
    """The strip as HTML; the value that is chosen is framed, or the nearest that was tried."""
    nearest = min(sweep.values, key=lambda value: abs(value - sweep.at))
    cells = "".join(
        f'<i class="{"rv-holds" if holds else "rv-fails"}{" rv-here" if value == nearest else ""}">{value:g}</i>'
        for value, holds in zip(sweep.values, sweep.holds, strict=True)
    )
    said = escape(f"{label}: {where(sweep)}", quote=True)
    return (
        f'<div class="rv-strip"><span>{escape(label)}: {escape(where(sweep)).lower()}</span>'
        f'<div role="img" aria-label="{said}">{cells}</div></div>'
    )
