"""Limits that protect the server: numbers that its operator may set in the environment."""

from rankviz.engine.environment import number, whole_number
from rankviz.engine.threads import processors

AT_ONCE = "RANKVIZ_RUNS_AT_ONCE"
PER_VISITOR = "RANKVIZ_RUNS_PER_VISITOR"
WAITING = "RANKVIZ_RUNS_WAITING"


def runs_at_once() -> int:
    """Return how many long runs compute at once: half of the processors, at least 2. Raises DataError."""
    return whole_number(AT_ONCE, max(2, processors() // 2), 1, 64)


def runs_per_visitor() -> int:
    """Return how many long runs the tabs of one browser may request at once: 3. Raises DataError."""
    return whole_number(PER_VISITOR, 3, 1, 1000)


def runs_waiting() -> int:
    """Return how many long runs may wait for their turn: 30. Raises DataError."""
    return whole_number(WAITING, 30, 0, 10_000)


RUNS_PATIENCE = number("RANKVIZ_RUNS_PATIENCE", 10.0, 0.0, 3600.0)
"""Seconds that a long run waits for a visitor whose connection broke, or who is on another page."""


def megabytes(variable: str, default: int) -> int:
    """Return the bytes that an environment variable allows. It and `default` are in MB. Raises DataError."""
    return whole_number(variable, default, 1, 99_999_999) * 2**20


VISITOR_BYTES = megabytes("RANKVIZ_VISITOR_UPLOADS_MB", 250)
"""Bytes of one visitor's uploads in all; the oldest are dropped first."""
ALL_BYTES = megabytes("RANKVIZ_UPLOADS_MB", 1000)
"""Bytes of all uploads on this server."""


def in_words(size: int) -> str:
    """Return a number of bytes as text in MB."""
    return f"{size // 2**20:,} MB"
