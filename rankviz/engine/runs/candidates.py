"""The candidates of one round, best first, as the algorithm saw them when it chose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.algorithms.boosting.algorithm import Searcher
from rankviz.engine.algorithms.boosting.distribution import PairDistribution
from rankviz.engine.algorithms.boosting.loop import TIE, Equations, Move
from rankviz.engine.algorithms.rankboost.active_set import ActiveSet
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import BestStep
from rankviz.engine.algorithms.rankboost.rb_plus_optimal import AllDirections
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.errors import DataError
from rankviz.engine.kernels import pairs
from rankviz.engine.kernels.scan import scan
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Candidate:
    """A weak ranker as the algorithm saw it in one round.

    `ranker` is its label, the eps are weights of pairs that sum to 1, and `alpha_prior` is its weight so far.
    `alpha` and `z` are None where α is undefined.
    """

    chosen: bool
    ranker: str
    delta: float
    eps_correct: float
    eps_tied: float
    eps_reversed: float
    alpha_prior: float
    alpha: float | None
    z: float | None


def table(trace: Trace, run: BoostedRun, t: int, limit: int = 25) -> pd.DataFrame:
    """Return the candidates of :func:`best` as a table with a column for each attribute of a :class:`Candidate`."""
    import pandas as pd  # here, because the app's first picture has no table and need not wait for it

    return pd.DataFrame([asdict(each) for each in best(trace, run, t, limit)])


def best(trace: Trace, run: BoostedRun, t: int, limit: int = 25) -> list[Candidate]:
    """Return the best `limit` candidates of round t ≥ 1 by the algorithm's own rule, including the chosen one.

    For RankBoost+ only the candidates still searched are listed.

    Raises DataError when the run has no round t.
    """
    order, delta, combined = ranked(trace, run, t, limit)
    prior = _priors(trace, run, t)
    pool, chosen = trace.pool, int(run.ranker[t - 1])
    start, lower = trace.problem.by_higher
    weight = trace.weights(run, t - 1)
    search, tilted = _search_before(trace, run, t), trace.tilted(run, t - 1)
    found = []
    for ranker in order:
        rules = _equations_of(run, search, int(ranker))
        eps = pairs.epsilons(start, lower, weight, pool.output(int(ranker)))
        eta = prior.get(int(ranker), 0.0)
        line = None if tilted is None else tilted.line(pool.output(int(ranker)))
        alpha = rules.alpha(eps, eta) if line is None else line.alpha()
        # A combination's step is found by a line search, which ran only for the chosen one.
        finite = math.isfinite(alpha) and int(ranker) not in combined
        z = None
        if finite and line is None:
            z = equations.z_27(*eps, alpha, rules.log_tie_factor(alpha, eta))
        elif finite and line is not None:
            z = math.exp(line.log_z(alpha))
        if int(ranker) == chosen and run.outcome[t - 1] in ("finite", "forced"):
            alpha, z, finite = float(run.alpha[t - 1]), float(run.z[t - 1]), True
        found.append(
            Candidate(
                int(ranker) == chosen,
                pool.label(int(ranker)),
                float(delta[ranker]),
                *eps,
                alpha_prior=eta,
                alpha=alpha if finite else None,
                z=z,
            )
        )
    return found


def ranked(trace: Trace, run: BoostedRun, t: int, limit: int = 25) -> tuple[np.ndarray, np.ndarray, set[int]]:
    """(indices of the best candidates of round t, δ (N,) of all, which are combinations), as `table` shows them.

    Raises DataError when the run has no round t.
    """
    if not 1 <= t <= run.n_rounds:
        raise DataError(f"{run.label} has {run.n_rounds} rounds, so there is no round {t}")
    weight, algorithm = trace.weights(run, t - 1), find_boosted(run.algorithm)
    delta, combined = _slopes(trace, run, t, weight)
    value = np.abs(delta) if algorithm.negative(run.params) else -delta
    value = np.where(np.isnan(delta), -np.inf, value)
    if algorithm.by_step(run.params):
        search = BestStep(trace.pool_of(run), True, algorithm.equations)
        z, _ = search.steps(PairDistribution(trace.problem, weight))
        # After all candidates that may be picked come the rest, without an edge or with one that no positive weight can
        # use.
        value = np.where(value > TIE, 1.0 - z, -2.0 + value)
    chosen = int(run.ranker[t - 1])
    # Candidates that differ only by rounding are tied: the chosen one leads, then the order of the pool.
    value = np.round(value, 11)
    order = np.argsort(-value, kind="stable")[:limit]
    order = order[value[order] > -np.inf]
    order = np.concatenate([[chosen], order[order != chosen]])
    return order[np.argsort(-value[order], kind="stable")], delta, combined


def edges(trace: Trace, run: BoostedRun, t: int) -> np.ndarray:
    """Return (N,) the edge −δ of every ranker of the trace's pool in round t ≥ 1, NaN where it was not searched."""
    delta, _ = _slopes(trace, run, t, trace.weights(run, t - 1))
    found = np.full(len(trace.pool), np.nan)
    found[: len(delta)] = -delta  # a run over stumps alone searches the first of the pool
    return found


def _slopes(trace: Trace, run: BoostedRun, t: int, weight: np.ndarray) -> tuple[np.ndarray, set[int]]:
    """δ (N,) of every candidate of round t, 0 where it is rounding, and which are combinations; as `_searched`."""
    delta, combined = _searched(trace, run, t, weight)
    return np.where(np.abs(delta) <= TIE, 0.0, delta), combined


def _searched(trace: Trace, run: BoostedRun, t: int, weight: np.ndarray) -> tuple[np.ndarray, set[int]]:
    """δ (N,) of every candidate of round t, NaN where it was not searched, and which are combinations."""
    problem, pool = trace.problem, trace.pool_of(run)
    distribution = PairDistribution(problem, weight)
    if find_boosted(run.algorithm).combines:
        search = AllDirections(problem, pool, bool(run.params["negative_alpha"]))
        _follow(search, run, t)
        return search.slopes(distribution), {j for j in range(len(pool)) if search.depends(j)}
    search_then = _search_before(trace, run, t)
    if search_then is not None:
        return search_then.slopes(distribution), set()
    delta = slopes(trace, run, t, weight)
    for ranker, found in run.dropped.items():
        if found <= t:
            delta[ranker] = np.nan
    if run.fixed_from is not None and t >= run.fixed_from:
        searched = np.zeros(len(pool), dtype=bool)
        searched[list(run.fixed_set)] = True
        delta[~searched] = np.nan
    chosen = int(run.ranker[t - 1])
    if np.isnan(delta[chosen]):  # a fork may pick a candidate that the search had left out
        delta[chosen] = run.delta[t - 1]
    return delta, set(np.unique(run.ranker[run.combined]).tolist())


def slopes(
    trace: Trace,
    run: BoostedRun,
    t: int,
    weight: np.ndarray,
    priors: Mapping[int, float] | None = None,
) -> np.ndarray:
    """δ (N,) of every candidate of round t, searched or not, under D = `weight` (m,); for a run that moves rankers.

    A caller that needs round after round passes each ranker's α' so far as `priors`.
    """
    distribution, pool = PairDistribution(trace.problem, weight), trace.pool_of(run)
    edge = np.empty(len(pool))
    scan(pool.codes, pool.offsets, distribution.potential(), edge)
    delta = -edge
    priors = _priors(trace, run, t) if priors is None else priors
    rankers = np.fromiter(priors, dtype=np.int64, count=len(priors))
    slope, eps = find_boosted(run.algorithm).equations.delta, distribution.epsilons_of(pool.outputs(rankers))
    delta[rankers] = [slope(each, eta) for each, eta in zip(eps.tolist(), priors.values(), strict=True)]
    return delta


def _priors(trace: Trace, run: BoostedRun, t: int) -> dict[int, float]:
    """Return α' by ranker before round t: the sum of its picks, or η where combinations moved it too."""
    if not run.combined[: t - 1].any():
        return run.weights_at(t - 1)
    active = ActiveSet(trace.problem, trace.pool_of(run), True)
    _follow(active, run, t)
    return dict(zip(active.rankers, active.eta.tolist(), strict=True))


def _follow(active: ActiveSet, run: BoostedRun, t: int) -> None:
    """Replay S and η up to the start of round t."""
    for s in range(t - 1):
        if run.fixed_from == s + 1:
            for ranker in run.fixed_set:
                if ranker not in active.place:
                    active.join(ranker)
        active.accept(active.towards(int(run.ranker[s])), float(run.alpha[s]), float(run.z[s]))


# ---------------------------------------------------------------- a run as it was before the round


def _search_before(trace: Trace, run: BoostedRun, t: int) -> Searcher | None:
    """Return the search with which round t ≥ 1 began; None when the algorithm's equations are always the same."""
    make = find_boosted(run.algorithm).search
    if make is None:
        return None
    search = make(trace.problem, trace.pool_of(run), run.params)
    for s in range(t - 1):
        search.accept(Move(int(run.ranker[s])), float(run.alpha[s]), float(run.z[s]))
    return search


def _equations_of(run: Run, search: Searcher | None, ranker: int) -> Equations:
    """Return the equations by which the round of `search` would weigh a ranker."""
    found = None if search is None else search.towards(ranker).equations
    return find_boosted(run.algorithm).equations if found is None else found
