"""The state in the address bar: written as query parameters, and read back whatever they contain."""

import re
from collections.abc import Mapping
from functools import lru_cache

from rankviz.engine.choice import Choice, Choices, Reader
from rankviz.engine.errors import DataError, shortened
from rankviz.engine.runs.link import READERS
from rankviz.ui.state import catalog
from rankviz.ui.state.state import MAX_ALGORITHMS, State, choices, in_order

FRAMEWORK_KEYS = {"embed", "embed_options", "lang"}
ROUND = "t"
"""The query parameter of the round, which only the stage writes: a page with its own choices leaves it out."""
EXPLAINED = re.compile(r"[a-z][a-z0-9-]{0,40}(~[2-9])?:[a-z][a-z0-9_]{0,20}(:[0-9]{1,9}){0,2}(@[0-9]{1,6})?")
"""A run and one of the run's numbers: ``rb-c:alpha``, ``rb-plus:pair:12:34@3``."""
BEAT = re.compile(r"\s*([1-9][0-9]{0,8})\.[1-5]\s*")
"""A round and one of its beats, which the stage reads by itself: ``12.3``."""
LOOK = re.compile(r"[a-z0-9.,:=_-]{0,200}")
"""Tiles and curves, by the stage's short names for them."""


def to_link(state: State, *, whole: bool = False) -> dict[str, str]:
    """Return the query parameters of a state without defaults, but with `data` and `alg` if `whole`.

    The held-out share is included also where a link without it might hold nothing out (`catalog.may_be_small`).
    """
    link = _codec().write(state, ("data", "alg") if whole else ())
    if "holdout" not in link and catalog.may_be_small(state.source):
        link["holdout"] = choices()["holdout"].write(state["holdout"])
    return link


def from_link(params: Mapping[str, object], start: State | None = None) -> tuple[State, list[str]]:
    """Read a state from query parameters, whatever they contain.

    Parameters
    ----------
    params : name to text, or to a list of texts of which the last counts.
    start : the state that a link without data changes; a link with data leaves the rest at the defaults.

    Returns
    -------
    The state, and one sentence for each value that was clamped or dropped. Never raises.
    """
    last = {key: (raw or [""])[-1] if isinstance(raw, (list, tuple)) else raw for key, raw in params.items()}
    chosen, messages = _codec().read(
        {key: str(raw) for key, raw in last.items() if key not in FRAMEWORK_KEYS}
    )
    state = State(**chosen) if start is None or "data" in chosen else start.but(**chosen)
    unsaid = "data" in chosen and not {"holdout", "fold"} & {*chosen}
    if unsaid and catalog.holds_nothing_out(state.source, int(state["seed"])):
        state = state.but(holdout=0)
    if chosen.get("fork") and not state["fork"]:
        messages.append("The link's branch has no run to leave here; it was dropped.")
    if chosen.get("fold") and not state["fold"]:
        messages.append("Worked examples use all items, without folds; the link's fold was dropped.")
    elif chosen.get("fold") and chosen.get("holdout"):
        messages.append(
            "The link names a fold, which already says what is held out; the link's held-out share was dropped."
        )
    elif chosen.get("holdout") and not state["holdout"]:
        messages.append("Worked examples use all items; nothing is held out.")
    if state["t"] > state["rounds"]:
        if "t" in chosen:
            messages.append(
                f"Round {state['t']} lies beyond the {state['rounds']} rounds of this run; "
                f"round {state['rounds']} is shown."
            )
        state = state.but(t=state["rounds"])
    return state, messages


def _matching(form: re.Pattern[str], what: str) -> Reader:
    """Return the reader of a text of one form."""

    def read(choice: Choice, text: str) -> tuple[str, None]:
        if text and not form.fullmatch(text):
            raise DataError(f"{choice.label}: “{shortened(text, 40)}” in the link is not {what}")
        return text, None

    return read


def _source(choice: Choice, text: str) -> tuple[catalog.Data, str | None]:
    return catalog.check_link_source(text)


def _round(choice: Choice, text: str) -> tuple[object, str]:
    moment = BEAT.fullmatch(text)
    return choice.clamp(moment[1] if moment else text)


def _names(choice: Choice, text: str) -> tuple[tuple[str, ...], str | None]:
    asked = [name.strip() for name in text.split(",") if name.strip()]
    known = in_order(asked)
    unknown = [name for name in asked if not in_order([name])]
    message = None
    if unknown:
        names = ", ".join(f"“{shortened(name, 40)}”" for name in unknown[:4])
        message = f"{choice.label} that do not exist are left out: {names}. Choose from: {', '.join(choice.choices)}."
    if len(known) > MAX_ALGORITHMS:
        message = (
            f"{choice.label}: at most {MAX_ALGORITHMS} run side by side; the first {MAX_ALGORITHMS} are used."
        )
    if not asked:
        raise DataError(f"{choice.label}: the list in the link is empty")
    return known[:MAX_ALGORITHMS] or choice.default, message


@lru_cache(maxsize=1)
def _codec() -> Choices:
    """The choices of a state in a link."""
    explained, look = _matching(EXPLAINED, "a number of a run"), _matching(LOOK, "a list of tiles")
    readers = READERS | {"data": _source, "alg": _names, "t": _round, "explain": explained, "look": look}
    return Choices(choices().values(), readers)
