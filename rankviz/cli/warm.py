"""The command `warm`: compile the engine before it is needed."""

import time
from collections.abc import Callable

import rankviz
from rankviz.cli.messages import LOG, progress_line, timed
from rankviz.cli.options import Parser

COMMAND = "warm"
HELP = """\
Compile the engine for all algorithms ahead of time, so that the first start on this machine takes no longer than any
other: for a container's image, or on the evening before a class. Compiled code stays in the user's cache folder.
"""
DATA, ROUNDS, HELD_OUT = "synthetic:imbalanced", 2, 0.3
"""A run in which every algorithm takes part, with a held-out part."""


def parser() -> Parser:
    """Return the command's parser."""
    return Parser(COMMAND, HELP)


def main(arguments: list[str], opens: Callable[[], None]) -> int:
    """Run the command; `opens` computes the app's first page. Returns its exit code."""
    parser().parse_args(arguments)
    LOG.info("Compiling the engine: about 20 s, less if it was done before …")
    began = time.monotonic()
    with progress_line() as line:
        show = line or (lambda words: None)
        show("The app's first page")
        with timed("compiled the app's first page"):
            opens()
        with timed("compiled all algorithms"):
            every_algorithm(show)
    from rankviz.engine.kernels.compiled import CACHE_FOLDER

    where = f"in {CACHE_FOLDER}" if CACHE_FOLDER else "but no folder could keep the result"
    LOG.info("Done in %.0f s, %s", time.monotonic() - began, where)
    return 0


def every_algorithm(show: Callable[[str], None] = lambda words: None) -> None:
    """Run each algorithm for a few rounds, and write its page, which also needs the stage's kernels."""
    from rankviz.board.offline import page
    from rankviz.engine.algorithms.registry import ALGORITHMS

    learners = [name for name, entry in ALGORITHMS.items() if not entry.needs_model]

    def progress(name: str, t: int) -> bool:
        show(f"Algorithm {learners.index(name) + 1} of {len(learners)}: {ALGORITHMS[name].label}")
        return True

    trace = rankviz.trace(rankviz.load(DATA), learners, ROUNDS, holdout=HELD_OUT, progress=progress)
    show("The page of a run")
    page.page(trace)
