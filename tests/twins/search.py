"""How the slow twin chooses a ranker, and moves along a combination of rankers; see naive.py."""

import math
from collections.abc import Iterable

import numpy as np
from scipy.optimize import brentq

from twins.equations import Span, epsilons, first_copies, log_factors

TIE = 1e-12  # scores of candidates closer than this are tied; |δ| up to this is convergence
REPLAY = 1e-9  # how far below the twin's best a forced pick may score


# ---------------------------------------------------------------- choosing a ranker


def choose(score: dict[int, float], first: set[int] = frozenset()) -> tuple[int, float]:
    """The candidate of highest score; ties go to members of `first`, then to the lowest index."""
    best = max(score.values())
    tied = [j for j, v in score.items() if v >= best - TIE]
    return min([j for j in tied if j in first] or tied), best


class Original:
    """RB-D and RB-C choose by (13) among all candidates; Ê2 is tracked over independent ones (section 5)."""

    def __init__(self, M: np.ndarray, negative_alpha: bool) -> None:
        self.M = M
        self.score = abs if negative_alpha else lambda delta: -delta
        self.span = Span(len(M))
        self.eta: dict[int, float] = {}  # over the members of span
        self.picked: dict[int, float] = {}  # over the picks
        self.frozen: int | None = None
        self.static: list[int] = []

    def pick(
        self, t: int, D: np.ndarray, forced: int | None
    ) -> tuple[int, dict[int, float], dict[int, float]]:
        """(h_t, δ of every candidate searched, its score)."""
        delta = {j: -float(r) for j, r in enumerate(D @ self.M)}  # (17)
        score = {j: self.score(v) for j, v in delta.items()}
        return choose(score)[0], delta, score

    def edge(self, delta: dict[int, float], score: dict[int, float]) -> float:
        """The largest edge that is allowed: the run ends where it is 0."""
        return max(score.values(), default=0.0)

    def prior(self, j: int) -> float:
        """α' of a candidate."""
        return self.picked.get(j, 0.0)

    def slope(self, D: np.ndarray, j: int) -> float:
        """δ (13) of one candidate."""
        return -float(D @ self.M[:, j])

    def gradient(self, D: np.ndarray, k: int) -> float:
        """δ (33), which is ∂F2/∂η_k (30) over F2."""
        plus, zero, minus = epsilons(D, self.M[:, k])
        return minus - plus + zero * math.tanh(self.eta.get(k, 0.0))

    def gradients(self, D: np.ndarray, candidates: Iterable[int]) -> dict[int, float]:
        """δ (33) of these candidates; without a weight it is (17)."""
        straight = -(D @ self.M)
        return {k: self.gradient(D, k) if self.eta.get(k) else float(straight[k]) for k in candidates}

    def direction(self, j: int) -> dict[int, float] | None:
        """β over the members when a step along the candidate moves them all."""
        return None

    def coefficients(self, j: int) -> dict[int, float]:
        """β with h_j = Sβ by least squares over all pairs."""
        if not self.span.members:
            return {}
        beta = np.linalg.lstsq(self.M[:, self.span.members], self.M[:, j], rcond=None)[0]
        return dict(zip(self.span.members, map(float, beta), strict=True))

    def take(self, j: int, alpha: float) -> None:
        """ "A final detail": an independent ranker joins, a dependent one h = Sβ moves η by αβ."""
        self.picked[j] = self.picked.get(j, 0.0) + alpha
        if j in self.eta:
            self.eta[j] += alpha
        elif not self.span.holds(self.M[:, j]):
            self.span.add(j, self.M[:, j])
            self.eta[j] = alpha
        else:
            for k, b in self.coefficients(j).items():
                self.eta[k] += alpha * b


class ByStep(Original):
    """RB-D and RB-C when the step decides (SM 4.1): the smallest Z (11) after each candidate's own α (14), (19)."""

    def __init__(self, M: np.ndarray, negative_alpha: bool, continuous: bool) -> None:
        super().__init__(M, negative_alpha)
        self.continuous = continuous

    def z(self, D: np.ndarray, j: int) -> float:
        """Z after the step along a candidate; the limit ε⁰ where its α is undefined."""
        plus, zero, minus = epsilons(D, self.M[:, j])
        half = zero / 2 if self.continuous else 0.0
        if plus + half <= 0 or minus + half <= 0:
            return zero
        alpha = 0.5 * math.log((plus + half) / (minus + half))
        return plus * math.exp(-alpha) + minus * math.exp(alpha) + zero

    def pick(
        self, t: int, D: np.ndarray, forced: int | None
    ) -> tuple[int, dict[int, float], dict[int, float]]:
        _, delta, edge = super().pick(t, D, forced)
        # Below all others stands what no step improves, or only one that is not allowed.
        score = {j: 1.0 - self.z(D, j) if edge[j] > TIE else -1.0 for j in edge}
        return choose(score)[0], delta, score

    def edge(self, delta: dict[int, float], score: dict[int, float]) -> float:
        return max((self.score(v) for v in delta.values()), default=0.0)


class Plus(Original):
    """RankBoost+: α' is the ranker's weight in S; a ranker in the span of S, if it is taken at all, moves η by αβ."""

    def prior(self, j: int) -> float:
        return self.eta.get(j, 0.0)

    def direction(self, j: int) -> dict[int, float] | None:
        in_span = j not in self.span.members and self.span.holds(self.M[:, j])
        return self.coefficients(j) if in_span else None

    def slope(self, D: np.ndarray, j: int) -> float:
        beta = self.direction(j)
        if beta is None:
            return self.gradient(D, j)
        length = math.sqrt(sum(b * b for b in beta.values()))
        return sum(b * self.gradient(D, k) for k, b in beta.items()) / length if length > 0 else 0.0


class AlgorithmTwo(Plus):
    """Efficient RankBoost+: S is span, with weights η; R is fresh, without duplicate columns, until S is static."""

    def __init__(self, M: np.ndarray, negative_alpha: bool) -> None:
        super().__init__(M, negative_alpha)
        self.fresh = set(first_copies(M))
        self.permute, self.fill_after = (
            0,
            0,
        )  # the seed of permute(R), 0 for none; rounds before S is made static

    def slopes(self, D: np.ndarray) -> tuple[dict[int, float], dict[int, float]]:
        """δ (33) of S and, in the greedy regime, of R as if nothing in R were in the span of S."""
        delta = self.gradients(D, [*self.span.members, *sorted(self.fresh)])
        return delta, {k: self.score(v) for k, v in delta.items()}

    def pick(
        self, t: int, D: np.ndarray, forced: int | None
    ) -> tuple[int, dict[int, float], dict[int, float]]:
        delta, score = self.slopes(D)
        j, best = choose(score, first=set(self.span.members))  # line 11: S wins a tie with R
        dependent = j in self.fresh and best > TIE and self.span.holds(self.M[:, j])
        if self.frozen is None and not dependent and forced not in (None, j):
            # The forced pick is another one: was it a tie, or did S become static over a tie?
            close = [forced] if score[forced] >= best - REPLAY else self.fresh
            close = [k for k in close if k in self.fresh and score[k] >= best - REPLAY]
            dependent = any(self.span.holds(self.M[:, k]) for k in close)
        if dependent or (self.frozen is None and 0 < self.fill_after < t):  # lines 14 to 19
            self.frozen = t
            columns = range(self.M.shape[1])
            if self.permute:
                columns = np.random.default_rng(self.permute).permutation(len(columns)).tolist()
            for k in columns:  # a copy of one that is taken is in the span
                if not self.span.holds(self.M[:, k]):
                    self.span.add(k, self.M[:, k])
                    self.eta[k] = 0.0
            self.fresh, self.static = set(), list(self.span.members)
            delta, score = self.slopes(D)
            j, _ = choose(score)
        return j, delta, score

    def take(self, j: int, alpha: float) -> None:  # lines 28 to 33
        super().take(j, alpha)
        if j in self.span.members:  # its copies leave R with it: R has no duplicate columns
            self.fresh -= {k for k in self.fresh if np.array_equal(self.M[:, k], self.M[:, j])}


class Untested(Original):
    """Algorithm 1 with (25) to (34) over all candidates: whatever has been picked is in F2 with a weight of its own."""

    def prior(self, j: int) -> float:
        return self.eta.get(j, 0.0)

    def slope(self, D: np.ndarray, j: int) -> float:
        return self.gradient(D, j)

    def pick(
        self, t: int, D: np.ndarray, forced: int | None
    ) -> tuple[int, dict[int, float], dict[int, float]]:
        delta = self.gradients(D, range(self.M.shape[1]))
        score = {j: self.score(v) for j, v in delta.items()}
        return choose(score, first=set(self.eta))[0], delta, score

    def take(self, j: int, alpha: float) -> None:
        self.eta[j] = self.picked[j] = self.eta.get(j, 0.0) + alpha


class AllDirections(Plus):
    """Optimal RankBoost+: section 4 up to Algorithm 2. Every candidate stays a direction, dependent ones through β."""

    def __init__(self, M: np.ndarray, negative_alpha: bool) -> None:
        super().__init__(M, negative_alpha)
        self.betas = np.zeros((0, M.shape[1]))
        self.left = np.linalg.norm(M, axis=0)  # of each candidate, what S cannot make

    def take(self, j: int, alpha: float) -> None:
        super().take(j, alpha)
        members = self.span.members
        if len(members) > len(self.betas):
            S = self.M[:, members]
            assert np.linalg.matrix_rank(S) == len(members)
            self.betas = np.linalg.lstsq(S, self.M, rcond=None)[0]
            self.left = np.linalg.norm(S @ self.betas - self.M, axis=0)

    def pick(
        self, t: int, D: np.ndarray, forced: int | None
    ) -> tuple[int, dict[int, float], dict[int, float]]:
        members, delta = self.span.members, {}
        gradient = np.array([self.gradient(D, k) for k in members])
        for j in range(self.M.shape[1]):
            column, beta = self.M[:, j], self.betas[:, j]
            if not column.any():
                continue  # it ties every pair: no direction
            if j in members:
                delta[j] = float(gradient[members.index(j)])
            elif self.left[j] > 1e-7 * np.linalg.norm(column):
                delta[j] = -float(D @ column)  # (32) with α' = 0
            else:
                delta[j] = float(gradient @ beta) / float(np.linalg.norm(beta))
        if not delta:
            return 0, {}, {}
        score = {j: self.score(v) for j, v in delta.items()}
        return choose(score, first=set(members))[0], delta, score


# ---------------------------------------------------------------- a step along a combination of S


class Line:
    """D's pairs along η + αβ: what F2(η + αβ) / F2(η) becomes, by (22) to (24) and nothing else."""

    def __init__(self, M: np.ndarray, D: np.ndarray, eta: dict[int, float], beta: dict[int, float]) -> None:
        self.M, self.D, self.eta, self.beta = M, D, eta, beta
        self.start = log_factors(M, eta)

    def weighed(self, alpha: float) -> np.ndarray:
        """D times the factors of the step α (m,): the sum is Z."""
        there = {k: v + alpha * self.beta[k] for k, v in self.eta.items()}
        power = log_factors(self.M, there) - self.start
        return self.D * np.exp(np.where(self.D > 0, power, 0.0))

    def slope(self, alpha: float) -> float:
        """The derivative of ln Σ weighed(α)."""
        rate = np.zeros(len(self.D))
        for k, b in self.beta.items():
            moved = self.eta[k] + alpha * b
            rate += np.where(self.M[:, k] == 0, b * math.tanh(moved), -b * self.M[:, k])
        weighed = self.weighed(alpha)
        return float(weighed @ rate) / float(weighed.sum())

    def falls_for_ever(self, sign: float) -> bool:
        """Whether no pair with weight ever grows again towards sign · ∞: ln cosh grows as |β| there."""
        rate = np.zeros(len(self.D))
        for k, b in self.beta.items():
            rate += np.where(self.M[:, k] == 0, abs(b), -sign * b * self.M[:, k])
        return bool(np.all(rate[self.D > 0] <= 1e-9 * (1.0 + sum(map(abs, self.beta.values())))))

    def minimum(self, negative_alpha: bool) -> tuple[float, float]:
        """(sign, α) of the minimum over α; α is infinite when there is none."""
        here = self.slope(0.0) if self.beta else 0.0
        sign = 1.0 if here < 0 else -1.0
        if here == 0 or (here > 0 and not negative_alpha):
            return 1.0, 0.0
        if self.falls_for_ever(sign):
            return sign, sign * math.inf
        far = sign
        while sign * self.slope(far) < 0:
            far *= 2
        return sign, float(brentq(self.slope, 0.0, far, xtol=1e-16, rtol=1e-15))
