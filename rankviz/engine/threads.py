"""The threads that work on large data: their number, and one set for all sessions.

The threads run serial kernels that release the GIL, each on its part of the data: results are those of one thread,
bit by bit, and any number of sessions may use them at once.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from rankviz.engine.environment import IN_BROWSER, whole_number

A = TypeVar("A")
B = TypeVar("B")

VARIABLE = "RANKVIZ_THREADS"
"""The environment variable for the number of threads; by default all processors allowed to the process."""

_MOST = 64


def threads() -> int:
    """Return the number of threads for large data. Raises DataError unless RANKVIZ_THREADS is from 1 to 64."""
    return whole_number(VARIABLE, min(processors(), _MOST), 1, _MOST)


@cache
def workers(count: int) -> ThreadPoolExecutor:
    """Return the shared pool of `count` threads."""
    return ThreadPoolExecutor(count, thread_name_prefix="rankviz-work")


if hasattr(os, "register_at_fork"):
    # No thread survives a fork: a child that handed work to its parent's threads would wait forever.
    os.register_at_fork(after_in_child=workers.cache_clear)


def in_order(work: Callable[[A], B], parts: Iterable[A]) -> Iterator[B]:
    """Yield work(part) of each part, in order; as many at once as there are threads, and no more held in memory."""
    count = threads()
    if count == 1:
        yield from map(work, parts)
        return
    begun: deque[Future[B]] = deque()
    try:
        for part in parts:
            begun.append(workers(count).submit(work, part))
            if len(begun) > count:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        for future in begun:
            future.cancel()


def in_parts(work: Callable[[int, int], object], count: int, block: int = 1) -> None:
    """Run work(a, b) on ranges that make up 0 … count, one for each thread, whole blocks as far as they go.

    This thread runs whatever part no other has begun, so it never waits for another session's work.
    """
    most, blocks = threads(), -(-count // block)
    ends = [min(blocks * k // most * block, count) for k in range(most + 1)]
    parts = [(a, b) for a, b in zip(ends[:-1], ends[1:], strict=True) if a < b]
    handed = [workers(most).submit(work, *part) for part in parts[1:]]
    for part in parts[:1]:
        work(*part)
    for future, part in zip(handed, parts[1:], strict=True):
        if future.cancel():
            work(*part)
        else:
            future.result()


def processors() -> int:
    """Return the number of processors that this process may use."""
    if IN_BROWSER:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
