"""How much a run is to compute, estimated before it begins: what takes seconds waits in line, the rest takes turns."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.algorithms.contenders import algorithm_of
from rankviz.data.problem import Problem

LONG = 4e8
"""Beyond it a run is told round by round, and waits in line where others compute: about two seconds of a processor."""
SHORT = LONG / 8
"""Up to here a run is mostly Python between kernels, and takes its turn."""
PAIR = 20
"""What a pair costs in a round beside a cell of the binned matrix, measuring and drawing included."""
ROUND = {
    "rb-d": 0.0,
    "rb-c": 0.0,
    "rb-plus": 0.0,
    "rb-plus-optimal": 4e5,
    "push": 0.0,
    "smooth-margin": 0.0,
    "adaboost": 0.0,
    "qbrank": 1e6,
    "gbt": 6e5,
    "ranksvm": 0.0,
    "ranknet": 6e5,
    "lambdamart": 6e5,
    "kernel-gd": 0.0,
    "rb-c-real": 0.0,
}
"""What a round costs whatever the data are, where that counts (measured): trees are grown, an active set is solved."""
DRAWN = {"kernel": 3.0}
"""How many times as much it is with these pictures: the exact minimiser is found, too."""


def estimated(data: Problem, contenders: Sequence[str], rounds: int, pictures: Sequence[str] = ()) -> float:
    """Estimate the work of a run, in cells of the binned matrix that are looked at."""
    size = data.n_items * data.n_features + PAIR * data.n_pairs
    each = sum(size + ROUND[algorithm_of(contender)] for contender in contenders)
    return rounds * each * max((DRAWN.get(name, 1.0) for name in pictures), default=1.0)
