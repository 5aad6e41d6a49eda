"""Panel data of margins: ρ and the hardest pairs of the margin game, pair weights, and losses of bipartite data."""

import math
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from rankviz.board.panels import coordinate, weight_shares
from rankviz.board.panels.panel import Picture
from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.theory import margin_game, minimum
from rankviz.insight.theory.margin_game import Game

MOST_PAIRS = 120_000
"""Pairs up to which ρ is computed."""

HARDEST = 12
"""Pairs that are shown at most."""

"""The share of AdaBoost's loss up to which the F-skew counts as 0."""

NO_GAIN = 1e-9
"""The share of a gain that is rounding."""

_SOLVED: WeakKeyDictionary[Trace, tuple[Game | None, str]] = WeakKeyDictionary()


def picture(trace: Trace) -> Picture:
    """Return the panel data of a trace; the arrays of boosted run k have T + 1 rows and end in ".k".

    margin (the hardest pairs' margins), slack, ratio, sure_ratio, gain_thousandths, least_thousandths and
    given_away (Theorem 2), step_share (Lemma 2), f_tilde, f_skew and auc (bipartite data);
    those of :func:`pair_weights`, :mod:`weight_shares` and :mod:`coordinate`.
    """
    found, why = solved(trace)
    meta: dict[str, Any] = {
        "rho": None,
        "why": why,
        "separable": None,
        "hardest": 0,
        "least": None,
        "pairs": 0,
    }
    arrays: dict[str, np.ndarray] = {}
    if found is not None:
        meta |= {"rho": found.level, "separable": found.separable, "pairs": len(found.pairs)}
        meta["hardest"] = min(HARDEST, len(found.pairs))
        hard = trace.problem.pairs[found.pairs[:HARDEST]]
        arrays |= {
            "higher": hard[:, 0],
            "lower": hard[:, 1],
            "weight": found.pair_weights[:HARDEST],
        }
        for k, run in enumerate(trace.boosted):
            arrays[f"margin.{k}"] = _margins(trace, run, hard)
    for more in (pair_weights(trace, found), weight_shares.picture(trace, found)):
        meta |= more.meta
        arrays |= more.arrays
    for k, run in enumerate(trace.boosted):
        if "smooth_gain" in run.extra:
            more_of_it = _progress(run) | coordinate.arrays(trace, run)
            arrays |= {f"{name}.{k}": values for name, values in more_of_it.items()}
    if bipartite(trace):
        meta["least"] = _least(trace)
        for k, run in enumerate(trace.boosted):
            logs = run.metrics["log_e1"] + math.log(trace.problem.n_pairs)
            arrays[f"f_tilde.{k}"] = np.exp(np.where(logs < 700.0, logs, np.nan))
            arrays[f"auc.{k}"] = 1.0 - run.metrics["r2"]
            if "f_skew" in run.extra:
                arrays[f"f_skew.{k}"] = run.extra["f_skew"]
    return Picture(meta, arrays)


def solved(trace: Trace) -> tuple[Game | None, str]:
    """Solve the margin game of a trace's training problem, without the constant ranker; or return None and why not."""
    if trace not in _SOLVED:
        _SOLVED[trace] = _solve(trace)
    return _SOLVED[trace]


def bipartite(trace: Trace) -> bool:
    """Return whether the training problem is one query of two grades."""
    problem = trace.problem
    return problem.grades is not None and problem.n_queries == 1 and len(np.unique(problem.grades)) == 2


def _least(trace: Trace) -> float | None:
    """Return the minimum of F̃, to compare AdaBoost with; None without AdaBoost, or if the solver found none."""
    run = next((run for run in trace.boosted if "f_tilde" in run.extra), None)
    if run is None:
        return None
    value = minimum.of_f1(trace.problem, trace.pool_of(run)).value
    return None if value is None else value * trace.problem.n_pairs


def _solve(trace: Trace) -> tuple[Game | None, str]:
    m = trace.problem.n_pairs
    if m > MOST_PAIRS:
        return (
            None,
            f"ρ was not computed: {m:,} pairs are more than the {MOST_PAIRS:,} for which it is computed.",
        )
    pools = {len(pool): pool for pool in map(trace.pool_of, trace.boosted)} or {0: trace.pool}
    if len(pools) > 1:
        return (
            None,
            "ρ was not computed: the runs search different kinds of weak rankers, and each kind has its own ρ.",
        )
    try:
        return margin_game.solve(trace.problem, pools.popitem()[1].without_constant()), ""
    except DataError as error:
        return None, f"ρ was not computed. {error}"


def _progress(run: BoostedRun) -> dict[str, np.ndarray]:
    """Return Theorem 2's slack, both gains over its right side, both sides in thousandths, the gain lost, and α/‖λ‖₁.

    NaN where there is none: before G̃ > 0 all but the last.
    """
    gain, least, sure = (run.extra[name] for name in ("smooth_gain", "smooth_gain_least", "smooth_gain_sure"))
    under = np.where(least > 0.0, least, np.nan)
    norm = run.metrics["norm"][1:]
    share = np.divide(np.abs(run.alpha), norm, out=np.full(run.n_rounds, np.nan), where=norm > 0.0)
    return {
        "slack": gain - least,
        "ratio": gain / under,
        "sure_ratio": sure / under,
        "gain_thousandths": 1000.0 * gain,
        "least_thousandths": 1000.0 * least,
        "given_away": _given_away(run),
        "step_share": np.concatenate([[np.nan], share]),
    }


def _given_away(run: Run) -> np.ndarray:
    """Return (T + 1,) the share of the exact step's gain along the round's ranker that the step taken loses.

    NaN before G̃ > 0, and where the exact step is not finite; 0 where the share is rounding.
    """
    best = np.full(run.n_rounds + 1, np.nan)
    for t in np.flatnonzero(np.isfinite(run.extra["smooth_gain"])).tolist():
        correct, tied, reversed_ = (
            float(getattr(run, f"eps_{side}")[t - 1]) for side in ("correct", "tied", "reversed")
        )
        g, norm = float(run.metrics["smooth_margin"][t - 1]), float(run.metrics["norm"][t - 1])
        alpha = sm.alpha_exact(correct, tied, reversed_, g, norm)
        if correct - reversed_ > g and math.isfinite(alpha):
            tau = correct * math.exp(-alpha) + tied + reversed_ * math.exp(alpha)
            best[t] = sm.gain_4(alpha, math.log(tau), g, norm + alpha)
    away = 1.0 - run.extra["smooth_gain"] / np.where(best > 0.0, best, np.nan)
    return np.where(np.abs(away) <= NO_GAIN, 0.0, away)


def _margins(trace: Trace, run: Run, pairs: np.ndarray) -> np.ndarray:
    """Return (T + 1, pairs) the margins of some pairs; NaN before any weight."""
    found = np.full((run.n_rounds + 1, len(pairs)), np.nan, dtype="<f4")
    for t, scores in enumerate(trace.staged_scores(run)):
        norm = float(run.metrics["norm"][t])
        if norm > 0.0:
            found[t] = (scores[pairs[:, 0]] - scores[pairs[:, 1]]) / norm
    return found


def pair_weights(trace: Trace, game: Game | None) -> Picture:
    """Return the weights d_t of the pairs with the largest d*; without a game, of the pairs heaviest at the end.

    meta: weighed (how many pairs), weighed_by ("d*" or "d"), weighed_of (how many pairs have a d*, or m). Arrays:
    weighed_higher and weighed_lower (pairs,) items, d_star (pairs,) shares of 1 (NaN without a game), d.k
    (T + 1, pairs) shares of 1.
    """
    places = _heaviest(trace) if game is None else game.pairs[:HARDEST]
    stars = np.full(len(places), np.nan) if game is None else game.pair_weights[:HARDEST]
    pairs = trace.problem.pairs[places]
    meta: dict[str, Any] = {
        "weighed": len(places),
        "weighed_by": "d" if game is None else "d*",
        "weighed_of": trace.problem.n_pairs if game is None else len(game.pairs),
    }
    arrays = {
        "weighed_higher": pairs[:, 0],
        "weighed_lower": pairs[:, 1],
        "d_star": stars,
    }
    arrays |= {f"d.{k}": _weights(trace, run, places) for k, run in enumerate(trace.boosted)}
    return Picture(meta, arrays)


def _weights(trace: Trace, run: Run, places: np.ndarray) -> np.ndarray:
    """Return (T + 1, pairs) the weights of some pairs, before the first round and after each."""
    return np.concatenate([block[:, places] for block in trace.weight_blocks(run)]).astype("<f4")


def _heaviest(trace: Trace) -> np.ndarray:
    """Return (≤ HARDEST,) places of the heaviest pairs after the first run's last round, heaviest first."""
    if not trace.boosted:
        return np.zeros(0, dtype=np.int64)
    for block in trace.weight_blocks(trace.boosted[0]):
        last = block[-1].copy()
    return np.argsort(-last, kind="stable")[:HARDEST]
