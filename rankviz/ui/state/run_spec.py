"""Between what a page shows and the run it shows: a state says more than a run, a run less than a state."""

from __future__ import annotations

from typing import Any

from rankviz.data import fold_choice, sources
from rankviz.runs import forks
from rankviz.runs.spec import RunSpec
from rankviz.ui.state.state import State


def of_state(state: State, data: str) -> RunSpec:
    """The run of a state, on the SOURCE `data`, as which its data are known where the spec is used."""
    fork = str(state["fork"])
    return RunSpec(
        data,
        state["alg"],
        state["rounds"],
        state["seed"],
        state["holdout"] / 100,
        state["positive"],
        forks.read(fork) if fork else None,
        state.parameters(),
        fold_choice.read(str(state["fold"])) if state["fold"] else None,
    )


def to_state(spec: RunSpec, t: int = 0) -> State:
    """The choices of a page that show round `t` of a run. Raises DataError for a SOURCE that is none."""
    chosen: dict[str, Any] = dict(spec.parameters)
    return State(
        data=sources.canonical(spec.data),
        alg=spec.algorithms,
        rounds=spec.rounds,
        seed=spec.seed,
        holdout=round(100 * spec.holdout),
        positive=spec.positive,
        fork=forks.write(spec.fork) if spec.fork else "",
        fold=spec.fold.text if spec.fold else "",
        t=t,
        **chosen,
    )
