"""Where a claim holds over an option that is not on its figure's axis: a strip with a cell for each value."""

from html import escape

from rankviz.claims import Sweep
from rankviz.ui.pages.gallery.figure import where


def strip(sweep: Sweep, label: str) -> str:
    """Return the strip as HTML; the chosen value, or the nearest one tried, is framed."""
    nearest = min(sweep.values, key=lambda value: abs(value - sweep.at))
    cells = "".join(
        f'<i class="{"rv-holds" if holds else "rv-fails"}{" rv-here" if value == nearest else ""}">{value:g}</i>'
        for value, holds in zip(sweep.values, sweep.holds, strict=True)
    )
    description = escape(f"{label}: {where(sweep)}", quote=True)
    return (
        f'<div class="rv-strip"><span>{escape(label)}: {escape(where(sweep)).lower()}</span>'
        f'<div role="img" aria-label="{description}">{cells}</div></div>'
    )
