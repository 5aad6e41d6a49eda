"""Runs, computed once for everybody who makes the same choices, and their packed bytes, fetched by hash.

A run is a function of its choices (seeded, single-threaded sums), so it is cached for the whole process under
the canonical text of those choices, and the stage fetches its bytes under the hash of the bytes themselves.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import streamlit as st

from rankviz import forks
from rankviz import trace as make_trace
from rankviz.problem import Problem
from rankviz.stage_pack import pack
from rankviz.trace import Trace
from rankviz.ui import catalog
from rankviz.ui.state import State
from rankviz.ui.store import STORE


@dataclass(frozen=True)
class Shown:
    """A computed run: what the pages read. `digest` names its bytes; `seconds` is what computing took."""

    problem: Problem
    trace: Trace
    digest: str
    seconds: float


def key(state: State) -> str:
    """The canonical text of every choice that changes the numbers of a run."""
    numbers = {name: state[name] for name in ("data", "alg", "rounds", "seed", "holdout", "fork")}
    return json.dumps({**numbers, "parameters": state.parameters()}, sort_keys=True)


def problem(state: State) -> Problem:
    """The data of a state. Raises DataError."""
    return _problem(str(state["data"]), int(state["seed"]))


def run(state: State) -> Shown:
    """The run of a state, from the cache when anyone has asked for it before. Raises DataError."""
    shown = _run(key(state))
    if shown.digest not in STORE:
        STORE.put(pack(shown.trace, catalog.shareable(str(state["data"]))))
    return shown


@st.cache_resource(max_entries=24, show_spinner=False)
def _problem(data: str, seed: int) -> Problem:
    return catalog.load(data, seed)


@st.cache_resource(max_entries=24, show_spinner=False)
def _run(canonical: str) -> Shown:
    chosen = json.loads(canonical)
    begin = time.perf_counter()
    data = _problem(chosen["data"], chosen["seed"])
    trace = make_trace(
        data,
        chosen["alg"],
        rounds=chosen["rounds"],
        holdout=chosen["holdout"] / 100,
        seed=chosen["seed"],
        forks=[forks.read(chosen["fork"])] if chosen["fork"] else [],
        **chosen["parameters"],
    )
    digest = STORE.put(pack(trace, catalog.shareable(chosen["data"])))
    return Shown(data, trace, digest, time.perf_counter() - begin)
