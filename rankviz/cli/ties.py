"""The command `ties`: the effect of the order of equal scores on the numbers of a run."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rankviz.cli.options import PROGRAM, Parser, add_level, check_writable, tell, unwritable

if TYPE_CHECKING:
    from rankviz.lab.ties.audit import Audit, Difference

COMMAND = "ties"
HANGS = 1
"""The exit code when the order of equal scores decides which run is ahead."""
ENDINGS = (".html", ".csv", ".json")

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
    given = _parser().parse_args(arguments)
    measures = measure.read_all(given.measure, given.level)
    if given.out is not None:
        check_writable(given.out, ENDINGS)
    judgements, of_letor = files.graded(given.qrels)
    found = audit.audit(files.matched(given.run, judgements, of_letor), measures)
    against, notes = "", found.notes
    differences: tuple[Difference, ...] = ()
    if given.against is not None:
        second = audit.audit(files.matched(given.against, judgements, of_letor), measures, counters=False)
        against, differences = second.run.name, audit.difference(found, second)
        notes += second.run.notes
    if given.out is not None:
        try:
            _write(given.out, found, against, differences, arguments)
        except OSError as error:
            raise unwritable(given.out, error) from error
    print("\n".join(text.summary(found, against, differences)))
    tell(dict.fromkeys(notes))
    return HANGS if any(each.hangs for each in differences) else 0


def _parser() -> Parser:
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
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"write the audit of every query to FILE, in the format of its ending: {', '.join(ENDINGS)}",
    )
    return parser


def _write(
    path: Path, found: Audit, against: str, differences: Sequence[Difference], arguments: Sequence[str]
) -> None:
    from rankviz.engine.files import writing
    from rankviz.engine.runs import csv_formulas
    from rankviz.lab.ties import exports, report

    with writing(path, "w") as file:
        if path.suffix == ".csv":
            csv_formulas.write(exports.rows(found), file)
        elif path.suffix == ".html":
            command = f"{PROGRAM} {COMMAND} {shlex.join(arguments)}"
            file.write(report.html(found, command, against, differences))
        else:
            file.write(exports.as_json(found, against, differences))
