"""The moment when the first browser has its run: until then no other long task should use the server."""

import threading

PATIENCE = 1.0
"""Seconds after which other work continues though no run was fetched: a browser may have cached it."""


class FirstPicture:
    """The flag that a browser has fetched a run from this process."""

    def __init__(self) -> None:
        self._fetched = threading.Event()

    def fetched(self) -> None:
        """Record that a run was sent."""
        self._fetched.set()

    def let_it_come(self, patience: float = PATIENCE) -> None:
        """Wait until a run was sent, at most `patience` seconds; later calls do not wait."""
        self._fetched.wait(patience)
        self._fetched.set()


FIRST_PICTURE = FirstPicture()
