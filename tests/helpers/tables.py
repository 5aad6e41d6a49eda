"""Random small tables of whole numbers that try to refute a sentence, and the runs on them, each made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from scipy.optimize import linprog, minimize
from twins.margins import value_of_game
from twins.rankboost import implied_pairs as pairs_of_grades
from twins.rankboost import outputs, pair_matrix, stumps

import rankviz
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import Run, Trace

KINDS = ("classes", "grades", "circles")
"""Two grades, up to four, and pairs given one by one, which may run in circles."""


class Table:
    """3 to 5 items, 1 to 3 features from 0 to 1, 2 or 3: many ties, some items twice, some values missing."""

    def __init__(self, random: np.random.Generator, kind: str) -> None:
        n, d = int(random.integers(3, 6)), int(random.integers(1, 4))
        self.kind = kind
        self.X = random.integers(0, random.integers(2, 5), size=(n, d)).astype(float)
        if random.random() < 0.2:
            self.X[random.random(self.X.shape) < 0.2] = np.nan
        if kind == "circles":
            pairs = {(int(a), int(b)) for a, b in random.integers(0, n, size=(2 * n, 2)) if a != b}
            self.pairs, self.grades = np.array(sorted(pairs), dtype=int).reshape(-1, 2), None
        else:
            self.grades = random.integers(0, 2 if kind == "classes" else random.integers(3, 5), size=n)
            self.pairs = pairs_of_grades(self.grades, np.zeros(n, dtype=int))
        self._traces: dict[object, Trace] = {}

    def __repr__(self) -> str:
        said = f"pairs={self.pairs.tolist()}" if self.grades is None else f"grades={self.grades.tolist()}"
        return f"Table(X={self.X.tolist()}, {said})"

    @cached_property
    def problem(self) -> Problem:
        given = {"pairs": self.pairs} if self.grades is None else {"grades": self.grades}
        return Problem.from_arrays(self.X, **given)

    @cached_property
    def H(self) -> np.ndarray:
        """(n, N) what each stump says of each item, by the twin."""
        return outputs(stumps(self.X), self.X)

    @cached_property
    def M(self) -> np.ndarray:
        """(m, N) the pair matrix, by the twin."""
        return pair_matrix(self.H, self.pairs)

    def trace(self, algorithm: str, rounds: int = 60, **chosen: object) -> Trace:
        asked = (algorithm, rounds, *sorted(chosen.items()))
        if asked not in self._traces:
            self._traces[asked] = rankviz.trace(self.problem, algorithm, rounds, **chosen)
        return self._traces[asked]

    def run(self, algorithm: str, rounds: int = 60, **chosen: object) -> Run:
        return self.trace(algorithm, rounds, **chosen).runs[0]

    @cached_property
    def rho(self) -> float:
        """The largest margin of weights ≥ 0, by the twin's linear program."""
        return value_of_game(self.M)

    @cached_property
    def ordered(self) -> np.ndarray:
        """(m,) the pairs that some weights of either sign put in order while no pair gets out of order."""
        m, N = self.M.shape
        found = linprog(  # as many pairs as may be, each at most 1 apart
            np.append(np.zeros(N), -np.ones(m)),
            A_ub=np.hstack([-self.M, np.eye(m)]),
            b_ub=np.zeros(m),
            bounds=[(None, None)] * N + [(0, 1)] * m,
        )
        return found.x[N:] > 0.5

    @cached_property
    def least_f1(self) -> float:
        """The infimum of F1 over all weights: pairs that can be ordered at no cost to others cost nothing there."""
        left = self.M[~self.ordered]
        if not len(left):
            return 0.0
        found = minimize(
            lambda x: np.exp(-left @ x).sum(),
            np.zeros(left.shape[1]),
            jac=lambda x: -left.T @ np.exp(-left @ x),
            method="BFGS",
            options={"gtol": 1e-10},
        )
        return float(found.fun) / len(self.M)


def tables(seed: int, count: int) -> Iterator[Table]:
    """Yield that many tables with something to learn, of each kind in turn; in half of them RB-D's α is defined."""
    random, made = np.random.default_rng(seed), 0
    while made < count:
        table = Table(random, KINDS[made % len(KINDS)])
        try:
            run = table.run("rb-d", 60)
        except DataError:
            continue
        if made % 2 and not run.n_rounds:
            continue
        made += 1
        yield table
