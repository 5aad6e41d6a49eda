"""Turns: pages that answer at the same time wait for each other, one piece of work at a time.

Python lets one thread run at a time. Threads that work at once hand that right to and fro at every call of a
kernel, and between two processors each hand-over costs more than a short call. Work that is large enough to spend
its time inside kernels needs no turn.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 10.0
"""Seconds after which work begins without its turn: nobody waits longer for others."""

_TURN = threading.Lock()
_THREAD = threading.local()


@contextmanager
def turn(takes_part: bool = True) -> Iterator[None]:
    """Hold the turn, for which others wait; a thread that has the turn may request it again."""
    if not takes_part or _has_turn():
        yield
        return
    _THREAD.turn = _TURN.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        _end()


@contextmanager
def aside() -> Iterator[None]:
    """Release the turn during slow work, then take it back."""
    had = _has_turn()
    _end()
    try:
        yield
    finally:
        if had:
            _THREAD.turn = _TURN.acquire(timeout=PATIENCE)


def _has_turn() -> bool:
    return getattr(_THREAD, "turn", False)


def _end() -> None:
    if _has_turn():
        _THREAD.turn = False
        _TURN.release()
