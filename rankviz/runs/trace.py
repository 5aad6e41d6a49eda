"""The Trace: what one or more runs did on the same problem, round by round. Every view reads this and nothing else."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from rankviz.algorithms.boosting.distribution import Tilted
from rankviz.algorithms.boosting.loop import Fork, Refused
from rankviz.algorithms.boosting.regions import searched
from rankviz.algorithms.boosting.stop import Stop, by_the_user
from rankviz.algorithms.boosting.stumps import CandidatePool
from rankviz.algorithms.registry import find_boosted
from rankviz.algorithms.score_learner import ScoredSteps
from rankviz.choice import Value
from rankviz.data.problem import Problem
from rankviz.errors import DataError, as_given
from rankviz.kernels import measure as measure_kernels
from rankviz.kernels import pairs as pair_kernels
from rankviz.runs import forks
from rankviz.runs.ensemble_scores import EnsembleScores
from rankviz.runs.measure import PairLoss2

BLOCK, BLOCK_BYTES = 64, 16 * 2**20
"""Rounds that are replayed together at most, and the bytes of their weights."""


UNDEFINED_OUTCOMES = ("infinite", "limit", "capped")
"""The outcomes of a round where the equation of α is not defined."""


@dataclass(frozen=True, eq=False)
class Run:
    """One algorithm's rounds. Arrays of length T have one entry per round; round t is entry t − 1.

    Attributes
    ----------
    contender : the run's name in the trace: the algorithm's, with the parameters given to this run alone.
    ranker : (T,) int32 index of the chosen ranker in the pool.
    alpha : (T,) its weight; NaN where `outcome` is "infinite" or "limit", then `sign` (T,) int8 has the sign.
    alpha_prior : (T,) the weight α' that the ranker already had in the ensemble.
    eps_correct, eps_tied, eps_reversed, z, delta, tie_factor : (T,) as in RB+ (8), (11)/(27), (13)/(33), (25).
    combined : (T,) bool, rounds that moved all of S along β; `tie_factor` is NaN there.
    outcome : (T,) "finite", "infinite", "limit", "capped", or "forced" where a fork gave α.
    fork : the choice that was made otherwise, None in a run that is no branch.
    metrics : name → (T + 1,) float64, entry 0 before any round; NaN means no value, −inf the log of 0.
    stopped : why the run ended: the text "rounds" when all rounds were run, else why not, in words; `stopped.why` is
        its kind, `stopped.early` whether there are fewer rounds than were asked for.
    dropped, fixed_from, fixed_set, searched, tested : RankBoost+ only, see `Steps`; the last two (T,) or None.
    refused : the round T + 1 that the policy "halt" refused, if it did.
    extra : name → (T + 1,) the series that only this algorithm has, see `rankviz.runs.extra_series`.
    scored : the rounds of a learner without weak rankers of the pool; then `ranker` is −1 and ε's, Z, δ, α are NaN.
    log_extra : name → (T + 1,) natural logs of those of `extra` that may leave the range of floats: what `extra` has
        there, NaN, 0 or infinity, is not their value.
    """

    algorithm: str
    contender: str
    label: str
    bound_label: str
    params: dict[str, Value]
    fork: Fork | None
    ranker: np.ndarray
    alpha: np.ndarray
    alpha_prior: np.ndarray
    eps_correct: np.ndarray
    eps_tied: np.ndarray
    eps_reversed: np.ndarray
    z: np.ndarray
    delta: np.ndarray
    tie_factor: np.ndarray
    outcome: tuple[str, ...]
    sign: np.ndarray
    combined: np.ndarray
    stopped: Stop
    metrics: dict[str, np.ndarray]
    dropped: dict[int, int] = field(default_factory=dict)
    fixed_from: int | None = None
    fixed_set: tuple[int, ...] = ()
    refused: Refused | None = None
    searched: np.ndarray | None = None
    tested: np.ndarray | None = None
    extra: dict[str, np.ndarray] = field(default_factory=dict)
    scored: ScoredSteps | None = None
    log_extra: dict[str, np.ndarray] = field(default_factory=dict)

    def first(self, t: int) -> Run:
        """Return the first t ≥ 1 rounds alone, as if the run had been stopped after them."""
        if t >= self.n_rounds:
            return self
        fixed = self.fixed_from is not None and self.fixed_from <= t
        rounds: dict[str, Any] = {name: getattr(self, name)[:t] for name in PER_ROUND}
        series: dict[str, Any] = {
            name: {key: values[: t + 1] for key, values in getattr(self, name).items()}
            for name in ("metrics", "extra", "log_extra")
        }
        return replace(
            self,
            **rounds,
            **series,
            stopped=by_the_user(t),
            dropped={ranker: found for ranker, found in self.dropped.items() if found <= t},
            fixed_from=self.fixed_from if fixed else None,
            fixed_set=self.fixed_set if fixed else (),
            refused=None,
            searched=None if self.searched is None else self.searched[:t],
            tested=None if self.tested is None else self.tested[:t],
            scored=None if self.scored is None else self.scored.first(t),
        )

    def limit_by(self, t: int) -> bool:
        """Whether a weight of the first t rounds is infinite in the limit (RB+ (49))."""
        return "limit" in self.outcome[:t]

    @property
    def name(self) -> str:
        """What it alone is called in its trace: the contender, or its fork as text (see `rankviz.runs.forks`)."""
        return self.contender if self.fork is None else forks.write(self.fork)

    @property
    def n_rounds(self) -> int:
        """T, the number of rounds done."""
        return len(self.ranker)

    def weights_at(self, t: int) -> dict[int, float]:
        """Cumulative weight of each ranker picked in the first t rounds, in order of first pick.

        After an infinite weight the last ranker alone is left, with ±inf; after one that is infinite in the limit the
        others stay, and of several infinite ones the earlier decides first.
        """
        return next(islice(self.staged_weights_at(), t, None))

    def staged_weights_at(self) -> Iterator[dict[int, float]]:
        """:meth:`weights_at` of 0, 1, …, T rounds, in one dict that callers must not change."""
        weights: dict[int, float] = {}
        yield weights
        for ranker, outcome, sign, alpha in zip(
            self.ranker.tolist(), self.outcome, self.sign.tolist(), self.alpha.tolist(), strict=True
        ):
            if outcome == "infinite":
                break
            step = math.copysign(math.inf, sign) if outcome == "limit" else alpha
            weights[ranker] = weights.get(ranker, 0.0) + step
            yield weights
        else:
            return
        while True:
            yield {ranker: math.copysign(math.inf, sign)}


PER_ROUND = (
    "ranker",
    "alpha",
    "alpha_prior",
    "eps_correct",
    "eps_tied",
    "eps_reversed",
    "z",
    "delta",
    "tie_factor",
    "outcome",
    "sign",
    "combined",
)
"""The attributes of `Run` with one entry per round."""


@dataclass(frozen=True, eq=False)
class Trace:
    """Runs of one or more algorithms on the same training problem.

    Attributes
    ----------
    problem, holdout : the training part, and the held-out part or None.
    pool : the candidates of all runs; `pool_of` has those that one run chose from.
    runs : one Run an algorithm, in the order asked for.
    settings : rounds, seed and holdout as asked for.
    """

    problem: Problem
    holdout: Problem | None
    pool: CandidatePool
    runs: tuple[Run, ...]
    settings: dict[str, Value] = field(default_factory=dict)

    @property
    def boosted(self) -> tuple[Run, ...]:
        """The runs that boost weak rankers of the pool."""
        return tuple(run for run in self.runs if run.scored is None)

    def pool_of(self, run: Run) -> CandidatePool:
        """The candidates a boosted run chose from, under the pool's indices: regions only where it asked for them."""
        return searched(self.pool, run.params)

    def scores(self, run: Run, t: int | None = None) -> np.ndarray:
        """Item scores g (n,) after round t (the last when left out); see `EnsembleScores` for infinite weights."""
        t = run.n_rounds if t is None else t
        if run.scored is not None:
            return run.scored.scores[t].copy()
        scores = np.zeros(self.problem.n_items)
        for s, staged in enumerate(self.staged_scores(run)):
            if s == t:
                return staged.copy()
        return scores

    def staged_scores(self, run: Run) -> Iterator[np.ndarray]:
        """Item scores (n,) after rounds 0, 1, … T; a yielded array is never changed."""
        if run.scored is not None:
            yield from run.scored.scores
            return
        yield from self._ensembles(run)

    def scales(self, run: Run) -> np.ndarray:
        """(T + 1,) Σ|α| of a boosted run after each round, by which its ties are judged; see `EnsembleScores`."""
        ensemble = EnsembleScores(self.problem.n_items)
        return np.array([ensemble.scale for _ in self._ensembles(run, ensemble)])

    def _ensembles(self, run: Run, ensemble: EnsembleScores | None = None) -> Iterator[np.ndarray]:
        ensemble = EnsembleScores(self.problem.n_items) if ensemble is None else ensemble
        yield ensemble.scores
        for s in range(run.n_rounds):
            h = self.pool.output(int(run.ranker[s]))
            ensemble.add(h, run.alpha[s], run.outcome[s], int(run.sign[s]))
            yield ensemble.scores

    def weights(self, run: Run, t: int) -> np.ndarray:
        """The pair distribution D (m,) after t rounds: uniform at 0, then as the algorithm updated it.

        For a learner without weak rankers: each pair's share of the slope of the loss, all 0 where that is 0.
        """
        if not 0 <= t <= run.n_rounds:
            raise DataError(f"{run.label} has {run.n_rounds} rounds, so there is no round {t}")
        if run.scored is not None:
            return _shares(run.scored, t)
        if run.combined[:t].any():
            return next(weight for s, weight in enumerate(self.staged_weights(run)) if s == t)
        tilted = self.tilted(run, t)
        return self._normalised(self._log_weights(run, t)) if tilted is None else tilted.weight

    def tilted(self, run: Run, t: int) -> Tilted | None:
        """D after t rounds with the losses along its rankers, where the algorithm's D is `Tilted`; else None."""
        make = find_boosted(run.algorithm).tilted
        return None if make is None else make(self.problem, run.params, self._log_weights(run, t))

    def _log_weights(self, run: Run, t: int) -> np.ndarray:
        """The logs (m,) of the product of each pair's factors in the first t rounds, before any scaling."""
        log_weight = np.zeros(self.problem.n_pairs)
        for s in range(t):
            self._reweight(run, s, log_weight)
        return log_weight

    def staged_weights(self, run: Run) -> Iterator[np.ndarray]:
        """D (m,) after rounds 0, 1, … T, in the order of `problem.pairs`; a yielded array is never changed."""
        for block in self.weight_blocks(run):
            yield from block

    def weight_blocks(self, run: Run) -> Iterator[np.ndarray]:
        """The rows of `staged_weights`, some rounds at a time: arrays (k, m), all rounds in order."""
        if run.scored is not None:
            yield from (_shares(run.scored, t)[None] for t in range(run.n_rounds + 1))
            return
        if find_boosted(run.algorithm).tilted is not None:
            yield from (each.weight[None] for each in self.staged_tilted(run))
            return
        log_weight = np.zeros(self.problem.n_pairs)
        yield self._normalised(log_weight)[None]
        if run.combined.any():
            yield from (weight[None] for weight in self._combined_weights(run))
            return
        start, lower = self.problem.by_higher
        size = max(1, min(BLOCK, BLOCK_BYTES // (8 * self.problem.n_pairs)))
        for first in range(0, run.n_rounds, size):
            rounds = range(first, min(first + size, run.n_rounds))
            found = [self._factors(run, s) for s in rounds]
            steps = np.array([(0.0, 0.0, 0.0) if logs is None else logs for logs in found])
            moves = np.array([logs is not None for logs in found])
            block = np.empty((len(rounds), self.problem.n_pairs))
            h = self.pool.outputs(run.ranker[rounds.start : rounds.stop])
            pair_kernels.staged(start, lower, h, steps, moves, log_weight, block)
            yield block

    def staged_tilted(self, run: Run) -> Iterator[Tilted]:
        """`tilted` after rounds 0, 1, … T; nothing where the algorithm's D is not `Tilted`."""
        make = find_boosted(run.algorithm).tilted
        if make is None:
            return
        log_weight = np.zeros(self.problem.n_pairs)
        for s in range(run.n_rounds + 1):
            if s:
                self._reweight(run, s - 1, log_weight)
            yield make(self.problem, run.params, log_weight)

    def _combined_weights(self, run: Run) -> Iterator[np.ndarray]:
        """D (m,) after rounds 1 … T of a run that moved along combinations: D ∝ Π ω* (24) at the tracked η."""
        start, lower = self.problem.by_higher
        loss2 = PairLoss2(self.problem, self.pool)
        s = np.empty(self.problem.n_pairs)
        for t, scores in enumerate(self.staged_scores(run)):
            if t == 0:
                continue
            if run.fixed_from == t:
                loss2.keep(list(run.fixed_set))
            if math.isfinite(run.alpha[t - 1]) and (run.combined[t - 1] or run.outcome[t - 1] != "capped"):
                loss2.add(int(run.ranker[t - 1]), float(run.alpha[t - 1]))
                measure_kernels.pair_scores(start, lower, scores, s)
            log_weight = loss2.tied - s
            if run.outcome[t - 1] in ("infinite", "limit"):
                self._reweight(run, t - 1, log_weight)
            yield self._normalised(log_weight)

    def _reweight(self, run: Run, s: int, log_weight: np.ndarray) -> None:
        """Add the factors of round s + 1 to the log-weights (m,), in place."""
        logs = self._factors(run, s)
        if logs is not None:
            start, lower = self.problem.by_higher
            reversed_, tied, correct = logs
            h = self.pool.output(int(run.ranker[s]))
            pair_kernels.reweight(start, lower, log_weight, h, correct, tied, reversed_)

    def _factors(self, run: Run, s: int) -> tuple[float, float, float] | None:
        """The logs of round s + 1's factors for pairs reversed, tied and correct; None when the weights stay."""
        step = float(run.alpha[s])
        tied = 0.0 if run.combined[s] else math.log(run.tie_factor[s])
        if run.outcome[s] in UNDEFINED_OUTCOMES:
            # Lemma 1 and 2 update D with the limit α → ±∞: ordered pairs weigh nothing any more.
            if run.eps_tied[s] <= 0.0:
                return None  # nothing would be left: the last distribution stands
            return (0.0, tied, -math.inf) if run.sign[s] > 0 else (-math.inf, tied, 0.0)
        return step, tied, -step

    def _normalised(self, log_weight: np.ndarray) -> np.ndarray:
        weight = np.empty_like(log_weight)
        pair_kernels.normalise(log_weight, weight)
        return weight

    def first(self, t: int) -> Trace:
        """Return the first t ≥ 1 rounds of every run."""
        return replace(self, runs=tuple(run.first(t) for run in self.runs))

    def to_html(
        self,
        path: str | os.PathLike[str],
        *,
        link: str = "",
        rounds: int | tuple[int, int] | None = None,
    ) -> None:
        """Write the run as one HTML file in which it is stepped through, without a server and without a network.

        `link` is the address of the run in an app, which the file then offers; `rounds` makes it an excerpt: the
        rounds (a, b) from a to b, where 0 is the start, or the first so many.

        Raises DataError when the file would be too large, `link` is no address of the web or there are no such rounds,
        OSError when it cannot be written.
        """
        import rankviz  # what draws a run stands above it; the package knows who does

        rankviz.replay.write(self, path, link=link, rounds=rounds)

    def _repr_html_(self) -> str:
        """The page of `to_html` in a frame, for notebooks; where it would be too large, a sentence that says so."""
        import rankviz

        return rankviz.replay.frame(self)

    def widget(self, *, rounds: int | tuple[int, int] | None = None) -> Any:
        """The stage as a widget that a notebook and Python share (an `anywidget.AnyWidget`; extra `rankviz[notebook]`).

        `.round` is the round that is shown, at first the first there is, `.algorithm` the name of the run that was
        chosen on the stage, at first the first one; both can be set, and `.observe(call, ["round", "algorithm"])`
        follows them. `rounds` makes it an excerpt: the rounds (a, b) from a to b, where 0 is the start, or the first so
        many; the curves stay those of the whole run.

        Raises DataError when anywidget is not installed, there are no such rounds, or they are too large.
        """
        import rankviz

        return rankviz.notebook.widget(self, rounds)

    def run(self, name: str) -> Run:
        """Return the first run of that contender, algorithm or name. Raises DataError when there is none."""
        for names in ("contender", "algorithm", "name"):
            for run in self.runs:
                if getattr(run, names) == name:
                    return run
        raise DataError(f"The trace has no run of {as_given(name)}")


def _shares(scored: ScoredSteps, t: int) -> np.ndarray:
    """The pair weights (m,) after round t, scaled to a sum of 1 unless all are 0."""
    weight = scored.pair_weight(scored.scores[t])
    total = float(weight.sum())
    return weight / total if total > 0 else np.zeros_like(weight)
