"""The figure of each round's time: opening it repeats and times the run; and its findings in words."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from rankviz.board.figures.charting import go
from rankviz.board.figures.round_times import round_times
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.number_format import number
from rankviz.engine.runs.round_times import REPEATS, RoundTimes, measured, runs_of
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import aside
from rankviz.ui.shell import messages

BESIDE_FIGURE_1 = (
    "In the paper's Figure 1, on synthetic data, the optimal version of RankBoost+ is slower than the other version, "
    "which has a single long round near round 30: the one that fixes S."
)


def view(shown: Shown, t: int) -> tuple[go.Figure, str, str]:
    """Draw the figure; its rounds are timed now or were timed before. See `DrawerFigure.view`."""
    runs = _measured(shown)
    findings = "\n".join(f"* {messages.plain(sentence(run))}" for run in runs)
    return round_times(runs, t), findings, reading(runs)


def reading(runs: Sequence[RoundTimes]) -> str:
    """Explain the figure, and how often the rounds were timed."""
    repeats = min(run.repeats for run in runs)
    times = f"the shortest of {repeats} times" if repeats > 1 else "timed once, because the runs are long,"
    return (
        f"How to read this: the processor time of each round on the machine that serves this page, {times} without "
        "measuring the losses; below, how many weak rankers the round compared. The first round includes the "
        "preparation. Numbers differ between machines, and from one measurement to the next."
        + (f" {BESIDE_FIGURE_1}" if any(find_boosted(run.algorithm).combines for run in runs) else "")
    )


def sentence(run: RoundTimes) -> str:
    """State how long a run's median round takes, before and after RankBoost+ fixes S."""
    fixed = run.fixed_from
    if fixed is None or not 1 < fixed < len(run.ms):
        count = int(np.median(run.compared))
        return f"{run.label}: {_ms(run.ms)} per round in the median, {count:,} candidates compared."
    before, after = slice(fixed - 1), slice(fixed, None)
    most, few = (int(np.median(run.compared[part])) for part in (before, after))
    return (
        f"{run.label}: {_ms(run.ms[before])} per round in the median until S is fixed in round {fixed}, which takes "
        f"{_ms(run.ms[fixed - 1 : fixed])}, and {_ms(run.ms[after])} from then on, as it compares {few:,} candidates, "
        f"not {most:,}."
    )


def _ms(values: np.ndarray) -> str:
    return f"{number(float(np.median(values)), 2)} ms"


@cached
def _measured(shown: Shown) -> list[RoundTimes]:
    trace, bar = shown.trace, st.progress(0.0, "Timing rounds")
    total, done = REPEATS * sum(run.n_rounds for run in runs_of(trace)), 0

    def progress(label: str, rounds: int) -> bool:
        nonlocal done
        done += 1
        if done % 20 == 0:
            bar.progress(min(1.0, done / total), f"Timing {label}")
        return True

    try:
        with aside():
            return measured(trace, progress)
    finally:
        bar.empty()
