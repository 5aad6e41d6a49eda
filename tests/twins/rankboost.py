"""The slow twin of the engine: RB-D, RB-C and both versions of RankBoost+ typed straight from the equations.

It imports nothing from rankviz, materialises the pair matrix M (m pairs × N rankers) and keeps D over pairs,
as the papers write it. Equation numbers are those of Connamacher, Pancha, Liu, Ray: RankBoost+
(Machine Learning, 2019); the smooth margin is (3) of Rudin et al. (COLT 2005).

A ranker's index is its place in the list of candidates: by feature, then by threshold.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from twins.equations import (
    epsilons,
    implied_pairs,
    log_cosh,
    log_f1,
    log_f2,
    log_factors,
    log_mean_exp,
    ndcg_at_5,
    outputs,
    pair_matrix,
    rank_loss,
    stumps,
    thresholds,
)
from twins.search import REPLAY, TIE, AlgorithmTwo, AllDirections, ByStep, Line, Original, Plus, Untested

__all__ = [
    "SEARCH",
    "Items",
    "Line",
    "Run",
    "boost",
    "implied_pairs",
    "log_cosh",
    "log_f1",
    "log_f2",
    "log_factors",
    "log_mean_exp",
    "ndcg_at_5",
    "outputs",
    "pair_matrix",
    "stumps",
    "thresholds",
]


# ---------------------------------------------------------------- one run


@dataclass
class Items:
    """Items: the candidates' outputs H (n, N), pairs (m, 2); if there are, grades with query numbers, pair weights."""

    H: np.ndarray
    pairs: np.ndarray
    grades: np.ndarray | None = None
    qid: np.ndarray | None = None
    weights: np.ndarray | None = None


@dataclass
class Run:
    rounds: list[dict] = field(default_factory=list)
    metrics: list[dict] = field(default_factory=list)  # index 0 is before any round
    weights: list[np.ndarray] = field(default_factory=list)  # D after t rounds
    scores: list[np.ndarray] = field(default_factory=list)
    eta: dict[int, float] = field(default_factory=dict)  # weight of every picked candidate
    stop: str = "rounds"
    sure: bool = True  # False: the stop hangs on a δ so small that rounding may decide it
    frozen: int | None = None  # the round in which Algorithm 2 made S static,
    static: list[int] = field(default_factory=list)  # and that S
    strayed: bool = False  # a forced pick was not the twin's own


def measure(
    run: Run, train: Items, M: np.ndarray, held: Items | None, log_e2: float, log_bound: float
) -> None:
    """Everything shown after a round, from the scores alone."""
    last = run.rounds[-1] if run.rounds else None
    infinite = last is not None and last["outcome"] == "infinite"
    if infinite:  # Lemma 1: g = ±∞ h_T, whatever came before stops mattering
        sign = -1.0 if last["delta"] > 0 else 1.0
        eta, scale, norm = {last["ranker"]: sign}, 1.0, 1.0
    else:
        eta = run.eta
        scale = sum(abs(r["alpha"]) for r in run.rounds if r["alpha"] is not None)
        norm = sum(abs(v) for v in eta.values())
    g = np.zeros(train.H.shape[0])
    s = np.zeros(M.shape[0])
    for j, weight in eta.items():
        g += weight * train.H[:, j]
        s += weight * M[:, j]
    limits = [r for r in run.rounds if r["outcome"] == "limit"]
    decided = np.zeros(len(s))
    for r in limits:  # (49): the first infinite weight that does not tie a pair decides it
        decided = np.where(decided == 0, r["sign"] * M[:, r["ranker"]], decided)
    finite = s
    if limits:
        s = np.where(decided == 0, s, decided * 1e9)
        span = 1.0 + 2.0 * scale
        for k, r in enumerate(reversed(limits)):
            g = g + span * 4.0**k * r["sign"] * train.H[:, r["ranker"]]
    of = train.weights
    some = norm > 1e-12 * scale  # an ensemble whose weights cancel has no margin
    r1, r2 = rank_loss(s, scale, of)
    row = {"r1": r1, "r2": r2, "log_e2": log_e2, "log_bound": log_bound, "pair_scores": s, "scale": scale}
    if infinite:  # limits of ±C h_T for C → ∞
        row["log_e1"] = (
            math.inf
            if np.any(s < 0)
            else -math.inf
            if np.all(s > 0)
            else math.log(np.average(s == 0, weights=of))
        )
        row["log_e2"] = -math.inf if np.all(s > 0) else math.inf
        row["smooth_margin"] = math.nan
    elif limits:
        left = float(np.average(np.where(decided == 0, np.exp(-finite), 0.0), weights=of))
        row["log_e1"] = math.inf if np.any(decided < 0) else math.log(left) if left > 0 else -math.inf
        first = limits[0]["sign"] * M[:, limits[0]["ranker"]]
        row["log_e2"] = -math.inf if np.all(first > 0) else math.inf
        row["smooth_margin"] = math.nan
    else:
        row["log_e1"] = log_f1(s, of)
        alike = some and of is None
        row["smooth_margin"] = -(row["log_e1"] + math.log(len(s))) / norm if alike else math.nan
    row["margin"] = float(np.min(s)) / norm if some and not limits else math.nan
    row["limit"] = bool(limits)
    row["ndcg5"] = math.nan if train.grades is None else ndcg_at_5(g, train.grades, train.qid, scale)
    if held is not None:
        far = np.zeros(held.H.shape[0])
        for j, weight in eta.items():
            far += weight * held.H[:, j]
        for k, r in enumerate(reversed(limits)):
            far = far + (1.0 + 2.0 * scale) * 4.0**k * r["sign"] * held.H[:, r["ranker"]]
        apart = far[held.pairs[:, 0]] - far[held.pairs[:, 1]]
        row["r1_holdout"], row["r2_holdout"] = rank_loss(apart, scale, held.weights)
        row["ndcg5_holdout"] = (
            math.nan if held.grades is None else ndcg_at_5(far, held.grades, held.qid, scale)
        )
    run.scores.append(g)
    run.metrics.append(row)


# ---------------------------------------------------------------- the loop, Algorithm 1


def odds(algorithm: str, eps: tuple[float, float, float], prior: float) -> tuple[float, float]:
    """Over and under the fraction bar of (14), (19) or (34): α is half the log of their ratio."""
    plus, zero, minus = eps
    half = 2 * math.cosh(prior)
    of_34 = plus + zero * math.exp(-prior) / half, minus + zero * math.exp(prior) / half
    return {
        "rb-d": (plus, minus),
        "rb-c": (plus + zero / 2, minus + zero / 2),  # as (39), which has no subtraction
        "rb-plus": of_34,
        "rb-plus-optimal": of_34,
    }[algorithm]


def reweight(
    D: np.ndarray, column: np.ndarray, alpha: float | None, on_ties: float
) -> tuple[np.ndarray, float]:
    """D_{t+1} and Z_t by (10), (11) or (26), (27); α = None stands for the limit α → ±∞."""
    if alpha is None:
        raw = np.where(column == 0, D * on_ties, 0.0)  # what is ordered: weight 0 for good; the rest had none
    else:
        raw = np.where(column == 0, D * on_ties, D * np.exp(-alpha * column))
    z = float(raw.sum())
    return (raw / z if z > 0 else raw), z


def check_forced(t: int, forced: int, own: int, score: dict[int, float]) -> None:
    """A forced pick scores within 1e-9 of the best, and is the twin's own unless rounding may decide."""
    best = max(score.values())
    assert score[forced] >= best - REPLAY, f"round {t}: pick {forced} scores {score[forced]}, {own} {best}"
    clear = all(best - v < TIE / 10 or best - v > 10 * TIE for v in score.values())
    assert not clear or forced == own, f"round {t}: picked {forced}, but ties go to {own}"


SEARCH: dict[str, Callable[[np.ndarray, bool], Original]] = {
    "rb-d": Original,
    "rb-c": Original,
    "rb-plus": AlgorithmTwo,
    "rb-plus-optimal": AllDirections,
}


def boost(
    algorithm: str,
    train: Items,
    rounds: int,
    *,
    negative_alpha: bool = True,
    undefined: str = "halt",
    cap: float = 10.0,
    choose: str = "slope",
    independent: bool = True,
    permute: int = 0,
    fill_after: int = 0,
    held: Items | None = None,
    forced_picks: list[int] | None = None,
    fork: object | None = None,
) -> Run:
    """Run Algorithm 1 with one of the ways to choose in SEARCH.

    With `forced_picks` the twin follows these picks, checking each against its own choice, and computes
    everything else. When they run out before `rounds` it says why it would stop, or "went on". In round
    `fork.round` it takes `fork.ranker`, `fork.alpha` or, from then on, the policy `fork.undefined`, if not None.
    """
    M = pair_matrix(train.H, train.pairs)
    D = np.full(len(M), 1.0 / len(M)) if train.weights is None else train.weights / train.weights.sum()
    run = Run(weights=[D])
    search = SEARCH[algorithm](M, negative_alpha)
    if choose == "step":
        search = ByStep(M, negative_alpha, continuous=algorithm == "rb-c")
    if isinstance(search, AlgorithmTwo):
        search.permute, search.fill_after = permute, fill_after
    if not independent:
        search = Untested(M, negative_alpha)
    plus = isinstance(search, Plus | Untested)
    log_bound = 0.0
    measure(run, train, M, held, 0.0, 0.0)
    for t in range(1, rounds + 1):
        here = fork if fork is not None and fork.round == t else None
        given = None if here is None else here.alpha
        undefined = undefined if here is None or here.undefined is None else here.undefined
        replaying = forced_picks is not None and t <= len(forced_picks)
        forced = int(forced_picks[t - 1]) if replaying else None
        j, delta, score = search.pick(t, D, forced if here is None or here.ranker is None else None)
        run.frozen, run.static = search.frozen, search.static
        if here is not None and here.ranker is not None:
            j, run.sure = int(here.ranker), True
            assert forced in (None, j), f"round {t}: picked {forced}, but {j} was asked for"
            delta = {j: search.slope(D, j)}
            score = {j: search.score(delta[j])}
        else:
            best = search.edge(delta, score)
            if replaying:
                check_forced(t, forced, j, score)
                run.strayed |= j != forced
                j = forced
            else:
                run.sure = best <= TIE / 100 or best > REPLAY
                if best <= TIE:
                    run.stop = "converged" if negative_alpha else "no positive"
                    return run

        column, prior = M[:, j], search.prior(j)
        eps = epsilons(D, column)
        over, under = odds(algorithm, eps, prior)
        beta = search.direction(j)
        line = None if beta is None else Line(M, D, search.eta, beta)
        if line is not None:
            sign, alpha = line.minimum(negative_alpha)
        elif over > 0 and under > 0:
            sign, alpha = 1.0, 0.5 * math.log(over / under)
        else:
            sign = 0.0 if over == under else 1.0 if over > under else -1.0  # 0 / 0: nothing to weigh, α = 0
            alpha = sign * math.inf if sign else 0.0
        if given is not None:
            alpha = float(given)
        outcome = "finite" if given is None else "forced"
        if math.isinf(alpha):
            if undefined == "halt":
                run.stop = "undefined"
                return run
            outcome = {"cap": "capped"}.get(undefined, undefined)
        if forced_picks is not None and not replaying:
            run.stop = "went on"
            return run

        infinite = outcome in ("infinite", "limit")
        added = 0.0 if infinite else sign * cap if outcome == "capped" else alpha
        on_ties = 1.0
        if plus and math.isfinite(alpha):  # (25)
            on_ties = math.cosh(alpha + prior) / math.cosh(prior)
        if line is None or infinite:
            D, z = reweight(D, column, alpha if math.isfinite(alpha) else None, on_ties)
        else:  # F2 along β, by a finite step; a capped one too
            weighed = line.weighed(added)
            z = float(weighed.sum())
            D = weighed / z
        unbounded = [(r["ranker"], r["sign"]) for r in run.rounds if r["outcome"] == "limit"]
        run.rounds.append(
            {
                "ranker": j,
                "alpha": None if infinite else added,
                "alpha_prior": next((s * math.inf for k, s in unbounded if k == j), prior),
                "eps_correct": eps[0],
                "eps_tied": eps[1],
                "eps_reversed": eps[2],
                "z": z,
                "delta": delta[j],
                "tie_factor": on_ties if line is None else math.nan,
                "outcome": outcome,
                "combined": line is not None,
                "searched": score,
                "sign": sign,
            }
        )
        run.eta[j] = run.eta.get(j, 0.0) + added
        search.take(j, added)
        if line is not None or given is not None:  # the theorems speak of single rankers and of their own α
            log_bound = math.nan
        elif algorithm == "rb-c":  # Π √(1 − r²)
            log_bound += 0.5 * math.log(4 * over * under) if over > 0 and under > 0 else -math.inf
        else:  # U1 (16), U2 (35)
            log_bound -= 0.5 * delta[j] ** 2
        run.weights.append(D)
        measure(run, train, M, held, log_f2(M, search.eta, train.weights), log_bound)
        alone = outcome == "infinite" or (
            infinite and line is not None
        )  # a combination has no limit of its own
        if alone or z <= 0:
            run.stop = "infinite" if alone else "nothing left"
            return run
    return run
