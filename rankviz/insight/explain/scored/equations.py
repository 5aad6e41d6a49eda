"""The equations of each algorithm that does not boost weak rankers, and their lookup by key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.explain.context import ScoredContext
from rankviz.insight.explain.model import Explanation, Numbers
from rankviz.insight.explain.scored import (
    items,
    lambdarank,
    lists,
    own,
    preference,
    qbrank,
    ranksvm,
    real_rankers,
)


@dataclass(frozen=True)
class ScoredEquations:
    """The equations of one algorithm.

    numbers : a round's numbers, key to symbol and words; the first is shown where no number is chosen.
    of_round, of_item, of_pair : key to what explains a number of a round, of an item (row), of a pair (two rows).
    """

    numbers: Numbers
    of_round: Mapping[str, Callable[[ScoredContext], Explanation]]
    of_item: Mapping[str, Callable[[ScoredContext, int], Explanation]]
    of_pair: Mapping[str, Callable[[ScoredContext, int, int], Explanation]] = field(default_factory=dict)


_QUADRATIC = ScoredEquations(
    qbrank.NUMBERS,
    {**qbrank.OF_ROUND, "risk_lists": lists.risk_lists, "epsilon": qbrank.epsilon},
    items.OF_ITEM,
)
_LAMBDAS = ScoredEquations(lambdarank.NUMBERS, lambdarank.OF_ROUND, lambdarank.OF_ITEM, lambdarank.OF_PAIR)
_LIKELIEST = ScoredEquations(preference.NUMBERS, preference.OF_ROUND, preference.OF_ITEM)
SCORED = {
    "qbrank": _QUADRATIC,
    "gbt": _QUADRATIC,
    "ranksvm": ScoredEquations(ranksvm.NUMBERS, ranksvm.OF_ROUND, ranksvm.OF_ITEM),
    "ranknet": _LAMBDAS,
    "lambdamart": _LAMBDAS,
    "own": ScoredEquations(own.NUMBERS, own.OF_ROUND, own.OF_ITEM, own.OF_PAIR),
    "bradley-terry": _LIKELIEST,
    "davidson": ScoredEquations(
        preference.DAVIDSON_NUMBERS, preference.DAVIDSON_OF_ROUND, preference.OF_ITEM
    ),
    "elo": _LIKELIEST,
    "net-wins": ScoredEquations(preference.NET_NUMBERS, preference.NET_OF_ROUND, preference.NET_OF_ITEM),
    "rb-c-real": ScoredEquations(real_rankers.NUMBERS, real_rankers.OF_ROUND, real_rankers.OF_ITEM),
}
"""By algorithm; other algorithms without weak rankers have no equations here yet."""


def explain_scored(
    trace: Trace, run: ScoredRun, key: tuple[str, str, tuple[int, ...]], t: int, digits: int
) -> Explanation:
    """Explain the number `key` (the whole key, its name, its numbers) of a run after round t.

    Raises DataError for a key that names nothing here.
    """
    if run.algorithm not in SCORED:
        raise DataError(f"The numbers of {run.label} have no equations here yet", remedy="Choose another run")
    written, name, rows = key
    equations, items = SCORED[run.algorithm], trace.problem.n_items
    context = ScoredContext(
        trace, run, min(t, run.n_rounds), digits=digits, asked=t, numbers=equations.numbers
    )
    if name in equations.of_round and not rows:
        return equations.of_round[name](context)
    if name in equations.of_pair and len(rows) == 2:
        return equations.of_pair[name](context, *rows)
    if name not in equations.of_item or len(rows) != 1:
        there = ", ".join([*equations.of_round, *(f"{kind}:ROW" for kind in equations.of_item)])
        there += "".join(f", {kind}:ROW:ROW" for kind in equations.of_pair)
        raise DataError(f'"{written}" names no number of {run.label}', remedy=f"There are {there}")
    if rows[0] >= items:
        raise DataError(
            f'"{written}" names an item that is not there', remedy=f"Items run from 0 to {items - 1}"
        )
    return equations.of_item[name](context, rows[0])
