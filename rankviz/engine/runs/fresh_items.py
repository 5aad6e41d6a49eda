"""New items from the law of synthetic data, to estimate the error over the whole law."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rankviz.engine.choice import Value
from rankviz.engine.data import sources
from rankviz.engine.data.builtin.synthetic import direction_of_blobs
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

ITEMS = 20_000
"""The approximate number of items drawn."""

_SALT = 0x66726573
"""Separates the seed of new items from that of the data."""

_LAWS = (
    "linear",
    "interaction",
    "blobs",
    "imbalanced",
    "separable",
    "coarse",
    "rings",
    "moons",
    "single-grade",
)
"""Synthetic data with grades. Pairs given one by one are about these very items, so there are no others; the search
index of `letor` is drawn with its seed, so further queries would use another index."""


def has_law(source: str) -> bool:
    """Return whether the law behind a SOURCE is known."""
    return _law(source) is not None


def draw(source: str) -> Problem:
    """Draw about `ITEMS` items by the law of a SOURCE, with queries of the same size and another seed.

    A single query stays single. Raises DataError where the law is not known.
    """
    spec = _law(source)
    if spec is None:
        raise DataError(
            "The distribution of these data is not known", remedy="Choose synthetic data with grades"
        )
    options = spec.values()
    seed = int(np.random.SeedSequence([int(options["seed"]), _SALT]).generate_state(1)[0])
    more = _enlarged(options) | {"seed": seed}
    if spec.target in ("blobs", "imbalanced"):  # the law, not the draw, sets their centres
        more["towards"] = direction_of_blobs(*(int(options[name]) for name in ("n", "features", "seed")))
    return spec.family.entries[spec.target].build(**more, spec=source)


def _law(source: str) -> sources.Source | None:
    try:
        spec = sources.parse(source)
    except DataError:
        return None
    return spec if spec.scheme == "synthetic" and spec.target in _LAWS else None


def _enlarged(options: Mapping[str, Value]) -> dict[str, Any]:
    n = int(options["n"])
    times = max(ITEMS // n, 1)
    queries = int(options.get("queries", 1))
    return {**options, "n": n * times} | ({"queries": queries * times} if queries > 1 else {})
