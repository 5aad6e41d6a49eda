"""The Trace: one or more runs on the same problem, round by round. Every view reads this and nothing else."""

from __future__ import annotations

import html
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import Tilted
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.boosting.weak_rankers import searched_pool
from rankviz.engine.algorithms.registry import find_boosted, named
from rankviz.engine.arguments import is_whole
from rankviz.engine.choice import Value
from rankviz.engine.data.problem import Problem
from rankviz.engine.environment import app_packages
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.kernels import measure as measure_kernels
from rankviz.engine.kernels import pairs as pair_kernels
from rankviz.engine.number_format import counted
from rankviz.engine.runs.ensemble_scores import EnsembleScores
from rankviz.engine.runs.loss2 import PairLoss2
from rankviz.engine.runs.run import UNDEFINED_OUTCOMES, BoostedRun, Run, ScoredRun, details_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BLOCK", "UNDEFINED_OUTCOMES", "BoostedRun", "Run", "ScoredRun", "Trace", "details_of"]

BLOCK, BLOCK_BYTES = 64, 16 * 2**20
"""Rounds that are replayed together at most, and the bytes of their weights."""


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """Runs of one or more algorithms on the same training problem.

    Attributes
    ----------
    problem, holdout : the training part, and the held-out part or None.
    pool : the candidates of all runs; `pool_of` has those that one run chose from.
    runs : one Run per algorithm, in the order requested.
    settings : rounds, seed and holdout as requested.

    >>> trace = rankviz.trace(rankviz.load("bundled:wine"), ["rb-c", "rb-plus"], rounds=3)
    >>> trace
    <Trace of bundled:wine: rb-c 3 rounds, rb-plus 3 rounds>
    >>> trace.scores("rb-c", 3)[:2].round(3).tolist()
    [-2.011, -2.011]
    """

    problem: Problem
    holdout: Problem | None
    pool: CandidatePool
    runs: tuple[Run, ...]
    settings: dict[str, Value] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return the trace in one line."""
        done = ", ".join(f"{run.name} {counted(run.n_rounds, 'round')}" for run in self.runs)
        return f"<Trace of {self.problem.source or self.problem.title or 'arrays'}: {done}>"

    @property
    def boosted(self) -> tuple[BoostedRun, ...]:
        """The runs that boost weak rankers of the pool."""
        return tuple(run for run in self.runs if isinstance(run, BoostedRun))

    @property
    def scored(self) -> tuple[ScoredRun, ...]:
        """The runs of learners without weak rankers of the pool."""
        return tuple(run for run in self.runs if isinstance(run, ScoredRun))

    def pool_of(self, run: BoostedRun | str) -> CandidatePool:
        """Return the candidates of a boosted run, under the pool's indices: only the kinds that it searches."""
        return searched_pool(self.pool, self.boosted_run(run).params)

    def scores(self, run: Run | str, t: int | None = None) -> np.ndarray:
        """Return item scores g (n,) after round t (the last when left out); see `EnsembleScores` for infinite weights.

        Raises DataError for a run or round that does not exist, like all methods that take one.
        """
        run = self.run(run)
        t = run.n_rounds if t is None else _there(run, t)
        if isinstance(run, ScoredRun):
            return run.scored.scores[t].copy()
        scores = np.zeros(self.problem.n_items)
        for s, staged in enumerate(self.staged_scores(run)):
            if s == t:
                return staged.copy()
        return scores

    def staged_scores(self, run: Run | str) -> Iterator[np.ndarray]:
        """Yield item scores (n,) after rounds 0, 1, … T; a yielded array is never changed."""
        run = self.run(run)
        if isinstance(run, ScoredRun):
            yield from run.scored.scores
        else:
            yield from (ensemble.scores for ensemble in self.ensembles(run))

    def scales(self, run: BoostedRun | str) -> np.ndarray:
        """(T + 1,) Σ|α| of a boosted run after each round, by which its ties are judged; see `EnsembleScores`."""
        return np.array([ensemble.scale for ensemble in self.ensembles(run)])

    def ensembles(self, run: BoostedRun | str, X: np.ndarray | None = None) -> Iterator[EnsembleScores]:
        """Yield the ensemble after rounds 0, 1, … T on the training items, or on items X (k, d): one object."""
        run = self.boosted_run(run)
        ensemble = EnsembleScores(self.problem.n_items if X is None else len(X))
        yield ensemble
        for s, ranker in enumerate(run.ranker.tolist()):
            h = self.pool.output(ranker) if X is None else self.pool.apply(ranker, X)
            ensemble.add(h, run.alpha[s], run.outcome[s], int(run.sign[s]))
            yield ensemble

    def weights(self, run: Run | str, t: int) -> np.ndarray:
        """Return the pair distribution D (m,) after t rounds: D₁ at 0, then as the algorithm updated it.

        D₁ is uniform, or each pair's share of all weights where pairs have some.
        For a learner without weak rankers: each pair's share of the slope of the loss, all 0 where that is 0.
        """
        run = self.run(run)
        t = _there(run, t)
        if isinstance(run, ScoredRun):
            return run.weights(t)
        if run.combined[:t].any():
            return next(weight for s, weight in enumerate(self.staged_weights(run)) if s == t)
        tilted = self.tilted(run, t)
        return self._normalised(self._log_weights(run, t)) if tilted is None else tilted.weight

    def tilted(self, run: BoostedRun | str, t: int) -> Tilted | None:
        """Return D after t rounds with the losses along its rankers, where the algorithm's D is `Tilted`; else None."""
        run = self.boosted_run(run)
        make = find_boosted(run.algorithm).tilted
        return None if make is None else make(self.problem, run.params, self._log_weights(run, t))

    def _log_weights(self, run: BoostedRun, t: int) -> np.ndarray:
        """Return the logs (m,) of D₁ times each pair's factors in the first t rounds, before any scaling."""
        log_weight = self._first_logs()
        for s in range(t):
            self._reweight(run, s, log_weight)
        return log_weight

    def staged_weights(self, run: Run | str) -> Iterator[np.ndarray]:
        """Yield D (m,) after rounds 0, 1, … T, in the order of `problem.pairs`; a yielded array is never changed."""
        for block in self.weight_blocks(run):
            yield from block

    def weight_blocks(self, run: Run | str) -> Iterator[np.ndarray]:
        """Yield the rows of `staged_weights`, some rounds at a time: arrays (k, m), all rounds in order."""
        run = self.run(run)
        if isinstance(run, ScoredRun):
            yield from (run.weights(t)[None] for t in range(run.n_rounds + 1))
            return
        if find_boosted(run.algorithm).tilted is not None:
            yield from (each.weight[None] for each in self.staged_tilted(run))
            return
        log_weight = self._first_logs()
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

    def staged_tilted(self, run: BoostedRun | str) -> Iterator[Tilted]:
        """Yield `tilted` after rounds 0, 1, … T; nothing where the algorithm's D is not `Tilted`."""
        run = self.boosted_run(run)
        make = find_boosted(run.algorithm).tilted
        if make is None:
            return
        log_weight = self._first_logs()
        for s in range(run.n_rounds + 1):
            if s:
                self._reweight(run, s - 1, log_weight)
            yield make(self.problem, run.params, log_weight)

    def _combined_weights(self, run: BoostedRun) -> Iterator[np.ndarray]:
        """Yield D (m,) after rounds 1 … T of a run that moved along combinations: D ∝ Π ω* (24) at the tracked η."""
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
            log_weight = self._first_logs() + loss2.tied - s
            if run.outcome[t - 1] in ("infinite", "limit"):
                self._reweight(run, t - 1, log_weight)
            yield self._normalised(log_weight)

    def _reweight(self, run: BoostedRun, s: int, log_weight: np.ndarray) -> None:
        """Add the factors of round s + 1 to the log-weights (m,), in place."""
        logs = self._factors(run, s)
        if logs is not None:
            start, lower = self.problem.by_higher
            reversed_, tied, correct = logs
            h = self.pool.output(int(run.ranker[s]))
            pair_kernels.reweight(start, lower, log_weight, h, correct, tied, reversed_)

    def _factors(self, run: BoostedRun, s: int) -> tuple[float, float, float] | None:
        """Return the logs of round s + 1's factors for pairs reversed, tied and correct; None when the weights stay."""
        step = float(run.alpha[s])
        tied = 0.0 if run.combined[s] else math.log(run.tie_factor[s])
        if run.outcome[s] in UNDEFINED_OUTCOMES:
            # Lemma 1 and 2 update D with the limit α → ±∞: ordered pairs have weight 0 from then on.
            if run.eps_tied[s] <= 0.0:
                return None  # nothing would be left: keep the last distribution
            return (0.0, tied, -math.inf) if run.sign[s] > 0 else (-math.inf, tied, 0.0)
        return step, tied, -step

    def _first_logs(self) -> np.ndarray:
        """Return the logs (m,) of D₁, up to a constant."""
        logs = self.problem.log_amounts
        return logs.copy() if len(logs) else np.zeros(self.problem.n_pairs)

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
        """Write the run as one HTML file for stepping through it, without a server and without a network.

        `link` is the address of the run in an app, which the file then offers; `rounds` makes it an excerpt: the
        rounds (a, b) from a to b, where 0 is the start, or the first so many.

        Raises DataError when the file would be too large, `link` is not a web address or there are no such rounds,
        OSError when it cannot be written.
        """
        import rankviz  # the rooms that paint a run are above this one; the package can reach them

        with app_packages("The page of a run"):
            rankviz.replay.write(self, path, link=link, rounds=rounds)

    def _repr_html_(self) -> str:
        """Return the page of `to_html` in a frame, for notebooks; where there can be none, a sentence instead."""
        import rankviz

        try:
            with app_packages("The page of a run"):
                return rankviz.replay.frame(self)
        except DataError as error:
            return f"<p>{html.escape(str(error))}</p>"

    def widget(self, *, rounds: int | tuple[int, int] | None = None) -> Any:
        """Return the stage as a widget that a notebook and Python share (`anywidget.AnyWidget`; `rankviz[notebook]`).

        `.round` is the round shown, at first the first one, `.algorithm` the name of the run chosen on the stage, at
        first the first one; both can be set, and `.observe(call, ["round", "algorithm"])` follows them. `rounds` makes
        it an excerpt: the rounds (a, b) from a to b, where 0 is the start, or the first so many; the curves stay those
        of the whole run.

        Raises DataError when anywidget is not installed, there are no such rounds, or they are too large.
        """
        import rankviz

        return rankviz.notebook.widget(self, rounds)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per run and round, with the fields of the JSON Trace; see `rankviz.export.to_frame`."""
        import rankviz

        return rankviz.export.to_frame(self)

    def run(self, name: Run | str) -> Run:
        """Return the first run of that contender, algorithm, name or label; a run is returned unchanged.

        Raises DataError when there is none.
        """
        if isinstance(name, (BoostedRun, ScoredRun)):
            return name
        if isinstance(name, str):
            plain = named(name)
            for names in ("contender", "algorithm", "name"):
                for run in self.runs:
                    if getattr(run, names) == plain:
                        return run
            for run in self.runs:
                if run.label.casefold() == name.strip().casefold():
                    return run
        raise DataError(
            f"The trace has no run of {as_given(name)}",
            remedy=f"It has {', '.join(run.name for run in self.runs)}",
        )

    def boosted_run(self, name: Run | str) -> BoostedRun:
        """Return :meth:`run` of a boosted run. Raises DataError when there is none."""
        run = self.run(name)
        if isinstance(run, ScoredRun):
            raise DataError(f"{run.label} does not boost weak rankers of a pool")
        return run

    def scored_run(self, name: Run | str) -> ScoredRun:
        """Return :meth:`run` of a run that does not boost. Raises DataError when there is none."""
        run = self.run(name)
        if isinstance(run, BoostedRun):
            raise DataError(f"{run.label} boosts weak rankers of a pool")
        return run


def _there(run: Run, t: int) -> int:
    """Return t, which must be one of a run's rounds or 0. Raises DataError."""
    if not is_whole(t) or not 0 <= t <= run.n_rounds:
        raise DataError(
            f"{run.label} has {counted(run.n_rounds, 'round')}, so there is no round {as_given(t)}"
        )
    return t
