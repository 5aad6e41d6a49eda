"""The command line: run algorithms on a source, write the Trace or print a summary; list sources and algorithms.

Nothing heavy is imported before a command needs it, so that help appears at once.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

import rankviz
from rankviz.cli.options import (
    PROGRAM,
    Parser,
    add_parameters,
    add_query_file,
    add_run,
    algorithms_of,
    check_writable,
    given_parameters,
    number,
    source_of,
    stretch,
    tell,
    unwritable,
)
from rankviz.engine.environment import app_packages
from rankviz.engine.errors import DataError, shown

if TYPE_CHECKING:
    from rankviz.cli.playlist import Maker
    from rankviz.cli.site import Files
    from rankviz.engine.runs.trace import Trace

Done: TypeAlias = Callable[[str, int], bool]
Measured: TypeAlias = Callable[[str, int], None]

FAILED, BAD_INPUT, BROKEN_PIPE, INTERRUPTED = 1, 2, 141, 130

HELP = f"""\
RankViz lets you watch boosting learn to rank, in the browser or on the command line.

usage: {PROGRAM} [options]                start the app, and open the browser
       {PROGRAM} trace SOURCE [options]   run algorithms on data, round by round
       {PROGRAM} sources                  list the data, and how to name your own
       {PROGRAM} algorithms               list the algorithms and their parameters
       {PROGRAM} experiment SOURCE        compare algorithms over many tasks, by cross-validation
       {PROGRAM} ties RUN QRELS           what equal scores do to a run's NDCG, MAP, MRR, …
       {PROGRAM} ties SOURCE              the same for boosting, round by round
       {PROGRAM} folds SOURCE             write graded data as a folder of LETOR folds
       {PROGRAM} playlist FILE            write a playlist as a page that plays it
       {PROGRAM} lesson FILE              check a lesson or a challenge of your own
       {PROGRAM} mark CHALLENGE ANSWERS   mark a class's answers to a challenge
       {PROGRAM} site OUT/                write starts, lessons, claims and reference as a static site
       {PROGRAM} serve --workers N        serve the app with several processes on this machine
       {PROGRAM} warm                     compile the engine ahead of a first start
       {PROGRAM} claims [NAME …]          check the claims of the gallery, all or those named
       {PROGRAM} COMMAND --help           help on one command
       {PROGRAM} --version                print the version

Try these:
  {PROGRAM} trace bundled:diabetes
      RB-D, RB-C and RankBoost+ on a small real data set; prints how far each one got.
  {PROGRAM} trace scenario:lemma-3 --algorithms rb-d --no-negative-alpha
      The paper's own example of what goes wrong without negative weights.
  {PROGRAM} trace letor:train.txt --rounds 300 --holdout 0.2 --out run.json
      A LETOR file of yours, a fifth of its queries held out, every round into a file.
  {PROGRAM} trace bundled:diabetes --rounds 60 --out run.html
      A page of its own, to step through the rounds without RankViz and without a network.

The app takes --port N, --no-browser and --data DIR, a folder of your data.
"""

TRACE_HELP = f"""\
Run boosting algorithms on data and keep every round: which weak ranker was picked, with which weight,
and what that did to the losses, their bounds and the margins. Same command, same numbers.

SOURCE names the data: bundled:wine, synthetic:NAME, scenario:lemma-1?n=4, letor:PATH,
movielens:PATH?user=276, table:ITEMS.csv?pairs=PAIRS.csv, weak:RANKERS.csv?pairs=PAIRS.csv.
Quote a SOURCE that contains ? or &, which are special to the shell. `{PROGRAM} sources` lists them.
"""


def main(
    argv: Sequence[str] | None = None,
    *,
    talk: Maker | None = None,
    site: Files | None = None,
    opens: Callable[[], None] | None = None,
) -> int:
    """Run one command; return its exit code.

    `talk` makes the page of a playlist, `site` the files of a site, and `opens` computes the app's first page: they
    belong to the rooms of the pages, which this one may not import. Without them there are no such commands.

    0 done, 1 a claim failed, a lesson has an error or a difference depends on ties, 2 bad input, 3 an experiment
    unfinished, 130 interrupted, 141 no reader.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without R̂ or α shows ?, and no traceback
    try:
        with app_packages("This command"):
            code = _command(arguments, talk, site, opens)
        sys.stdout.flush()
        return code
    except DataError as error:
        print("rankviz: " + " ".join(str(error).split()), file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader has left; redirect stdout, or the interpreter complains when it closes it.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _command(
    arguments: list[str], talk: Maker | None, site: Files | None, opens: Callable[[], None] | None
) -> int:
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name in ("-h", "--help", "help"):
        print(HELP, end="")
    elif name in ("-V", "--version"):
        print(f"rankviz {rankviz.__version__}")
    elif not name or name.startswith("-"):
        from rankviz.cli import app

        return app.main(arguments)
    elif name == "trace":
        _trace(rest)
    elif name in ("sources", "algorithms"):
        Parser(name, f"List the {name} and their options.").parse_args(rest)
        from rankviz.cli import listing

        print("\n".join(listing.sources() if name == "sources" else listing.algorithms()))
    elif name == "claims":
        return _claims(rest)
    elif name == "experiment":
        from rankviz.cli import experiment

        return experiment.main(rest)
    elif name == "ties":
        from rankviz.cli import ties

        return ties.main(rest)
    elif name == "folds":
        from rankviz.cli import folds

        return folds.main(rest)
    elif name == "playlist" and talk is not None:
        from rankviz.cli import playlist

        return playlist.main(rest, talk)
    elif name == "lesson":
        from rankviz.cli import lesson

        return lesson.main(rest)
    elif name == "mark":
        from rankviz.cli import mark

        return mark.main(rest)
    elif name == "site" and site is not None:
        from rankviz.cli import site as command

        return command.main(rest, site)
    elif name == "warm" and opens is not None:
        from rankviz.cli import warm

        return warm.main(rest, opens)
    elif name == "serve":
        from rankviz.cli import serve

        return serve.main(rest)
    else:
        raise DataError(
            f"There is no command {shown(name)}",
            remedy="Commands are trace, sources, algorithms, experiment, ties, folds, playlist, lesson, mark, site, "
            f"serve, warm and claims; see {PROGRAM} --help",
        )
    return 0


def _trace_parser() -> Parser:
    parser = Parser("trace", TRACE_HELP)
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
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write every round to FILE, in the format of its ending: .json, .csv, .parquet, or .html for a page in "
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


def _trace(arguments: list[str]) -> None:
    import rankviz
    from rankviz.cli import listing
    from rankviz.engine.algorithms.contenders import contenders
    from rankviz.engine.arguments import seed as check_seed
    from rankviz.engine.runs import forks
    from rankviz.engine.runs.runner import DEFAULT

    given = _trace_parser().parse_args(arguments)
    names = algorithms_of(given)
    params: dict[str, Any] = given_parameters(given)
    check_seed(given.seed)
    if given.at is not None and (given.at < 0 or given.out is None or given.out.suffix != ".tex"):
        raise DataError(
            "--at names a round, 0 or more, for --out with a .tex file", remedy="Give both, or neither"
        )
    if given.excerpt is not None and (given.out is None or given.out.suffix != ".html"):
        raise DataError("--excerpt names rounds for --out with a .html file", remedy="Give both, or neither")
    if given.out is not None:
        _check_writable(given.out)

    contenders(names or DEFAULT, params)  # before a large file is read
    branches = [forks.read(given.fork)] if given.fork else []
    problem = rankviz.load(source_of(given), seed=given.seed)
    with _progress(given.rounds) as (progress, measured):
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
            fold=given.fold,
            **params,
        )
    if given.out is None:
        print("\n".join(listing.summary(trace)))
    else:
        try:
            _write(trace, given.out, given.rounds if given.at is None else given.at, given.excerpt)
        except OSError as error:
            raise unwritable(given.out, error) from error
    tell((*trace.problem.notes, *trace.pool.notes))


def _write(trace: Trace, path: Path, t: int, excerpt: tuple[int, int] | None) -> None:
    from rankviz.cli.in_a_paper import WRITERS
    from rankviz.engine.files import PAGE_ENDING, writing
    from rankviz.engine.runs import export

    if path.suffix in WRITERS:
        text = WRITERS[path.suffix](trace, t)
        with writing(path, "w") as file:
            file.write(text)
    elif path.suffix == PAGE_ENDING:
        from rankviz.board.offline import page

        page.write(trace, path, rounds=excerpt)
    else:
        export.write(trace, path)


def _claims(arguments: list[str]) -> int:
    from rankviz.insight.claims import text

    parser = Parser("claims", text.HELP)
    parser.add_argument("names", nargs="*", metavar="NAME", help="claims to check (default: all of them)")
    return 0 if text.check(parser.parse_args(arguments).names) else FAILED


def _check_writable(path: Path) -> None:
    from rankviz.cli.in_a_paper import WRITERS
    from rankviz.engine.files import PAGE_ENDING
    from rankviz.engine.runs.export import ENDINGS

    check_writable(path, (*ENDINGS, PAGE_ENDING, *WRITERS))


@contextlib.contextmanager
def _progress(rounds: int, stream: TextIO | None = None) -> Iterator[tuple[Done | None, Measured | None]]:
    """Yield two callbacks that update one line of progress, or None twice where there is no terminal."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield None, None
        return
    from rankviz.engine.algorithms.contenders import contender

    shown_at = 0.0

    def say(name: str, what: str, t: int) -> None:
        nonlocal shown_at
        now = time.monotonic()
        if now - shown_at >= 0.1 or t == rounds:
            shown_at = now
            stream.write(f"\r{contender(name, {}).label}: {what} {t:,} of {rounds:,}\x1b[K")
            stream.flush()

    def done(name: str, t: int) -> bool:
        say(name, "round", t)
        return True

    try:
        yield done, lambda name, t: say(name, "measuring round", t)
    finally:
        stream.write("\r\x1b[K")
        stream.flush()
