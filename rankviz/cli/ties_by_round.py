"""The command `ties SOURCE`: the decline of ties in what boosting learns, round by round."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankviz.cli.audit_file import ENDINGS, contents
from rankviz.cli.messages import tell, timed
from rankviz.cli.options import (
    PROGRAM,
    Parser,
    add_level,
    add_parameters,
    add_query_file,
    add_run,
    algorithms_of,
    given_parameters,
    number,
)
from rankviz.cli.streams import STREAM, add_out, ending_of, load, save
from rankviz.engine.errors import DataError

if TYPE_CHECKING:
    from rankviz.engine.runs.trace import Trace
    from rankviz.lab.ties.by_round import ByRound
    from rankviz.lab.ties.measure import Measure

COMMAND = "ties"
ROUNDS, HOLDOUT, MEASURE = 30, 0.3, "ndcg-exp2@10"
HELP = """\
Run boosting algorithms on graded data and audit every round: how far each measure reaches over all orders of documents
with equal scores, and how many pairs are tied. A few rounds of weak rankers tell few documents apart.

The measures are of the held-out items; with --holdout 0 of the training items.
"""


def is_by_round(arguments: list[str]) -> bool:
    """Return whether the arguments of `ties` begin with a SOURCE, and no judgements follow it."""
    from rankviz.engine.data.formats import FAMILIES

    kind = arguments[0].partition(":")[0] if arguments else ""
    return kind in FAMILIES and ":" in arguments[0] and (len(arguments) == 1 or arguments[1].startswith("-"))


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    import rankviz
    from rankviz.engine.algorithms.contenders import contenders
    from rankviz.engine.arguments import seed as check_seed
    from rankviz.engine.runs.runner import DEFAULT
    from rankviz.lab.experiments.reporting import exports as reporting
    from rankviz.lab.ties import by_round, by_round_report, measure

    given = parser().parse_args(arguments)
    names, measures = algorithms_of(given), measure.read_all(given.measure, given.level)
    parameters: dict[str, Any] = given_parameters(given)
    check_seed(given.seed)
    ending = ending_of(given, ENDINGS)
    contenders(names or DEFAULT, parameters)  # before a large file is read
    with timed("ran the algorithms"):
        trace = rankviz.trace(
            load(given),
            names,
            given.rounds,
            holdout=given.holdout,
            seed=given.seed,
            positive=given.positive,
            stratified=given.stratified,
            **parameters,
        )
    held_out = given.holdout > 0
    if given.at is not None:
        _one_round(trace, measures, given.at, given.out, ending, held_out=held_out)
    else:
        found = by_round.of_trace(trace, measures, held_out=held_out)
        if ending:
            command = f"{PROGRAM} {COMMAND} {shlex.join(arguments)}"
            make: dict[str, Callable[[], str]] = {
                ".csv": lambda: reporting.as_csv(by_round.rows(found)),
                ".json": lambda: by_round.as_json(found),
                ".html": lambda: by_round_report.html(found, command),
            }
            save(given.out, make[ending]())
        if given.out != STREAM:
            print("\n".join(_lines(found)))
    tell((*trace.problem.notes, *trace.pool.notes))
    return 0


def parser() -> Parser:
    """Return the command's parser."""
    from rankviz.lab.ties.measure import EXAMPLES

    parser = Parser(COMMAND, HELP)
    parser.add_argument("source", metavar="SOURCE", help="the data")
    add_run(parser, rounds=ROUNDS, holdout=HOLDOUT)
    add_query_file(parser)
    parser.add_argument(
        "--measure", default=MEASURE, metavar="NAMES", help=f"with commas. {EXAMPLES} (default: %(default)s)"
    )
    add_level(parser)
    parser.add_argument(
        "--at",
        type=number(int),
        metavar="T",
        help="audit round T alone, like a run with its judgements: with what programs count, and the widest queries",
    )
    add_out(parser, ENDINGS, f"write every round to FILE, in the format of its ending: {', '.join(ENDINGS)}")
    add_parameters(parser)
    return parser


def _lines(found: ByRound) -> Iterator[str]:
    from rankviz.lab.ties import by_round, tables

    yield by_round.title(found)
    for at in range(len(found.measures)):
        yield ""
        yield from tables.in_terminal(by_round.table(found, at))
    yield ""
    yield from by_round.findings(found)


def _one_round(
    trace: Trace, measures: tuple[Measure, ...], t: int, out: Path, ending: str, *, held_out: bool
) -> None:
    """Print the audit of round t of each run, and write that of a single one."""
    from rankviz.lab.ties import rounds, text

    audits = [rounds.audit(trace, run, measures, t, held_out=held_out) for run in trace.runs]
    if ending:
        if len(audits) > 1:
            raise DataError(
                "--at with --out writes the audit of one algorithm", remedy="Name one with --algorithms"
            )
        save(out, contents(ending, audits[0], ""))
    if out != STREAM:
        print("\n\n".join("\n".join(text.summary(found)) for found in audits))
