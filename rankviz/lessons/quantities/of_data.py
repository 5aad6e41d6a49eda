"""Quantities of the data, of an item and of a weak ranker; docs/lessons.md lists them.

A name that is none raises one of `rankviz.lessons.vocabulary.UNKNOWN`.
"""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.kernels import pairs as pair_kernels
from rankviz.engine.runs.trace import Trace
from rankviz.insight.theory import margin_game
from rankviz.insight.theory.law import law_of


def of_data(trace: Trace, name: str) -> float:
    """Return a quantity of the data, of the pool, or of what was asked for."""
    if name.startswith("best:"):
        return _best_share(trace, name.removeprefix("best:"))
    return float(OF_DATA[name](trace))


def _held_out(trace: Trace) -> int:
    return trace.holdout.n_items if trace.holdout else 0


def _held_out_pairs(trace: Trace) -> int:
    return trace.holdout.n_pairs if trace.holdout else 0


def _queries(trace: Trace) -> int:
    held = trace.holdout
    return len(trace.problem.query_rows()) + (len(held.query_rows()) if held else 0)


def positives(trace: Trace) -> int:
    """Return how many items have the highest grade. Raises KeyError without grades."""
    if trace.problem.grades is None:
        raise KeyError("nothing here has a grade")
    return int((trace.problem.grades == trace.problem.grades.max()).sum())


def _possible(trace: Trace, *, held_out: bool) -> float:
    """Return the AUC of the best possible score on the items. Raises KeyError where the law is not known."""
    law, items = law_of(trace.problem), trace.holdout if held_out else trace.problem
    if law is None or items is None:
        raise KeyError("the law of these data is not known")
    return law.auc_on(items)


def _game(trace: Trace) -> margin_game.Game:
    """Return the game between pairs and rankers, solved."""
    return margin_game.solve(trace.problem, trace.pool.without_constant())


def _best_share(trace: Trace, name: str) -> float:
    """Return what a pair has of the weight that holds the margin at its largest."""
    solved = _game(trace)
    return float(solved.pair_weights[solved.pairs == pair(trace, name)].sum())


OF_DATA: dict[str, Callable[[Trace], float]] = {
    "items": lambda trace: trace.problem.n_items,
    "pairs": lambda trace: trace.problem.n_pairs,
    "rankers": lambda trace: len(trace.pool),
    "queries": _queries,
    "held_out": _held_out,
    "held_out_pairs": _held_out_pairs,
    "asked": lambda trace: int(trace.settings["rounds"]),
    "one_pair": lambda trace: 1 / trace.problem.n_pairs,
    "positives": positives,
    "negatives": lambda trace: trace.problem.n_items - positives(trace),
    "rho": lambda trace: _game(trace).level,
    "hardest": lambda trace: len(_game(trace).pairs),
    "best_auc": lambda trace: _possible(trace, held_out=False),
    "best_auc_holdout": lambda trace: _possible(trace, held_out=True),
}
"""Name → what it is of a trace."""


def pair(trace: Trace, name: str) -> int:
    """Return the row of a pair, "a>b" by its items. Raises KeyError where there is none."""
    higher, _, lower = name.partition(">")
    ids = list(trace.problem.item_ids)
    if higher in ids and lower in ids:
        found = np.flatnonzero((trace.problem.pairs == (ids.index(higher), ids.index(lower))).all(axis=1))
        if len(found):
            return int(found[0])
    raise KeyError(f"there is no pair {name} here")


def pair_in_words(trace: Trace, index: int) -> str:
    """Name a pair in words: a over b."""
    higher, lower = trace.problem.pairs[index]
    ids = trace.problem.item_ids
    return f"{ids[higher]} over {ids[lower]}"


def item(trace: Trace, name: str) -> int:
    """Return the row of an item. Raises KeyError where there is none."""
    ids = list(trace.problem.item_ids)
    if name not in ids:
        raise KeyError(f"nothing here is called {name}")
    return ids.index(name)


def of_item(trace: Trace, name: str, what: str) -> float | str:
    """Return a feature of an item, its grade, or all grades of its query."""
    problem, row = trace.problem, item(trace, name)
    if what in problem.feature_names:
        return float(problem.X[row, problem.feature_names.index(what)])
    if problem.grades is None:
        raise KeyError("nothing here has a grade")
    rows = next(rows for rows in problem.query_rows() if row in rows)
    beside = " ".join(f"{grade:g}" for grade in sorted(problem.grades[rows], reverse=True))
    if what == "query":
        return beside
    return {"grade": float(problem.grades[row])}[what]


def of_ranker(trace: Trace, label: str, what: str) -> float:
    """Return a quantity of a weak ranker alone, by the first distribution of the pairs."""
    pool, problem = trace.pool, trace.problem
    ranker = next((j for j in range(len(pool)) if pool.label(j) == label), None)
    if ranker is None:
        raise KeyError(f"nothing here is called {label}")
    if what == "best":
        game = _game(trace)
        return float(game.weights[game.rankers == ranker].sum())
    start, lower = problem.by_higher
    m = problem.n_pairs
    right, ties, wrong = pair_kernels.epsilons(start, lower, problem.first_weights(), pool.output(ranker))
    return float(
        {
            "yes": int(pool.output(ranker).sum()),
            "right": round(right * m),
            "ties": round(ties * m),
            "wrong": round(wrong * m),
            "r1": ties + wrong,
            "r2": ties / 2 + wrong,
            "e1": right / math.e + ties + wrong * math.e,
            "e2": right / math.e + ties * math.cosh(1.0) + wrong * math.e,
        }[what]
    )
