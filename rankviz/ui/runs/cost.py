"""The estimated work of a run before it begins: a run of seconds waits in line, shorter ones take turns."""

from collections.abc import Sequence

from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.problem import Problem

LONG = 4e8
"""Work beyond which a run shows its progress and waits in line where others compute: two processor seconds."""
SHORT = LONG / 8
"""Work up to which a run is mostly Python between kernels, and takes its turn."""
PAIR = 20
"""Work per pair and round, in cells of the binned matrix, including measuring and drawing."""
DRAWN = {"kernel": 3.0}
"""The factor on the work of a run with these pictures, which also need the exact minimiser."""


def estimated(data: Problem, contenders: Sequence[str], rounds: int, pictures: Sequence[str] = ()) -> float:
    """Estimate the work of a run, in cells of the binned matrix that are read."""
    size = data.n_items * data.n_features + PAIR * data.n_pairs
    each = sum(size + ALGORITHMS[algorithm_of(contender)].round_cost for contender in contenders)
    return rounds * each * max((DRAWN.get(name, 1.0) for name in pictures), default=1.0)
