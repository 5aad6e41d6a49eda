"""Random small ranking problems: ties, duplicates, missing values, cycles, degenerate shapes on purpose."""

from dataclasses import dataclass

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st
from twins.rankboost import Items, implied_pairs, outputs, stumps


@dataclass
class Case:
    """What a Problem is made of, in plain arrays: grades with query numbers, or explicit pairs."""

    X: np.ndarray
    grades: np.ndarray | None = None
    qid: np.ndarray | None = None
    pairs: np.ndarray | None = None
    binary: bool = False
    weights: np.ndarray | None = None

    def __repr__(self) -> str:
        parts = [f"X={self.X.tolist()}"]
        for name in ("grades", "qid", "pairs", "weights"):
            value = getattr(self, name)
            if value is not None:
                parts.append(f"{name}={value.tolist()}")
        return f"Case({', '.join(parts)}, binary={self.binary})".replace("nan", "float('nan')")

    def items(self) -> Items:
        """The same problem as the twin sees it."""
        H = self.X.astype(float) if self.binary else outputs(stumps(self.X), self.X)
        if self.pairs is not None:
            order = sorted(range(len(self.pairs)), key=lambda i: tuple(self.pairs[i].tolist()))
            weights = None if self.weights is None else self.weights[order]
            return Items(H, np.array(self.pairs[order], dtype=int).reshape(-1, 2), weights=weights)
        qid = np.zeros(len(self.X), dtype=int) if self.qid is None else self.qid
        return Items(H, implied_pairs(self.grades, qid), self.grades, qid)


@st.composite
def feature_tables(draw: st.DrawFn, n: int, missing: bool = True) -> np.ndarray:
    """n × d: coarse columns (ties), sometimes constant, repeated, mirrored, real or with missing values."""
    columns = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(
            st.sampled_from(["coarse", "coarse", "binary", "half", "real", "constant", "copy", "mirror"])
        )
        if kind in ("copy", "mirror") and columns:
            source = draw(st.sampled_from(columns))
            column = source.copy() if kind == "copy" else -source
        elif kind == "constant":
            column = np.full(n, float(draw(st.integers(-1, 1))))
        else:
            value = {
                "binary": st.integers(0, 1),
                "half": st.integers(-3, 3).map(lambda v: v / 2),
                "real": st.floats(-5, 5, allow_nan=False, width=32),
            }.get(kind, st.integers(0, 3))
            column = np.array([float(draw(value)) for _ in range(n)])
        if missing and draw(st.integers(0, 3)) == 0:
            column = column.copy()
            column[draw(st.lists(st.integers(0, n - 1), max_size=n // 2))] = np.nan
        columns.append(column)
    return np.column_stack(columns)


@st.composite
def graded(draw: st.DrawFn, multi: bool | None = None, max_items: int = 12) -> Case:
    n = draw(st.integers(2, max_items))
    grades = np.array([float(draw(st.integers(0, 3))) for _ in range(n)])
    qid = None
    if draw(st.booleans()) if multi is None else multi:
        qid = np.array(sorted(draw(st.integers(0, 2)) for _ in range(n)))
    if len(implied_pairs(grades, np.zeros(n, dtype=int) if qid is None else qid)) == 0:
        first = 0 if qid is None else int(np.argmax(np.bincount(qid)))
        rows = np.arange(n) if qid is None else np.flatnonzero(qid == first)
        if len(rows) < 2:
            qid, rows = None, np.arange(n)
        grades[rows[0]] = grades[rows[1]] + 1
    return Case(draw(feature_tables(n)), grades, qid)


@st.composite
def bipartite(draw: st.DrawFn) -> Case:
    n = draw(st.integers(2, 12))
    grades = np.array([float(draw(st.integers(0, 1))) for _ in range(n)])
    grades[0], grades[-1] = 1.0, 0.0
    return Case(draw(feature_tables(n)), grades)


@st.composite
def edges(draw: st.DrawFn, n: int) -> np.ndarray:
    """Any preference graph: cycles welcome, no item above itself."""
    one = st.tuples(st.integers(0, n - 1), st.integers(1, n - 1)).map(lambda p: (p[0], (p[0] + p[1]) % n))
    return np.array(draw(st.lists(one, min_size=1, max_size=2 * n, unique=True)), dtype=int)


@st.composite
def preference_graph(draw: st.DrawFn) -> Case:
    n = draw(st.integers(2, 10))
    return Case(draw(feature_tables(n)), pairs=draw(edges(n)))


@st.composite
def weak_table(draw: st.DrawFn) -> Case:
    """Explicit 0/1 rankers, duplicates and complements among them, over a preference graph or grades."""
    n = draw(st.integers(2, 9))
    columns: list[list[float]] = []
    for _ in range(draw(st.integers(1, 6))):
        kind = draw(st.integers(0, 5))
        if kind == 0 and columns:
            columns.append(list(draw(st.sampled_from(columns))))
        elif kind == 1 and columns:
            columns.append([1.0 - v for v in draw(st.sampled_from(columns))])
        else:
            columns.append([float(draw(st.integers(0, 1))) for _ in range(n)])
    X = np.array(columns).T
    if draw(st.booleans()):
        return Case(X, pairs=draw(edges(n)), binary=True)
    grades = np.array([float(draw(st.integers(0, 2))) for _ in range(n)])
    grades[0] = grades[1] + 1
    return Case(X, grades, binary=True)


@st.composite
def degenerate(draw: st.DrawFn) -> Case:
    kind = draw(st.sampled_from(["two items", "perfect", "reversed", "one pair", "tied by all", "cycle"]))
    n = draw(st.integers(3, 7))
    order = np.arange(n, dtype=float)
    if kind == "two items":
        return Case(np.array([[draw(st.sampled_from([1.0, np.nan]))], [0.0]]), np.array([1.0, 0.0]))
    if kind == "perfect":
        return Case((order >= 1)[:, None].astype(float), (order >= 1).astype(float))
    if kind == "reversed":
        return Case(-order[:, None], np.minimum(order, 2.0))
    if kind == "one pair":
        return Case(draw(feature_tables(n)), pairs=np.array([[0, n - 1]]))
    if kind == "tied by all":  # the only feature moves between components, never inside one
        X = np.array([[0.0], [0.0], [1.0], [1.0]])
        return Case(X, pairs=np.array([[0, 1], [2, 3]]))
    ring = np.column_stack([np.arange(n), (np.arange(n) + 1) % n])
    return Case(draw(feature_tables(n)), pairs=ring)


def cases() -> st.SearchStrategy[Case]:
    """Any of the above that has at least one weak ranker."""
    kinds = st.one_of(
        graded(), graded(multi=True), bipartite(), preference_graph(), weak_table(), degenerate()
    )
    return kinds.filter(lambda case: case.binary or len(stumps(case.X)) > 0)


@st.composite
def weighted(draw: st.DrawFn, whole: bool = False) -> Case:
    """A preference graph, or weak rankers over one, whose pairs have weights; `whole` ones from 1 to 4."""
    n = draw(st.integers(2, 9))
    pairs = draw(edges(n))
    amount = st.integers(1, 4).map(float) if whole else st.sampled_from([0.25, 1.0, 1.0, 3.0, 7.0, 1e-9, 4e5])
    weights = np.array(draw(st.lists(amount, min_size=len(pairs), max_size=len(pairs))))
    if draw(st.booleans()):
        X = np.array([[float(draw(st.integers(0, 1))) for _ in range(3)] for _ in range(n)])
        assume((np.ptp(X, axis=0) > 0).any())
        return Case(X, pairs=pairs, weights=weights, binary=True)
    return Case(draw(feature_tables(n).filter(lambda X: len(stumps(X)) > 0)), pairs=pairs, weights=weights)
