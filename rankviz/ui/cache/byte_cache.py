"""One cache for all large values: bounded in bytes, shared by all sessions, least recently used first out.

An array that several entries share counts once: thirty runs on one file hold the file's features a single time.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from rankviz.ui.cache.weighing import parts_of
from rankviz.ui.serving.limits import megabytes

VARIABLE, DEFAULT_MB = "RANKVIZ_CACHE_MB", 1000
LARGE = 2**20
"""Bytes from which an entry is weighed again later: problems and runs list their pairs when first needed."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class _Entry:
    value: Any
    parts: dict[int, int]

    @property
    def large(self) -> bool:
        return sum(self.parts.values()) >= LARGE


class ByteCache:
    """Values by key, at most `limit` bytes of them; the newest value stays whatever its size."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._holders: dict[int, list[int]] = {}
        self._bytes = 0
        self._under_way: dict[Hashable, Future[Any]] = {}
        self._lock = threading.RLock()

    @property
    def bytes(self) -> int:
        """The number of bytes of the values; parts that several share count once."""
        return self._bytes

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value under `key`, computed once if it is missing, however many callers need it at once.

        Raises what `make` raises, for all callers that wait for it; the next call tries again.
        """
        while True:
            with self._lock:
                if key in self._entries:
                    self._entries.move_to_end(key)
                    return self._entries[key].value
                waited_for = self._under_way.get(key)
                if waited_for is None:
                    mine: Future[Any] = Future()
                    self._under_way[key] = mine
            if waited_for is None:
                return self._make(key, mine, make)
            try:
                return waited_for.result()
            except CancelledError:
                continue  # whoever was computing it left: a waiting caller computes it

    def put(self, key: Hashable, value: object) -> None:
        """Store a value, and drop the least recently used ones until all fit the limit."""
        entry = _Entry(value, parts_of(value))
        with self._lock:
            self._forget(key)
            if entry.large:
                self._weigh_again()
            self._entries[key] = entry
            self._count(entry)
            while self._bytes > self.limit and len(self._entries) > 1:
                self._forget(next(iter(self._entries)))

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            for key in list(self._entries):
                self._forget(key)

    def _make(self, key: Hashable, mine: Future[Any], make: Callable[[], T]) -> T:
        try:
            value = make()
            self.put(key, value)
        except Exception as error:
            self._end(key)
            mine.set_exception(error)
            raise
        except BaseException:  # the visitor who computed it has left
            self._end(key)
            mine.cancel()
            raise
        self._end(key)
        mine.set_result(value)
        return value

    def _end(self, key: Hashable) -> None:
        with self._lock:
            del self._under_way[key]

    def _weigh_again(self) -> None:
        for entry in self._entries.values():
            if entry.large:
                self._discount(entry)
                entry.parts = parts_of(entry.value)
                self._count(entry)

    def _forget(self, key: Hashable) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._discount(entry)

    def _count(self, entry: _Entry) -> None:
        for part, size in entry.parts.items():
            holder = self._holders.setdefault(part, [0, size])
            self._bytes += size if not holder[0] else 0
            holder[0] += 1

    def _discount(self, entry: _Entry) -> None:
        for part in entry.parts:
            holder = self._holders[part]
            holder[0] -= 1
            if not holder[0]:
                self._bytes -= holder[1]
                del self._holders[part]


CACHE = ByteCache(megabytes(VARIABLE, DEFAULT_MB))
"""The cache of this process."""


def cached(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the result of a function of positional arguments, for everybody who calls it with equal arguments.

    An argument with an `identity` (a Problem, a run as pages show it) counts as that identity, so what belongs to
    one visitor's data is never shown to another with other data. All other arguments must be hashable. The result is
    shared and must not be changed.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs:
            raise TypeError(f"{name} takes positional arguments only")
        key = (name, *(getattr(arg, "identity", arg) for arg in args))
        return CACHE.get(key, lambda: function(*args, **kwargs))

    call.shared_by_identity = True  # type: ignore[attr-defined]
    return call
