"""The command `folds`: write graded data as a folder of LETOR folds."""

from pathlib import Path

from rankviz.cli.messages import LOG, tell
from rankviz.cli.options import Parser, add_query_file, number
from rankviz.cli.streams import load
from rankviz.engine.errors import DataError

COMMAND = "folds"

HELP = """\
Write graded data as LETOR folds: Fold1/train.txt, vali.txt and test.txt, Fold2 and so on, cut by query. In fold f part
f tests, part f + 1 validates, the others train. Any SOURCE with grades will do, such as synthetic:letor, and
`experiment letor:FOLDER` reads the folder. Same command, same files.
"""


def parser() -> Parser:
    """Return the command's parser."""
    from rankviz.engine.data.folds import MAX_FOLDS

    parser = Parser(COMMAND, HELP)
    parser.add_argument("source", metavar="SOURCE", help="the data")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="where Fold1, Fold2, … go: new, empty, or with earlier folds of this command",
    )
    parser.add_argument(
        "--folds", type=number(int), default=5, metavar="K", help=f"3 to {MAX_FOLDS} (default: 5)"
    )
    parser.add_argument(
        "--seed",
        type=number(int),
        default=0,
        metavar="N",
        help="of the folds and of synthetic data (default: 0)",
    )
    add_query_file(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code. Raises DataError on bad input."""
    from rankviz.engine.data.folds import MAX_FOLDS
    from rankviz.engine.data.letor.writer import fold_files
    from rankviz.engine.runs.owned_files import OwnedFiles

    given = parser().parse_args(arguments)
    if not 3 <= given.folds <= MAX_FOLDS:
        raise DataError(f"The number of folds is {given.folds}", remedy=f"Choose 3 to {MAX_FOLDS}")
    try:
        mine = OwnedFiles(given.out, COMMAND)
        problem = load(given)
        number_of_files, _ = mine.write(fold_files(problem, given.folds, given.seed))
    except OSError as error:
        raise DataError(
            f"the folds cannot be written ({error.strerror})",
            file=str(given.out),
            remedy="Choose another folder",
        ) from error
    LOG.info("%s files of %s queries in %s", number_of_files, problem.n_queries, given.out)
    tell(problem.notes)
    return 0
