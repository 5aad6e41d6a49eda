"""The command `ties`: the effect of the order of equal scores on the numbers of a run."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rankviz.cli.audit_file import ENDINGS, contents
from rankviz.cli.messages import tell, timed
from rankviz.cli.options import PROGRAM, Parser, add_level
from rankviz.cli.streams import INPUT, STREAM, add_out, ending_of, save, standard_input

if TYPE_CHECKING:
    from rankviz.lab.ties.audit import Audit, Difference

COMMAND = "ties"
HANGS = 1
"""The exit code when the order of equal scores decides which run is ahead."""

HELP = f"""\
Audit a run: compute, for each measure and query, the exact lowest, expected and highest value over all orders of
documents with equal scores, and the value that trec_eval, pytrec_eval, ranx, scikit-learn, LightGBM, XGBoost and MTEB
report.

RUN is a TREC run, ranx's JSON or Parquet, a CSV with the columns q_id, doc_id and score, or one score per line for the
lines of a LETOR file. QRELS are TREC's qrels, the same formats, or letor:PATH. All but Parquet may be gzipped.

With a SOURCE in place of both (such as letor:train.txt or synthetic:letor), RB-D, RB-C and RankBoost+ learn from it,
and every round of theirs is audited: `{PROGRAM} {COMMAND} SOURCE --help` has the options.

Exit codes: 0 done; 1 with --against, if for a measure the order of ties decides which run is ahead; 2 bad input.
"""


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code. Raises DataError on bad input."""
    from rankviz.cli import ties_by_round
    from rankviz.lab.ties import audit, measure, text
    from rankviz.lab.ties.reading import files

    if ties_by_round.is_by_round(arguments):
        return ties_by_round.main(arguments)
    given = parser().parse_args(arguments)
    measures = measure.read_all(given.measure, given.level)
    ending = ending_of(given, ENDINGS)
    judgements, of_letor = files.graded(*_file(given.qrels))

    def audited(run: str, *, counters: bool = True) -> Audit:
        data, name = _file(run)
        return audit.audit(files.matched(data, judgements, of_letor, name), measures, counters=counters)

    with timed("audited the run"):
        found = audited(given.run)
    against, notes = "", found.notes
    differences: tuple[Difference, ...] = ()
    if given.against is not None:
        second = audited(given.against, counters=False)
        against, differences = second.run.name, audit.difference(found, second)
        notes += second.run.notes
    if ending:
        command = f"{PROGRAM} {COMMAND} {shlex.join(arguments)}"
        save(given.out, contents(ending, found, command, against, differences))
    if given.out != STREAM:
        print("\n".join(text.summary(found, against, differences)))
    tell(dict.fromkeys(notes))
    return HANGS if any(each.hangs for each in differences) else 0


def _file(named: str) -> tuple[str | bytes, str | None]:
    """Return a file's path, or what is on standard input, with its name."""
    return (standard_input(), INPUT) if named in ("-", "letor:-") else (named, None)


def parser() -> Parser:
    """Return the command's parser."""
    from rankviz.lab.ties.measure import DEFAULT, EXAMPLES

    parser = Parser(COMMAND, HELP)
    parser.add_argument("run", metavar="RUN", help="the run")
    parser.add_argument("qrels", metavar="QRELS", help="the judgements")
    parser.add_argument(
        "--measure",
        default=DEFAULT,
        metavar="NAMES",
        help=f"with commas. {EXAMPLES} (default: %(default)s)",
    )
    add_level(parser)
    parser.add_argument(
        "--against", metavar="RUN2", help="a second run: is the difference larger than ties can make?"
    )
    add_out(
        parser,
        ENDINGS,
        f"write the audit of every query to FILE, in the format of its ending: {', '.join(ENDINGS)}",
    )
    return parser
