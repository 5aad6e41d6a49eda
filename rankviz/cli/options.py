"""The shared parts of the commands: a parser with one-line errors, and options from the registry's parameters."""

from __future__ import annotations

import argparse
import logging
import math
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rankviz.cli.messages import LOG
from rankviz.engine.errors import DataError, shown

if TYPE_CHECKING:
    from rankviz.engine.choice import Choice, Value

PROGRAM = "rankviz" if Path(sys.argv[0]).stem == "rankviz" else "python -m rankviz"
"""The command that called this program, for messages."""

MESSAGE = 300
"""Characters of argparse's errors at most: they repeat the input."""


class Layout(argparse.RawDescriptionHelpFormatter):
    """Help laid out as written, with no name broken at its hyphens."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class SetLevel(argparse.Action):
    """Sets which messages the command says to those of a level and above."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        LOG.setLevel(self.const)


class Parser(argparse.ArgumentParser):
    """argparse with one-line errors, help laid out as written, and the options that every command has."""

    def __init__(self, command: str, description: str) -> None:
        super().__init__(
            prog=f"{PROGRAM} {command}".rstrip(),
            description=description,
            formatter_class=Layout,
            allow_abbrev=False,
        )
        for option, level, says in (
            ("quiet", logging.ERROR, "print the output and errors, and no notes or progress"),
            ("verbose", logging.DEBUG, "also say how long each step took, and where an error came from"),
        ):
            self.add_argument(
                f"-{option[0]}",
                f"--{option}",
                action=SetLevel,
                nargs=0,
                const=level,
                help=says,
                default=argparse.SUPPRESS,
            )

    def error(self, message: str) -> NoReturn:
        raise DataError(shown(" ".join(message.split()), MESSAGE)[1:-1], remedy=f"See {self.prog} --help")


def number(kind: type[int] | type[float]) -> type:
    """Return an argparse type of `kind` whose error says in words what is expected, and which rejects NaN."""

    def read(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"{shown(text)} is not {what}")
        return value

    return read  # type: ignore[return-value]


def within(option: str, value: int, low: int, high: int) -> None:
    """Raise DataError when the value of an option is not in a range, ends included."""
    if not low <= value <= high:
        raise DataError(f"{option} is {value}", remedy=f"Give a number from {low:,} to {high:,}")


def stretch(text: str) -> tuple[int, int]:
    """Read the rounds from a to b, as in 300-400, for argparse."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise argparse.ArgumentTypeError(f"{shown(text)} does not name rounds, such as 300-400")
    return int(first), int(last)


def add_run(parser: Parser, *, rounds: int = 100, holdout: float = 0.0) -> None:
    """Add the options that set what is run on a SOURCE, with these defaults."""
    from rankviz.engine.algorithms.registry import ALGORITHMS
    from rankviz.engine.runs.runner import DEFAULT

    parser.add_argument(
        "--algorithms",
        metavar="NAMES",
        help=f"algorithms, with commas: {', '.join(ALGORITHMS)}; parameters of one alone follow its name, such as "
        f"rb-d:undefined=cap,rb-d:undefined=limit (default: {','.join(DEFAULT)}, and own before them for a model)",
    )
    parser.add_argument(
        "--rounds",
        type=number(int),
        default=rounds,
        metavar="T",
        help=f"boosting rounds, 1 to 10000 (default: {rounds})",
    )
    parser.add_argument(
        "--seed",
        type=number(int),
        default=0,
        metavar="N",
        help="seed of everything that is drawn (default: 0)",
    )
    parser.add_argument(
        "--holdout",
        type=number(float),
        default=holdout,
        metavar="SHARE",
        help="share of the queries, or of the items of a single query, kept out of training to measure on: 0 to 0.9, "
        f"such as 0.2 for a fifth (default: {holdout:g})",
    )
    parser.add_argument(
        "--stratified",
        action="store_true",
        help="draw the held-out queries so that their share of the critical pairs is near --holdout, too",
    )
    parser.add_argument(
        "--positive",
        type=number(float),
        metavar="GRADE",
        help="make the data bipartite: items of this grade or more against the rest",
    )


def algorithms_of(given: argparse.Namespace) -> list[str] | None:
    """Return the names after --algorithms; None without that option."""
    if given.algorithms is None:
        return None
    return [name.strip() for name in given.algorithms.split(",") if name.strip()]


def add_query_file(parser: Parser) -> None:
    """Add the option that names a letor SOURCE's file of query sizes."""
    parser.add_argument(
        "--query-file",
        metavar="PATH",
        help="for letor:FILE without qid: how many lines each query has, one number per line, as in LightGBM's "
        "FILE.query and XGBoost's FILE.group, which are found automatically (the same as ?query_file=PATH)",
    )


def source_of(given: argparse.Namespace) -> str:
    """Return the SOURCE with the query file that was given. Raises DataError."""
    from rankviz.engine.data import sources

    return (
        given.source if given.query_file is None else sources.with_query_file(given.source, given.query_file)
    )


def add_level(parser: Parser) -> None:
    """Add the option that sets which grades are relevant to the measures of `ties`."""
    parser.add_argument(
        "-l",
        "--level",
        type=number(int),
        default=1,
        metavar="GRADE",
        help="the lowest grade that is relevant to MAP, MRR, precision, recall and bpref, as trec_eval's -l; map-l2 "
        "sets it for one measure. NDCG and DCG use the grade itself (default: 1)",
    )


def add_parameters(parser: Parser, default_of: Callable[[Choice], Value] = lambda each: each.default) -> None:
    """Add an option for every parameter in the registry; `default_of` gives the default that its help names."""
    from rankviz.cli.listing import parameters
    from rankviz.engine.algorithms.registry import ALGORITHMS

    group = parser.add_argument_group("parameters of the algorithms")
    for parameter, owners in parameters().values():
        of = "" if len(owners) == len(ALGORITHMS) else f" ({', '.join(owners)})"
        _add_parameter(group, parameter, of, default_of(parameter))


def given_parameters(given: argparse.Namespace) -> dict[str, Value]:
    """Return the parameters among the options that were given."""
    from rankviz.cli.listing import parameters

    known = parameters()
    return {name: value for name, value in vars(given).items() if name in known and value is not None}


def _add_parameter(group: argparse._ArgumentGroup, parameter: Choice, owners: str, default: Value) -> None:
    """Add the option of one parameter. When left out, it stays unset, and the default holds."""
    from rankviz.cli.listing import allowed

    option, help = parameter.name.replace("_", "-"), f"{parameter.help}{owners}".replace("%", "%%")
    if parameter.kind == "bool" and parameter.default:
        group.add_argument(
            f"--no-{option}",
            dest=parameter.name,
            action="store_false",
            default=None,
            help=f"switch off: {help}",
        )
    elif parameter.kind == "bool":
        group.add_argument(f"--{option}", dest=parameter.name, action="store_true", default=None, help=help)
    else:
        group.add_argument(
            f"--{option}",
            dest=parameter.name,
            type={"int": number(int), "float": number(float)}.get(parameter.kind, str),
            choices=parameter.choices or None,
            metavar="|".join(parameter.choices)
            or {"int": "N", "float": "NUMBER"}.get(parameter.kind, "TEXT"),
            help=f"{help} Choose {allowed(parameter)} (default: {default})",
        )
