"""Waiting for what another thread or process does."""

import time
from collections.abc import Callable


def wait_for(so: Callable[[], object]) -> None:
    """Wait until something is so, as long as a full machine may take."""
    end = time.monotonic() + 180
    while not so():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
