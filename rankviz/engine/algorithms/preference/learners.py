"""Bradley–Terry, Davidson, Elo and net wins as contenders: their scores of a problem's items, round by round.

A round is one of Newton's steps (Bradley–Terry, Davidson), a twentieth of the battles (Elo), or everything (net wins).
They score items, not features: a new item unlike all training items scores 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.preference import bradley_terry, davidson, elo, net_wins
from rankviz.engine.algorithms.preference.finite import unbeaten, unbounded_items
from rankviz.engine.algorithms.preference.fitted import Counted, DavidsonFit, EloFit, Fitted
from rankviz.engine.algorithms.preference.newton import CLOSE, Derivatives, Unsettled, points
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.choice import Choice
from rankviz.engine.data.battles import votes_of
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.tally import Tally, Votes
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.libraries import logistic_each
from rankviz.engine.number_format import counted

MOST_ITEMS = 2_000
"""Most items of Bradley–Terry and Davidson: each of Newton's steps solves for all their scores at once."""
MOST_BATTLES = 20_000_000
"""Most battles that Elo plays."""
PARTS = 20
"""The rounds in which Elo plays all battles."""
FAR = 20.0
"""The difference of two scores that ends a run without finite ones: odds of 500 million to 1."""

K = Choice(
    "elo_k",
    "K: how far a battle moves",
    "float",
    elo.K,
    "K: a battle moves both ratings by K times what was not expected.",
    low=0.1,
    high=100.0,
)


def fit_bradley_terry(task: Learning) -> ScoredSteps:
    """Take Newton's steps to the maximum-likelihood scores; the data set how many wins a tie is worth to each side.

    Where no finite scores are optimal the steps end when two items that met are `FAR` apart. Raises DataError for too
    many items.
    """
    problem = task.problem
    votes = _small(problem, bradley_terry.NAME)
    tally, split = votes.tally, votes.tally.split(votes.tie)
    endless = unbeaten(tally, *split)
    found = _solved(bradley_terry.derivatives(tally, votes.tie), tally.n, tally, endless, task)
    return _steps(
        task,
        found.x - found.x.mean(axis=1, keepdims=True),
        added=["Newton’s step"],
        step=found.step,
        extra={Fitted.series: found.value},
        stopped=found.stopped,
        pair_weight=partial(_pulls, problem, 1.0),
        details=Fitted(votes, endless),
    )


def fit_davidson(task: Learning) -> ScoredSteps:
    """Take Newton's steps to the maximum-likelihood scores and ν; without ties they are Bradley–Terry's.

    Ends as `fit_bradley_terry` does where no finite scores are optimal. Raises DataError for too many items.
    """
    problem = task.problem
    votes = _small(problem, davidson.NAME)
    tally, n = votes.tally, votes.tally.n
    if tally.tied.any():
        endless = unbounded_items(tally)
        found = _solved(davidson.derivatives(tally), n + 1, tally, endless, task)
        nu = np.exp(found.x[:, n])
    else:
        endless = unbeaten(tally, tally.won, tally.lost)
        found = _solved(bradley_terry.derivatives(tally, 0.0), n, tally, endless, task)
        nu = np.zeros(len(found.x))
    scores = found.x[:, :n]
    return _steps(
        task,
        scores - scores.mean(axis=1, keepdims=True),
        added=["Newton’s step"],
        step=found.step,
        extra={DavidsonFit.series: found.value},
        stopped=found.stopped,
        pair_weight=lambda h: np.zeros(problem.n_pairs),
        unweighed="ties pull, too",
        details=DavidsonFit(votes, endless, tuple(nu.tolist())),
    )


def fit_elo(task: Learning) -> ScoredSteps:
    """Play all battles once, in an order drawn with `seed`, a twentieth per round.

    Raises DataError where there are too many battles, or where all counts round to 0.
    """
    problem, rounds = task.problem, task.rounds
    votes, k = votes_of(problem), float(task.params["elo_k"])
    tally = votes.tally
    counts = np.concatenate([tally.won, tally.tied, tally.lost])
    whole = np.rint(counts).sum()
    if not 1 <= whole <= MOST_BATTLES:
        raise DataError(
            f"Elo plays battle after battle, {MOST_BATTLES:,} at most, and the weights are {whole:,.0f} of them",
            remedy="Give weights that are counts of battles",
        )
    order = elo.shuffled(tally, task.seed)
    ends = np.unique(np.ceil(np.linspace(0, len(order), PARTS + 1)).astype(int))[: rounds + 1].tolist()
    rating, scores, stopped = np.zeros(tally.n), [np.zeros(tally.n)], ALL_ROUNDS
    for t, (begin, end) in enumerate(zip(ends, ends[1:], strict=False), start=1):
        elo.play(tally, votes.tie, order[begin:end], k, rating)
        scores.append(rating.copy())
        if not task.tell(t):
            stopped = by_the_user(t)
            break
    done = len(scores) - 1
    if stopped is ALL_ROUNDS and done < rounds:
        stopped = Stop(Why.NO_ROUNDS, f"all {counted(len(order), 'battle')} are played")
    details = EloFit(votes, "", tuple(ends[: done + 1]), bool((counts != np.rint(counts)).any()))
    return _steps(
        task,
        np.array(scores),
        added=["battles"],
        step=[k] * done,
        extra={EloFit.series: [float(details.costs(each, t).sum()) for t, each in enumerate(scores)]},
        stopped=stopped,
        pair_weight=partial(_pulls, problem, elo.SCALE),
        details=details,
    )


def fit_net_wins(task: Learning) -> ScoredSteps:
    """Compute wins minus losses, in one round, whatever `rounds` is."""
    problem = task.problem
    votes = votes_of(problem)
    task.tell(1)
    return _steps(
        task,
        np.array([np.zeros(problem.n_items), net_wins.fit(votes.tally)]),
        added=["all battles"],
        step=[1.0],
        extra={},
        stopped=Stop(Why.NO_ROUNDS, "it has no rounds: it counts all battles at once"),
        pair_weight=lambda h: problem.first_weights(),
        details=Counted(votes),
    )


# ---------------------------------------------------------------- what they share


@dataclass(frozen=True, eq=False)
class _Found:
    """Newton's path: x (T + 1, d), its values and the longest move of each step (T,), and why it ended."""

    x: np.ndarray
    value: list[float]
    step: list[float]
    stopped: Stop


def _small(problem: Problem, name: str) -> Votes:
    if problem.n_items > MOST_ITEMS:
        raise DataError(
            f"{name} solves for the scores of all items at once, {MOST_ITEMS:,} at most, and there are "
            f"{problem.n_items:,}",
            remedy="Choose fewer items, or Elo or net wins",
        )
    return votes_of(problem)


def _solved(derivatives: Derivatives, d: int, tally: Tally, endless: str, task: Learning) -> _Found:
    """Take Newton's steps from 0 (d,), at most the task's number of rounds; without a minimum, until `FAR`."""
    x, value, stopped = list[np.ndarray](), list[float](), ALL_ROUNDS
    try:
        for t, (here, at) in enumerate(points(derivatives, np.zeros(d))):
            x.append(here)
            value.append(at)
            if t and not task.tell(t):
                stopped = by_the_user(t)
                break
            if t == task.rounds:
                break
            apart = np.concatenate([here[tally.a] - here[tally.b], here[tally.n :]])
            if endless and np.abs(apart).max() > FAR:
                stopped = _without_end(endless)
                break
        else:
            still = f"after round {len(x) - 1} the scores no longer change: the likelihood is at its maximum"
            away = endless and np.abs(x[-1] - x[-2]).max() > CLOSE
            stopped = _without_end(endless) if away else Stop(Why.MINIMUM, still)
    except Unsettled as error:
        stopped = (
            _without_end(endless) if endless else Stop(Why.STUCK, f"after round {len(x) - 1} {error.what}")
        )
    moved = [float(np.abs(after - before).max()) for before, after in zip(x, x[1:], strict=False)]
    return _Found(np.array(x), value, moved, stopped)


def _without_end(endless: str) -> Stop:
    return Stop(Why.ENDLESS, f"no finite scores are best, because {endless}: they would grow without bound")


def _pulls(problem: Problem, scale: float, h: np.ndarray) -> np.ndarray:
    """(m,) the gradient weight of each pair: its weight times the chance that scores (n,) give its lower item."""
    higher, lower = problem.pairs.T
    amount = 1.0 if problem.pair_weights is None else problem.pair_weights
    return np.asarray(amount * logistic_each((h[lower] - h[higher]) / scale))


def _steps(
    task: Learning, scores: np.ndarray, *, added: list[str], step: list[float],
    extra: dict[str, list[float]], stopped: Stop, pair_weight: Callable[[np.ndarray], np.ndarray], details: Counted,
    unweighed: str = "",
) -> ScoredSteps:  # fmt: skip
    """Return the rounds of scores (T + 1, n), all of which added the same."""
    staged = partial(_staged, task.problem.X, scores)
    return ScoredSteps(
        scores=scores,
        held=None if task.held is None else np.array(list(staged(task.held.X))),
        staged=staged,
        added=added * len(step),
        step=step,
        extra=extra,
        stopped=stopped,
        pair_weight=pair_weight,
        unweighed=unweighed,
        details=details,
    )


def _staged(known: np.ndarray, scores: np.ndarray, X: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the scores of items X (k, d): that of the one training item (n, d) with the same features, else 0."""
    first: dict[bytes, int] = {}
    for row, features in enumerate(known):
        key = features.tobytes()
        first[key] = -1 if key in first else row
    found = np.array(
        [first.get(np.ascontiguousarray(features).tobytes(), -1) for features in X], dtype=np.intp
    )
    for each in scores:
        yield np.where(found >= 0, each[found], 0.0)
