"""The strict reader of a run in a link, as every page writes it, for authors who need to know what is wrong.

Values that a link leaves out have the pages' defaults, defined here; `rankviz.ui.state.link` reads visitors' links,
whatever they contain.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from rankviz.engine.algorithms import registry
from rankviz.engine.algorithms.contenders import algorithm_of, contender
from rankviz.engine.algorithms.registry import parameters
from rankviz.engine.choice import LONGEST, Choice, Choices, Reader
from rankviz.engine.data import fold_choice, sources
from rankviz.engine.data.battles import TIE
from rankviz.engine.data.holdout import MANY_ITEMS, is_small
from rankviz.engine.data.sources import Source
from rankviz.engine.errors import DataError, shortened, shown
from rankviz.engine.number_format import part
from rankviz.engine.runs import forks
from rankviz.engine.runs.spec import RunSpec

DATA = "bundled:diabetes?grades=4&items=50&seed=9"
"""Real data on which the three RankBoost variants visibly diverge, in training and on what is held out."""
ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
ROUNDS, HELD_OUT, ROUND = 60, 25, 10
"""The pages' defaults: rounds of a run, per cent of it held out, and the round that is shown."""
MAX_ROUNDS = 1000
MAX_ALGORITHMS = 6
OF_A_PAGE = {"explain", "scale", "present", "tab", "population"}
"""Choices of a page that do not belong to its run."""

ROUNDS_HELP = (
    "How many rounds of boosting to run. A run of more than about two seconds shows its progress and can be stopped; "
    "it waits while others are running, and ends when no open page has shown it for ten seconds"
)
RUN = (
    Choice("data", "Data", "source", DATA, "The SOURCE, as on the command line"),
    Choice(
        "alg",
        "Algorithms",
        "names",
        ALGORITHMS,
        "One to six runs side by side on the same data with one round cursor; one algorithm may run several times",
        choices=tuple(registry.ALGORITHMS),
    ),
    Choice("rounds", "Rounds", "int", ROUNDS, ROUNDS_HELP, 1, MAX_ROUNDS),
    Choice(
        "holdout",
        "Held-out share (%)",
        "float",
        HELD_OUT,
        "Set aside before training and used only for testing: whole queries if there are several, otherwise items",
        0,
        50,
    ),
    Choice(
        "stratified",
        "Stratified by pairs",
        "bool",
        False,
        "Draw the held-out queries from groups of queries with about as many pairs, so that the share of the pairs is "
        "near the share chosen, too; no effect on a single query",
    ),
    Choice(
        "seed",
        "Seed",
        "int",
        0,
        "Starting value of the random draws; the same seed gives the same numbers",
        0,
        2**31 - 1,
    ),
    Choice(
        "positive",
        "Grade that counts as positive",
        "grade",
        None,
        "Makes graded data bipartite: items of this grade or more against the rest. Empty keeps the grades, or takes "
        "the median where an algorithm works with two classes only",
        short="pos",
    ),
    Choice(
        "population",
        "Error on fresh pairs",
        "bool",
        False,
        "Synthetic data only: R1 and R2 of the population, from 20,000 fresh pairs drawn from the same law",
    ),
    Choice("t", "Round", "int", ROUND, "The round on the board", 0, MAX_ROUNDS),
    Choice("fork", "Branch", "fork", "", "One round of one algorithm with another choice"),
    Choice("fold", "Fold", "fold", "", "One fold of an experiment in place of a held-out share: 2/5:user-13"),
)
"""The choices of a run, as every page has them."""


@dataclass(frozen=True)
class Linked:
    """The contents of a link: the last part of its address ("" for none), the run, the round, and the tiles' look."""

    page: str
    spec: RunSpec
    t: int
    look: str


def shown_whole(data: str) -> bool:
    """Return whether these data are a worked example, which proves its point only with all of its items."""
    return data.startswith(("scenario:", "inline:"))


def may_be_small(source: Source) -> bool:
    """Return whether a link without a share might hold nothing out of these data: files, votes, and few items."""
    names = {option.name for option in source.family.options_of(source.target)}
    few = int(source.values().get("items") or MANY_ITEMS) < MANY_ITEMS if "items" in names else False
    return source.family.reads_file or TIE.name in names or few


def _is_small(data: str, seed: int) -> bool:
    with suppress(DataError):  # the error appears when the run is made
        source = sources.parse(data)
        return may_be_small(source) and is_small(sources.load(source, seed=seed, confined=True))
    return False


def read(text: str) -> Linked:
    """Read a link, whole or from the page on. Raises DataError for one that a page would have to correct."""
    try:
        parts = urlsplit(text.strip())
        given = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=200))
    except ValueError as error:
        raise DataError(f"{shown(text, 60)} is not a link", remedy="Copy it from Export and share") from error
    data, look = given.pop("data", ""), given.pop("look", "")
    if not data:
        raise DataError(f"{shown(text, 60)} names no data", remedy="Begin it with ?data=")
    named = given.pop("alg", ",".join(ALGORITHMS)).split(",")
    algorithms = tuple(contender(name.strip(), {}).key for name in named)
    here = parameters([algorithm_of(name) for name in algorithms])
    unread = OF_A_PAGE | {choice.link for choice in parameters().values()} - {c.link for c in here.values()}
    known = Choices((*RUN, *here.values()), READERS | {"t": _round}, "a run")
    asked = {name: value for name, value in given.items() if name not in unread}
    chosen, _ = known.read(asked, strict=True)
    rounds = chosen.get("rounds", ROUNDS)
    t = chosen.get("t", min(ROUND, rounds))
    if t > rounds:
        raise DataError(f"t={t} is after the last round", remedy=f"Choose a whole number from 0 to {rounds}")
    fold, fork, seed = chosen.get("fold"), chosen.get("fork"), chosen.get("seed", 0)
    whole = bool(fold) or shown_whole(data)
    all_trained = whole or ("holdout" not in chosen and _is_small(data, seed))
    spec = RunSpec(
        data,
        algorithms,
        rounds,
        seed,
        0.0 if all_trained else part(chosen.get("holdout", HELD_OUT)),
        chosen.get("positive"),
        forks.read(fork) if fork else None,
        {name: value for name, value in chosen.items() if name in here},
        fold_choice.read(fold) if fold else None,
        bool(chosen.get("stratified")),
    )
    return Linked(parts.path.rpartition("/")[2], spec, t, look)


def _grade(choice: Choice, text: str) -> tuple[float | None, None]:
    with suppress(ValueError):
        grade = float(text) if text else None
        if grade is None or math.isfinite(grade):
            return grade, None
    raise DataError(f"{choice.link}={shortened(text, LONGEST)} is not a grade", remedy="Give a number")


def _fork(choice: Choice, text: str) -> tuple[str, None]:
    return forks.write(forks.read(text)) if text else "", None


def _fold(choice: Choice, text: str) -> tuple[str, None]:
    return fold_choice.read(text).text if text else "", None


def _round(choice: Choice, text: str) -> tuple[object, None]:
    return choice.parse(text.partition(".")[0]), None  # a beat of the round may follow


READERS: dict[str, Reader] = {"positive": _grade, "fork": _fork, "fold": _fold}
"""Readers of what is neither a number nor one of some words."""
