"""Panel data of runs that grow trees: each round's tree, the leaves of its items, and the features that gained most.

A trained ranker, QBRank with GBT, and LambdaMART with RankNet have trees; every pack of such a run has them. Arrays of
run k are named "k.name".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rankviz.board.panels.panel import Picture
from rankviz.engine.algorithms.lambdarank.lambdamart import LambdaDetails
from rankviz.engine.algorithms.own.external_model import OwnDetails
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.algorithms.qbrank.trees import FittedTree
from rankviz.engine.runs.trace import Run, Trace, details_of

MOST_DOTS = 1200
"""Items drawn as dots; evenly spaced ones beyond."""

MOST_DRAWN = 400_000
"""Dots of all rounds together; fewer items are drawn in longer runs."""

MOST_LISTED = 60
"""Features whose importance is listed: those with the largest shares in any round."""


@dataclass(frozen=True, eq=False)
class Grown:
    """The trees of a run one after another: round t has the nodes start[t − 1] … start[t] − 1, its root first.

    Attributes
    ----------
    start : (T + 1,) int64. nodes : arrays (nodes,) by name: feature, by the data's number; threshold; left, right,
        counted from the root, −1 in a leaf; missing_left; value, what a leaf adds to the scores of its items;
        items, the training items that pass; gain, the reduction of the tree's squared error by a question.
        leaf : (T, dots) the node, counted from the root, in which each drawn item ends.
        strict : items on a threshold go right. asks : the questions about categories, by node.
    """

    start: np.ndarray
    nodes: Mapping[str, np.ndarray]
    leaf: np.ndarray
    strict: bool = False
    asks: Mapping[str, str] | None = None


def dots(n: int, rounds: int) -> np.ndarray:
    """Return the items that are drawn as dots, of n in a run of so many rounds, evenly spaced."""
    most = min(n, MOST_DOTS, max(MOST_DRAWN // max(rounds, 1), 100))
    return np.unique(np.linspace(0, n - 1, most).round().astype(np.int64))


def has_trees(trace: Trace) -> bool:
    """Return whether any run of a trace grows trees."""
    return any(_maker(run) is not None for run in trace.runs)


def picture(trace: Trace) -> Picture:
    """Return the panel data of a trace; runs without trees have none of its arrays."""
    shown = dots(trace.problem.n_items, max(run.n_rounds for run in trace.runs))
    arrays, metas = {"dots": shown}, list[dict[str, Any]]()
    makers = [_maker(run) for run in trace.runs]
    grown = [None if make is None else make(trace, shown) for make in makers]
    listed = _listed([each for each in grown if each is not None], trace.problem.n_features)
    for k, each in enumerate(grown):
        metas.append({} if each is None else _meta(each))
        if each is not None:
            found = {f"node_{name}": values for name, values in each.nodes.items() if name != "gain"}
            found |= {"node_start": each.start, "leaf": each.leaf} | _importance(each, listed)
            arrays |= {f"{k}.{name}": values for name, values in found.items()}
    meta = {
        "features": list(trace.problem.feature_names),
        "missing": np.isnan(trace.problem.X).any(axis=0).tolist(),
        "listed": listed.tolist(),
        "runs": metas,
    }
    return Picture(meta, arrays)


def _meta(grown: Grown) -> dict[str, Any]:
    return {"strict": grown.strict, **({"asks": dict(grown.asks)} if grown.asks else {})}


Maker = Callable[[Trace, np.ndarray], Grown]


def _maker(run: Run) -> Maker | None:
    """Return the function that makes the trees of a run; None where it grows none."""
    if not run.n_rounds:
        return None
    own = details_of(run, OwnDetails)
    if own is not None:
        return lambda trace, shown: _of_model(own, shown)
    ranked, boosted = details_of(run, LambdaDetails), details_of(run, QBRankDetails)
    if ranked is not None:
        return lambda trace, shown: _of_fitted(
            ranked.fitted, [ranked.eta] * run.n_rounds, trace.problem.X[shown]
        )
    if boosted is not None and all(each.tree is not None for each in boosted.descent.fitted):
        descent = boosted.descent
        return lambda trace, shown: _of_fitted(descent.fitted, descent.step, trace.problem.X[shown])
    return None


def _of_fitted(fitted: tuple[FittedTree, ...] | list[FittedTree], steps: list[float], X: np.ndarray) -> Grown:
    """Return the trees that were fitted, each times its round's step; X (dots, d) are the items drawn."""
    trees = [each.tree for each in fitted if each.tree is not None]
    start = np.concatenate([[0], np.cumsum([len(tree.left) for tree in trees])])
    names = ("feature", "threshold", "left", "right", "missing_left", "items", "gain")
    nodes = {name: np.concatenate([getattr(tree, name) for tree in trees]) for name in names}
    nodes["value"] = np.concatenate([step * tree.value for tree, step in zip(trees, steps, strict=True)])
    return Grown(start, nodes, np.array([tree.apply(X) for tree in trees]))


def _of_model(details: OwnDetails, shown: np.ndarray) -> Grown:
    """Return the trees of a trained ranker; where its file states no gains, those that `_gains` finds."""
    shapes, ends, columns = details.model.shapes, details.ends, details.model.columns
    start = shapes.start[: len(ends) + 1]
    every = slice(0, int(start[-1]))
    feature, inner = shapes.feature[every], shapes.left[every] >= 0
    items = np.concatenate([_passing(details, t) for t in range(len(ends))])
    value = np.nan_to_num(shapes.value[every])
    nodes = {
        "feature": feature if columns is None else np.maximum(columns, 0)[feature].astype(np.int32),
        "threshold": shapes.threshold[every],
        "left": shapes.left[every],
        "right": shapes.right[every],
        "missing_left": shapes.missing_left[every],
        "value": value,
        "items": items,
        "gain": _gains(details, items, value) if shapes.gain is None else shapes.gain[every] * inner,
    }
    asks = {str(node): text for node, text in shapes.asks(every.stop).items()}
    return Grown(start, nodes, ends[:, shown], shapes.strict, asks)


def _passing(details: OwnDetails, t: int) -> np.ndarray:
    """Return (nodes,) int32 the number of training items that pass each node of tree t, counted from 0."""
    shapes, here = details.model.shapes, details.model.shapes.tree(t)
    left, right = shapes.left[here], shapes.right[here]
    found = np.bincount(details.ends[t], minlength=len(left))
    for node in np.flatnonzero(left >= 0)[::-1]:  # a child comes after its parent
        found[node] += found[left[node]] + found[right[node]]
    return found.astype(np.int32)


def _gains(details: OwnDetails, items: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return (nodes,) how far each question spreads the scores of its n items: n₁n₂/n · (mean₁ − mean₂)²."""
    shapes, found, mean = details.model.shapes, np.zeros(len(value)), value.copy()
    for t in range(len(details.ends)):
        here = shapes.tree(t)
        left, right = shapes.left[here], shapes.right[here]
        for node in np.flatnonzero(left >= 0)[::-1]:
            a, b, at = here.start + left[node], here.start + right[node], here.start + node
            whole = float(items[a]) + float(items[b])
            if whole:
                mean[at] = (items[a] * mean[a] + items[b] * mean[b]) / whole
                found[at] = float(items[a]) * float(items[b]) / whole * (mean[a] - mean[b]) ** 2
    return found


# ---------------------------------------------------------------- importance


def _asked(grown: Grown, features: int, weight: np.ndarray | None) -> np.ndarray:
    """Return (T + 1, features) the gains of each feature's questions in the first t trees; without, their number."""
    T = len(grown.start) - 1
    inner = grown.nodes["left"] >= 0
    tree = np.repeat(np.arange(1, T + 1), np.diff(grown.start))[inner]
    found = np.zeros((T + 1, features))
    np.add.at(
        found,
        (tree, grown.nodes["feature"][inner]),
        1.0 if weight is None else np.maximum(weight[inner], 0.0),
    )
    return np.cumsum(found, axis=0, out=found)


def _shares(gains: np.ndarray) -> np.ndarray:
    """Return (T + 1, features) each feature's share of all gain so far, 0 where there is none."""
    total = gains.sum(axis=1, keepdims=True)
    return np.divide(gains, total, out=np.zeros_like(gains), where=total > 0.0)


def _listed(grown: list[Grown], features: int) -> np.ndarray:
    """Return the features whose importance is listed, by number: those with the largest share in any round, rising."""
    most = np.zeros(features)
    for each in grown:
        np.maximum(most, _shares(_asked(each, features, each.nodes["gain"])).max(axis=0), out=most)
    return np.sort(np.argsort(-most, kind="stable")[: min(MOST_LISTED, np.count_nonzero(most))])


def _importance(grown: Grown, listed: np.ndarray) -> dict[str, np.ndarray]:
    """Return gain_share, questions (T + 1, listed) and features_asked (T + 1,).

    Each listed feature's share of all gain so far, the number of its questions, and the number of features used.
    """
    features = int(max(listed.max(initial=-1), grown.nodes["feature"].max(initial=0))) + 1
    counts = _asked(grown, features, None)
    return {
        "gain_share": _shares(_asked(grown, features, grown.nodes["gain"]))[:, listed],
        "questions": counts[:, listed],
        "features_asked": np.count_nonzero(counts, axis=1),
    }
