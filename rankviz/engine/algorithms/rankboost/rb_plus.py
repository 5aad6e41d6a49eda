"""RankBoost+ in the efficient version (RB+, Algorithm 2): coordinate descent on Ê2 over independent rankers.

S holds the rankers in the ensemble, all independent, with weights η. While `greedy`, the best unused candidate
competes with the best of S. The first time a dependent candidate wins, or after a set number of rounds, S is filled
up to a maximal independent set and from then on only S is searched. Candidates are taken without duplicate columns.

With `independent` off nothing is tested: Algorithm 1 with (25)-(34), over all candidates in every round.
"""

import numpy as np

from rankviz.engine.algorithms.boosting.cells import CellDistribution, cells_if_cheaper
from rankviz.engine.algorithms.boosting.distribution import Distribution, Epsilons, PairDistribution
from rankviz.engine.algorithms.boosting.loop import TIE, Boosting, Move, Steps, boost, pick
from rankviz.engine.algorithms.boosting.scan import scan
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.rankboost.active_set import RB_PLUS, ActiveSet
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import combination

INDEPENDENT = Choice(
    "independent",
    "Independent",
    "bool",
    True,
    "Use no ranker that is a combination of others, as Algorithm 2 of the RankBoost+ paper does. Off: use all "
    "rankers, as its Algorithm 1 does.",
    short="indep",
)
PERMUTE = Choice(
    "permute",
    "Permute R",
    "int",
    0,
    "The order in which candidates fill S: by feature and threshold (0), or at random with this seed, as in the "
    "RankBoost+ paper's Algorithm 2.",
    low=0,
    high=2**31 - 1,
)
FILL_AFTER = Choice(
    "fill_after",
    "Fill S after",
    "int",
    0,
    "Rounds after which S is filled, if no dependent ranker was chosen before, as the RankBoost+ paper proposes for "
    "large data. 0: S waits for a dependent ranker.",
    low=0,
    high=10_000,
)
OF_S = (INDEPENDENT, PERMUTE, FILL_AFTER)
"""The parameters of S; without independence the last two have no effect."""


class GreedyThenFixed(ActiveSet):
    """Algorithm 2's search: all candidates and S while greedy, then S alone."""

    def __init__(
        self,
        problem: Problem,
        pool: CandidatePool,
        negative_alpha: bool,
        *,
        independent: bool = True,
        permute: int = 0,
        fill_after: int = 0,
    ) -> None:
        super().__init__(problem, pool, negative_alpha, independent=independent)
        self._permute = permute
        self._fill_after = fill_after if independent else 0
        self._unused = np.ones(len(pool), dtype=bool)
        self._edge = np.empty(len(pool))
        self._greedy = True
        self._done = 0
        self.dropped: dict[int, int] = {}
        self.fixed_from: int | None = None

    def choose(self, distribution: Distribution) -> Move | None:
        assert isinstance(distribution, PairDistribution | CellDistribution)
        scan(self.pool.codes, self.pool.offsets, distribution.potential(), self._edge)
        self.searched.append(len(self.rankers) + (int(self._unused.sum()) if self._greedy else 0))
        self.tested.append(0)
        score = np.abs(self._edge) if self.negative else self._edge
        if self._greedy and 0 < self._fill_after <= self._done:
            self._freeze()
        while self._greedy:
            outside = pick(score, self._unused)
            slope = self._slopes(distribution, TIE if outside is None else score[outside])
            inside = self._best_member(slope)
            # A member of S wins a tie with a new ranker (line 11).
            if outside is None or (inside is not None and score[outside] <= slope[inside] + TIE):
                break
            h = self.pool.output(outside)
            self.tested[-1] += int(self.span.tests)
            if self.span.coefficients(h) is None:
                return Move(outside)
            self._unused[outside] = False
            if self.span.same_order(h, self.outputs).any():
                self.dropped[outside] = self._done + 1
            else:
                self._freeze()
        else:
            inside = self._best_member(self._slopes(distribution, TIE))
        return None if inside is None else Move(self.rankers[inside])

    def _best_member(self, slope: np.ndarray) -> int | None:
        """Return the place in S of the largest slope; among ties that of the lowest feature and threshold."""
        if pick(slope) is None:
            return None
        tied = np.flatnonzero(slope >= slope.max() - TIE)
        return min(tied.tolist(), key=lambda place: self.rankers[place])

    def _slopes(self, distribution: PairDistribution | CellDistribution, best: float) -> np.ndarray:
        """|δ| (33) of each member of S, or −δ where negative weights are not allowed.

        Exact as far as the largest of these and of `best`, or a tie for it, depends on it; elsewhere an upper bound.
        """
        if not self.rankers:
            return np.zeros(0)
        edge, tanh = self._edge[self.rankers], np.tanh(self.eta)
        most, places = np.empty(len(edge)), np.empty(len(edge), dtype=np.int64)
        while True:
            bounds = self.tied.low, self.tied.high
            count = combination.rivals(edge, tanh, *bounds, self.negative, best, 2 * TIE, most, places)
            if count == 0:
                return most
            rivals = places[:count]
            self.tied.know(rivals, distribution.tied(self.outputs[rivals]))

    def _freeze(self) -> None:
        """Fill S up to a maximal independent set, lowest feature and threshold first, and search only S (line 15).

        With `permute` the candidates come in the random order of that seed.
        """
        self._greedy = False
        self.fixed_from = self._done + 1
        count = len(self._unused)
        order = np.random.default_rng(self._permute).permutation(count) if self._permute else np.arange(count)
        for ranker in order[self._unused[order]]:
            if self.span.rank == self.span.capacity:
                break
            self.tested[-1] += 1
            self.join(int(ranker))

    def join(self, ranker: int) -> bool:
        if not super().join(ranker):
            return False
        self._unused[ranker] = False
        return True

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        super().accept(move, alpha, z, eps)
        self._done += 1


def _distribution(task: Boosting) -> PairDistribution | CellDistribution:
    """Return D by cells of like items where that is cheaper and every step is along one ranker with a finite α."""
    one_by_one = not task.goes_on and (task.fork is None or task.fork.ranker is None)
    cells = cells_if_cheaper(task.problem, task.pool) if one_by_one else None
    return PairDistribution(task.problem) if cells is None else CellDistribution(cells)


def fit_rb_plus(task: Boosting) -> Steps:
    """Run RankBoost+ (efficient)."""
    independent, permute, fill_after = (task.params[each.name] for each in OF_S)
    search = GreedyThenFixed(
        task.problem,
        task.pool,
        task.negative,
        independent=bool(independent),
        permute=int(permute),
        fill_after=int(fill_after),
    )
    steps = boost(task, _distribution(task), search, RB_PLUS)
    steps.dropped, steps.fixed_from = search.dropped, search.fixed_from
    steps.fixed_set = list(search.rankers) if search.fixed_from is not None else []
    steps.searched, steps.tested = search.searched[: len(steps)], search.tested[: len(steps)]
    return steps
