"""Conversion between a page's state and the run that the page shows: a state has more choices than a run."""

from typing import Any

from rankviz.engine.data import fold_choice, sources
from rankviz.engine.number_format import part, percent
from rankviz.engine.runs import forks
from rankviz.engine.runs.spec import RunSpec
from rankviz.ui.serving import uploads
from rankviz.ui.state.state import State


def of_state(state: State, data: str) -> RunSpec:
    """Return the run of a state, on the SOURCE `data`: the name of the state's data where the spec is used."""
    fork = str(state["fork"])
    return RunSpec(
        data,
        state["alg"],
        state["rounds"],
        state["seed"],
        part(state["holdout"]),
        state["positive"],
        forks.read(fork) if fork else None,
        state.parameters(),
        fold_choice.read(str(state["fold"])) if state["fold"] else None,
        state["stratified"],
    )


def to_state(spec: RunSpec, t: int = 0) -> State:
    """Return the choices of a page that show round `t` of a run. Raises DataError for an unknown SOURCE."""
    chosen: dict[str, Any] = dict(spec.parameters)
    return State(
        data=spec.data if spec.data.startswith(uploads.PREFIX) else sources.canonical(spec.data),
        alg=spec.algorithms,
        rounds=spec.rounds,
        seed=spec.seed,
        holdout=percent(spec.holdout),
        positive=spec.positive,
        fork=forks.write(spec.fork) if spec.fork else "",
        fold=spec.fold.text if spec.fold else "",
        stratified=spec.stratified,
        t=t,
        **chosen,
    )
