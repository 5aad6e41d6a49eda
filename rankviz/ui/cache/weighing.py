"""The size of a value in bytes: its arrays, tables, texts and containers, each object counted once."""

import sys
import types
from collections.abc import Iterable, Mapping
from functools import partial

import numpy as np

LONG = 256
"""Entries of a container of texts and numbers that are read; longer ones are estimated from so many."""

_PLAIN = (str, bytes, int, float, complex, bool, type(None))
_SHARED = (type, types.ModuleType)
"""Never part of a value: the process has them anyway."""


def parts_of(value: object) -> dict[int, int]:
    """Return the bytes of each object that a value holds, by the object's `id`; an array's are its owner's."""
    found: dict[int, int] = {}
    ahead = [value]
    while ahead:
        one = ahead.pop()
        if isinstance(one, np.ndarray):
            one = _owner(one)
        if id(one) in found or isinstance(one, _SHARED):
            continue
        found[id(one)], more = _weigh(one)
        ahead.extend(more)
    return found


def _owner(array: np.ndarray) -> np.ndarray:
    """Return the array whose memory a view shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _weigh(one: object) -> tuple[int, Iterable[object]]:
    """Return the bytes of an object itself, and the objects it holds."""
    if isinstance(one, np.ndarray):
        return sys.getsizeof(one) if one.base is None else one.nbytes, one.flat if one.dtype.hasobject else ()
    if isinstance(one, _PLAIN):
        return sys.getsizeof(one), ()
    if (table := _table_bytes(one)) is not None:
        return table, ()
    if isinstance(one, Mapping):
        return sys.getsizeof(one), (*one.keys(), *one.values())
    if isinstance(one, (tuple, list, set, frozenset)):
        return _container(one)
    return sys.getsizeof(one), _inside(one)


def _table_bytes(one: object) -> int | None:
    """Return the bytes of a pandas table or column, None for anything else."""
    # Not imported for this: before pandas is loaded, also while another thread loads it, there are no tables.
    pandas = sys.modules.get("pandas")
    kinds = tuple(getattr(pandas, name) for name in ("DataFrame", "Series") if hasattr(pandas, name))
    return int(np.sum(one.memory_usage(deep=True))) if isinstance(one, kinds) else None


def _container(
    one: tuple[object, ...] | list[object] | set[object] | frozenset[object],
) -> tuple[int, Iterable[object]]:
    size = sys.getsizeof(one)
    if len(one) <= LONG or isinstance(one, (set, frozenset)):
        return size, one
    seen = one[:: len(one) // LONG]
    if not all(isinstance(entry, _PLAIN) for entry in seen):
        return size, one
    return size + sum(map(sys.getsizeof, seen)) * len(one) // len(seen), ()


def _inside(one: object) -> Iterable[object]:
    """Return the objects inside an object of a class, a function or a method."""
    if isinstance(one, (types.MethodType, types.BuiltinMethodType)):
        return (one.__self__,)
    if isinstance(one, types.FunctionType):
        cells = [cell.cell_contents for cell in one.__closure__ or () if cell != types.CellType()]
        return (*cells, *(one.__defaults__ or ()))
    if isinstance(one, partial):
        return one.func, one.args, one.keywords
    return vars(one).values() if hasattr(one, "__dict__") else ()
