"""The line below the small picture of a preset: its measures, and each run's colour."""

from html import escape

from rankviz.engine.algorithms.contenders import contenders, marks_of
from rankviz.ui.presets.preset import Preset

MEASURES = {
    "r1": "error R̂1",
    "r2": "error R̂2",
    "r2_holdout": "held out",
    "log_e1": "loss Ê1",
    "log_e2": "loss Ê2",
    "log_bound": "its bound",
    "margin": "smallest margin",
}
"""Every measure that a card can draw, with its name."""


def measured(preset: Preset) -> str:
    """Return the names of the measures; the first is drawn as a line, the others dashed."""
    first, *others = (MEASURES[name] for name in preset.curves)
    dashed = f"; dashed: {', '.join(others)}" if others else ""
    return f"{first[0].upper()}{first[1:]} by round{dashed}"


def legend(preset: Preset) -> str:
    """Return the line as HTML: the measures, then every run in its colour."""
    runs = contenders(preset.state["alg"], preset.state.parameters())
    marks = marks_of([run.algorithm for run in runs])
    names = "".join(
        f'<span><i style="background:{mark.css}"></i>{escape(run.label)}</span>'
        for run, mark in zip(runs, marks, strict=True)
    )
    return f'<div class="rv-key"><span>{escape(measured(preset))}</span>{names}</div>'
