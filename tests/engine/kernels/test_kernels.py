"""The kernels: compiled as in Python, stable over thousands of rounds, and out of the interpreter's way."""

import importlib
import inspect
import math
import pkgutil
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numba
import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases, graded
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core.registry import CPUDispatcher
from numpy.testing import assert_allclose, assert_array_equal
from twins.rankboost import Line, log_f1, pair_matrix

import rankviz
from rankviz.engine import kernels
from rankviz.engine.algorithms.boosting.distribution import (
    REFRESH,
    GradedDistribution,
    PairDistribution,
    pack_outputs,
)
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.qbrank.bins import bin_features
from rankviz.engine.algorithms.qbrank.hinge import GradedHinge
from rankviz.engine.algorithms.rankboost.combined_step import Combination
from rankviz.engine.data.grade_groups import grade_groups
from rankviz.engine.kernels import arrays, hinge, measure, pairs
from rankviz.engine.kernels import compiled as policy
from rankviz.engine.kernels import graded_log as graded_kernels
from rankviz.engine.kernels.arrays import hinge as hinge_arrays
from rankviz.engine.kernels.binning import bin_codes
from rankviz.engine.kernels.data import letor
from rankviz.engine.kernels.ordered import FEW
from rankviz.engine.kernels.scan import scan
from rankviz.engine.metrics.pair_counts import ImpliedPairs, ListedPairs


def every_kernel() -> dict[str, CPUDispatcher]:
    found = {}
    for module in pkgutil.walk_packages(kernels.__path__, "rankviz.engine.kernels."):
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            if isinstance(value, CPUDispatcher) and value.py_func.__module__ == loaded.__name__:
                found[f"{module.name.rpartition('.')[2]}.{name}"] = value
    return found


KERNELS = every_kernel()  # none when the JIT is off


@cache
def inputs(seed: int = 0) -> dict[str, object]:
    """Arguments by parameter name, as the engine makes them, for every kernel alike."""
    rng = np.random.default_rng(seed)
    n = 14
    X = rng.integers(0, 4, (n, 3)).astype(float)
    grades, qid = rng.integers(0, 3, n).astype(float), np.sort(rng.integers(0, 2, n))
    grades[:2], qid[:2] = (0.0, 1.0), 0
    problem = rankviz.Problem.from_arrays(X, grades, qid)
    pool = build_pool(problem)
    start, lower = problem.by_higher
    m = problem.n_pairs
    order, group_start, query_start = grade_groups(problem)
    scores = rng.normal(size=n).round(1)
    weight = rng.random(m)
    weight /= weight.sum()
    by_row = np.searchsorted(np.sort(problem.qid), np.arange(problem.n_queries + 1))
    common = {
        "start": start, "lower": lower, "weight": weight, "log_weight": np.log(weight), "scores": scores,
        "h": pool.output(1), "codes": pool.codes, "offsets": pool.offsets, "potential": rng.normal(size=n),
        "edge": np.zeros(len(pool)), "as_higher": np.zeros(n), "as_lower": np.zeros(n), "order": order,
        "group_start": group_start, "query_start": query_start, "above": np.zeros(len(group_start) - 1),
        "below": np.zeros(len(group_start) - 1), "pi": np.zeros(n), "log_z": 0.7, "out": np.zeros(m),
        "s": rng.normal(size=m), "extra": rng.normal(size=m), "amount": 0.3, "total": 2.5, "tolerance": 1e-12,
        "amounts": rng.random(m),
        "steps": rng.random((n, 2)), "qid": problem.qid, "place": np.zeros(n, dtype=np.int64), "k": 5,
        "gain": np.exp2(grades) - 1, "ideal": np.lexsort((-grades, problem.qid)), "correct": -0.4,
        "tied": 0.1, "reversed_": 0.4, "a": -0.3, "b": 0.4,
        "alpha": 0.4, "first": 0, "bins": rng.random((8, 256)), "up": rng.random(n), "down": rng.random(n),
        "graded_log._more.high": 0.2, "graded_log.p": 2.0, "graded_push.p": 2.5, "log_r": 1.2,
        "high": rng.normal(size=len(group_start) - 1), "low": rng.normal(size=len(group_start) - 1),
        "log_up": rng.normal(size=len(group_start) - 1), "graded_push.split.share": np.zeros(2 * len(group_start) - 2),
        "graded_push.moved": np.zeros(2 * len(group_start) - 2), "graded_push.tied": np.zeros(2 * len(group_start) - 2),
    }  # fmt: skip
    common["found"] = np.zeros((len(pool), 3))
    for name in "abcd":
        common[f"scan._fill.{name}"] = rng.integers(0, 256, n).astype(np.uint8)
    common |= {
        "features": np.array([2, 0]), "before": rng.normal(size=n), "signed": bool(seed % 2), "top": np.zeros(3),
        "scan.tops.edge": rng.normal(size=len(pool)), "scan.first_with.edge": rng.normal(size=len(pool)),
        "scan.first_with.top": np.array([0.1, 0.9, 0.9]), "least": 0.6, "z": 1.7,
        "mark": np.where(np.isin(np.arange(n), group_start), 1, 0).astype(np.uint8),
        "weights.times.weight": 0.4, "factor": 1.2, "log_factor": math.log(1.2),
    }  # fmt: skip
    common["mark"][group_start[query_start[:-1]]] = 2
    common["scan._running.bins"], common["scan._running.count"] = rng.random(256), 9
    common["scan._running.edge"] = np.zeros(9)
    by_score = np.lexsort((-scores, problem.qid))
    common["places.order"], common["places.query_start"] = by_score, by_row
    common["at"], common["eta"], common["beta"], common["x"] = (
        rng.integers(0, 5, (n, 3)),
        *rng.normal(size=(2, 4)),
        0.7,
    )
    common["outputs"], common["pairs.pack.masks"] = (
        pool.outputs(np.arange(9) % len(pool)),
        np.zeros((n, 2), dtype=np.uint8),
    )
    low = rng.random(9)
    common |= {
        "combination.rivals.edge": rng.normal(size=9), "tanh": np.tanh(rng.normal(size=9)),
        "combination.rivals.low": low, "combination.rivals.high": low + rng.integers(0, 2, 9) * rng.random(9),
        "combination.rivals.negative": bool(seed % 2), "combination.rivals.within": 0.2, "most": np.zeros(9),
        "combination.rivals.best": 0.1 * (seed % 3), "combination.low": low, "combination.high": low + 0.1,
        "parts": np.array([[0.9, 0.3], [1.01, 0.5], [1.2, 0.2]]),
        "combination.rivals.found": np.zeros(9, dtype=np.int64),
    }  # fmt: skip
    common |= {"factors": np.array([0.7, 1.1, 1.4]), "pairs.carry.as_higher": rng.random((2, n))}
    common |= {"pairs.carry.as_lower": rng.random((2, n)), "pairs.split.as_higher": np.zeros((2, n))}
    common |= {"pairs.split.as_lower": np.zeros((2, n)), "pairs.before": pool.output(0)}
    common["pairs.epsilons_of.found"] = np.zeros((len(common["outputs"]), 3))
    common["masks"], common["pairs.tied_many.found"] = (
        rng.integers(0, 256, (n, 2)).astype(np.uint8),
        np.zeros(13),
    )
    common |= {
        "ordered.order": by_score, "ordered.query_start": by_row, "scratch": np.zeros(n, dtype=np.int64),
        "ordered.level": grades.astype(np.int64), "ordered.levels": np.full(problem.n_queries, 3),
        "tree": rng.integers(0, 3, 9), "ordered._add.level": 1, "ordered._under.level": 3, "ordered._add.levels": 3,
        "ordered._under.levels": 3,
    }  # fmt: skip
    common["trees"] = rng.integers(0, 3, (2, 9))
    common |= {"columns.X": np.where(X == 2, np.nan, X), "limit": 2.5, "columns.low": np.zeros(3)}
    common |= {"columns.high": np.zeros(3), "columns.missing": np.zeros(3, dtype=np.int64)}
    common |= {"listing.rows": np.argsort(problem.qid, kind="stable"), "listing.query_start": by_row}
    common |= {"grades": grades, "listing.count_lower.count": np.zeros(n, dtype=np.int64)}
    text = b"2 qid:7 1:0.5 2:-1.25e-3 3:NULL #docid = G1\r\n# c\n\n1 qid:-3 2:0.12345678901234567 4:7\n"
    text += b"0 qid:7 1:12345678901234567890\n"
    common |= {
        "data": np.frombuffer(text, dtype=np.uint8).copy(), "letor.at": 15, "end": len(text), "powers": letor.POWERS,
        "digits": np.int64(12345678901234567), "power": np.int64(-17), "letor.p": -0.09, "c": 35,
        "letor._features.at": 14, "letor._query_id.at": 2, "row": 1, "crowd": 1,
        "letor.first": 1, "wanted": np.zeros(0, dtype=np.int64), "store": True, "letor.X": np.zeros((7, 4)),
        "letor.grades": np.zeros(7), "query": np.zeros(7, dtype=np.int64), "marks": np.zeros((7, 4), dtype=np.int64),
        "docid": np.zeros((7, 2), dtype=np.int64), "hard": np.zeros((3, 4), dtype=np.int64),
    }  # fmt: skip
    share = rng.random((2, n))
    common |= {
        "log_sum": np.log(np.bincount(lower, weight, n) + 1e-300), "push.p": 2.5,
        "share": np.log(share[0] / share[0].sum()), "push.moved": np.log(share[1]), "push.tied": np.log1p(-share[1]),
    }  # fmt: skip
    common["column"] = np.append(rng.normal(size=600), np.nan)
    common |= {
        "cells.count": rng.integers(1, 4, n).astype(float), "score": rng.normal(size=n), "phi": rng.random((n, 3)),
        "columns": 2, "log_total": 1.3, "cells.weight.a": 3, "cells.weight.b": 1,
        "cells.tied_many.masks": rng.integers(0, 256, (n, 2)).astype(np.uint8), "cells.tied": np.zeros(11),
    }  # fmt: skip
    common["cuts"], common["binning.codes"] = np.sort(rng.normal(size=37)), np.zeros(601, dtype=np.uint8)
    upper, under = np.sort(rng.normal(size=(2, 9)).round(1))
    common["positive"], common["negative"], common["kink"] = upper, under[:5], 1.0
    common["within"], common["bipartite.below"] = np.zeros(9), np.zeros(5)
    common["for_positive"], common["for_negative"] = np.zeros(9), np.zeros(5)
    a, level = scores - 0.5 * grades, grades.astype(np.int64)
    common |= {
        "hinge.by_higher": np.lexsort((-a, problem.qid)), "hinge.by_lower": np.lexsort((-a, problem.qid)),
        "hinge.query_start": by_row, "level": level, "levels": np.full(problem.n_queries, 3), "hinge.a": a,
        "hinge.b": a + 0.3, "hinge.add_item.b": 0.4, "g": rng.normal(size=n), "hinge.add_item.g": 0.7,
        "hinge.add_item.at": 1, "hinge.sums_below.at": 2, "hinge.add_item.count": 3,
        "hinge.sums": rng.random((4, 6)), "slope": np.zeros(n), "active": np.zeros(n),
    }  # fmt: skip
    with_gaps = np.where(X == 2, np.nan, X)
    binned, whole = bin_features(with_gaps), rng.integers(1, 9, n) + 1j * rng.integers(-9, 9, n)
    histogram = np.zeros(binned.lowest.shape, dtype=np.complex128)
    for f in range(3):
        np.add.at(histogram[f], binned.columns[f], whole)
    common |= {
        "tree.codes": binned.codes, "tree_items.codes": binned.codes, "tree.columns": binned.columns,
        "tree.count": binned.count, "tree_items.count": binned.count, "tree.rows": np.arange(n, dtype=np.int32),
        "tree_items.rows": np.arange(1, n, dtype=np.int32), "tree_items.apply.X": with_gaps,
        "target": rng.normal(size=n), "tree.weight": rng.random(n), "tree_items.weight": rng.random(n),
        "tree.histograms": np.zeros((5, *histogram.shape), dtype=np.complex128), "histogram": histogram,
        "tree_items.other": histogram / 2,
        "tree_items.total": whole.sum().real, "tree_items.mean": whole.sum().imag / whole.sum().real, "equal": 1e-10,
        "tree_items.whole.total": 7.0, "tree_items.whole.mean": 0.1, "tree_items.whole.error": 14.0, "unit": 0.5,
        "number": whole, "tree_items.top": np.zeros(3),
        "tree.best_split.top": np.zeros(3), "tree_items.bins": histogram[2], "enough": 0.0,
        "tree_items.first_cut.count": binned.count[2], "tree_items.best_cut.count": binned.count[2],
        "tree_items.best_cut.missing_left": bool(seed % 2), "tree_items.divide.missing_left": bool(seed % 2),
        "tree_items.column": binned.columns[0], "tree_items.low": 1, "many": seed % 2 == 0,
        "tree_items.renumber.rows": np.array([1], dtype=np.int32), "tree_items.bins_beside.codes": binned.columns[0],
        **{f"tree.{name}": np.zeros(9) for name in ("gain", "value")},
        **{f"tree.{name}": np.zeros(9, dtype=np.int32) for name in ("left", "right", "feature", "items")},
        **{f"tree.{name}": np.zeros(9, dtype=np.int32) for name in ("low", "high")},
        "tree.missing_left": np.zeros(9, dtype=np.uint8),
        "feature": np.array([0, 1, 0, 0, 0]), "threshold": np.array([1.5, 0.5, np.nan, np.nan, np.nan]),
        "left": np.array([1, 3, -1, -1, -1]), "right": np.array([2, 4, -1, -1, -1]),
        "missing_left": np.array([0, 1, 0, 0, 0], dtype=np.uint8), "leaf": np.zeros(n, dtype=np.int32),
    }  # fmt: skip
    common |= {
        "lambdas.place": np.arange(n) % 7, "discount": rng.random(n), "lambdas.best": np.array([0.0, 2.0]),
        "apart": np.array([True, False]), "delta": bool(seed % 2), "sigma": 1.5, "lambdas.at": 3, "norm": seed % 3 > 0,
        "near": 0.01, "pull": np.zeros(m), "by_query": np.zeros((2, 2)), "lambdas.least": 1e-16,
        "lambdas.as_higher": np.zeros((n, 3)), "lambdas.as_lower": np.zeros((n, 3)),
        "lambdas.sums.by_query": np.zeros(2), "by_score.rows": np.argsort(problem.qid, kind="stable"),
        "by_score.query_start": by_row, "by_score.order": np.zeros(n, dtype=np.int64),
    }  # fmt: skip
    rows = rng.normal(size=(4, n)).round(1)
    common |= {
        "staged": rows, "orders": np.argsort(-rows, axis=1, kind="stable"), "tolerances": np.full(4, 1e-12),
        "wrong": np.zeros((4, 2), dtype=np.int64), "relevant": (grades > 0).astype(float),
        "tie_rank": rng.permutation(n), "mean": bool(seed % 2), "discount": 1 / np.log2(np.arange(n) + 2.0),
        "cutoffs": np.array([1, 3, 20]), "dcg": np.zeros((4, 3)), "precision": np.zeros(4),
    }  # fmt: skip
    items = np.array([0, 1, 2, 0]), np.array([1, 2, 0, 2])
    common |= {
        "elo.battles": rng.integers(0, 4, 30), "elo.first": items[0], "elo.second": items[1],
        "elo.outcome": np.array([1, 0, -1, 1]), "elo.worth": 0.4, "elo.pace": 4.0, "elo.scale": 173.7,
        "elo.rating": rng.normal(size=3),
    }  # fmt: skip
    cell = np.arange(m) % 6
    common |= {
        "m": m, "cell": cell, "cell_pairs": np.bincount(cell), "stage_data.sums": np.zeros(6),
        "stage_data.found": np.zeros(6, dtype=np.int64),
        "stage_data.codes": np.zeros(6, dtype=np.uint8), "stage_data.before": rng.random(m),
        "stage_data.after": rng.random(m),
        "stage_data.count": 3, "norm": 2.5, "stage_data.first": -1.025,
        "width": 0.05, "counts": np.zeros(41),
    }  # fmt: skip
    many = rng.normal(size=(2, n)).round(1)
    common |= {
        "stage_data.weighted.weight": rng.random((2, m)), "stage_data.weighted.codes": np.zeros((2, 6), dtype=np.uint8),
        "moved": np.zeros((2, 6), dtype=np.int64), "values": np.zeros((2, 2, 6)), "stage_data.scored.scores": many,
        "stage_data.heaviest.query": np.arange(6) % 2, "stage_data.heaviest.most": np.zeros(2),
        "stage_data.heaviest.mark": np.zeros(2, dtype=np.int64),
        "stage_data.heaviest.alike": np.zeros(2, dtype=np.int64),
        "stage_data.weighted.query": np.arange(6) % 2, "stage_data.weighted.most": np.zeros((2, 2)),
        "stage_data.weighted.mark": np.zeros((2, 2), dtype=np.int64),
        "stage_data.weighted.alike": np.zeros((2, 2), dtype=np.int64),
        "stage_data.crossings.h": pool.outputs(np.array([0, 1])), "norms": np.array([0.0, 2.5]),
        "stage_data.crossings.correct": np.zeros((2, 6), dtype=np.uint8),
        "stage_data.crossings.reversed_": np.zeros((2, 6), dtype=np.uint8),
        "stage_data.scored.orders": np.lexsort((-many, np.broadcast_to(problem.qid, many.shape))),
        "stage_data.scored.tolerances": np.array([1e-12, 0.3]),
        "stage_data.scored.place": np.zeros((2, n), dtype=np.uint16),
        "stage_data.scored.least": np.zeros(2, dtype=np.uint32),
        "stage_data.scored.counts": np.zeros((2, 41)),
        "pairs.staged.h": pool.outputs(np.array([0, 1])), "pairs.staged.steps": rng.normal(size=(2, 3)),
        "moves": np.array([True, seed % 2 == 0]), "pairs.staged.out": np.zeros((2, m)),
    }  # fmt: skip
    higher, lower_row = (problem.pairs.T + 0).astype(np.int64)
    common["graph.above"], common["graph.below"], common["count"] = higher, lower_row, n
    circle = np.append(higher, lower_row[0]), np.append(lower_row, higher[0])
    for name in ("weak", "strong"):
        common[f"components.{name}.start"], common[f"components.{name}.end"] = circle
        common[f"components.{name}.label"] = np.zeros(n, dtype=np.int64)
    return common | _of_runs(rng, by_row)


def _of_runs(rng: np.random.Generator, start: np.ndarray) -> dict[str, object]:
    """Of a run whose queries have the rows start[q] to start[q + 1]: falling scores with ties, grades, documents."""
    n, queries = int(start[-1]), len(start) - 1
    query = np.repeat(np.arange(queries), np.diff(start))
    scores = rng.integers(0, 4, n).astype(float)
    scores = scores[np.lexsort((-scores, query))]
    last = np.append((np.diff(scores) != 0) | (np.diff(query) != 0), True).astype(np.uint8)
    names = [f"d{number}" for number in rng.integers(0, 12, n)]
    data = np.frombuffer(" ".join(names).encode(), dtype=np.uint8).copy()
    size = np.array([len(name) for name in names], dtype=np.int32)
    begin = np.append(0, np.cumsum(size + 1)[:-1]).astype(np.int64)
    kind = rng.integers(-1, 2, n).astype(np.int8)
    lines = np.frombuffer(b"1 Q0 d1 1 2.5 x\r\n\n1 Q0 d10 2  2.5 x\n2 Q0 d1 1", dtype=np.uint8).copy()
    X = rng.integers(0, 4, (n, 2)) / 2.0
    X[rng.random((n, 2)) < 0.2] = np.nan
    of_runs = {
        "model_trees": {  # a question about a number, and one about a category
            "X": X, "ends": np.zeros((2, n), dtype=np.int64), "start": np.array([0, 3]),
            "column": np.array([0, 0, 0, 1, 0, 0]), "threshold": np.array([0.5, 0, 0, np.nan, 0, 0]),
            "left": np.array([1, -1, -1, 1, -1, -1]), "right": np.array([2, -1, -1, 2, -1, -1]),
            "missing_left": np.array([1, 0, 0, 0, 0, 0]), "zero": np.full(6, -1.0),
            "list_start": np.array([0, 0, 0, 0, 2, 2, 2]), "listed": np.array([0.0, 1.0]), "listed_left": True,
            "value": 1.5, "first": 0, "end": 2,
        },
        "tied": {
            "start": start, "last": last, "gain": rng.integers(0, 4, n).astype(float), "k": 5,
            "relevant": (kind == 1).astype(np.int64), "out": np.zeros((queries, 3)), "kind": kind,
            "R": rng.integers(0, 4, queries), "N": rng.integers(0, 4, queries),
            "threshold_precisions.out": np.zeros(queries), "ends.scores": scores,
            "ends.last": np.zeros(n, dtype=np.uint8),
        },
        "tied_orders": {
            "scores": rng.permutation(scores), "start": start, "times": 2, "order": np.zeros(n, dtype=np.int64),
            "quick.scores": rng.permutation(n) + 0.0,  # numba sorts equal ones otherwise than NumPy
        },
        "tied_texts": {
            "data": data, "begin": begin, "size": size, "start": start, "seed": 1469598103,
            "_blank.byte": 9, "_mask.rows": n, "i": 1, "j": 2, "scores": scores, "order": np.arange(n),
            "columns.data": lines, "at": 0, "columns.count": 6, "columns.most": 6,
            "columns.wanted": np.array([0, 2, 4]),
            "columns.begin": np.zeros((3, 4), dtype=np.int64), "columns.size": np.zeros((3, 4), dtype=np.int32),
            "_equal.begin": 0, "_equal.size": 2, "_slot.begin": 3, "_slot.size": 2,
            "_equal.other_begin": int(begin[1]), "_equal.other_size": 2,
            "rows": np.arange(n), "changes.rows": np.zeros(n, dtype=np.int64), "room": np.zeros(n, dtype=np.int64),
            "gather.out": np.zeros(int(size.sum()), dtype=np.uint8), "offsets": np.zeros(n + 1, dtype=np.int64),
            "first": np.zeros(n, dtype=np.int64), "other": data, "other_begin": begin[::-1].copy(),
            "other_size": size[::-1].copy(), "other_start": start, "value": rng.random(n), "out": np.full(n, np.nan),
        },
    }  # fmt: skip
    return {f"{module}.{name}": value for module, of in of_runs.items() for name, value in of.items()}


def arguments(name: str, values: dict[str, object]) -> list[object]:
    """Fresh copies of what kernel `name` takes; an input under its full name comes before the common one."""
    module = name.split(".")[0]
    found = []
    for parameter in inspect.signature(KERNELS[name].py_func).parameters:
        for key in (f"{name}.{parameter}", f"{module}.{parameter}", parameter):
            if key in values:
                value = values[key]
                found.append(value.copy() if isinstance(value, np.ndarray) else value)
                break
        else:
            raise AssertionError(f"{name} takes a {parameter} that inputs() does not know: add it there")
    return found


def test_the_kernels_are_found() -> None:
    assert numba.config.DISABLE_JIT or {"scan.scan", "pairs.split", "graded_log.potential"} <= set(KERNELS)


def numbers(value: object) -> np.ndarray:
    """An argument as floats, or complex where it is."""
    return np.asarray(value, dtype=complex if np.iscomplexobj(value) else float)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_compiled_is_what_python_says(name: str, seed: int) -> None:
    """Every kernel, those too that no other test compiles: compiling is what takes long."""
    values = inputs(seed)
    compiled, plain = arguments(name, values), arguments(name, values)
    with np.errstate(all="ignore"):
        got, expected = KERNELS[name](*compiled), KERNELS[name].py_func(*plain)
    if expected is not None:
        assert_allclose(np.array(got, dtype=float), np.array(expected, dtype=float), rtol=1e-12, atol=1e-14)
    for a, b in zip(compiled, plain, strict=True):  # what they write
        assert_allclose(numbers(a), numbers(b), rtol=1e-12, atol=1e-14)


def in_arrays() -> dict[str, Callable[..., object]]:
    """The kernels' functions in NumPy, by the kernel that each stands for."""
    found = {}
    for module in pkgutil.walk_packages(arrays.__path__, "rankviz.engine.kernels.arrays."):
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            of_kernel = f"{module.name.rpartition('.')[2]}.{name}"
            if inspect.isfunction(value) and value.__module__ == module.name and of_kernel in KERNELS:
                found[of_kernel] = value
    return found


IN_ARRAYS = in_arrays()
TESTED_APART = {"hinge.gradient", "hinge.along"}
"""They leave what they were lent to work in as it was."""


@pytest.mark.parametrize("name", sorted(set(IN_ARRAYS) - TESTED_APART))
@pytest.mark.parametrize("seed", range(6))
def test_numpy_says_what_the_kernel_says(name: str, seed: int) -> None:
    """It runs in a browser, where nothing compiles."""
    values = inputs(seed)
    if seed > 2 and not name.startswith("tree_items"):
        values = _harder(values, seed)
    there, here = arguments(name, values), arguments(name, values)
    with np.errstate(all="ignore"):
        expected, got = KERNELS[name](*there), IN_ARRAYS[name](*here)
    if expected is not None:
        assert_allclose(np.array(got, dtype=float), np.array(expected, dtype=float), rtol=1e-13, atol=1e-15)
    for a, b in zip(here, there, strict=True):
        assert_allclose(numbers(a), numbers(b), rtol=1e-13, atol=1e-15)


def _harder(values: dict[str, object], seed: int) -> dict[str, object]:
    """Pairs without weight, and some whose weights are stored as logarithms; equal scores and weights."""
    rng, m = np.random.default_rng(seed), len(np.asarray(values["weight"]))
    weight = rng.choice([0.0, 1e-280, 0.2, 0.4, -700.0, -900.0], m)
    log_weight = rng.choice([-np.inf, -800.0, 0.5, -3.0], m)
    many = rng.choice([0.0, 0.5], (2, m))
    return values | {
        "weight": weight, "log_weight": log_weight,
        "scores": rng.integers(0, 3, len(np.asarray(values["scores"]))) / 2.0,
        "correct": -500.0, "reversed_": 500.0, "stage_data.before": many[0], "stage_data.after": many[1],
        "stage_data.colours.weight": many[0], "stage_data.weighted.weight": many, "potential": np.zeros(14),
        "log_sum": rng.choice([-np.inf, -800.0, 0.5], 14), "share": rng.choice([-np.inf, -2.0, -800.0], 14),
        "push.moved": rng.choice([-np.inf, -1.0, -40.0], 14), "push.tied": rng.choice([-np.inf, -1.0, -40.0], 14),
    }  # fmt: skip


def test_numpy_has_every_function_that_is_called() -> None:
    """A module that stands for another has all of its kernels but those that only they themselves call."""
    for module in pkgutil.walk_packages(arrays.__path__, "rankviz.engine.kernels.arrays."):
        if module.ispkg:
            continue
        theirs = importlib.import_module(module.name)
        ours = importlib.import_module(module.name.replace(".arrays", ""))
        called = {
            name for name, value in vars(ours).items() if isinstance(value, CPUDispatcher) and name[0] != "_"
        }
        missing = called - vars(theirs).keys()
        assert missing <= {"add_item", "sums_below", "best_cut", "weight"}, f"{module.name}: {missing}"
        shared = {name for name in vars(ours) if name.isupper() and hasattr(theirs, name)}
        assert all(getattr(ours, name) == getattr(theirs, name) for name in shared)


@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_keeps_the_policy(name: str) -> None:
    options = KERNELS[name].targetoptions
    assert options["nogil"] is True
    assert not options.get("parallel") and not options.get("fastmath")


def test_the_cache_is_named_after_all_kernel_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """numba does not notice an edit in another file, so the folder's name has to."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    here = policy._cache_folder()
    assert here is not None and Path(here).parent == tmp_path and Path(here).is_dir()
    copy = tmp_path / "kernels"
    copy.mkdir()
    source = Path(policy.__file__).parent
    for file in source.rglob("*.py"):
        place = copy / file.relative_to(source)
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(file.read_bytes())
    monkeypatch.setattr(policy, "__file__", str(copy / "compiled.py"))
    assert policy._cache_folder() == here
    (copy / "scan.py").write_text((copy / "scan.py").read_text() + "\n# edited\n")
    assert policy._cache_folder() != here


def test_without_a_writable_folder_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("read-only")

    monkeypatch.setattr(Path, "mkdir", refuse)
    assert policy._cache_folder() is None


# ---------------------------------------------------------------- against plain numpy


@settings(max_examples=60)
@given(cases(), st.integers(0, 10**6))
def test_sums_by_item_are_sums_over_pairs(case: Case, seed: int) -> None:
    problem = problem_of(case)
    pool = build_pool(problem)
    rng = np.random.default_rng(seed)
    D = rng.random(problem.n_pairs)
    D /= D.sum()
    higher, lower = problem.pairs.T
    H = pool.outputs(np.arange(len(pool)))
    M = H[:, higher].astype(int) - H[:, lower]
    start, low = problem.by_higher
    as_higher, as_lower, edge = np.empty(problem.n_items), np.empty(problem.n_items), np.empty(len(pool))
    pairs.potential(start, low, D, as_higher, as_lower)
    assert_allclose(as_higher, np.bincount(higher, D, problem.n_items), atol=1e-14)
    assert_allclose(as_lower, np.bincount(lower, D, problem.n_items), atol=1e-14)
    scan(pool.codes, pool.offsets, as_higher - as_lower, edge)
    assert_allclose(edge, M @ D, atol=1e-13)
    tied = np.empty(len(H))
    before, logs = H[0] if len(H) else np.zeros(len(case.X), dtype=np.uint8), (-0.7, 0.2, 0.7)
    D *= np.exp(np.array(logs))[1 - (before[higher].astype(int) - before[low])]
    first = D * np.exp(-np.array(logs))[1 - (before[higher].astype(int) - before[low])]
    pairs.tied_many(start, low, first, before, *logs, pack_outputs(H), tied)
    assert_allclose(first, D, rtol=1e-14)  # the step along `before` is multiplied in
    assert_allclose(tied, (M == 0) @ D, atol=1e-13)
    for h, column in zip(H[:5], M, strict=False):
        eps = pairs.epsilons(start, low, D, h)
        assert_allclose(eps, [D[column > 0].sum(), D[column == 0].sum(), D[column < 0].sum()], atol=1e-14)
        for value, empty in zip(
            eps, (~(column > 0).any(), ~(column == 0).any(), ~(column < 0).any()), strict=True
        ):
            assert (value == 0.0) == empty  # an exact zero is what makes α undefined


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([3, FEW + 3]), st.sampled_from([0.0, 0.3, 0.7]))
def test_implied_pairs_are_counted_like_listed_ones(seed: int, grades: int, near: float) -> None:
    """Also where scores differ by less than the tolerance, and their neighbours' differences add up to more."""
    rng = np.random.default_rng(seed)
    X, grade, qid = rng.normal(size=(40, 1)), rng.integers(0, grades, 40), rng.integers(0, 3, 40)
    grade[:2], qid[:2] = (0, 1), 0
    problem = rankviz.Problem.from_arrays(X, grade, qid)
    s = rng.integers(0, 4, 40) + near * rng.integers(0, 3, 40)
    meter = ImpliedPairs(problem)
    order = np.lexsort((-s, problem.qid))
    assert meter.count(s, order, 0.5) == ListedPairs(problem).count(s, order, 0.5)
    assert meter.losses(s) == pytest.approx(ListedPairs(problem).losses(s), rel=1e-13)
    assert meter.losses(80.0 * s) == pytest.approx(ListedPairs(problem).losses(80.0 * s), rel=1e-13)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 254, 255])
def test_bins_are_places_among_the_thresholds(count: int) -> None:
    rng = np.random.default_rng(count)
    cuts = np.sort(rng.normal(size=count))
    column = np.concatenate([rng.normal(size=700), cuts, [np.nan, -1e300, 1e300]])
    codes = np.empty(len(column), dtype=np.uint8)
    bin_codes(column, cuts, codes)
    expected = np.searchsorted(cuts, column, side="left")
    expected[np.isnan(column)] = 0
    assert_array_equal(codes, expected)


@pytest.mark.parametrize("d", [1, 7, 8, 19])
def test_a_scan_is_the_same_sums_however_it_is_cut(d: int) -> None:
    rng = np.random.default_rng(d)
    thresholds = rng.integers(0, 256, d)
    offsets = np.concatenate([[0], np.cumsum(thresholds)]).astype(np.int32)
    codes = (rng.random((d, 60)) * (thresholds[:, None] + 1)).astype(np.uint8)
    potential = rng.normal(size=60)
    whole, parts = np.empty(offsets[-1]), np.empty(offsets[-1])
    scan(codes, offsets, potential, whole)
    for f in range(d):
        scan(codes[f : f + 1], offsets[f : f + 2], potential, parts)
        above = codes[f] > np.arange(thresholds[f])[:, None]
        assert_allclose(whole[offsets[f] : offsets[f + 1]], above @ potential, atol=1e-13)
    assert_array_equal(whole, parts)


@settings(max_examples=60)
@given(graded(), st.integers(0, 10**6))
@pytest.mark.slow
def test_graded_sums_equal_sums_over_the_implied_pairs(case: Case, seed: int) -> None:
    """GradedDistribution is PairDistribution on the implied pairs, round after round, to 1e-10."""
    problem = problem_of(case)
    pool = build_pool(problem)
    if len(pool) == 0:
        return
    rng = np.random.default_rng(seed)
    by_grade, by_pair = GradedDistribution(problem), PairDistribution(problem)
    for _ in range(3 * REFRESH):
        assert_allclose(by_grade.potential(), by_pair.potential(), atol=1e-10)
        h = pool.output(int(rng.integers(len(pool))))
        eps = by_grade.epsilons(h)
        assert_allclose(eps, by_pair.epsilons(h), atol=1e-10)
        assert [value == 0.0 for value in eps] == [value == 0.0 for value in by_pair.epsilons(h)]
        alpha = float(rng.normal(0, 0.5))
        z = eps[0] * math.exp(-alpha) + eps[1] + eps[2] * math.exp(alpha)
        by_grade.update(h, alpha, 0.0, z)
        by_pair.update(h, alpha, 0.0, z)
    assert by_pair.weight.sum() == pytest.approx(1.0, abs=1e-12)


@settings(max_examples=60)
@given(cases(), st.integers(0, 10**6))
@pytest.mark.slow
def test_a_combination_is_what_it_does_to_each_pair(case: Case, seed: int) -> None:
    """(φ, φ', φ'') and the new weights along any β, against the product of ω* (24) pair by pair."""
    problem = problem_of(case)
    pool, items = build_pool(problem), case.items()
    M = pair_matrix(items.H, items.pairs)
    rng = np.random.default_rng(seed)
    members = rng.permutation(len(pool))[: int(rng.integers(1, 6))].tolist()
    eta, beta = rng.normal(0, 1, (2, len(members)))
    beta[rng.random(len(members)) < 0.2] = 0.0
    distribution = PairDistribution(problem)
    for j in members:
        distribution.update(pool.output(j), 0.3, 0.1, 1.0)
    distribution._refresh()
    D = distribution.weight.copy()
    # The kernel takes M h of the combination from its outputs: they need not be 0 or 1 here.
    line = Line(M, D, dict(zip(members, eta, strict=True)), dict(zip(members, beta, strict=True)))
    step = Combination(pool, members, eta=eta, beta=beta, h=pool.outputs(np.array(members)).T @ beta)
    for alpha in (0.0, 0.7, -1.3):
        value, first, second = step.read(distribution, alpha)
        assert value == pytest.approx(float(line.weighed(alpha).sum()), rel=1e-10)
        assert first == pytest.approx(line.slope(alpha) * value, rel=1e-9, abs=1e-10)
        rise = step.read(distribution, alpha + 1e-5)[1] - step.read(distribution, alpha - 1e-5)[1]
        assert second == pytest.approx(rise / 2e-5, rel=1e-5, abs=1e-6)
    distribution.combine(step, 0.7)
    expected = line.weighed(0.7)
    assert_allclose(distribution.weight, expected / expected.sum(), rtol=1e-9, atol=1e-14)
    higher, lower = problem.pairs.T
    pi = np.bincount(higher, expected, problem.n_items) - np.bincount(lower, expected, problem.n_items)
    assert_allclose(distribution.potential(), pi / expected.sum(), atol=1e-12)


# ---------------------------------------------------------------- stability


@pytest.mark.parametrize("make", [GradedDistribution, PairDistribution])
def test_thousands_of_rounds_neither_overflow_nor_drift(make: Callable[[rankviz.Problem], object]) -> None:
    """Scores run far apart while D stays a distribution, equal to the one taken from the scores at once."""
    rng = np.random.default_rng(1)
    n = 24
    problem = rankviz.Problem.from_arrays(rng.normal(size=(n, 4)), rng.integers(0, 4, n))
    pool = build_pool(problem)
    distribution, scores = make(problem), np.zeros(n)
    distribution.potential()
    for t in range(5000):
        h = pool.output(int(rng.integers(len(pool))))
        if make is GradedDistribution:
            distribution.potential()
        eps = distribution.epsilons(h)
        assert sum(eps) == pytest.approx(1.0, abs=1e-9), t
        alpha = float(rng.normal(0.3, 0.4))  # no sense in it: the scores run away
        z = eps[0] * math.exp(-alpha) + eps[1] + eps[2] * math.exp(alpha)
        distribution.update(h, alpha, 0.0, z)
        scores += alpha * h
    assert np.ptp(scores) > 750.0  # e to that power is beyond any float
    higher, lower = problem.pairs.T
    log_weight = scores[lower] - scores[higher]
    D = np.exp(log_weight - log_weight.max())
    D /= D.sum()
    expected = np.bincount(higher, D, n) - np.bincount(lower, D, n)
    assert_allclose(distribution.potential(), expected, atol=1e-8)


def test_log_sums_where_exponentials_end() -> None:
    for shift in (-1e5, 0.0, 1e5):
        s = np.array([0.0, 1.0, 2.0]) + shift
        expected = -shift + math.log(1 + math.exp(-1) + math.exp(-2))
        assert measure.log_sum_exp(s, np.zeros(3)) == pytest.approx(expected, abs=1e-9)
    assert measure.log_sum_exp(np.array([0.5, -0.25]), np.zeros(2)) - math.log(2) == pytest.approx(
        log_f1(np.array([0.5, -0.25]))
    )


def test_normalise_at_the_ends() -> None:
    weight = np.full(3, 1 / 3)
    assert pairs.normalise(np.array([-1e6, -1e6, -np.inf]), weight) == pytest.approx(-1e6 + math.log(2))
    assert_array_equal(weight, [0.5, 0.5, 0.0])
    assert pairs.normalise(np.full(3, -np.inf), weight) == -np.inf
    assert_array_equal(weight, [0.5, 0.5, 0.0])  # left alone: nothing has weight any more


def test_a_product_of_weights_keeps_what_is_too_small_as_its_logarithm() -> None:
    small = pairs.times(1.0, math.exp(-700.0), -700.0)
    assert small == -700.0  # a logarithm
    assert pairs.times(small, 1e300, math.log(1e300)) == pytest.approx(math.exp(-700.0 + math.log(1e300)))
    assert pairs.times(small, 0.0, -1e4) == -10700.0
    assert pairs.times(0.5, 2.0, math.log(2.0)) == 1.0
    for weight in (0.5, small, 0.0):
        assert pairs.times(weight, 0.0, -math.inf) == 0.0  # for good
    assert pairs.times(0.0, math.inf, 1e4) == 0.0
    weight = np.array([3.0, small, 0.0, 1.0])
    pairs.rescale(weight)
    assert_allclose(weight, [0.75, -700.0 - math.log(4.0), 0.0, 0.25], rtol=1e-15)
    pairs.rescale(nothing := np.array([small, 0.0]))
    assert_array_equal(nothing, [small, 0.0])


def test_graded_potential_far_out() -> None:
    problem = rankviz.Problem.from_arrays(np.arange(4.0)[:, None], [0, 1, 2, 3])
    groups, scratch, pi = grade_groups(problem), np.empty((2, 4)), np.empty(4)
    factors = np.empty((4, 4))
    scores = np.array([4000.0, 3000.0, 0.0, -4000.0])
    graded_kernels.refresh(scores, 1.0, groups[0], groups[1], *factors)
    log_z = graded_kernels.potential(*groups, *factors, *scratch, pi)
    assert log_z == pytest.approx(8000.0)
    assert_allclose(pi, [-1.0, 0.0, 0.0, 1.0], atol=1e-12)  # all weight on the worst pair


def test_graded_weights_come_back_after_a_long_way() -> None:
    """A step that hides an item's weight from floats, and one that brings it back, leave D as the scores say."""
    problem = rankviz.Problem.from_arrays(np.arange(4.0)[:, None], [0, 0, 1, 1])
    pool = build_pool(problem)
    far, plain = GradedDistribution(problem), GradedDistribution(problem)
    for alpha in (500.0, 300.0, -300.0, -400.0, -99.5):
        far.update(pool.output(1), alpha, 0.0, 1.0)
    plain.update(pool.output(1), 0.5, 0.0, 1.0)
    assert_allclose(far.potential(), plain.potential(), rtol=1e-10)
    assert_allclose(far.epsilons(pool.output(2)), plain.epsilons(pool.output(2)), rtol=1e-10)


def test_listed_weights_come_back_after_a_long_way() -> None:
    problem = rankviz.Problem.from_arrays(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]]), [0, 0, 1])
    pool = build_pool(problem)
    far, plain = PairDistribution(problem), PairDistribution(problem)
    one_pair = pool.output(0)  # 1 on items 2 and 3: it orders one pair and ties the other
    for alpha in (500.0, 400.0, -300.0, -600.0, 0.5):
        eps = far.epsilons(one_pair)
        assert sum(eps) == pytest.approx(1.0, rel=1e-12)
        z = eps[0] * math.exp(-alpha) + eps[1] + eps[2] * math.exp(alpha)
        far.update(one_pair, alpha, 0.0, z)
        if alpha == 400.0:
            assert_allclose(far.epsilons(pool.output(1)), [1.0, 0.0, 0.0], atol=1e-12)
            assert far.weight.min() < 0.0  # kept as a logarithm
            assert_allclose(far.potential(), [0.0, -1.0, 1.0], atol=1e-12)
    plain.update(one_pair, 0.5, 0.0, 0.5 + 0.5 * math.exp(-0.5))
    assert_allclose(far.weight, plain.weight, rtol=1e-10)


def test_graded_sums_where_scores_run_apart_and_come_near_again() -> None:
    """Plain sums while the scores are near, logarithms beyond, and plain sums again: always the pairs' own D."""
    rng = np.random.default_rng(2)
    problem = rankviz.Problem.from_arrays(
        rng.normal(size=(20, 3)), rng.integers(0, 3, 20), rng.integers(0, 3, 20)
    )
    pool, higher_lower = build_pool(problem), problem.pairs.T
    distribution, scores, ways = GradedDistribution(problem), np.zeros(20), []
    for t in range(40):
        h, alpha = pool.output(int(rng.integers(len(pool)))), float(rng.normal(0.0, 1.0))
        if t in (5, 15):
            h, alpha = pool.output(10), 300.0 if t == 5 else -300.0
        distribution.update(h, alpha, 0.0, 1.0)
        scores += alpha * h
        ways.append(distribution._far is None)
        log_weight = scores[higher_lower[1]] - scores[higher_lower[0]]
        D = np.exp(log_weight - log_weight.max())
        D /= D.sum()
        pi = np.bincount(higher_lower[0], D, 20) - np.bincount(higher_lower[1], D, 20)
        assert_allclose(distribution.potential(), pi, atol=1e-10)
        M = h[higher_lower[0]].astype(int) - h[higher_lower[1]]
        assert_allclose(
            distribution.epsilons(h), [D[M > 0].sum(), D[M == 0].sum(), D[M < 0].sum()], atol=1e-10
        )
    assert ways[0] and not ways[10] and ways[-1]


# ---------------------------------------------------------------- the interpreter lock


def test_kernels_let_other_threads_run() -> None:
    """While one long kernel runs in a thread, this one keeps counting: the GIL is released."""
    n = 3000
    start = np.arange(n + 1, dtype=np.int64) * (n - 1)
    lower = np.concatenate([np.delete(np.arange(n), i) for i in range(n)]).astype(np.int32)
    weight = np.full(len(lower), 1.0 / len(lower))
    as_higher, as_lower = np.empty(n), np.empty(n)
    pairs.potential(start, lower, weight, as_higher, as_lower)  # compiled before the clock starts
    done = threading.Event()

    def work() -> None:
        pairs.potential(start, lower, weight, as_higher, as_lower)
        done.set()

    longest = 0.0
    for _ in range(5):  # a busy machine may deal this thread a bad hand once
        done.clear()
        ticks, began = 0, time.perf_counter()
        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            ticks += 1
        longest = time.perf_counter() - began
        thread.join()
        if ticks > 1000:
            return
    raise AssertionError(f"this thread stood still while a kernel ran for {longest:.3f} s")


def test_runs_in_several_threads_give_the_same_numbers() -> None:
    rng = np.random.default_rng(0)
    problem = rankviz.Problem.from_arrays(rng.integers(0, 5, (60, 4)).astype(float), rng.integers(0, 3, 60))
    expected = [run.metrics["log_e2"] for run in rankviz.trace(problem, rounds=30).runs]
    found: list[list[np.ndarray]] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(
                [run.metrics["log_e2"] for run in rankviz.trace(problem, rounds=30).runs]
            )
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for each in found:
        for a, b in zip(each, expected, strict=True):
            assert_array_equal(a, b)


@settings(max_examples=60)
@given(graded())
def test_the_hinge_over_a_list_of_pairs_is_that_of_sorted_scores(case: Case) -> None:
    """What a browser runs, which compiles nothing, says what the kernel says."""
    problem, rng = problem_of(case), np.random.default_rng(len(case.X))
    h, g = rng.normal(size=(2, problem.n_items)).round(1)
    for tau, by_grade in ((1.0, True), (0.5, False)):
        loss = GradedHinge(problem, tau, by_grade)
        ours = loss.evaluate(h), loss.along(h, g)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hinge, "gradient", hinge_arrays.gradient)
            patch.setattr(hinge, "along", hinge_arrays.along)
            theirs = loss.evaluate(h), loss.along(h, g)
        assert ours[0].value == pytest.approx(theirs[0].value, abs=1e-11)
        assert_allclose(ours[0].gradient, theirs[0].gradient, atol=1e-11)
        assert_array_equal(ours[0].curvature, theirs[0].curvature)
        assert_allclose(ours[1], theirs[1], atol=1e-11)
