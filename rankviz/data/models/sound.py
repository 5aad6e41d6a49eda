"""Whether a model's trees are trees: what a library walks without looking must not lead out of them, or in a circle."""

import numpy as np

from rankviz.data.model import Shapes
from rankviz.errors import DataError
from rankviz.number_format import counted


def check(shapes: Shapes, features: int, name: str) -> None:
    """Raise DataError, which names the tree, where a node's child is no node of its tree or has two parents.

    So it does for a question about a feature beyond the model's, and for a leaf whose value is no finite number.
    """
    sizes = np.diff(shapes.start)
    tree = np.repeat(np.arange(len(shapes)), sizes)
    first, size = shapes.start[:-1][tree], sizes[tree]
    left, right = shapes.left.astype(np.int64), shapes.right.astype(np.int64)
    inner = left >= 0
    lost = inner != (right >= 0)
    lost |= inner & ((left >= size) | (right >= size))
    whole = inner & ~lost
    children = np.concatenate([(first + left)[whole], (first + right)[whole]])
    parents = np.bincount(children, minlength=len(left))
    for broken, what in (
        (lost, "a node's child is no node of the tree"),
        # One parent for each and none for the root: no way down comes back.
        (parents > (np.arange(len(left)) != first), "two ways lead to a node"),
        (
            inner & ((shapes.feature < 0) | (shapes.feature >= features)),
            f"it asks for a feature beyond the model's {counted(features, 'feature')}",
        ),
        (~inner & ~np.isfinite(shapes.value), "what a leaf adds is no finite number"),
    ):
        if broken.any():
            number = int(tree[np.flatnonzero(broken)[0]]) + 1
            raise DataError(
                f"tree {number:,} of the model is broken: {what}",
                file=name,
                remedy="Save the model again with its library",
            )
