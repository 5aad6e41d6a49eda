"""What a command says beside its output: notes, what is done, and one line of progress."""

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

LOG = logging.getLogger("rankviz.cli")
"""What is done is INFO, a note on the data a WARNING. --quiet leaves errors, --verbose adds how long each step took.

Not its parent: `rankviz.runs` is for who monitors a server, and no command switches it on.
"""


class _Streams(logging.Handler):
    """Writes what is done to stdout, and all else to stderr, so that stdout holds no note."""

    def emit(self, record: logging.LogRecord) -> None:
        print(
            self.format(record),
            file=sys.stdout if record.levelno == logging.INFO else sys.stderr,
            flush=True,
        )


LOG.addHandler(_Streams())


def tell(notes: Iterable[str]) -> None:
    """Say what the user must know about the data."""
    for note in notes:
        LOG.warning("note: %s", " ".join(note.split()))


@contextlib.contextmanager
def timed(step: str) -> Iterator[None]:
    """Say with --verbose how long a step took."""
    began = time.perf_counter()
    yield
    LOG.debug("%s: %.2f s", step, time.perf_counter() - began)


@contextlib.contextmanager
def progress_line(stream: TextIO | None = None) -> Iterator[Callable[[str], None] | None]:
    """Yield a function that shows its words in one line of the terminal; None without one, and with --quiet."""
    stream = stream or sys.stderr
    if not stream.isatty() or not LOG.isEnabledFor(logging.INFO):
        yield None
        return

    def show(words: str) -> None:
        stream.write(f"\r{words}\x1b[K")
        stream.flush()

    try:
        yield show
    finally:
        show("")
