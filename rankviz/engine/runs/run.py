"""One algorithm's rounds: a `BoostedRun` of weak rankers of the pool, or the `ScoredRun` of a learner without them."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Self, TypeAlias, TypeVar

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Fork, Refused
from rankviz.engine.algorithms.boosting.stop import Stop, by_the_user
from rankviz.engine.algorithms.score_learner import ScoredDetails, ScoredSteps
from rankviz.engine.choice import Value
from rankviz.engine.number_format import counted
from rankviz.engine.runs import forks

D = TypeVar("D", bound=ScoredDetails)

UNDEFINED_OUTCOMES = ("infinite", "limit", "capped")
"""The outcomes of a round where the equation of α is not defined."""


class Metrics(dict[str, np.ndarray]):
    """Metrics by name; "e1", "e2" and "bound", as files call them, are computed from their logs when read."""

    def __missing__(self, name: str) -> np.ndarray:
        """Return e to the power of `log_NAME`, infinite beyond the largest float; raise KeyError without it."""
        if f"log_{name}" not in self:
            raise KeyError(name)
        with np.errstate(over="ignore"):
            return np.exp(self[f"log_{name}"])


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RunBase(ABC):
    """The common part of both kinds of run.

    Attributes
    ----------
    contender : the run's name in the trace: the algorithm's, with the parameters given to this run alone.
    fork : the choice that differs, None in a run that is not a branch.
    stopped : the reason why the run ended: the text "rounds" when all rounds were run, else a sentence; `stopped.why`
        is its kind, `stopped.early` is True with fewer rounds than requested.
    metrics : name → (T + 1,) float64, entry 0 before any round; NaN means no value, −inf the log of 0. Of
        "log_e1" and the like "e1" is the value itself, as files and frames have it.
    extra : name → (T + 1,) the series that only this algorithm has, see `rankviz.engine.runs.quantities`.
    log_extra : name → (T + 1,) natural logs of those of `extra` that may leave the range of floats: where `extra` is
        NaN, 0 or infinite, that is not the value.
    """

    algorithm: str
    contender: str
    label: str
    bound_label: str
    params: dict[str, Value]
    fork: Fork | None = None
    stopped: Stop
    metrics: dict[str, np.ndarray]
    extra: dict[str, np.ndarray] = field(default_factory=dict)
    log_extra: dict[str, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the metrics available under their names in files, too."""
        object.__setattr__(self, "metrics", Metrics(self.metrics))

    @property
    def name(self) -> str:
        """The run's unique name in its trace: the contender, or its fork as text (see `runs.forks`)."""
        return self.contender if self.fork is None else forks.write(self.fork)

    @property
    def n_rounds(self) -> int:
        """T, the number of rounds done."""
        return len(self.metrics["r1"]) - 1

    def __repr__(self) -> str:
        """Return the run in one line."""
        ended = f", stopped: {self.stopped}" if self.stopped.early else ""
        return f"<{type(self).__name__} {self.name}: {counted(self.n_rounds, 'round')}{ended}>"

    def first(self, t: int) -> Self:
        """Return the first t ≥ 1 rounds alone, as if the run had been stopped after them."""
        if t >= self.n_rounds:
            return self
        series: dict[str, Any] = {
            name: {key: values[: t + 1] for key, values in getattr(self, name).items()}
            for name in ("metrics", "extra", "log_extra")
        }
        return replace(self, **series, stopped=by_the_user(t), **self._rounds_of_its_kind(t))

    @abstractmethod
    def _rounds_of_its_kind(self, t: int) -> dict[str, Any]:
        """Return the fields that only its kind of run has, of the first t rounds."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class BoostedRun(RunBase):
    """Rounds that each weight a weak ranker of the pool. Arrays (T,) have one entry per round, round t is entry t − 1.

    Attributes
    ----------
    ranker : (T,) int32 index of the chosen ranker in the pool.
    alpha : (T,) its weight; NaN where `outcome` is "infinite" or "limit", then `sign` (T,) int8 has the sign.
    alpha_prior : (T,) the weight α' that the ranker already had in the ensemble.
    eps_correct, eps_tied, eps_reversed, z, delta, tie_factor : (T,) as in RB+ (8), (11)/(27), (13)/(33), (25).
    combined : (T,) bool, rounds that moved all of S along β; `tie_factor` is NaN there.
    outcome : (T,) "finite", "infinite", "limit", "capped", or "forced" where a fork gave α.
    dropped, fixed_from, fixed_set, searched, tested : RankBoost+ only, see `Steps`; the last two (T,) or None.
    refused : the round T + 1 that the policy "halt" refused, if it did.

    >>> run = rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=3).run("rb-c")
    >>> run, isinstance(run, rankviz.Run), run.alpha.round(3).tolist()
    (<BoostedRun rb-c: 3 rounds>, True, [-0.766, -0.615, -0.629])
    """

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
    dropped: dict[int, int] = field(default_factory=dict)
    fixed_from: int | None = None
    fixed_set: tuple[int, ...] = ()
    refused: Refused | None = None
    searched: np.ndarray | None = None
    tested: np.ndarray | None = None

    def _rounds_of_its_kind(self, t: int) -> dict[str, Any]:
        fixed = self.fixed_from is not None and self.fixed_from <= t
        return {name: getattr(self, name)[:t] for name in PER_ROUND} | {
            "dropped": {ranker: found for ranker, found in self.dropped.items() if found <= t},
            "fixed_from": self.fixed_from if fixed else None,
            "fixed_set": self.fixed_set if fixed else (),
            "refused": None,
            "searched": None if self.searched is None else self.searched[:t],
            "tested": None if self.tested is None else self.tested[:t],
        }

    @property
    def independent(self) -> bool:
        """True when Ê2 of the run is over independent rankers, not over all that it used unchanged."""
        return bool(self.params.get("independent", True))

    def limit_by(self, t: int) -> bool:
        """Return whether a weight of the first t rounds is infinite in the limit (RB+ (49))."""
        return "limit" in self.outcome[:t]

    def weights_at(self, t: int) -> dict[int, float]:
        """Return the cumulative weight of each ranker picked in the first t rounds, in order of first pick.

        After an infinite weight only the last ranker is left, with ±inf; after one that is infinite in the limit the
        others stay, and of several infinite ones the earlier decides first.
        """
        return next(islice(self.staged_weights_at(), t, None))

    def staged_weights_at(self) -> Iterator[dict[int, float]]:
        """Yield :meth:`weights_at` of 0, 1, …, T rounds, in one dict that callers must not change."""
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
"""The attributes of a `BoostedRun` with one entry per round."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class ScoredRun(RunBase):
    """Rounds that add something other than a weak ranker, so that there are no ε's, Z, δ or α.

    Attributes
    ----------
    scored : the addition of each round and its length, and the item scores after it.

    >>> run = rankviz.trace(rankviz.load("bundled:wine"), "qbrank", rounds=2).run("qbrank")
    >>> run, run.scored.added
    (<ScoredRun qbrank: 2 rounds>, ['tree, 11 leaves', 'tree, 11 leaves'])
    """

    scored: ScoredSteps

    def _rounds_of_its_kind(self, t: int) -> dict[str, Any]:
        return {"scored": self.scored.first(t)}

    def details_as(self, kind: type[D]) -> D:
        """Return the details that the learner's page reads. Raises TypeError for details of another kind."""
        details = self.scored.details
        if not isinstance(details, kind):
            raise TypeError(f"{self.label} has no {kind.__name__} but {type(details).__name__}")
        return details

    def weights(self, t: int) -> np.ndarray:
        """Each pair's share (m,) of the slope of the loss after round t; all 0 where that is 0."""
        weight = self.scored.pair_weight(self.scored.scores[t])
        total = float(weight.sum())
        return weight / total if total > 0 else np.zeros_like(weight)


Run: TypeAlias = BoostedRun | ScoredRun
"""A run of either kind, and no third: where views differ, `isinstance` distinguishes them."""


def details_of(run: Run, kind: type[D]) -> D | None:
    """Return the details of a run of a learner with details of this kind; None for any other run."""
    details = run.scored.details if isinstance(run, ScoredRun) else None
    return details if isinstance(details, kind) else None
