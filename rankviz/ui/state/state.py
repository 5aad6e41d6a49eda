"""Every choice a visitor can make, in one place: its default, its menu, its bounds, its help, its place in the link.

The choices come from the registries (the algorithms' parameters, the sources' menus), so a new algorithm or
source has its widgets, its place in the link and its checks without a line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.runs import forks
from rankviz.ui.state import catalog

DEFAULT_ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
MAX_ALGORITHMS = 4
MAX_ROUNDS = 1000
SHORT_NAMES = {"negative_alpha": "neg"}
ROUNDS_HELP = (
    "How many rounds of boosting to run. A run of more than about two seconds says how far it is and can be stopped; "
    "when several are under way it waits in line, and it ends when no page shows it for ten seconds"
)
SCALES = {"auto": None, "log": True, "linear": False}
"""How losses and bounds are drawn: what the stage is told for each word."""


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
        Choice("rounds", "rounds", "Rounds", ROUNDS_HELP, 60, "int", 1, MAX_ROUNDS),
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
        Choice(
            "positive",
            "pos",
            "Grade that counts as positive",
            "Makes graded data bipartite: items of this grade or more against the rest. Empty keeps the grades",
            None,
            "grade",
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
        # In one order, so that the same choice is the same state, link and run.
        asked = set(self._values["alg"])  # type: ignore[call-overload]
        self._values["alg"] = tuple(name for name in ALGORITHMS if name in asked)
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
