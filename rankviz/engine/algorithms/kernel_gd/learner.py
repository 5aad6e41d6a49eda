"""Kernel gradient descent for bipartite ranking (GD, Definition 1.1), as a learner of the registry."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from rankviz.engine.algorithms.bipartite import positives
from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.kernel_gd.descent import (
    Descent,
    Gram,
    Schedule,
    longest_step,
    norm_bound,
)
from rankviz.engine.algorithms.kernel_gd.gram import Kernel, Scaling, check_size
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, Loss, auc, size_of
from rankviz.engine.algorithms.kernel_gd.minimiser import MOST_ITEMS, solve
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

NAME = "Kernel GD"

MAX_HISTORY = 10_000_000
"""Most rounds times items that are stored: 80 MB of scores and as much of coefficients."""

BLOCK_ROUNDS, BLOCK_ITEMS = 256, 2_000
"""Rounds whose functions are evaluated together, and items whose kernel values are held at once, at most."""

DIVERGED = 1e6
"""A norm ‖f‖_K beyond this means that the steps are too long, as does a Σ|c_k| beyond as much over min(λ, 1)."""


@dataclass(frozen=True, eq=False)
class KernelDetails:
    """The parts of a run that the Kernel page and the theorems read.

    Attributes
    ----------
    positive, negative : rows of the two classes.
    Z : (n, d) the scaled training features; scaling and kernel make the same of any items.
    coefficients : (T + 1, n) c after each round. slope : (T + 1,) ‖∇J(f_t)‖_K.
    target : (n,) coefficients of the exact minimiser f_λ; None where there are too many items to solve for it.
    target_error : an upper bound on ‖target − f_λ‖_K, up to rounding; NaN without a target.
    target_risk : E_S(f_λ) + (λ/2)‖f_λ‖² of the target; NaN without one.
    pairs_per_step : 0 for the full gradient.
    """

    positive: np.ndarray
    negative: np.ndarray
    Z: np.ndarray
    scaling: Scaling
    kernel: Kernel
    loss: Loss
    schedule: Schedule
    coefficients: np.ndarray
    slope: np.ndarray
    target: np.ndarray | None
    target_error: float
    target_risk: float
    pairs_per_step: int

    def first(self, t: int) -> KernelDetails:
        """Return the details of the first `t` rounds."""
        return replace(self, coefficients=self.coefficients[: t + 1], slope=self.slope[: t + 1])


def fit_kernel_gd(task: Learning) -> ScoredSteps:
    """Run `rounds` steps of GD (1.5) from f = 0.

    Raises
    ------
    DataError
        Not bipartite, several queries, too many items for a kernel matrix, or too many rounds to store.
    """
    problem, held, rounds, params = task.problem, task.held, task.rounds, task.params
    above = positives(problem, NAME)
    n = problem.n_items
    check_size(n + (0 if held is None else held.n_items))
    if (rounds + 1) * n > MAX_HISTORY:
        raise DataError(
            f"{rounds:,} rounds of {n:,} scores are more than the {MAX_HISTORY:,} that can be kept",
            remedy=f"Choose at most {MAX_HISTORY // n - 1:,} rounds",
        )
    loss, regularisation = LOSSES[str(params["loss"])], float(params["regularisation"])
    scaling = Scaling.fit(problem.X, bool(params["standardise"]))
    Z = scaling.apply(problem.X)
    kernel = Kernel.from_params(params, Z)
    gram = Gram.from_items(kernel, Z, Z)
    gram_held = None if held is None else Gram.from_items(kernel, scaling.apply(held.X), Z)
    gamma = float(params["step"]) or longest_step(gram.kappa, loss.lipschitz, regularisation)
    schedule = Schedule(gamma, float(params["decay"]), gram.kappa, loss.lipschitz, regularisation)
    descent = Descent(
        gram,
        gram_held,
        positive=np.flatnonzero(above),
        negative=np.flatnonzero(~above),
        loss=loss,
        regularisation=regularisation,
    )
    record = _Record(
        descent, schedule=schedule, rounds=rounds, held=held, pairs_per_step=int(params["pairs_per_step"])
    )
    record.run(np.random.default_rng(task.seed), task.tell)
    return record.steps(_details(record, Z, scaling, kernel))


class _Record:
    """Runs a descent and records every round."""

    def __init__(
        self, descent: Descent, *, schedule: Schedule, rounds: int, held: Problem | None, pairs_per_step: int
    ) -> None:
        self.descent, self.schedule, self.pairs_per_step = descent, schedule, pairs_per_step
        self.rounds = rounds
        n = len(descent.c)
        self.scores = np.zeros((rounds + 1, n))
        self.coefficients = np.zeros((rounds + 1, n))
        self.held = None if descent.held is None else np.zeros((rounds + 1, len(descent.held)))
        self.held_above = None if held is None else positives(held, NAME)
        self.slope: list[float] = []
        self.stopped = ALL_ROUNDS
        of = descent
        whole = of.gram.full_matrix() if n <= MOST_ITEMS[of.loss.name] else None
        found = None if whole is None else solve(whole, of.positive, of.negative, of.loss, of.regularisation)
        self.target = None if found is None else found.c
        self.target_error = math.nan if found is None else found.error
        self.target_scores = None if self.target is None else descent.gram.times(self.target)
        names = ("risk", "regularised", "norm", "norm_bound", "auc", "auc_holdout", "step", "distance")
        self.extra: dict[str, list[float]] = {name: [] for name in names}

    def run(self, rng: np.random.Generator, tell: Progress) -> None:
        of = self.descent
        for t in range(self.rounds + 1):
            g = of.gradient()
            push = of.gram.times(g)
            self._note(t, of.slope(g, push))
            if beyond := self._beyond():
                self.stopped = Stop(
                    Why.DIVERGED,
                    f"after round {t} {beyond}: the steps are too long, "
                    f"each goes further past the minimum than the last",
                )
                return
            if t > 0 and not tell(t):
                self.stopped = by_the_user(t)
                return
            if t == self.rounds:
                return
            if self.pairs_per_step:
                g = of.sampled_gradient(self.pairs_per_step, rng)
                push = of.gram.times(g)
            of.move(self.schedule.step(t + 1), g, push)

    def _beyond(self) -> str:
        """Return what has grown too large, or "". Where items are alike, f stays small but c does not."""
        of, most = self.descent, DIVERGED / min(self.descent.regularisation, 1.0)
        if of.norm > DIVERGED:
            return f"the norm of f is beyond {DIVERGED:,.0f}"
        size = float(np.abs(of.c).sum())
        return f"the sum of all |c|, the coefficients of f, is beyond {most:,.0f}" if size > most else ""

    def _note(self, t: int, slope: float) -> None:
        of = self.descent
        self.scores[t], self.coefficients[t] = of.f, of.c
        held_auc = math.nan
        if self.held is not None and of.held is not None and self.held_above is not None:
            self.held[t] = of.held
            held_auc = auc(of.held[self.held_above], of.held[~self.held_above])
        distance = math.nan
        if self.target is not None and self.target_scores is not None:
            apart = float((of.c - self.target) @ (of.f - self.target_scores))
            distance = math.sqrt(max(apart, 0.0))
        values = {
            "risk": of.sums.risk,
            "regularised": of.regularised,
            "norm": of.norm,
            "norm_bound": norm_bound(self.schedule.kappa, of.loss, of.regularisation),
            "auc": auc(of.f[of.positive], of.f[of.negative]),
            "auc_holdout": held_auc,
            "step": self.schedule.step(t) if t else math.nan,
            "distance": distance,
        }
        for name, value in values.items():
            self.extra[name].append(value)
        self.slope.append(slope)

    def steps(self, details: KernelDetails) -> ScoredSteps:
        """Return the rounds that were run."""
        done = len(self.slope)
        drawn = f"gradient step, {self.pairs_per_step:,} pairs" if self.pairs_per_step else "gradient step"
        return ScoredSteps(
            scores=self.scores[:done],
            held=None if self.held is None else self.held[:done],
            staged=partial(_staged, details),
            added=[drawn] * (done - 1),
            step=self.extra["step"][1:],
            extra=self.extra,
            pair_weight=partial(_pair_weight, details),
            stopped=self.stopped,
            details=details,
        )


def _details(record: _Record, Z: np.ndarray, scaling: Scaling, kernel: Kernel) -> KernelDetails:
    of = record.descent
    target_risk = math.nan
    if record.target is not None and record.target_scores is not None:
        sums = of.loss.sums(record.target_scores[of.positive], record.target_scores[of.negative])
        target_risk = sums.risk + 0.5 * of.regularisation * float(record.target @ record.target_scores)
    return KernelDetails(
        positive=of.positive,
        negative=of.negative,
        Z=Z,
        scaling=scaling,
        kernel=kernel,
        loss=of.loss,
        schedule=record.schedule,
        coefficients=record.coefficients[: len(record.slope)],
        slope=np.array(record.slope),
        target=record.target,
        target_error=record.target_error,
        target_risk=target_risk,
        pairs_per_step=record.pairs_per_step,
    )


def _staged(details: KernelDetails, X: np.ndarray) -> Iterator[np.ndarray]:
    """Yield f_t (k,) of items X (k, d) for every t; identical items get exactly the same score."""
    different, place = np.unique(details.scaling.apply(X), axis=0, return_inverse=True)
    place = place.reshape(-1)
    items = range(0, len(different), BLOCK_ITEMS)
    for t in range(0, len(details.coefficients), BLOCK_ROUNDS):
        c = details.coefficients[t : t + BLOCK_ROUNDS]
        blocks = [details.kernel.matrix(different[i : i + BLOCK_ITEMS], details.Z) @ c.T for i in items]
        yield from np.concatenate(blocks).T[:, place]


def _pair_weight(details: KernelDetails, scores: np.ndarray) -> np.ndarray:
    """|φ'₋| of every pair: how hard it pulls. Positives in row order, each with all negatives in row order."""
    margin = scores[details.positive][:, None] - scores[details.negative][None, :]
    return np.abs(details.loss.slope(margin, size_of(scores))).ravel()
