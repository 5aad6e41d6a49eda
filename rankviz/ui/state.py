"""Every choice a visitor can make, in one place: its default, its menu, its bounds, its help, its place in the link.

The choices come from the registries (the algorithms' parameters, the sources' menus), so a new algorithm or
source has its widgets, its place in the link and its checks without a line here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rankviz import forks
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.errors import DataError
from rankviz.ui import catalog

DEFAULT_ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
MAX_ALGORITHMS = 4
MAX_ROUNDS = 1000
SHORT_NAMES = {"negative_alpha": "neg"}
FRAMEWORK_KEYS = {"embed", "embed_options"}
SCALES = {"auto": None, "log": True, "linear": False}
"""How losses and bounds are drawn: what the stage is told for each word."""
EXPLAINED = re.compile(r"[a-z][a-z0-9-]{0,40}(~[2-9])?:[a-z][a-z0-9_]{0,20}(:[0-9]{1,9}){0,2}(@[0-9]{1,6})?")
"""A run and one of its numbers: ``rb-c:alpha``, ``rb-plus:pair:12:34@3``."""
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


@dataclass(frozen=True)
class Choice:
    """One choice. `kind` is source, names, int, float, bool or choice; `link` its name in the address bar."""

    name: str
    link: str
    label: str
    help: str
    default: Any
    kind: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    parameter: bool = False


@lru_cache(maxsize=1)
def choices() -> dict[str, Choice]:
    """All choices by name: the page's own, then the parameters of the algorithms in the registry."""
    own = (
        Choice("data", "data", "Data", "The SOURCE, as on the command line", catalog.DEFAULT, "source"),
        Choice(
            "alg",
            "alg",
            "Algorithms",
            "One to four, run side by side on the same data with one round cursor",
            DEFAULT_ALGORITHMS,
            "names",
            low=1,
            high=MAX_ALGORITHMS,
            choices=tuple(ALGORITHMS),
        ),
        Choice("rounds", "rounds", "Rounds", "How many rounds of boosting to run", 60, "int", 1, MAX_ROUNDS),
        Choice(
            "holdout",
            "holdout",
            "Held-out share (%)",
            "Set aside before training and only looked at: whole queries where there are several, else items",
            25,
            "int",
            0,
            50,
        ),
        Choice(
            "seed",
            "seed",
            "Seed",
            "Fixes every random draw that the data do not fix themselves: same seed, same numbers",
            0,
            "int",
            0,
            2**31 - 1,
        ),
        Choice("t", "t", "Round", "The round on the stage", 10, "int", 0, MAX_ROUNDS),
        Choice("fork", "fork", "Branch", "One round of one algorithm chosen otherwise", "", "fork"),
        Choice("explain", "explain", "Explained number", "The number whose equation is open", "", "number"),
        Choice(
            "scale",
            "scale",
            "Scale of losses",
            "auto is logarithmic when the losses run apart",
            "auto",
            "choice",
            choices=tuple(SCALES),
        ),
    )
    found = {choice.name: choice for choice in own}
    for algorithm in ALGORITHMS.values():
        for p in algorithm.parameters:
            found.setdefault(
                p.name,
                Choice(
                    p.name,
                    SHORT_NAMES.get(p.name, p.name),
                    p.name.replace("_", " ").replace("alpha", "α").capitalize(),
                    p.help,
                    p.default,
                    p.kind,
                    getattr(p, "low", None),
                    getattr(p, "high", None),
                    tuple(getattr(p, "choices", None) or ()),
                    parameter=True,
                ),
            )
    return found


def _can_branch(values: Mapping[str, Any]) -> bool:
    """Whether the fork leaves a run there is, in a round there is, with room beside it."""
    if not values["fork"]:
        return True
    fork, algorithms = forks.read(str(values["fork"])), values["alg"]
    return (
        fork.algorithm in algorithms and fork.round <= values["rounds"] and len(algorithms) < MAX_ALGORITHMS
    )


def shown_whole(data: str) -> bool:
    """Whether these data are a worked example: it proves its point only with all of its items."""
    return data.startswith(("scenario:", "inline:"))


class State(Mapping[str, Any]):
    """The value of every choice; immutable and hashable. `State(rounds=100)` is the default but for the rounds."""

    __slots__ = ("_values",)

    def __init__(self, **chosen: object) -> None:
        known = choices()
        unknown = set(chosen) - set(known)
        if unknown:
            raise KeyError(f"no such choice: {', '.join(sorted(unknown))}")
        self._values = {name: chosen.get(name, choice.default) for name, choice in known.items()}
        if shown_whole(str(self._values["data"])):
            self._values["holdout"] = 0
        if not _can_branch(self._values):
            self._values["fork"] = ""

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._values == other._values

    def __repr__(self) -> str:
        chosen = {k: v for k, v in self._values.items() if v != choices()[k].default}
        return f"State({', '.join(f'{k}={v!r}' for k, v in chosen.items())})"

    def but(self, **changes: object) -> State:
        """The same state with some choices changed."""
        return State(**{**self._values, **changes})

    def parameters(self) -> dict[str, object]:
        """The parameters the chosen algorithms have, with their values."""
        used = {p.name for name in self["alg"] for p in ALGORITHMS[name].parameters}
        return {name: self[name] for name in choices() if name in used}


def to_link(state: State, *, whole: bool = False) -> dict[str, str]:
    """The query parameters of a state; defaults are left out, except `data` and `alg` when `whole`."""
    link = {}
    for name, choice in choices().items():
        if state[name] != choice.default or (whole and name in ("data", "alg")):
            link[choice.link] = _text(state[name])
    return link


def from_link(params: Mapping[str, object]) -> tuple[State, list[str]]:
    """Read a state from query parameters, whatever they hold.

    Parameters
    ----------
    params : name to text, or to a list of texts of which the last counts.

    Returns
    -------
    The state, and one sentence for each value that was clamped or dropped. Never raises.
    """
    by_link = {choice.link: choice for choice in choices().values()}
    chosen: dict[str, object] = {}
    said: list[str] = []
    for key, raw in params.items():
        if key in FRAMEWORK_KEYS:
            continue
        if isinstance(raw, (list, tuple)):
            raw = raw[-1] if raw else ""
        choice = by_link.get(key)
        if choice is None:
            said.append(f"The link names “{_short(key)}”, which is no choice here; it was dropped.")
            continue
        value, sentence = _read(choice, str(raw))
        chosen[choice.name] = value
        if sentence:
            said.append(sentence)
    state = State(**chosen)
    if chosen.get("fork") and not state["fork"]:
        said.append("The link's branch has no run to leave here; it was dropped.")
    if chosen.get("holdout") and not state["holdout"]:
        said.append("A worked example is shown whole: nothing of it is held out.")
    if state["t"] > state["rounds"]:
        if "t" in chosen:
            said.append(
                f"Round {state['t']} lies beyond the {state['rounds']} rounds of this run; "
                f"round {state['rounds']} is shown."
            )
        state = state.but(t=state["rounds"])
    return state, said


def _read(choice: Choice, text: str) -> tuple[object, str | None]:
    """One value of a link, made valid, and the sentence that says what was done to it."""
    text = text.strip()
    if choice.kind == "source":
        return catalog.check_link_source(text)
    if choice.kind == "names":
        return _read_names(choice, text)
    if choice.kind == "fork":
        return _read_fork(text)
    if choice.kind == "number":
        if not text or EXPLAINED.fullmatch(text):
            return text, None
        return choice.default, f"{choice.label}: “{_short(text)}” in the link names no number; none is open."
    if choice.kind == "bool":
        if text.lower() in TRUE | FALSE:
            return text.lower() in TRUE, None
        return choice.default, _refused(choice, text, "neither 1 nor 0")
    if choice.kind == "choice":
        if text in choice.choices:
            return text, None
        return choice.default, _refused(choice, text, f"none of {', '.join(choice.choices)}")
    return _read_number(choice, text)


def _read_number(choice: Choice, text: str) -> tuple[object, str | None]:
    try:
        number = float(text) if choice.kind == "float" else int(text[:400])
    except ValueError:
        kind = "a number" if choice.kind == "float" else "a whole number"
        return choice.default, _refused(choice, text, f"not {kind}")
    if isinstance(number, float) and math.isnan(number):
        return choice.default, _refused(choice, text, "not a number")
    low, high = choice.low, choice.high
    clamped = number
    if low is not None and clamped < low:
        clamped = type(number)(low)
    if high is not None and clamped > high:
        clamped = type(number)(high)
    if isinstance(clamped, float) and math.isinf(clamped):
        return choice.default, _refused(choice, text, "not finite")
    if clamped != number:
        bounds = f"{_bound(low)} to {_bound(high)}"
        return clamped, f"{choice.label}: {_short(text)} lies outside {bounds}; {_text(clamped)} is used."
    return clamped, None


def _read_fork(text: str) -> tuple[object, str | None]:
    if not text:
        return "", None
    try:
        return forks.write(forks.read(text)), None
    except DataError as problem:
        return "", f"{problem} The run goes its own way."


def _read_names(choice: Choice, text: str) -> tuple[object, str | None]:
    asked = [name.strip() for name in text.split(",") if name.strip()]
    known = [name for name in choice.choices if name in asked]
    unknown = [name for name in asked if name not in choice.choices]
    said = None
    if unknown:
        names = ", ".join(f"“{_short(name)}”" for name in unknown[:4])
        said = (
            f"{choice.label}: {names} is unknown here and was dropped; there are {', '.join(choice.choices)}."
        )
    if len(known) > MAX_ALGORITHMS:
        said = (
            f"{choice.label}: at most {MAX_ALGORITHMS} run side by side; the first {MAX_ALGORITHMS} are used."
        )
    if not known:
        return choice.default, said or _refused(choice, text, "empty")
    return tuple(known[:MAX_ALGORITHMS]), said


def _refused(choice: Choice, text: str, why: str) -> str:
    return f"{choice.label}: “{_short(text)}” in the link is {why}; {_text(choice.default)} is used."


def _bound(value: float | None) -> str:
    return "any" if value is None else _text(value)


def _short(text: str) -> str:
    """What a link held, safe to show: printable, one line, at most 40 characters."""
    text = "".join(letter if letter.isprintable() else "·" for letter in text)
    return text if len(text) <= 40 else text[:39] + "…"


def _text(value: object) -> str:
    """A value as it stands in the link; reading it back gives the value again."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)
