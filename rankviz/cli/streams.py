"""Files that a command reads and writes: - is standard input or output in place of one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rankviz
from rankviz.cli.messages import LOG
from rankviz.cli.options import Parser, source_of
from rankviz.engine.errors import DataError

if TYPE_CHECKING:
    from rankviz.engine.data.problem import Problem

STREAM = Path("-")
INPUT = "stdin"
"""The name of standard input in messages."""


def named(file: Path) -> Path:
    """Return a file's name as messages have it."""
    return Path(INPUT) if file == STREAM else file


def read(file: Path) -> bytes:
    """Return the contents of a file, or of standard input. Raises DataError."""
    if file == STREAM:
        return standard_input()
    try:
        return file.read_bytes()
    except OSError as error:
        raise DataError(
            f"{file} cannot be read: {error.strerror or error}", remedy="Check its name"
        ) from error


def standard_input() -> bytes:
    """Return what is piped into the command. Raises DataError where it is a terminal, or larger than a file may be."""
    from rankviz.engine.data.reading import MAX_FILE_BYTES, check_size

    if sys.stdin is None or sys.stdin.isatty():
        raise DataError(
            "- stands for standard input, which is a terminal", remedy="Add < FILE, or name the file"
        )
    data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    check_size(len(data), INPUT, MAX_FILE_BYTES)
    return data


def load(given: argparse.Namespace) -> Problem:
    """Load the SOURCE of a command, where KIND:- is a file on standard input. Raises DataError."""
    from rankviz.engine.data import folder, sources

    text = source_of(given)
    source = sources.parse(text)
    if source.target != str(STREAM) or not source.family.reads_file:
        return rankviz.load(text, seed=given.seed)
    if source.family.inner:
        raise DataError(
            "A model is not read from standard input", remedy=f"Name its file: {source.scheme}:PATH"
        )
    beside = {
        option.name: folder.find(source.options[option.name])
        for option in source.family.options
        if option.is_file and option.name in source.options
    }
    return sources.load_upload(source.scheme, standard_input(), INPUT, **{**source.options, **beside})


def add_out(parser: Parser, endings: Sequence[str], help: str) -> None:
    """Add --out, and --format for a file whose name does not end in its format."""
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"{help}; - is standard output")
    parser.add_argument(
        "--format",
        choices=[ending[1:] for ending in endings],
        help="the format, whatever the ending of FILE; without --out it is written to standard output "
        "(default: that of the ending, and json on standard output)",
    )


def ending_of(given: argparse.Namespace, endings: Sequence[str]) -> str:
    """Return the ending whose format --out has, "" without any; --format alone sets --out to standard output.

    Raises DataError where nothing can be written: before hours of work, and not after.
    """
    from rankviz.engine.runs.export import check_ending

    if given.out is None and given.format is None:
        return ""
    given.out = given.out or STREAM
    if given.format is None and given.out != STREAM:
        check_ending(given.out, tuple(endings))
    check_writable(given.out)
    return f".{given.format}" if given.format else ".json" if given.out == STREAM else given.out.suffix


def check_writable(file: Path) -> None:
    """Raise DataError where a file cannot be written."""
    from rankviz.engine.files import check_writable

    if file != STREAM:
        try:
            check_writable(file)
        except OSError as error:
            raise _unwritable(file, error) from error


def save(file: Path, contents: str | bytes, done: str = "") -> None:
    """Write a file, completely or not at all, and say what is `done`; or write to standard output. Raises DataError."""
    from rankviz.engine.files import writing

    data = contents.encode() if isinstance(contents, str) else contents
    if file == STREAM:
        sys.stdout.buffer.write(data)
        return
    try:
        with writing(file, "wb") as opened:
            opened.write(data)
    except OSError as error:
        raise _unwritable(file, error) from error
    if done:
        LOG.info("%s: %s", file, done)


def _unwritable(file: Path, error: OSError) -> DataError:
    return DataError(
        f"{file} cannot be written: {error.strerror or error}", remedy="Choose another file with --out"
    )
