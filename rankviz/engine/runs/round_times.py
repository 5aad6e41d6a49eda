"""The cost of each round of a run (RB+ Figure 1): processor time, measured again, and candidates compared."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.errors import DataError
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Trace

REPEATS = 5
"""The number of times a run is learned; the shortest time counts, which excludes the effect of a busy machine."""
PATIENCE = 2.0
"""Seconds of processor time after which runs are not learned again, because a visitor waits."""


@dataclass(frozen=True, eq=False)
class RoundTimes:
    """A run's rounds, learned again and timed.

    ms : (T,) processor time of each round, without measuring its losses; the first includes the preparation.
    compared : (T,) candidates whose slopes the round compared.
    fixed_from : the round from which RankBoost+ searches S alone.
    repeats : the number of times the run was timed.
    """

    label: str
    algorithm: str
    ms: np.ndarray
    compared: np.ndarray
    fixed_from: int | None
    repeats: int


def runs_of(trace: Trace) -> list[BoostedRun]:
    """Return the runs that can be timed: those that pick weak rankers and are not branches."""
    return [run for run in trace.boosted if run.fork is None and run.n_rounds]


def measured(
    trace: Trace,
    progress: Callable[[str, int], bool] | None = None,
    repeats: int = REPEATS,
    patience: float = PATIENCE,
) -> list[RoundTimes]:
    """Learn the runs again, in turn, and time their rounds.

    progress : called with a run's label and the rounds done; False stops. patience : seconds of processor time after
        which no other turn begins. Raises DataError when stopped.
    """
    runs = runs_of(trace)
    taken: list[list[np.ndarray]] = [[] for _ in runs]
    for _ in range(repeats):
        for run, found in zip(runs, taken, strict=True):
            found.append(_once(trace, run, progress))
        if sum(np.sum(found) for found in taken) > patience:
            break
    return [
        RoundTimes(
            on_screen(run),
            run.algorithm,
            1000.0 * np.min(found, axis=0),
            np.full(run.n_rounds, len(trace.pool_of(run))) if run.searched is None else run.searched,
            run.fixed_from,
            len(found),
        )
        for run, found in zip(runs, taken, strict=True)
    ]


def _once(trace: Trace, run: BoostedRun, progress: Callable[[str, int], bool] | None) -> np.ndarray:
    """(T,) seconds of processor time of each round of the run."""
    taken: list[float] = []
    begin = time.thread_time()

    def tick(done: int) -> bool:
        nonlocal begin
        taken.append(time.thread_time() - begin)
        going = progress is None or progress(run.label, done)
        begin = time.thread_time()  # the time of the callback belongs to no round
        return going

    fit = find_boosted(run.algorithm).fit
    steps = fit(trace.problem, trace.pool_of(run), run.n_rounds, run.params, tick)
    if len(steps) < run.n_rounds:
        raise DataError("Timing was stopped", remedy="Open the figure again")
    if len(taken) < run.n_rounds:  # in some algorithms the last round ends the run before the callback
        taken.append(time.thread_time() - begin)
    return np.array(taken)
