"""Runs, computed once for everybody who makes the same choices, and their packed bytes, fetched by hash.

A run is a function of its choices (seeded, single-threaded sums), so it is cached for the whole process under
the canonical text of those choices, and the stage fetches its bytes under the hash of the bytes themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.data.problem import Problem
from rankviz.errors import DataError
from rankviz.runs.spec import RunSpec
from rankviz.stage_data.payload import check_before, pack, shown_as
from rankviz.ui.cache.byte_cache import CACHE, cached
from rankviz.ui.runs import audience, cost, grade_split, run_log
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.runs.run_queue import LONG
from rankviz.ui.runs.shared_runs import SHARED
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import turn
from rankviz.ui.serving.store import STORE
from rankviz.ui.state import catalog
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State

STOPPED = "stopped-run"
"""The session's key for a stopped run: its choices, and the run or why there is none."""


def spec(state: State) -> RunSpec:
    """Return every choice that changes the numbers of a run: the run is cached under them."""
    return of_state(in_two(state), catalog.canonical(str(state["data"])))


def in_two(state: State) -> State:
    """Return the state with the grade that splits its data in two, where an algorithm needs one and nobody chose it.

    Raises DataError when the data cannot be had.
    """
    if state["positive"] is not None or not any(ALGORITHMS[name].two_classes for name in state.algorithms()):
        return state
    at = grade_split.grade(state, problem(state))
    return state if at is None else state.but(positive=at)


def problem(state: State) -> Problem:
    """Return the data of a state. Raises DataError."""
    data = str(state["data"])
    catalog.admit(data)
    return _problem_of(catalog.canonical(data), int(state["seed"]))


def run(state: State, pictures: tuple[str, ...] = ()) -> Shown:
    """Return the run of a state, from the cache when anyone has asked for it before. Raises DataError.

    `pictures` names what the page draws beside what every run has.
    """
    catalog.admit(str(state["data"]))
    shown = _stopped(state, pictures) or _long(state, pictures) or _run(spec(state), pictures)
    if shown.digest not in STORE:
        shareable = catalog.shareable(str(state["data"]))
        STORE.put(pack(shown.trace, shareable, pictures), shareable)
    return shown


def begin(state: State, pictures: tuple[str, ...] = ()) -> LongRun | None:
    """Return a state's run that takes a while and has not ended, begun when nobody has; None when there is none.

    Raises DataError when the data cannot be had, NoRun when the visitor stopped it too early or it cannot begin.
    """
    asked, data = spec(state), problem(state)
    stopped = _stopped_run(state, pictures)
    if isinstance(stopped, str):
        raise NoRun(stopped, remedy="Run it again, or choose otherwise")
    visitor = audience.here()
    if stopped is not None:
        stopped.audience.join(visitor)
        return None if stopped.done else stopped
    if _known(asked, pictures, data) or not _takes_a_while(state, data, pictures):
        return None

    def make() -> LongRun:
        work = partial(_compute, asked, pictures, data)
        return LongRun(work, len(state["alg"]) + bool(state["fork"]), int(state["rounds"]))

    job = LONG.begin((asked, pictures), make, visitor)
    return None if job.done else job


def at_hand(state: State, pictures: tuple[str, ...] = ()) -> Shown | None:
    """Return the run of a state; None when it would take a while and is not under way, or its data are gone."""
    with suppress(DataError):
        place = spec(state), pictures
        stopped, whole = _stopped_run(state, pictures), LONG.find(place)
        ready = (isinstance(stopped, LongRun) and stopped.done) or (whole is not None and whole.done)
        if not (ready or _run_place(*place) in CACHE):
            data = problem(state)
            ready = _known(*place, data) or not _takes_a_while(state, data, pictures)
        if ready or _run_place(*place) in CACHE:
            return run(state, pictures)
    return None


def last_good(
    good: State | None, start: State, pictures: Callable[[State], tuple[str, ...]] = lambda _: ()
) -> tuple[State, Shown]:
    """Return the state that worked before with its run, or `start` and its run. Raises DataError.

    `pictures` names what the page draws of a state beside what every run has.
    """
    shown = None if good is None else at_hand(good, pictures(good))
    if good is None or shown is None:
        return start, run(start, pictures(start))
    return good, shown


def leave(state: State, pictures: tuple[str, ...], job: LongRun) -> None:
    """Store the rounds done of a run for this visitor alone; the run goes on while others wait for it."""
    drawn = "its rounds were drawn" if job.drawn else "the first round"
    part = LONG.leave(job, audience.here())
    why = f"The run was stopped before {drawn}, so there is nothing to show"
    st.session_state[STOPPED] = (spec(state), pictures), part or why


def run_again() -> None:
    """Forget that the visitor stopped a run."""
    st.session_state.pop(STOPPED, None)


def _stopped_run(state: State, pictures: tuple[str, ...]) -> LongRun | str | None:
    """Return the part of this run that the visitor stopped, or why there is none; None when it was not stopped."""
    chosen, part = st.session_state.get(STOPPED, (None, None))
    if chosen != (spec(state), pictures) or (isinstance(part, LongRun) and part.abandoned):
        return None
    return part


def _stopped(state: State, pictures: tuple[str, ...]) -> Shown | None:
    stopped = _stopped_run(state, pictures)
    return stopped.result() if isinstance(stopped, LongRun) else None


def _long(state: State, pictures: tuple[str, ...]) -> Shown | None:
    """Return the result of a long run; a whole one moves to the cache of all runs, bounded in bytes."""
    place = spec(state), pictures
    job = LONG.find(place)
    if job is None:
        return None
    shown = job.result()
    if not job.stopped:
        CACHE.put(_run_place(*place), shown)
        LONG.drop(place)
    return shown


def _takes_a_while(state: State, data: Problem, pictures: tuple[str, ...]) -> bool:
    branch = (str(state["fork"]),) if state["fork"] else ()
    return cost.estimated(data, (*state["alg"], *branch), int(state["rounds"]), pictures) > cost.LONG


def _problem_of(data: str, seed: int) -> Problem:
    return _problem(data, seed if catalog.takes_seed(data) else 0)


@cached
def _problem(data: str, seed: int) -> Problem:
    return catalog.load(data, seed)


def _run_place(asked: RunSpec, pictures: tuple[str, ...]) -> tuple[str, RunSpec, tuple[str, ...]]:
    return "run", asked, pictures


def _known(asked: RunSpec, pictures: tuple[str, ...], data: Problem) -> bool:
    """Whether a run is in the cache, or another worker has computed it."""
    if _run_place(asked, pictures) in CACHE:
        return True
    return catalog.shareable(asked.data) and SHARED.has(asked, pictures, data)


def _run(asked: RunSpec, pictures: tuple[str, ...]) -> Shown:
    def make() -> Shown:
        data = _problem_of(asked.data, asked.seed)
        read = SHARED.read(asked, pictures, data) if catalog.shareable(asked.data) else None
        return _compute(asked, pictures, data) if read is None else read

    return CACHE.get(_run_place(asked, pictures), make)


def _compute(
    asked: RunSpec, pictures: tuple[str, ...], data: Problem, follow: LongRun | None = None
) -> Shown:
    begin = time.perf_counter()
    check_before(data, asked.algorithms, asked.rounds, asked.holdout, pictures)
    # Pictures may ask a solver or draw landscapes: that takes seconds whatever the size.
    short = not pictures and cost.estimated(data, asked.algorithms, asked.rounds) <= cost.SHORT
    with turn(short):
        trace = asked.trace(
            data,
            progress=None if follow is None else follow.progress,
            measured=None if follow is None else follow.measured,
            so_far=None if follow is None else follow.so_far,
        )
        if follow is not None:
            follow.drawing()
        part = shown_as(trace, pictures)
        shareable = catalog.shareable(asked.data)
        packed = pack(trace, shareable, pictures, None if follow is None else follow.look)
    digest = STORE.put(packed, shareable)  # compressing lets others run
    seconds = time.perf_counter() - begin
    run_log.write(digest, trace, len(packed), seconds)
    shown = Shown(data, trace, digest, seconds, "" if part is None else part.note)
    if shareable and not (follow is not None and follow.stopped):
        SHARED.write(asked, pictures, shown)
    return shown
