"""The map of pairs: items in true order on both axes, one mark per pair, or one cell for many pairs where needed."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.data import pair_graph
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels.data.graph import chain_lengths

MAX_MARKS = 2500
"""Pairs drawn one by one; beyond, the map shows cells of many pairs."""

MAX_GROUPS = 40


@dataclass(frozen=True, eq=False)
class PairMap:
    """The place of each pair on the map.

    Attributes
    ----------
    kind : "pairs" (one mark per pair) or "cells".
    axis : (n,) int32, the items in true order.
    group : (n,) int32, each item's group; its place on the axis when kind is "pairs".
    labels : the groups' names.
    cell : (m,) int32, each pair's mark; marks run from 0 in the order of cell_row and cell_col.
    cell_row, cell_col : (P,) group of the higher and of the lower item of each mark.
    cell_pairs : (P,) pairs in each mark.
    """

    kind: str
    note: str
    axis: np.ndarray
    group: np.ndarray
    labels: tuple[str, ...]
    cell: np.ndarray
    cell_row: np.ndarray
    cell_col: np.ndarray
    cell_pairs: np.ndarray


def pair_map(problem: Problem) -> PairMap:
    """Make the map of `problem`: one mark per pair up to `MAX_MARKS` pairs, else cells."""
    axis = _true_order(problem)
    if problem.n_pairs <= MAX_MARKS:
        group = np.empty(problem.n_items, dtype=np.int32)
        group[axis] = np.arange(problem.n_items)
        labels = tuple(problem.item_labels[i] for i in axis)
        note = "One mark per critical pair: the row is the item that belongs above, the column the one below."
        cell = np.arange(problem.n_pairs, dtype=np.int32)
        row, column = group[problem.pairs].T
        ones = np.ones(problem.n_pairs, dtype=np.int64)
        return PairMap("pairs", note, axis, group, labels, cell, row, column, ones)
    axis, group, labels = _groups(problem)
    higher, lower = group[problem.pairs].T
    crossing = higher.astype(np.int64) * len(labels) + lower
    keys, inside, counts = np.unique(crossing, return_inverse=True, return_counts=True)
    note = (
        f"An aggregated map: the {problem.n_pairs:,} pairs are gathered in {len(keys):,} cells, "
        "and a cell shows the mean weight of its pairs."
    )
    rows, columns = np.divmod(keys, len(labels))
    return PairMap("cells", note, axis, group, labels, inside.astype(np.int32), rows, columns, counts)


def _true_order(problem: Problem) -> np.ndarray:
    """Return (n,) int32 rows by query, then best first: by grade, or by level in the preference graph."""
    return np.lexsort((np.arange(problem.n_items), -_merit(problem), problem.qid)).astype(np.int32)


def _merit(problem: Problem) -> np.ndarray:
    """Return (n,) the height of each item: its grade, or the longest chain of preferences below the item."""
    if problem.grades is not None and not problem.explicit:
        return problem.grades
    higher, lower = problem.pairs.T
    # Items on a cycle share a level: chains run between strongly connected components.
    count, part = pair_graph.components(problem.pairs, problem.n_items, strong=True)
    above, below = part[higher], part[lower]
    apart = above != below
    level = chain_lengths(above[apart], below[apart], count)
    return level[part].astype(np.float64)


def _groups(problem: Problem) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Return (axis, group, labels): items best first across queries, cut into at most about `MAX_GROUPS` groups."""
    merit = _merit(problem)
    axis = np.lexsort((np.arange(problem.n_items), problem.qid, -merit)).astype(np.int32)
    levels, sizes = np.unique(-merit, return_counts=True)
    group = np.empty(problem.n_items, dtype=np.int32)
    name = "grade" if problem.grades is not None and not problem.explicit else "level"
    if len(levels) > MAX_GROUPS:
        chunks = np.array_split(axis, MAX_GROUPS)
        labels = []
        for k, rows in enumerate(chunks):
            group[rows] = k
            labels.append(f"{name} {merit[rows[0]]:g} to {merit[rows[-1]]:g}")
        return axis, group, tuple(labels)
    spare = MAX_GROUPS - len(levels)
    parts = np.minimum(1 + np.floor(spare * sizes / problem.n_items).astype(int), sizes)
    labels, first = [], 0
    for level, size, count in zip(levels, sizes, parts, strict=True):
        for k, rows in enumerate(np.array_split(axis[first : first + size], count)):
            group[rows] = len(labels)
            labels.append(f"{name} {-level:g}" + (f", part {k + 1} of {count}" if count > 1 else ""))
        first += size
    return axis, group, tuple(labels)
