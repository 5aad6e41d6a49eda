"""A run in a link, as every page writes it: read strictly, for a text whose author is told what is wrong.

What a link leaves out has the pages' defaults, which stand here; `rankviz.ui.state.link` reads the links of visitors,
whatever they hold.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from rankviz.algorithms.contenders import algorithm_of, contender
from rankviz.algorithms.registry import parameters
from rankviz.data import fold_choice, sources
from rankviz.data.battles import TIE
from rankviz.data.holdout import MANY_ITEMS, is_small
from rankviz.data.sources import Source
from rankviz.errors import DataError, shown
from rankviz.number_format import part
from rankviz.runs import forks
from rankviz.runs.spec import RunSpec

DATA = "bundled:diabetes?grades=4&items=50&seed=9"
"""Real data on which the three RankBoost variants visibly diverge, in training and on what is held out."""
ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
ROUNDS, HELD_OUT, ROUND = 60, 25, 10
"""The pages' defaults: rounds of a run, per cent of it held out, and the round that is shown."""
MAX_ROUNDS = 1000
MAX_ALGORITHMS = 6
OF_A_PAGE = {"explain", "scale", "present", "tab", "population"}
"""Choices of a page that are none of its run."""

Read = TypeVar("Read")


@dataclass(frozen=True)
class Linked:
    """What a link says: the last part of its address ("" for none), the run, the round shown, and the tiles' look."""

    page: str
    spec: RunSpec
    t: int
    look: str


def shown_whole(data: str) -> bool:
    """Whether these data are a worked example, which proves its point only with all of its items."""
    return data.startswith(("scenario:", "inline:"))


def may_be_small(source: Source) -> bool:
    """Return whether a link without a share might hold nothing out of these data: files, votes, and few items."""
    names = {option.name for option in source.family.options_of(source.target)}
    few = int(source.values().get("items") or MANY_ITEMS) < MANY_ITEMS if "items" in names else False
    return source.family.reads_file or TIE.name in names or few


def _is_small(data: str, seed: int) -> bool:
    with suppress(DataError):  # who makes the run is told
        source = sources.parse(data)
        return may_be_small(source) and is_small(sources.load(source, seed=seed, confined=True))
    return False


def read(text: str) -> Linked:
    """Read a link, whole or from the page on. Raises DataError for one that a page would have to mend."""
    try:
        parts = urlsplit(text.strip())
        given = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=200))
    except ValueError as error:
        raise DataError(f"{shown(text, 60)} is not a link", remedy="Copy it from Export and share") from error
    data = given.pop("data", "")
    if not data:
        raise DataError(f"{shown(text, 60)} names no data", remedy="Begin it with ?data=")
    look = given.pop("look", "")
    algorithms = tuple(_algorithm(name) for name in given.pop("alg", ",".join(ALGORITHMS)).split(","))
    rounds = _whole("rounds", given.pop("rounds", str(ROUNDS)), 1, MAX_ROUNDS)
    t = _whole("t", given.pop("t", str(min(ROUND, rounds))).partition(".")[0], 0, rounds)
    fold = given.pop("fold", "")
    whole = bool(fold) or shown_whole(data)
    seed = _whole("seed", given.pop("seed", "0"), 0, 2**31 - 1)
    unsaid = "holdout" not in given and not whole and _is_small(data, seed)
    held = _number("holdout", given.pop("holdout", str(0 if whole or unsaid else HELD_OUT)), 0, 50)
    positive, fork = given.pop("pos", ""), given.pop("fork", "")
    spec = RunSpec(
        data,
        algorithms,
        rounds,
        seed,
        0.0 if whole else part(held),
        _number("pos", positive) if positive else None,
        forks.read(fork) if fork else None,
        _parameters({name: value for name, value in given.items() if name not in OF_A_PAGE}, algorithms),
        fold_choice.read(fold) if fold else None,
    )
    return Linked(parts.path.rpartition("/")[2], spec, t, look)


def _algorithm(name: str) -> str:
    return contender(name.strip(), {}).key


def _parameters(given: dict[str, str], algorithms: tuple[str, ...]) -> dict[str, Any]:
    of_all = {choice.link: choice for choice in parameters().values()}
    here = parameters([algorithm_of(name) for name in algorithms])
    found = {}
    for name, text in given.items():
        if name not in of_all:
            raise DataError(
                f"The link names {shown(name)}, which is not a choice of a run", remedy="Leave it out"
            )
        choice = of_all[name]
        if choice.name in here:
            found[choice.name] = choice.parse(text)
    return found


def _whole(name: str, text: str, low: int, high: int) -> int:
    return _between(name, text, int, low, high)


def _number(name: str, text: str, low: float = float("-inf"), high: float = float("inf")) -> float:
    return _between(name, text, float, low, high)


def _between(name: str, text: str, kind: Callable[[str], Read], low: float, high: float) -> Read:
    try:
        value: Any = kind(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise DataError(
            f"{name}={shown(text)[1:-1]} in the link", remedy=f"Give a number from {low:g} to {high:g}"
        )
    return value
