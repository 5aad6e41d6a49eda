"""The arrays of a pack: everything that moves with the round, looked up and never computed in the browser."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeVar

import numpy as np

from rankviz.board import curves, search
from rankviz.board.pair_map import PairMap
from rankviz.engine.kernels import stage_data
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.trace import BLOCK, BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.explain.equations import EQUATIONS

MOVERS = 3
"""Pairs listed as gaining most, and as many as losing most, each round."""

MAX_FACTORS = 4_096
"""Weights per run that a pack holds exactly, besides their colours. A small run's tooltip prints them."""

MARGIN_EDGES = np.linspace(-1.025, 1.025, 42)
"""Bins of normalised pair margins; the middle one holds the ties."""


Item = TypeVar("Item")
OnProgress = Callable[[], object]
"""Called every few rounds; an exception that it raises ends the drawing."""
CROSSINGS = 8
"""Rounds whose crossings are counted between two calls of `on_progress`."""


def shared(trace: Trace, where: PairMap) -> dict[str, np.ndarray]:
    """Return the arrays that all runs share: grades, queries, and the places of items and pairs on the map."""
    problem = trace.problem
    grades = problem.grades if problem.grades is not None else np.full(problem.n_items, np.nan)
    arrays = {
        "grades": grades,
        "query": problem.qid.astype("<u2" if problem.n_queries < 65536 else "<u4"),
        "axis": where.axis,
    }
    if where.kind == "pairs":
        higher, lower = problem.pairs.T
        return arrays | {"pair_higher": higher, "pair_lower": lower}
    return arrays | {
        "cell_row": where.cell_row,
        "cell_col": where.cell_col,
        "cell_pairs": where.cell_pairs,
        "item_group": where.group,
    }


def of_run(
    trace: Trace, run: Run, where: PairMap, on_progress: OnProgress | None = None
) -> dict[str, np.ndarray]:
    """Return the arrays of one run, round by round."""
    arrays = {"curves": curves.of_run(run)}
    if run.extra:
        arrays.update(own=np.array([curves.finite(values) for values in run.extra.values()]))
    if isinstance(run, ScoredRun):
        first_added = {text: k for k, text in enumerate(dict.fromkeys(run.scored.added))}
        arrays["pick"] = np.array([first_added[text] for text in run.scored.added])
        arrays["alpha"] = np.array(run.scored.step)
        return (
            arrays
            | _score_arrays(trace, run, on_progress)
            | _weight_arrays(trace, run, where, None, on_progress)
        )
    h = trace.pool.outputs(run.ranker).reshape(run.n_rounds, trace.problem.n_items)
    arrays["search"] = search.costs(trace, run)
    arrays |= _pick_arrays(run, h) | _score_arrays(trace, run, on_progress)
    return arrays | _weight_arrays(trace, run, where, h, on_progress)


def _reporting(items: Iterator[Item], on_progress: OnProgress | None) -> Iterator[Item]:
    for item in items:
        if on_progress is not None:
            on_progress()
        yield item


def _pick_arrays(run: BoostedRun, h: np.ndarray) -> dict[str, np.ndarray]:
    first_pick = {ranker: k for k, ranker in enumerate(dict.fromkeys(run.ranker.tolist()))}
    outcomes = {"finite": 0, "infinite": 1, "capped": 2, "forced": 3, "limit": 4}
    # The sum of a ranker's earlier picks: the stage shows the ensemble as the sum of its picks.
    sums: dict[int, float] = {}
    before = []
    limit = np.array([outcome == "limit" for outcome in run.outcome], dtype=bool)
    steps = np.where(limit, run.sign * np.inf, run.alpha)
    for ranker, alpha in zip(run.ranker.tolist(), steps.tolist(), strict=True):
        before.append(sums.get(ranker, 0.0))
        sums[ranker] = before[-1] + alpha
    names = ("alpha", "eps_correct", "eps_tied", "eps_reversed", "z", "delta", "tie_factor")
    return {
        "pick": np.array([first_pick[r] for r in run.ranker.tolist()]),
        "outcome": np.array([outcomes[o] for o in run.outcome]),
        "h": h,
        "alpha_prior": np.array(before),
        **_ties(run),
        **{name: getattr(run, name) for name in names},
    }


def _ties(run: BoostedRun) -> dict[str, np.ndarray]:
    """Return the shares of ε⁰ that α's equation counts for and against the ranker; empty where it has no such rule."""
    rule = EQUATIONS[run.algorithm].ties
    if rule is None:
        return {}
    counted, against = rule.shares(np.asarray(run.alpha_prior, dtype=np.float64))
    return {
        "tied_for": counted * run.eps_tied,
        "tied_against": against * run.eps_tied,
    }


def _score_arrays(trace: Trace, run: Run, on_progress: OnProgress | None) -> dict[str, np.ndarray]:
    """Return scores, places and the distribution of normalised pair margins after every round."""
    problem = trace.problem
    T, n, bins = run.n_rounds, problem.n_items, len(MARGIN_EDGES) - 1
    scores, place = np.empty((T + 1, n), "<f4"), np.empty((T + 1, n), "<u2")
    counts, amounts = np.zeros((T + 1, bins)), np.exp(problem.log_amounts)
    least = np.zeros(T + 1, "<u4")
    first, width = float(MARGIN_EDGES[0]), float(MARGIN_EDGES[1] - MARGIN_EDGES[0])
    staged, at = _reporting(trace.staged_scores(run), on_progress), 0
    while block := list(islice(staged, BLOCK)):
        g, here = np.array(block), slice(at, at + len(block))
        norm, tolerance = _widths(trace, run, g, here)
        scores[here] = g
        orders = np.lexsort((-g, np.broadcast_to(problem.qid, g.shape)))
        norm = np.where(norm > tolerance, norm, 0.0)
        found = place[here], least[here], counts[here]
        how = g, orders, problem.qid, tolerance, norm
        stage_data.scored(*problem.by_higher, *how, first, width, amounts, *found)
        at += len(block)
    return {"scores": scores, "place": place, "margin_hist": counts / problem.n_pairs, "least_pair": least}


def _widths(trace: Trace, run: Run, g: np.ndarray, here: slice) -> tuple[np.ndarray, np.ndarray]:
    """Return the divisor of margins and the tolerance of tied scores, (k,) each, after rounds with scores g (k, n)."""
    if isinstance(run, ScoredRun):
        # Without weak rankers there is no ‖η‖₁: margins are shares of the widest gap between scores.
        return np.ptp(g, axis=1), TIE * np.abs(g).max(axis=1, initial=0.0)
    if "limit" in run.outcome:  # without a norm there are no margins
        return np.nan_to_num(run.metrics["norm"][here]), TIE * trace.scales(run)[here]
    infinite = np.array([outcome == "infinite" for outcome in run.outcome], dtype=bool)
    scale = np.append(0.0, np.cumsum(np.abs(np.where(infinite, 0.0, run.alpha))))
    scale[1:][infinite] = 1.0  # such a round is the last
    return run.metrics["norm"][here], TIE * scale[here]


def _weight_arrays(
    trace: Trace, run: Run, where: PairMap, h: np.ndarray | None, on_progress: OnProgress | None
) -> dict[str, np.ndarray]:
    """Return, by round, the map's colours, each query's heaviest mark, the pairs that moved most, the cells' shares."""
    problem = trace.problem
    start, lower = problem.by_higher
    T, P = run.n_rounds, len(where.cell_pairs)
    marks = where.cell, where.cell_pairs
    colour = np.empty((T + 1, P), "u1")
    movers = np.zeros((T + 1, 2 * MOVERS), dtype=np.int64)
    values = np.zeros((2, T + 1, 2 * MOVERS))
    # A map of cells shows all queries at once.
    query = problem.qid[problem.pairs[:, 0]] if where.kind == "pairs" else np.zeros(P, dtype=np.int64)
    count = problem.n_queries if where.kind == "pairs" else 1
    most = np.empty((T + 1, count))
    mark, alike = np.zeros((T + 1, count), "<u4"), np.zeros((T + 1, count), "<u4")
    exact = np.empty((T + 1, P)) if (T + 1) * P <= MAX_FACTORS else None
    previous, at = np.zeros(problem.n_pairs), 0
    for block in _reporting(trace.weight_blocks(run), on_progress):
        here = slice(at, at + len(block))
        top = most[here], mark[here], alike[here]
        stage_data.weighted(
            previous, block, *marks, MOVERS, colour[here], movers[here], values[:, here], query, *top
        )
        if exact is not None:
            exact[here] = [_factors(weight, where) for weight in block]
        previous, at = block[-1], at + len(block)
    movers = movers[1:]  # before the first round nothing has moved
    higher = problem.pairs[:, 0]
    arrays = {
        "weight": colour,
        "mover_higher": higher[movers],
        "mover_lower": lower[movers],
        "mover_before": values[0, 1:],
        "mover_after": values[1, 1:],
        "top": most,
        "top_mark": mark,
        "top_alike": alike,
    }
    if exact is not None:
        arrays["factor"] = exact
    if where.kind == "pairs" or h is None:
        return arrays
    correct, reversed_ = np.zeros((T, P), "u1"), np.zeros((T, P), "u1")
    for first in _reporting(iter(range(0, T, CROSSINGS)), on_progress):
        some = slice(first, first + CROSSINGS)
        stage_data.crossings(start, lower, h[some], *marks, correct[some], reversed_[some])
    return arrays | {"cell_correct": correct, "cell_reversed": reversed_}


def _factors(weight: np.ndarray, where: PairMap) -> np.ndarray:
    """Return (P,) the mean weight of each mark's pairs (m,) in equal shares."""
    sums = np.bincount(where.cell, weights=len(weight) * weight, minlength=len(where.cell_pairs))
    return sums / where.cell_pairs
