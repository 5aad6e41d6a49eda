"""Runs, computed once for everybody who makes the same choices, and their packed bytes, fetched by hash.

A run is a function of its choices (seeded, single-threaded sums), so it is cached for the whole process under
the canonical text of those choices, and the stage fetches its bytes under the hash of the bytes themselves.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st

from rankviz.board.payload import check_before, pack, shown_as
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.ui.cache.byte_cache import CACHE
from rankviz.ui.runs import audience, cost, grade_split, run_log
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.runs.run_queue import LONG
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.runs.shared_runs import SHARED
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import turn
from rankviz.ui.serving.store import STORE
from rankviz.ui.state import catalog
from rankviz.ui.state.run_spec import of_state
from rankviz.ui.state.state import State

STOPPED = "stopped-run"
"""The session's key for a stopped run: the request, and the run or the reason why there is none."""


def request(state: State, pictures: tuple[str, ...] = ()) -> RunRequest:
    """Return the request of a state on a page that draws these pictures. Raises DataError without the data."""
    data = _admitted(state)
    return RunRequest(of_state(in_two(state), data.text), data, pictures)


def in_two(state: State) -> State:
    """Return the state with the grade that splits its data in two, where an algorithm needs one and none was chosen.

    Raises DataError when the data cannot be loaded.
    """
    if state["positive"] is not None or not any(ALGORITHMS[name].two_classes for name in state.algorithms()):
        return state
    at = grade_split.grade(state, problem(state))
    return state if at is None else state.but(positive=at)


def problem(state: State) -> Problem:
    """Return the data of a state. Raises DataError."""
    return _problem_of(_admitted(state), int(state["seed"]))


def run(of: RunRequest) -> Shown:
    """Return the requested run, from the cache if anyone has requested it before. Raises DataError."""
    shown = _stopped(of) or _long(of) or _run(of)
    if shown.digest not in STORE:
        STORE.put(pack(shown.trace, of.shareable, of.pictures), of.shareable)
    return shown


def begin(of: RunRequest) -> LongRun | None:
    """Return a run that takes a while and has not ended, begun if new; None when there is none.

    Raises DataError when the data cannot be loaded, NoRun when the visitor stopped it too early or it cannot begin.
    """
    data = _data_of(of)
    stopped = _stopped_run(of)
    if isinstance(stopped, str):
        raise NoRun(stopped, remedy="Run it again, or change your choices")
    visitor = audience.here()
    if stopped is not None:
        stopped.audience.join(visitor)
        return None if stopped.done else stopped
    if _known(of, data) or not _takes_a_while(of, data):
        return None

    def make() -> LongRun:
        return LongRun(partial(_compute, of, data), len(of.contenders), of.spec.rounds)

    job = LONG.begin(of, make, visitor)
    return None if job.done else job


def at_hand(of: RunRequest) -> Shown | None:
    """Return a run; None when it would take a while and is not running, or its data are gone."""
    with suppress(DataError):
        stopped, whole = _stopped_run(of), LONG.find(of)
        ready = (isinstance(stopped, LongRun) and stopped.done) or (whole is not None and whole.done)
        if not (ready or _place(of) in CACHE):
            data = _data_of(of)
            ready = _known(of, data) or not _takes_a_while(of, data)
        if ready or _place(of) in CACHE:
            return run(of)
    return None


def last_good(
    good: State | None, start: State, pictures: Callable[[State], tuple[str, ...]] = lambda _: ()
) -> tuple[State, Shown]:
    """Return the state that worked before with its run, or `start` and its run. Raises DataError.

    `pictures` names what the page draws of a state besides what every run has.
    """
    shown = None if good is None else still_there(good, pictures(good))
    if good is None or shown is None:
        return start, run(request(start, pictures(start)))
    return good, shown


def still_there(state: State, pictures: tuple[str, ...] = ()) -> Shown | None:
    """Return `at_hand` for a state; None, too, when its data are gone."""
    with suppress(DataError):
        return at_hand(request(state, pictures))
    return None


def leave(of: RunRequest, job: LongRun) -> None:
    """Store the rounds done of a run for this visitor alone; the run continues while others wait for it."""
    drawn = "its rounds were drawn" if job.is_drawing else "the first round"
    part = LONG.leave(job, audience.here())
    why = f"The run was stopped before {drawn}, so there is nothing to show"
    st.session_state[STOPPED] = of, part or why


def run_again() -> None:
    """Forget that the visitor stopped a run."""
    st.session_state.pop(STOPPED, None)


def _stopped_run(of: RunRequest) -> LongRun | str | None:
    """Return the part of this run that the visitor stopped, or why there is none; None when it was not stopped."""
    chosen, part = st.session_state.get(STOPPED, (None, None))
    if chosen != of or (isinstance(part, LongRun) and part.abandoned):
        return None
    return part


def _stopped(of: RunRequest) -> Shown | None:
    stopped = _stopped_run(of)
    return stopped.result() if isinstance(stopped, LongRun) else None


def _long(of: RunRequest) -> Shown | None:
    """Return the result of a long run; a whole one moves to the cache of all runs, bounded in bytes."""
    job = LONG.find(of)
    if job is None:
        return None
    shown = job.result()
    if not job.stopped:
        CACHE.put(_place(of), shown)
        LONG.drop(of)
    return shown


def _takes_a_while(of: RunRequest, data: Problem) -> bool:
    return cost.estimated(data, of.contenders, of.spec.rounds, of.pictures) > cost.LONG


def _admitted(state: State) -> catalog.Data:
    """Return the data of a state under their one name. Raises DataError when this visitor may not open them."""
    catalog.admit(state.source)
    return catalog.canonical(state.source)


def _data_of(of: RunRequest) -> Problem:
    return _problem_of(of.source, of.spec.seed)


def _problem_of(data: catalog.Data, seed: int) -> Problem:
    return catalog.problem(data, seed)


def _place(of: RunRequest) -> tuple[str, RunRequest]:
    return "run", of


def _known(of: RunRequest, data: Problem) -> bool:
    """Return whether a run is in the cache, or another worker has computed it."""
    return _place(of) in CACHE or (of.shareable and SHARED.is_stored(of, data))


def _run(of: RunRequest) -> Shown:
    def make() -> Shown:
        data = _data_of(of)
        read = SHARED.read(of, data) if of.shareable else None
        return _compute(of, data) if read is None else read

    return CACHE.get(_place(of), make)


def _compute(of: RunRequest, data: Problem, follow: LongRun | None = None) -> Shown:
    begin, spec, pictures = time.perf_counter(), of.spec, of.pictures
    check_before(data, spec.algorithms, spec.rounds, spec.holdout, pictures)
    # Pictures may need a solver or draw landscapes: that takes seconds whatever the size.
    short = not pictures and cost.estimated(data, spec.algorithms, spec.rounds) <= cost.SHORT
    with turn(short):
        trace = spec.trace(
            data,
            progress=None if follow is None else follow.progress,
            measured=None if follow is None else follow.measured,
            so_far=None if follow is None else follow.so_far,
        )
        if follow is not None:
            follow.drawing()
        part = shown_as(trace, pictures)
        packed = pack(trace, of.shareable, pictures, None if follow is None else follow.look)
    digest = STORE.put(packed, of.shareable)  # compressing releases the lock for others
    seconds = time.perf_counter() - begin
    run_log.write(digest, trace, len(packed), seconds)
    shown = Shown(data, trace, digest, seconds, "" if part is None else part.note)
    if of.shareable and not (follow is not None and follow.stopped):
        SHARED.write(of, shown)
    return shown
