"""Reject a model whose trees lead out of themselves or in circles, or whose numbers are not finite or out of range."""

import numpy as np

from rankviz.engine.data.model import LARGEST, Model, Shapes
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted

LARGEST_SIGMA, LARGEST_PLACE = 1e6, 2**31 - 1


def check(model: Model, most_features: int = LARGEST_PLACE) -> None:
    """Raise DataError, which names the tree if one is at fault, unless every walk ends in a leaf with a finite score.

    A stranger's file may have `reading.MAX_FEATURES`; a Booster in the same process, what its library allows.
    """
    shapes, features = model.shapes, model.n_features
    _check_sizes(model, most_features)
    sizes, first = np.diff(shapes.start), shapes.start[:-1].astype(np.int32)
    tree = np.repeat(np.arange(len(shapes), dtype=np.int32), sizes)
    node = np.arange(len(tree), dtype=np.int32) - first[tree]
    size = sizes.astype(np.int32)[tree]
    inner = shapes.left >= 0
    lost = inner != (shapes.right >= 0)
    for child in (shapes.left, shapes.right):
        lost |= inner & ((child >= size) | (child <= node))
    whole = inner & ~lost
    root = first[tree[whole]]
    children = np.concatenate([root + shapes.left[whole], root + shapes.right[whole]])
    reached = np.bincount(children, minlength=len(tree)) + (node == 0)
    for broken, what in (
        (lost, "a node's child is not a later node of the tree"),
        (reached > 1, "two paths lead to a node"),
        (
            inner & ((shapes.feature < 0) | (shapes.feature >= features)),
            f"it uses a feature beyond the model's {counted(features, 'feature')}",
        ),
        (
            inner & np.isnan(shapes.threshold) & ~_about_categories(shapes),
            "a split has no threshold",
        ),
        (False if shapes.gain is None else ~(np.abs(shapes.gain) <= LARGEST), "a gain is out of range"),
        (~inner & (reached > 0) & ~np.isfinite(shapes.value), "the value of a leaf is not a finite number"),
    ):
        if np.any(broken):
            raise _broken(model, f"tree {int(tree[np.flatnonzero(broken)[0]]) + 1:,} of the model", what)
    values = np.where(inner | (reached == 0), 0.0, np.abs(shapes.value))
    with np.errstate(over="ignore"):
        largest = abs(model.start) + np.maximum.reduceat(values, shapes.start[:-1]).sum()
    if not largest <= LARGEST:  # False for NaN
        raise _broken(model, "the model", f"its scores are not finite, or beyond {LARGEST:g}")


def _check_sizes(model: Model, most_features: int) -> None:
    """Raise DataError where arrays do not have the required lengths, or numbers of the model are out of range."""
    shapes, objective = model.shapes, model.objective
    nodes, lists = len(shapes.left), shapes.list_start
    of_nodes = ("feature", "threshold", "right", "missing_left", "value", "gain", "zero_missing", "statistic")
    there = [found for name in of_nodes if (found := getattr(shapes, name)) is not None]
    lengths = len(shapes.start) > 1 and all(len(found) == nodes for found in there)
    if not lengths or not _parts(shapes.start, nodes) or (np.diff(shapes.start) < 1).any():
        raise _broken(model, "the model", "its trees' numbers are not whole")
    if (lists is None) != (shapes.listed is None) or (
        lists is not None
        and shapes.listed is not None
        and (len(lists) != nodes + 1 or not _parts(lists, len(shapes.listed)))
    ):
        raise _broken(model, "the model", "its lists of categories are not whole")
    if not 1 <= model.n_features <= most_features:
        raise _broken(model, "the model", f"it does not have 1 to {most_features:,} features")
    if model.names and not len(model.names) == len(set(model.names)) == model.n_features:
        raise _broken(model, "the model", "its feature names are repeated, or not one per feature")
    parts = [part for each in shapes.statistics for part in each.parts]
    asked = [*model.categories, *(feature for _, feature, _ in parts)]
    if any(not 0 <= feature < model.n_features for feature in asked):
        raise _broken(model, "the model", "its categories are of a feature that it does not have")
    if shapes.statistic is not None and (shapes.statistic >= len(shapes.statistics)).any():
        raise _broken(model, "the model", "it asks for a statistic that it does not have")
    if not (0 < objective.sigma <= LARGEST_SIGMA and 0 <= objective.at <= LARGEST_PLACE):
        raise _broken(model, "the model", "its objective's numbers are out of range")


def _parts(ends: np.ndarray, count: int) -> bool:
    """Return whether ends, from 0 to `count`, never fall."""
    return bool(ends[0] == 0 and ends[-1] == count and (np.diff(ends) >= 0).all())


def _about_categories(shapes: Shapes) -> np.ndarray:
    """(nodes,) True where a node lists categories; a statistic is a number, and lists none."""
    if shapes.list_start is None:
        return np.zeros(len(shapes.left), dtype=bool)
    found = np.isnan(shapes.threshold)
    return found if shapes.statistic is None else found & (shapes.statistic < 0)


def _broken(model: Model, where: str, what: str) -> DataError:
    return DataError(
        f"{where} is broken: {what}", file=model.name, remedy="Save the model again with its library"
    )
