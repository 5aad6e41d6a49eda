"""Taking turns: pages that answer at the same time wait for each other, a piece of work at a time.

Python lets one thread run at a time. Threads that work at once hand that right to and fro at every call of a
kernel, and between two processors each handing over costs more than a short call. Work that is large enough to spend
its time inside kernels needs no turn.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 10.0
"""Seconds after which work begins without its turn: nobody waits for ever for somebody else's."""

_TURN = threading.RLock()


@contextmanager
def turn() -> Iterator[None]:
    """Do what follows while others who ask for a turn wait; whoever has the turn may ask again."""
    mine = _TURN.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if mine:
            _TURN.release()
