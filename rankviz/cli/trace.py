"""The command `trace`: run algorithms on a source, and write the Trace or print a summary."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from rankviz.cli.messages import progress_line, tell, timed
from rankviz.cli.options import (
    PROGRAM,
    Parser,
    add_parameters,
    add_query_file,
    add_run,
    algorithms_of,
    given_parameters,
    number,
    stretch,
)
from rankviz.cli.streams import add_out, ending_of, load, save
from rankviz.engine.errors import DataError

if TYPE_CHECKING:
    from rankviz.engine.runs.trace import Trace

Done: TypeAlias = Callable[[str, int], bool]
Measured: TypeAlias = Callable[[str, int], None]

COMMAND = "trace"
HELP = f"""\
Run boosting algorithms on data and keep every round: which weak ranker was picked, with which weight,
and what that did to the losses, their bounds and the margins. Same command, same numbers.

SOURCE names the data: bundled:wine, synthetic:NAME, scenario:lemma-1?n=4, letor:PATH,
movielens:PATH?user=276, table:ITEMS.csv?pairs=PAIRS.csv, weak:RANKERS.csv?pairs=PAIRS.csv.
Quote a SOURCE that contains ? or &, which are special to the shell. `{PROGRAM} sources` lists them.
"""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument("source", metavar="SOURCE", help="the data")
    add_run(parser)
    parser.add_argument(
        "--fold",
        metavar="F/K:TASK",
        help="one fold of an experiment in place of --holdout, such as 2/5:user-13: the second of five folds of "
        "that task; specified holds out the test.txt of a LETOR fold's train.txt",
    )
    parser.add_argument(
        "--fork",
        metavar="RUN:T:CHANGE",
        help="also run a branch that makes another choice in one round, such as rb-c:12:ranker=45 or rb-c:12:alpha=0.5",
    )
    add_query_file(parser)
    add_out(
        parser,
        _endings(),
        "write every round to FILE, in the format of its ending: .json, .csv, .parquet, or .html for a page in "
        "which the run is stepped through, offline; .tex has one round worked out, .py makes the run again and checks "
        "its numbers; without it a summary is printed",
    )
    parser.add_argument(
        "--at",
        type=number(int),
        metavar="T",
        help="the round that a .tex file works out (default: the last)",
    )
    parser.add_argument(
        "--excerpt",
        type=stretch,
        metavar="A-B",
        help="the rounds in a .html file, such as 300-400 of a run too large for one file (default: all)",
    )
    add_parameters(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    import rankviz
    from rankviz.cli import listing
    from rankviz.engine.algorithms.contenders import contenders
    from rankviz.engine.arguments import seed as check_seed
    from rankviz.engine.runs import forks
    from rankviz.engine.runs.runner import DEFAULT

    given = parser().parse_args(arguments)
    names = algorithms_of(given)
    params: dict[str, Any] = given_parameters(given)
    check_seed(given.seed)
    ending = ending_of(given, _endings())
    if given.at is not None and (given.at < 0 or ending != ".tex"):
        raise DataError(
            "--at names a round, 0 or more, for --out with a .tex file", remedy="Give both, or neither"
        )
    if given.excerpt is not None and ending != ".html":
        raise DataError("--excerpt names rounds for --out with a .html file", remedy="Give both, or neither")

    contenders(names or DEFAULT, params)  # before a large file is read
    branches = [forks.read(given.fork)] if given.fork else []
    with timed("read the data"):
        problem = load(given)
    with timed("ran the algorithms"), _progress(given.rounds) as (progress, measured):
        trace = rankviz.trace(
            problem,
            names,
            given.rounds,
            holdout=given.holdout,
            seed=given.seed,
            progress=progress,
            measured=measured,
            forks=branches,
            positive=given.positive,
            stratified=given.stratified,
            fold=given.fold,
            **params,
        )
    if ending:
        with timed("wrote the file"):
            at = given.rounds if given.at is None else given.at
            save(given.out, _contents(trace, ending, at, given.excerpt))
    else:
        print("\n".join(listing.summary(trace)))
    tell((*trace.problem.notes, *trace.pool.notes))
    return 0


def _endings() -> tuple[str, ...]:
    from rankviz.cli.in_a_paper import WRITERS
    from rankviz.engine.files import PAGE_ENDING
    from rankviz.engine.runs.export import ENDINGS

    return (*ENDINGS, PAGE_ENDING, *WRITERS)


def _contents(trace: Trace, ending: str, t: int, excerpt: tuple[int, int] | None) -> str | bytes:
    from rankviz.cli.in_a_paper import WRITERS
    from rankviz.engine.files import PAGE_ENDING
    from rankviz.engine.runs import export

    if ending in WRITERS:
        return WRITERS[ending](trace, t)
    if ending == PAGE_ENDING:
        from rankviz.board.offline import page

        return page.page(trace, rounds=excerpt)
    return export.to_bytes(trace, ending)


@contextlib.contextmanager
def _progress(rounds: int, stream: TextIO | None = None) -> Iterator[tuple[Done | None, Measured | None]]:
    """Yield two callbacks that update one line of progress, or None twice where none is shown."""
    with progress_line(stream) as show:
        if show is None:
            yield None, None
            return
        from rankviz.engine.algorithms.contenders import contender

        shown_at = 0.0

        def say(name: str, what: str, t: int) -> None:
            nonlocal shown_at
            now = time.monotonic()
            if now - shown_at >= 0.1 or t == rounds:
                shown_at = now
                show(f"{contender(name, {}).label}: {what} {t:,} of {rounds:,}")

        def done(name: str, t: int) -> bool:
            say(name, "round", t)
            return True

        yield done, lambda name, t: say(name, "measuring round", t)
