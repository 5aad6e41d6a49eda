"""The step of each round: what every α on a grid would make of the loss and of the pairs' weights."""

from __future__ import annotations

import math

import numpy as np

from rankviz.algorithms.registry import find_boosted
from rankviz.explain import along_alpha
from rankviz.explain.equations import EQUATIONS
from rankviz.runs.runner import MAX_FORCED
from rankviz.runs.trace import Run

BEHIND, AHEAD = 9, 21
"""Steps of the grid on the other side of 0, and on the side of the α that was taken."""

POINTS = BEHIND + 1 + AHEAD

WITHIN = 12
"""Every α that is marked lies within so many steps of 0, unless it is undefined or the grid would be too wide."""

MANTISSAS = (10, 15, 20, 25, 30, 40, 50, 60, 80)
"""A step is one of these times a power of ten, so that every α on the grid is a short decimal."""

NO_STEP = 1.0
"""What the grid reaches where α is undefined or 0."""


def of_run(run: Run) -> dict[str, np.ndarray]:
    """The arrays of one run, for P = `POINTS` steps a round; none where α does not come of ε⁺, ε⁰ and ε⁻.

    A round that was refused counts as one more, in which no step was taken.

    step_alphas (G, P) f4, the grids, rising, all of them short decimals; step_grid (T,) u2, each round's.
    step_z, step_loss (T, P) f4: Z(α), and the loss that it would lead to, NaN where Z is not the loss's own factor.
    step_bound (T, P) f4, RB-C's (18). step_parts (T, 2, P) u1: the shares, in 255ths, of the pairs ordered correctly
    and reversed after the step.
    step_marks (T, 9) f4: of the step taken its place on the grid, its Z and both shares after it; the α where Z is
    least, its place and its Z; the place where (18) is least, and its value. NaN where there is none; a round that
    moved a combination of rankers has no curve at all.
    """
    if run.scored is not None or EQUATIONS[run.algorithm].ties is None:
        return {}
    found = find_boosted(run.algorithm)
    cosh, bounded = found.cosh_ties, EQUATIONS[run.algorithm].r
    refused = () if run.refused is None else (run.refused,)
    finite = np.array(
        [outcome in ("finite", "forced") for outcome in run.outcome] + [False] * len(refused), dtype=bool
    )
    of_rounds = np.column_stack([run.eps_correct, run.eps_tied, run.eps_reversed, run.alpha_prior])
    of_rounds = np.vstack([of_rounds, *(np.array([[*each.eps, each.prior]]) for each in refused)])
    eps = of_rounds[:, 0:1], of_rounds[:, 1:2], of_rounds[:, 2:3]
    rounds = of_rounds.tolist()
    more = np.full(len(refused), np.nan)
    own = np.array([found.equations.alpha((plus, tied, minus), prior) for plus, tied, minus, prior in rounds])
    least = np.array(
        [along_alpha.least(plus, tied, minus, prior, cosh) for plus, tied, minus, prior in rounds]
    )
    taken = np.where(finite, np.append(run.alpha, more), np.nan)
    steps = [_step(own[i], taken[i]) for i in range(len(rounds))]
    undefined = np.append(run.sign, np.sign(own[run.n_rounds :]))
    signs = np.where(np.isfinite(taken) & (taken != 0.0), np.sign(taken), undefined)
    grids = np.array([_grid(*each) for each in zip(steps, signs.tolist(), strict=True)]).reshape(-1, POINTS)
    prior = of_rounds[:, 3:]

    def curves(alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Z, (18), and (T, 2, columns) the shares of both kinds after the step."""
        weights = along_alpha.parts(eps, prior, alpha, cosh)
        z = weights[0] + weights[1] + weights[2]
        shares = np.stack([weights[0], weights[2]], axis=1) / z[:, None]
        return z, along_alpha.bound_18(eps, alpha), shares

    def place(alpha: np.ndarray) -> np.ndarray:
        return (alpha - grids[:, 0]) / np.array(steps)

    z, bound, shares = curves(grids)
    at = [np.where(np.isfinite(alpha), alpha, np.nan) for alpha in (taken, least, own)]
    there, lowest, tight = (curves(alpha[:, None]) for alpha in at)
    after = there[2][:, :, 0]
    z_taken = np.append(run.z, more)
    after[~finite] = np.where(z_taken[~finite, None] > 0.0, 0.0, np.nan)  # in the limit only ties have weight
    of_z = [place(at[0]), there[0][:, 0], after, at[1], place(at[1]), lowest[0][:, 0]]
    marks = np.column_stack([*of_z, place(at[2]), tight[1][:, 0]])
    loss = np.exp(_loss_before(run, found.loss)[: len(rounds), None] + np.log(z))
    for each in (z, bound, loss, marks):
        each[: run.n_rounds][run.combined] = np.nan
    kinds, which = np.unique(grids, axis=0, return_inverse=True)
    arrays = {
        "step_alphas": kinds.astype("<f4"),
        "step_grid": which.reshape(-1).astype("<u2"),
        "step_z": z.astype("<f4"),
        "step_loss": loss.astype("<f4"),
        "step_parts": np.round(255 * np.nan_to_num(shares)).astype("u1"),
        "step_marks": marks.astype("<f4"),
    }
    return arrays | ({"step_bound": bound.astype("<f4")} if bounded else {})


def _step(*alphas: float) -> float:
    """The step of a grid on which these weights can be marked."""
    reach = max((abs(alpha) for alpha in alphas if math.isfinite(alpha)), default=0.0) or NO_STEP
    # A branch may not go further: nothing beyond is offered.
    least = min(reach / WITHIN, MAX_FORCED / AHEAD)
    power = math.floor(math.log10(least)) - 1
    mantissa = next((m for m in MANTISSAS if _decimal(m, power) >= least), 100)
    step = _decimal(mantissa, power)
    return step if step * AHEAD <= MAX_FORCED else _decimal(90, power)


def _grid(step: float, sign: float) -> np.ndarray:
    """The α of a grid (P,), rising: multiples of the step, more of them on the side of the sign."""
    first = -BEHIND if sign >= 0 else -AHEAD
    digits = 2 - math.floor(math.log10(step))
    return np.array([round(k * step, digits) for k in range(first, first + POINTS)]) + 0.0


def _decimal(mantissa: int, power: int) -> float:
    """The float nearest to mantissa · 10^power."""
    return float(f"{mantissa}e{power}")


def _loss_before(run: Run, loss: str) -> np.ndarray:
    """The log of the loss (T + 1,) that the next round's Z multiplies; NaN after a weight that D took for infinite."""
    before = run.metrics[f"log_{loss}"].copy()
    limits = [outcome not in ("finite", "forced") for outcome in run.outcome]
    before[np.concatenate([[False], np.cumsum(limits) > 0])] = np.nan
    return before
