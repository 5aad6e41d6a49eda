"""The command `experiment`: cross-validate algorithms over many tasks, with progress, stop and resume."""

import contextlib
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from rankviz.cli import streams
from rankviz.cli.messages import LOG, progress_line, tell
from rankviz.cli.options import (
    PROGRAM,
    Parser,
    add_parameters,
    add_query_file,
    given_parameters,
    number,
    source_of,
)
from rankviz.engine.errors import DataError

COMMAND = "experiment"
UNFINISHED, INTERRUPTED = 3, 130

HELP = """\
Compare algorithms over many ranking tasks, as the papers do: k folds, the round chosen on a validation part for
each metric, mean values, mean ranks, Friedman's test and Nemenyi's critical difference. Finished tasks are kept in
the folder of --out: stop whenever you like; the same command continues from there. Same command, same numbers, for any
number of processes. Exit codes: 0 done, 2 bad input, 3 ended before all tasks were done (a full disk, a lost
cluster), 130 stopped.

SOURCE names the tasks:
{sources}
Options of a set of tasks follow the SOURCE:
{options}
"""


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code. Raises DataError on bad input."""
    from rankviz.engine.number_format import counted
    from rankviz.lab.experiments import definition, task_sets
    from rankviz.lab.experiments.evaluation import results, summary
    from rankviz.lab.experiments.reporting import report, text
    from rankviz.lab.experiments.running import Progress, run
    from rankviz.lab.experiments.store import Store, unwritable
    from rankviz.lab.experiments.unfinished import Unfinished

    given = parser().parse_args(arguments)
    source = _kept_input(source_of(given), given.out)
    experiment = definition.define(
        source,
        _listed(given.algorithms),
        rounds=given.rounds,
        folds=given.folds,
        seed=given.seed,
        metrics=_listed(given.metrics),
        conventions=given.conventions,
        positive=given.positive,
        params=given_parameters(given),
    )
    tasks, store = task_sets.task_set(source, seed=given.seed), Store(given.out)
    report.claim(given.out)
    stopped, broken = False, cast(DataError | None, None)
    with progress_line() as show, _terminated_as_interrupt():

        def watch(progress: Progress) -> bool:
            failed = f", {progress.failed:,} without numbers" if progress.failed else ""
            left = "" if progress.left is None else f", about {text.duration(progress.left)} left"
            if show is not None:
                show(f"{progress.done:,} of {progress.total:,} tasks{failed}{left}")
            return True

        try:
            run(experiment, tasks, store, jobs=given.jobs, dask=given.dask, watch=watch)
        except KeyboardInterrupt:
            stopped = True
        except Unfinished as error:
            broken = error
    found = results.load(store)
    if not found.outcomes and found.failed and not (stopped or broken):
        raise DataError(f"No task has numbers. {found.failed[0].task}: {found.failed[0].failed}")
    try:
        summary.write(found, store)
        if found.outcomes:
            report.write(found, store)
    except OSError as error:
        broken = broken or unwritable(store.folder, error)
    if broken is not None and not isinstance(broken, Unfinished):
        raise broken
    tell(tasks.notes)
    if stopped or broken:
        return _ended_early(found, given.out, arguments, broken)
    print("\n".join([tasks.title, f"{counted(len(found.outcomes), 'task')}.", "", *text.tables(found), ""]))
    LOG.info("Report, tables and every fold: %s", given.out)
    return 0


def _kept_input(source: str, out: Path) -> str:
    """Return the SOURCE; the input of KIND:- is first kept in the folder of --out, because several processes read it.

    Raises DataError.
    """
    from rankviz.lab.experiments.reporting import report

    kind, dash, options = source.partition(f":{streams.STREAM}")
    if not dash or options[:1] not in ("", "?"):
        return source
    data, kept = streams.standard_input(), out / streams.INPUT
    report.claim(out, streams.INPUT)
    if kept.exists() and kept.read_bytes() != data:
        raise DataError(
            f"{kept} holds other data, those of an earlier run", remedy="Choose another folder with --out"
        )
    streams.save(kept, data)
    return f"{kind}:{kept}{options}"


def _ended_early(found: Any, out: Path, arguments: list[str], broken: DataError | None) -> int:
    """Print how many tasks are finished and how to continue; return the exit code."""
    done = len(found.outcomes) + len(found.failed)
    first = "Stopped." if broken is None else f"rankviz: {' '.join(str(broken).split())}"
    print(
        f"{first} {done:,} of {found.total:,} tasks are kept in {out}; the same command continues:\n"
        f"  {PROGRAM} {COMMAND} {shlex.join(arguments)}",
        file=sys.stderr,
    )
    return INTERRUPTED if broken is None else UNFINISHED


def parser() -> Parser:
    """Return the command's parser."""
    from rankviz.engine.algorithms.contenders import COMPARED
    from rankviz.lab.experiments import conventions, task_sets
    from rankviz.lab.experiments.definition import DEFAULT_ALGORITHMS, MAX_FOLDS, default_of
    from rankviz.lab.experiments.quality import DEFAULT_METRICS

    options = [
        f"  {kind + ':':<11} {name + '=':<7} {help}"
        for kind, by_name in task_sets.OPTIONS.items()
        for name, help in by_name.items()
    ]
    sources = [f"  {line}" for line in task_sets.HELP]
    parser = Parser(COMMAND, HELP.format(sources="\n".join(sources), options="\n".join(options)))
    parser.add_argument("source", metavar="SOURCE", help="the tasks")
    parser.add_argument(
        "--algorithms",
        default=",".join(DEFAULT_ALGORITHMS),
        metavar="NAMES",
        help=f"two or more, with commas: {', '.join(COMPARED)}; parameters of one alone follow its name, "
        "such as rb-d:undefined=cap:cap=4 (default: %(default)s)",
    )
    parser.add_argument(
        "--rounds", type=number(int), default=100, metavar="T", help="rounds at most (default: 100)"
    )
    parser.add_argument(
        "--folds",
        type=number(int),
        default=5,
        metavar="K",
        help=f"3 to {MAX_FOLDS}: K − 2 parts train, one validates, one tests (default: 5)",
    )
    parser.add_argument(
        "--seed",
        type=number(int),
        default=0,
        metavar="N",
        help="seed of the folds and of everything drawn (default: 0)",
    )
    parser.add_argument(
        "--metrics",
        default=",".join(DEFAULT_METRICS),
        metavar="NAMES",
        help="with commas: r1, r2, map, ndcgK, dcgK, pK for precision at K %% (default: %(default)s)",
    )
    parser.add_argument(
        "--conventions",
        default="standard",
        metavar="HOW",
        help="how NDCG, DCG and MAP are counted: standard, letor (as LETOR's own script does) or movielens (gain above "
        "the lowest grade, ties worst first: close to what the paper of RankBoost+ prints for RankBoost+ alone), then "
        "changes with commas, such as letor,select=map; there are "
        + "; ".join(f"{name}={'|'.join(values)}" for name, values in conventions.CHOICES.items())
        + "; relevant=GRADE (default: standard)",
    )
    parser.add_argument(
        "--positive",
        type=number(float),
        metavar="GRADE",
        help="make every task bipartite: items of this grade or more against the rest",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("results"),
        metavar="FOLDER",
        help="where summary.json, folds.csv, report.html and the finished tasks go: a folder that is new, empty or an "
        "earlier run's (default: results)",
    )
    parser.add_argument(
        "--jobs",
        type=number(int),
        default=-1,
        metavar="N",
        help="worker processes, -1 for one per core (default: -1)",
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="run on this Dask cluster instead, such as tcp://10.0.0.1:8786"
    )
    add_query_file(parser)
    add_parameters(parser, default_of)
    return parser


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


@contextlib.contextmanager
def _terminated_as_interrupt() -> Iterator[None]:
    """Let SIGTERM stop the run as Ctrl+C does: finished tasks stay and are summarised."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread: then nobody sends signals here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
