"""The server's answers to the stage's drawer: a number explained, the theorems of a round (`/api/drawer/RUN/WHAT?…`).

A run is named by `Shown.identity`, a hash of its data: only whoever has the run or its data can name it.
"""

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from rankviz.board.drawer import explained, proven
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import BoostedRun
from rankviz.insight.explain.kernel import kernel_runs
from rankviz.insight.theory import minimum
from rankviz.insight.theory.minimum import Minimum
from rankviz.ui.cache.byte_cache import cached
from rankviz.ui.runs.shown import Shown
from rankviz.ui.runs.turns import aside, turn

AT_ONCE = 3_000
"""Most pairs of a problem whose minimum is found without being requested."""
QUICK = 50_000
"""Critical pairs up to which an answer takes milliseconds, and holds the turn."""
CHOOSE = "Choose a number above, or click one in a tile."
MOST_DIGITS = 6
"""Digits of a round in an address."""

_shown: WeakValueDictionary[str, Shown] = WeakValueDictionary()
"""The runs on stages, as long as they are cached."""

Query = Mapping[str, str]
Answer = dict[str, Any] | list[dict[str, Any]]


def url(shown: Shown) -> str:
    """Return the address, relative to the app, for a stage's questions about this run from now on."""
    _shown[shown.identity] = shown
    return f"api/drawer/{shown.identity}"


def answer(identity: str, what: str, query: Query) -> Answer | None:
    """Answer a question about a run; None for a run that is not (or no longer) here, and for an unknown question.

    The answer to a faulty question is {"said": sentence}.
    """
    shown, ask = _shown.get(identity), QUESTIONS.get(what)
    if shown is None or ask is None or shown.excerpt and what != "theorems":
        return None
    try:
        with turn(shown.trace.problem.n_pairs <= QUICK):
            return ask(shown, query)
    except DataError as problem:
        return {"said": f"{problem} {CHOOSE}" if ask is _explain else str(problem)}


def _menus(shown: Shown, query: Query) -> Answer:
    return explained.menus(shown.trace)


def _explain(shown: Shown, query: Query) -> Answer:
    return _explained(shown, query.get("run", ""), _round(query), query.get("key", ""), "full" in query)


def _step(shown: Shown, query: Query) -> Answer:
    if not kernel_runs(shown.trace):
        raise DataError("No run here uses the kernel method")
    return _kernel_step(shown, _round(query), "full" in query)


def _theorems(shown: Shown, query: Query) -> Answer:
    return _proven(shown, _round(query))


def _minimum(shown: Shown, query: Query) -> Answer:
    may_find = shown.trace.problem.n_pairs <= AT_ONCE or "solve" in query

    def find(run: BoostedRun) -> Minimum:
        with aside():
            return _solve(shown, shown.trace.boosted.index(run))

    return proven.with_minimum(shown.trace, query.get("run", ""), _round(query), find, may_find=may_find)


def _round(query: Query) -> int:
    text = query.get("t", "")
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise DataError("The request names no round")
    return int(text)


@cached
def _explained(shown: Shown, name: str, t: int, key: str, full: bool) -> dict[str, Any]:
    return explained.explained(shown.trace, name, t, key, full)


@cached
def _kernel_step(shown: Shown, t: int, full: bool) -> dict[str, Any]:
    return explained.kernel_step(shown.trace, t, full)


@cached
def _proven(shown: Shown, t: int) -> list[dict[str, Any]]:
    return proven.theorems(shown.trace, t)


@cached
def _solve(shown: Shown, index: int) -> Minimum:
    return minimum.of_run(shown.trace, shown.trace.boosted[index])


QUESTIONS: dict[str, Callable[[Shown, Query], Answer]] = {
    "menus": _menus,
    "explain": _explain,
    "step": _step,
    "theorems": _theorems,
    "minimum": _minimum,
}
