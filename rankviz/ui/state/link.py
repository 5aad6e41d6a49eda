"""The state in the address bar: written as query parameters, and read back whatever they hold."""

import math
import re
from collections.abc import Callable, Mapping

from rankviz.choice import Choice
from rankviz.data import fold_choice
from rankviz.errors import DataError
from rankviz.runs import forks
from rankviz.ui.state import catalog
from rankviz.ui.state.state import MAX_ALGORITHMS, State, choices, in_order

FRAMEWORK_KEYS = {"embed", "embed_options", "lang"}
ROUND = "t"
"""The query parameter of the round, which the stage alone writes: a page with choices of its own leaves it out."""
EXPLAINED = re.compile(r"[a-z][a-z0-9-]{0,40}(~[2-9])?:[a-z][a-z0-9_]{0,20}(:[0-9]{1,9}){0,2}(@[0-9]{1,6})?")
"""A run and one of the run's numbers: ``rb-c:alpha``, ``rb-plus:pair:12:34@3``."""
BEAT = re.compile(r"\s*([1-9][0-9]{0,8})\.[1-5]\s*")
"""A round and one of its beats, which the stage reads by itself: ``12.3``."""
LOOK = re.compile(r"[a-z0-9.,:_-]{0,200}")
"""Tiles and curves, by the stage's short names for them."""


def to_link(state: State, *, whole: bool = False) -> dict[str, str]:
    """Return the query parameters of a state without defaults, but with `data` and `alg` if `whole`.

    The held-out share is there also where a link without it might hold nothing out (`catalog.may_be_small`).
    """
    link = {}
    for name, choice in choices().items():
        if state[name] != choice.default or (whole and name in ("data", "alg")):
            link[choice.link] = choice.write(state[name])
    if "holdout" not in link and catalog.may_be_small(state.source):
        link["holdout"] = choices()["holdout"].write(state["holdout"])
    return link


def from_link(params: Mapping[str, object], start: State | None = None) -> tuple[State, list[str]]:
    """Read a state from query parameters, whatever they hold.

    Parameters
    ----------
    params : name to text, or to a list of texts of which the last counts.
    start : the state that a link without data changes; a link with data leaves the rest at the defaults.

    Returns
    -------
    The state, and one sentence for each value that was clamped or dropped. Never raises.
    """
    by_link = {choice.link: choice for choice in choices().values()}
    chosen: dict[str, object] = {}
    messages: list[str] = []
    for key, raw in params.items():
        if key in FRAMEWORK_KEYS:
            continue
        if isinstance(raw, (list, tuple)):
            raw = raw[-1] if raw else ""
        choice = by_link.get(key)
        if choice is None:
            messages.append(f"The link names “{_short(key)}”, which is not a choice here; it was dropped.")
            continue
        value, message = _read(choice, str(raw))
        chosen[choice.name] = value
        if message:
            messages.append(message)
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


def _read(choice: Choice, text: str) -> tuple[object, str | None]:
    """Return one value of a link, made valid, and the message about a value that was not."""
    if choice.name == "t" and (moment := BEAT.fullmatch(text)):
        text = moment[1]
    return _READERS.get(choice.kind, _read_plain)(choice, text.strip())


def _read_plain(choice: Choice, text: str) -> tuple[object, str | None]:
    """Read a number, a yes or no, or one of some words."""
    try:
        value = choice.read(text)
    except DataError:
        return choice.default, _refused(choice, text, _needs(choice))
    nearest = choice.nearest(value)
    if nearest == value:
        return value, None
    outside = f"{choice.label}: {_short(text)} lies outside {choice.bounds}"
    return nearest, f"{outside}; {choice.write(nearest)} is used."


def _needs(choice: Choice) -> str:
    """Return what a text that cannot be read should have been, as the end of "it is …"."""
    if choice.kind == "bool":
        return "neither 1 nor 0"
    if choice.kind == "choice":
        return f"none of {', '.join(filter(None, choice.choices))}"
    return f"not {choice.number}"


def _read_source(choice: Choice, text: str) -> tuple[object, str | None]:
    return catalog.check_link_source(text)


def _read_explained(choice: Choice, text: str) -> tuple[object, str | None]:
    if not text or EXPLAINED.fullmatch(text):
        return text, None
    return choice.default, f"{choice.label}: “{_short(text)}” in the link names no number; none is open."


def _read_look(choice: Choice, text: str) -> tuple[object, str | None]:
    if LOOK.fullmatch(text):
        return text, None
    return choice.default, f"{choice.label}: “{_short(text)}” in the link names no tiles; it was dropped."


def _read_grade(choice: Choice, text: str) -> tuple[object, str | None]:
    try:
        grade = float(text) if text else None
    except ValueError:
        grade = math.nan
    if grade is None or math.isfinite(grade):
        return grade, None
    return (
        choice.default,
        f"{choice.label}: “{_short(text)}” in the link is not a grade; the grades are kept.",
    )


def _read_fork(choice: Choice, text: str) -> tuple[object, str | None]:
    if not text:
        return "", None
    try:
        return forks.write(forks.read(text)), None
    except DataError as problem:
        return "", f"{_line(str(problem))} The run is shown without the branch."


def _read_fold(choice: Choice, text: str) -> tuple[object, str | None]:
    if not text:
        return "", None
    try:
        return fold_choice.read(text).text, None
    except DataError:
        return "", _refused(choice, text, "not a fold such as 2/5:user-13")


def _read_names(choice: Choice, text: str) -> tuple[object, str | None]:
    asked = [name.strip() for name in text.split(",") if name.strip()]
    known = in_order(asked)
    unknown = [name for name in asked if not in_order([name])]
    message = None
    if unknown:
        names = ", ".join(f"“{_short(name)}”" for name in unknown[:4])
        message = (
            f"{choice.label}: {names} is unknown here and was dropped; there are {', '.join(choice.choices)}."
        )
    if len(known) > MAX_ALGORITHMS:
        message = (
            f"{choice.label}: at most {MAX_ALGORITHMS} run side by side; the first {MAX_ALGORITHMS} are used."
        )
    if not known:
        return choice.default, message or _refused(choice, text, "empty")
    return known[:MAX_ALGORITHMS], message


def _refused(choice: Choice, text: str, why: str) -> str:
    instead = f"{choice.write(choice.default)} is used" if choice.default != "" else "it was dropped"
    return f"{choice.label}: “{_short(text)}” in the link is {why}; {instead}."


def _line(text: str) -> str:
    """Make text that may repeat a part of a link safe to show: printable, on one line."""
    return "".join(letter if letter.isprintable() else "·" for letter in text)


def _short(text: str) -> str:
    """Make a part of a link safe to show, and at most 40 characters long."""
    text = _line(text)
    return text if len(text) <= 40 else text[:39] + "…"


_READERS: dict[str, Callable[[Choice, str], tuple[object, str | None]]] = {
    "source": _read_source,
    "names": _read_names,
    "grade": _read_grade,
    "fork": _read_fork,
    "fold": _read_fold,
    "number": _read_explained,
    "look": _read_look,
}
"""Readers of the kinds that only a page has; all other kinds are read as everywhere."""
