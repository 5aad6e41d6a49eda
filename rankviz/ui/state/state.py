"""Every choice a visitor can make, in one place: its default, its menu, its bounds, its help, its place in the link.

Those of a run come from `runs.link` and the registries (the algorithms' parameters, the sources' menus), so
a new algorithm or source has its widgets, its place in the link and its checks without a line here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from rankviz.engine.algorithms.contenders import algorithm_of, contender
from rankviz.engine.algorithms.registry import ALGORITHMS, parameters
from rankviz.engine.choice import Choice, Value
from rankviz.engine.errors import DataError
from rankviz.engine.runs import forks, link
from rankviz.ui.state import catalog

MAX_ALGORITHMS, MAX_ROUNDS = link.MAX_ALGORITHMS, link.MAX_ROUNDS
TABS = (
    "",
    "candidates",
    "explain",
    "step",
    "theorems",
    "what-if",
    "data",
    "figures",
    "rates",
    "paper",
    "export",
    "class",
)
"""The parts of the drawer, as the link names them; empty while it is shut."""
SCALES = {"auto": None, "log": True, "linear": False}
"""The scales of losses and bounds: the stage's value for each word."""


_PAGE = (
    *link.RUN,
    Choice("explain", "Explained number", "number", "", "The number whose equation is open"),
    Choice(
        "scale",
        "Scale of losses",
        "choice",
        "auto",
        "auto is logarithmic when the losses differ widely",
        choices=tuple(SCALES),
    ),
    Choice("present", "Present", "bool", False, "Only the stage, for a projector"),
    Choice("tab", "Drawer", "choice", "", "The part of the drawer that is open", choices=TABS),
    Choice("look", "Tiles", "look", "", "Which tiles and curves are shown, as the stage writes it"),
)


@lru_cache(maxsize=1)
def choices() -> dict[str, Choice]:
    """Return all choices by name: those of the page, then the parameters of the algorithms in the registry."""
    return {choice.name: choice for choice in _PAGE} | parameters()


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return contenders by key, each once, in the registry's order of algorithms; leave out unknown names."""
    found: dict[str, None] = {}
    for name in names:
        try:
            found[contender(name, {}).key] = None
        except DataError:
            continue
    places = list(ALGORITHMS)
    return tuple(sorted(found, key=lambda key: places.index(algorithm_of(key))))


def _can_branch(values: Mapping[str, Any]) -> bool:
    """Return whether the fork leaves a run of the state, in one of its rounds, with room for the branch next to it."""
    if not values["fork"]:
        return True
    fork, algorithms = forks.read(str(values["fork"])), values["alg"]
    return (
        fork.algorithm in algorithms and fork.round <= values["rounds"] and len(algorithms) < MAX_ALGORITHMS
    )


class State(Mapping[str, Any]):
    """The value of every choice; immutable and hashable. `State(rounds=100)` is the default except for the rounds.

    Its data may be given as text or parsed; `state["data"]` is the text, as in a link.
    """

    __slots__ = ("_source", "_values")

    def __init__(self, **chosen: object) -> None:
        known = choices()
        unknown = set(chosen) - set(known)
        if unknown:
            raise KeyError(f"no such choice: {', '.join(sorted(unknown))}")
        self._values = {name: chosen.get(name, choice.default) for name, choice in known.items()}
        data: Any = self._values["data"]
        self._source: catalog.Data | None = None if isinstance(data, str) else data
        self._values["data"] = data if isinstance(data, str) else data.text
        # In one order, so that the same choice is the same state, link and run.
        self._values["alg"] = in_order(self._values["alg"])  # type: ignore[arg-type]
        if link.shown_whole(str(self._values["data"])):
            self._values["fold"] = ""
        if self._values["fold"] or link.shown_whole(str(self._values["data"])):
            self._values["holdout"] = 0
        if float(self._values["holdout"]).is_integer():  # type: ignore[arg-type]
            self._values["holdout"] = int(self._values["holdout"])  # type: ignore[call-overload]
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
        """Return the same state with some choices changed."""
        return State(**{**self._values, "data": self._source or self._values["data"], **changes})

    @property
    def source(self) -> catalog.Data:
        """The data, parsed where they came as text. Raises DataError for a text that names none."""
        if self._source is None:
            self._source = catalog.parse(str(self._values["data"]))
        return self._source

    def has_model(self) -> bool:
        """Return whether a trained ranker comes with the data; False where there are no such data."""
        try:
            return catalog.has_model(self.source)
        except DataError:
            return False

    def algorithms(self) -> tuple[str, ...]:
        """Return the names of the chosen algorithms, each once, however often it runs."""
        return tuple(dict.fromkeys(algorithm_of(name) for name in self["alg"]))

    def parameters(self) -> dict[str, Value]:
        """Return the parameters of the chosen algorithms, with the values for runs that do not set them."""
        return {name: self[name] for name in parameters(self.algorithms())}
