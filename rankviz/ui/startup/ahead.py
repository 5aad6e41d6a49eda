"""A second process that, on a machine's first start, compiles the kernels that the first picture needs last.

numba compiles one kernel at a time in a process, so a second core would be idle. Both write into the same cache of
compiled code, and each looks there before it compiles: the process that reaches a kernel second loads it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from numba import types

from rankviz.engine.kernels import combination, compiled, measure, ordered, pairs, scan, stage_data
from rankviz.engine.kernels.by_score import by_score

FLOAT, WHOLE, SMALL, BIT = types.float64, types.int64, types.int32, types.uint8


def _of(kind: types.Type, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C")


def _read_only(kind: types.Type) -> types.Array:
    return types.Array(kind, 1, "C", readonly=True)


ROW, INDICES, BITS, NUMBERS = _of(FLOAT), _of(SMALL), _of(BIT), _of(WHOLE)
TABLE, BIT_TABLE, NUMBER_TABLE = _of(FLOAT, 2), _of(BIT, 2), _of(WHOLE, 2)
PAIRS = (_read_only(WHOLE), _read_only(SMALL))
STARTS = _of(types.uint32, 2)
LAST_FIRST: tuple[tuple[Any, tuple[types.Type, ...]], ...] = (
    (
        stage_data.weighted,
        (ROW, TABLE, INDICES, NUMBERS, WHOLE, BIT_TABLE, NUMBER_TABLE)
        + (types.Array(FLOAT, 3, "A"), INDICES, TABLE, STARTS, STARTS),
    ),
    (
        stage_data.scored,
        (*PAIRS, TABLE, NUMBER_TABLE, _read_only(SMALL), ROW, ROW, FLOAT, FLOAT, ROW)
        + (_of(types.uint16, 2), _of(types.uint32), TABLE),
    ),
    (pairs.epsilons_of, (*PAIRS, ROW, BIT_TABLE, TABLE)),
    (combination.rivals, (ROW, ROW, ROW, ROW, types.boolean, FLOAT, FLOAT, ROW, NUMBERS)),
    (combination.follow, (ROW, ROW, TABLE)),
    (scan.scan, (BIT_TABLE, INDICES, ROW, ROW)),
    (pairs.staged, (*PAIRS, BIT_TABLE, TABLE, _of(types.boolean), ROW, TABLE)),
    (pairs.normalise, (ROW, ROW)),
    (pairs.tied_many, (*PAIRS, ROW, BITS, FLOAT, FLOAT, FLOAT, BIT_TABLE, ROW)),
    (pairs.pack, (BIT_TABLE, BIT_TABLE)),
    (pairs.split, (*PAIRS, ROW, BITS, FLOAT, FLOAT, FLOAT, BITS, TABLE, TABLE)),
    (pairs.potential, (*PAIRS, ROW, ROW, ROW)),
    (ordered.merge, (NUMBERS, NUMBERS, ROW, BITS, NUMBERS)),
    (measure.step, (*PAIRS, BITS, ROW, ROW)),
    (measure.tied_total, (*PAIRS, TABLE, FLOAT, ROW, ROW)),
    (by_score, (NUMBERS, NUMBERS, ROW, NUMBERS)),
)
"""Kernels and the types with which the opening run calls them, from the last it needs to the middle."""


def begin() -> bool:
    """Return whether nothing is compiled yet; then start the second process where there is a second core for it."""
    if compiled.CACHE_FOLDER is None:
        return True
    if any(Path(compiled.CACHE_FOLDER).rglob("*.nbi")):
        return False
    if (os.cpu_count() or 1) > 1:
        subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[3],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return True


def main() -> None:
    """Compile the kernels, each into the cache."""
    for each, of_types in LAST_FIRST:
        each.compile(of_types)


if __name__ == "__main__":
    main()
