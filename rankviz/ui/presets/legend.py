"""The line below the small picture of a preset: its measures, and each run's colour."""

from html import escape

from rankviz.engine.algorithms.contenders import contenders, marks_of
from rankviz.engine.runs.quantities import QUANTITIES, SERIES
from rankviz.ui.presets.preset import Preset

KNOWN = QUANTITIES | SERIES
"""Every measure that a picture may draw."""


def measured(preset: Preset) -> str:
    """Return the names of the measures; the first is drawn as a line, the others dashed."""
    first, *others = (KNOWN[name].card for name in preset.curves)
    dashed = f"; dashed: {', '.join(others)}" if others else ""
    return f"{first[0].upper()}{first[1:]} by round{dashed}"


def legend(preset: Preset) -> str:
    """Return the line as HTML: the measures, then every run in its colour."""
    runs = contenders(preset.state["alg"], preset.state.parameters())
    marks = marks_of([run.algorithm for run in runs])
    names = "".join(
        f'<span><i style="background:{mark.css}"></i>{escape(run.on_screen)}</span>'
        for run, mark in zip(runs, marks, strict=True)
    )
    return f'<div class="rv-key"><span>{escape(measured(preset))}</span>{names}</div>'
