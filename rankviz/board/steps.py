"""The step of each round: the loss and the pairs' weights as functions of α, on a grid."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from rankviz.board import loss2_along
from rankviz.engine.algorithms.boosting.distribution import LossAlong
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.runs.runner import MAX_FORCED
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain import along_alpha
from rankviz.insight.explain.equations import EQUATIONS

BEHIND, AHEAD = 9, 21
"""Steps of the grid on the other side of 0, and on the side of the α that was taken."""

POINTS = BEHIND + 1 + AHEAD

WITHIN = 12
"""Steps from 0 within which every α taken lies, unless it is undefined or the grid would be too wide."""

WITHIN_BEHIND = 7
"""The same on the other side of 0, where another run of the trace took a step the other way."""

MANTISSAS = (10, 15, 20, 25, 30, 40, 50, 60, 80)
"""The mantissas of a step, times a power of ten, so that every α on the grid is a short decimal."""

NO_STEP = 1.0
"""The reach of the grid where α is undefined or 0."""


Curves = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray | None, np.ndarray]]
"""From α (T, columns), a round a row: Z, (18) where the algorithm minimises it, and (T, 2, columns) the shares of the
pairs ordered correctly and reversed after the step; NaN where α is."""


@dataclass(frozen=True)
class Rule:
    """The rule for the steps of a run's rounds, a refused last round included.

    by_equation, least : (T,) α by the algorithm's equation, and the α that minimises Z; ±inf where Z has no minimum.
    """

    by_equation: np.ndarray
    least: np.ndarray
    curves: Curves


def of_run(trace: Trace, run: Run, on_progress: Callable[[], object] | None = None) -> dict[str, np.ndarray]:
    """Return the arrays of a run, P = `POINTS` steps per round; none where α follows neither from ε's nor from a line.

    A refused round counts as one more, in which no step was taken. All runs of a trace have the same grid in a
    round in which any of them took a finite step, so that their steps can be compared on one axis of α.

    step_alphas (G, P) f4, the grids, rising, all of them short decimals; step_grid (T,) u2, each round's.
    step_z, step_loss (T, P) f4: Z(α), and the loss that it would lead to, NaN where Z is not the loss's own factor.
    step_bound (T, P) f4, RB-C's (18). step_z2 (T, P) f4, by what the step multiplies Ê2, of RB-D and RB-C, which lower
    Ê1, where the pairs are few. step_parts (T, 2, P) u1: the shares, in 255ths, of the pairs ordered correctly
    and reversed after the step.
    step_marks (T, 9) f8: of the step taken its place on the grid, its Z and both shares after it; the α that
    minimises Z, its place and its Z; the place of the minimum of (18), and its value. NaN where there is none; a round
    that moved a combination of rankers has no curve at all.
    """
    if not isinstance(run, BoostedRun) or not _has_steps(run):
        return {}
    rule = _by_lines(trace, run, on_progress) if _tilted(run) else _by_epsilons(run)
    count = len(rule.by_equation)
    more = np.full(count - run.n_rounds, np.nan)
    finite = np.append(_finite(run), more == 0.0).astype(bool)
    taken = np.append(_taken(run), more)
    undefined = np.append(run.sign, np.sign(rule.by_equation[run.n_rounds :]))
    axes = [_axis(alphas, sign) for alphas, sign in zip(_all_taken(trace, count), undefined, strict=True)]
    steps = [step for step, _ in axes]
    grids = np.array([_grid(*axis) for axis in axes]).reshape(-1, POINTS)

    def place(alpha: np.ndarray) -> np.ndarray:
        return (alpha - grids[:, 0]) / np.array(steps)

    z, bound, shares = rule.curves(grids)
    at = [np.where(np.isfinite(alpha), alpha, np.nan) for alpha in (taken, rule.least, rule.by_equation)]
    there, lowest, tight = (rule.curves(alpha[:, None]) for alpha in at)
    after = there[2][:, :, 0]
    z_taken = np.append(run.z, more)
    after[~finite] = np.where(z_taken[~finite, None] > 0.0, 0.0, np.nan)  # in the limit only ties have weight
    of_z = [place(at[0]), there[0][:, 0], after, at[1], place(at[1]), lowest[0][:, 0]]
    none = np.full(count, np.nan)
    of_bound = [none, none] if tight[1] is None else [place(at[2]), tight[1][:, 0]]
    marks = np.column_stack([*of_z, *of_bound])
    loss = np.exp(_loss_before(run)[:count, None] + np.log(z))
    for each in (z, loss, marks, *([] if bound is None else [bound])):
        each[: run.n_rounds][run.combined] = np.nan
    kinds, which = np.unique(grids, axis=0, return_inverse=True)
    curves = {"z": z, "loss": loss} | ({} if bound is None else {"bound": bound})
    if _has_other_loss(trace, run):
        curves["z2"] = loss2_along.factors(trace, run, grids)
    with np.errstate(over="ignore"):  # a curve beyond single precision ends where it leaves the chart
        drawn = {f"step_{name}": values.astype("<f4") for name, values in curves.items()}
    return drawn | {
        "step_alphas": kinds,
        "step_grid": which.reshape(-1),
        "step_parts": np.round(255 * np.nan_to_num(shares)),
        "step_marks": marks,
    }


def _by_epsilons(run: BoostedRun) -> Rule:
    """Return the rule of an algorithm whose α is a function of each round's ε⁺, ε⁰, ε⁻ and α'."""
    found = find_boosted(run.algorithm)
    cosh, bounded = found.cosh_ties, EQUATIONS[run.algorithm].r
    refused = () if run.refused is None else (run.refused,)
    of_rounds = np.column_stack([run.eps_correct, run.eps_tied, run.eps_reversed, run.alpha_prior])
    of_rounds = np.vstack([of_rounds, *(np.array([[*each.eps, each.prior]]) for each in refused)])
    eps = of_rounds[:, 0:1], of_rounds[:, 1:2], of_rounds[:, 2:3]
    prior, rounds = of_rounds[:, 3:], of_rounds.tolist()

    def curves(alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
        weights = along_alpha.parts(eps, prior, alpha, cosh)
        z = weights[0] + weights[1] + weights[2]
        shares = np.stack([weights[0], weights[2]], axis=1) / z[:, None]
        return z, along_alpha.bound_18(eps, alpha) if bounded else None, shares

    return Rule(
        np.array([found.equations.alpha((plus, tied, minus), eta) for plus, tied, minus, eta in rounds]),
        np.array([along_alpha.least(plus, tied, minus, eta, cosh) for plus, tied, minus, eta in rounds]),
        curves,
    )


def _by_lines(trace: Trace, run: BoostedRun, on_progress: Callable[[], object] | None) -> Rule:
    """Return the rule of an algorithm that searches its loss along the round's ranker: Z is loss after over before."""
    rankers = [*run.ranker.tolist(), *([] if run.refused is None else [run.refused.ranker])]
    lines: list[LossAlong] = []
    for ranker, distribution in zip(rankers, trace.staged_tilted(run), strict=False):
        if on_progress is not None:
            on_progress()
        line = distribution.line(trace.pool.output(ranker))
        assert line is not None
        lines.append(line)

    def curves(alpha: np.ndarray) -> tuple[np.ndarray, None, np.ndarray]:
        z, shares = np.full(alpha.shape, np.nan), np.full((len(alpha), 2, alpha.shape[1]), np.nan)
        for i, k in np.argwhere(np.isfinite(alpha)):
            z[i, k], shares[i, :, k] = along_alpha.of_line(lines[i], float(alpha[i, k]))
        return z, None, shares

    least = np.array([line.alpha() for line in lines])
    return Rule(least, least, curves)


def _tilted(run: BoostedRun) -> bool:
    """Return whether α follows from a search of the loss along the round's ranker."""
    return find_boosted(run.algorithm).tilted is not None


def _has_steps(run: BoostedRun) -> bool:
    """Return whether a run's α follows from its ε's, or from a line."""
    return _tilted(run) or EQUATIONS[run.algorithm].ties is not None


def _has_other_loss(trace: Trace, run: BoostedRun) -> bool:
    """Return whether Ê2 was measured of a run that lowers Ê1, on few pairs."""
    few = trace.problem.n_pairs <= loss2_along.MOST_PAIRS
    return few and find_boosted(run.algorithm).loss == "e1" and bool(np.isfinite(run.metrics["log_e2"][0]))


def _finite(run: BoostedRun) -> list[bool]:
    """Return for each round whether its α is a number that its equation, or a branch, gave."""
    return [outcome in ("finite", "forced") for outcome in run.outcome]


def _taken(run: BoostedRun) -> np.ndarray:
    """Return α (T,) where it is such a number, NaN elsewhere."""
    taken: np.ndarray = np.where(_finite(run), run.alpha, np.nan)
    return taken


def _all_taken(trace: Trace, rounds: int) -> list[list[float]]:
    """Return for each round the α that every run with steps took in it; NaN where it took none."""
    alphas = [
        np.append(_taken(run)[:rounds], np.full(max(0, rounds - run.n_rounds), np.nan))
        for run in trace.boosted
        if _has_steps(run)
    ]
    of_rounds: list[list[float]] = np.array(alphas).T.tolist()
    return of_rounds


def _axis(alphas: list[float], undefined: float) -> tuple[float, bool]:
    """Return the step of a round's grid, and whether most of the grid is below 0.

    All `alphas`, taken by the runs in the round, have a place on it. `undefined` is the sign of an α without a
    value, which counts where no run took another."""
    moved = [alpha for alpha in alphas if math.isfinite(alpha) and alpha != 0.0]
    sign = math.copysign(1.0, max(moved, key=abs)) if moved else undefined
    behind = max((abs(alpha) for alpha in moved if alpha * sign < 0.0), default=0.0)
    return _step(max(map(abs, moved), default=NO_STEP), behind), not sign >= 0


def _step(ahead: float, behind: float) -> float:
    """Return the step of a grid that reaches that far on the one side of 0, and on the other."""
    # A branch may not go further: nothing beyond is offered.
    least = min(max(ahead / WITHIN, behind / WITHIN_BEHIND), MAX_FORCED / AHEAD)
    power = math.floor(math.log10(least)) - 1
    step = next((each for each in _steps(power) if each >= least), _decimal(100, power))
    return step if step * AHEAD <= MAX_FORCED else _decimal(90, power)


@cache
def _steps(power: int) -> tuple[float, ...]:
    """Return the steps with that power of ten, rising."""
    return tuple(_decimal(mantissa, power) for mantissa in MANTISSAS)


@lru_cache(maxsize=256)  # a run of hundreds of rounds has a dozen grids
def _grid(step: float, behind: bool) -> np.ndarray:
    """Return the α of a grid (P,), rising: multiples of the step, more on the side of its sign, or on the other."""
    first = -AHEAD if behind else -BEHIND
    digits = 2 - math.floor(math.log10(step))
    return np.array([round(k * step, digits) for k in range(first, first + POINTS)]) + 0.0


def _decimal(mantissa: int, power: int) -> float:
    """Return the float nearest to mantissa · 10^power."""
    return float(f"{mantissa}e{power}")


def _loss_before(run: BoostedRun) -> np.ndarray:
    """Return the log of the loss (T + 1,) that the next round's Z multiplies; NaN after a weight infinite for D."""
    loss = find_boosted(run.algorithm).loss
    before = (run.log_extra[loss] if loss in run.log_extra else run.metrics[f"log_{loss}"]).copy()
    limits = [outcome not in ("finite", "forced") for outcome in run.outcome]
    before[np.concatenate([[False], np.cumsum(limits) > 0])] = np.nan
    return before
