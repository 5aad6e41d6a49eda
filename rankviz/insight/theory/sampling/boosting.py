"""The speed of boosting: its excess ranking risk against the sample size, on laws with known best ranking.

The papers have no theorem about this risk: they bound the training loss (RB+) or a misranking by margins (SM). So it is
measured, as `rates` measures the kernel method: R̂2 of new pairs minus that of the best ranking (= best AUC − AUC).
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.kernel_gd.losses import auc
from rankviz.engine.data.builtin.plane_laws import LAWS, Distribution2D
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.runs.runner import trace
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.insight.theory.sampling.rates import FittedPower, Progress, fresh_of

COMPARED = ("rb-d", "rb-c", "rb-plus")
SIZES = (10, 20, 40, 80, 160)
"""m = n: positives, and as many negatives."""


@dataclass(frozen=True)
class BoostingSetting:
    """The law, the rounds and the policy, by name.

    Attributes
    ----------
    law : of `LAWS`. rounds : the maximum of every run. undefined : the policy where RB-D's α is undefined.
    """

    law: str = "clouds"
    rounds: int = 40
    undefined: str = "cap"


@dataclass(frozen=True, eq=False)
class BoostingRates:
    """The excess risks measured, by algorithm.

    Attributes
    ----------
    sizes : (S,) m = n.
    of : the excess of each sample, all on one new sample. best : AUC of the best ranking there.
    rounds : (S,) the mean number of rounds over the samples.
    """

    asked: BoostingSetting
    sizes: np.ndarray
    of: dict[str, FittedPower]
    best: float
    rounds: dict[str, np.ndarray]


def measure(
    asked: BoostingSetting, sizes: tuple[int, ...] = SIZES, seeds: int = 10, progress: Progress | None = None
) -> BoostingRates:
    """Draw, boost stumps and compare, `seeds` samples of each size; the same arguments give the same numbers.

    Raises
    ------
    DataError
        A law that does not exist, fewer than two sizes or seeds, or a stop requested by `progress`.
    """
    if asked.law not in LAWS or len(sizes) < 2 or seeds < 2:
        raise DataError(
            "A slope needs a distribution, two sizes and two seeds",
            remedy=f"The distributions are {', '.join(LAWS)}",
        )
    law = LAWS[asked.law]()
    fresh, best, above = fresh_of(law)
    excess = {name: np.empty((len(sizes), seeds)) for name in COMPARED}
    rounds = {name: np.zeros(len(sizes)) for name in COMPARED}
    for s, m in enumerate(sizes):
        for r in range(seeds):
            if progress is not None and not progress(s * seeds + r, len(sizes) * seeds):
                raise DataError("The measurement was stopped", remedy="Start it again when you want it")
            done = boosted(asked, law, m, r)
            for name, run in zip(COMPARED, done.boosted, strict=True):
                f = scores(done, run, fresh)
                excess[name][s, r] = best - auc(f[above], f[~above])
                rounds[name][s] += run.n_rounds / seeds
    of = {name: FittedPower.fit(np.array(sizes), values) for name, values in excess.items()}
    return BoostingRates(asked, np.array(sizes), of, best, rounds)


def boosted(asked: BoostingSetting, law: Distribution2D, m: int, seed: int) -> Trace:
    """Run the three algorithms on one sample of m positives and m negatives, that of `rates` with the same seed."""
    rng = np.random.default_rng((seed, m))
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
    problem = Problem.from_arrays(X, (np.arange(2 * m) < m).astype(float))
    return trace(problem, COMPARED, rounds=asked.rounds, undefined=asked.undefined)


def scores(done: Trace, run: BoostedRun, X: np.ndarray) -> np.ndarray:
    """Return the scores (k,) of items X (k, d) by the whole ensemble of a run."""
    *_, ensemble = done.ensembles(run, X)
    return ensemble.scores
