"""The command `site`: write RankViz's moments, lessons, claims and reference as a folder for any static host."""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from rankviz.cli.messages import LOG
from rankviz.cli.options import Parser
from rankviz.engine.errors import DataError, shown
from rankviz.engine.runs.owned_files import OwnedFiles

COMMAND = "site"


class Files(Protocol):
    """The maker of the site's files, by their paths in its folder."""

    def __call__(
        self, app: str, *, playground: bool = False, pyodide: Path | None = None
    ) -> Iterable[tuple[str, bytes]]:
        """Make them for the address of an app, with the playground, and a copy of Pyodide for it, or without."""


HELP = """\
Write a folder for any static host, or to open from a disk: every start's stage, every lesson, the claims of the
gallery and the reference, without a server. Same version, same files. docs/site.md says what is in it.
"""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument(
        "out",
        type=Path,
        metavar="OUT",
        help="the folder: new, empty, or with an earlier site; other files in it stay",
    )
    parser.add_argument(
        "--app", default="", metavar="ADDRESS", help="where RankViz runs, for what has to be computed"
    )
    parser.add_argument(
        "--playground",
        action="store_true",
        help="add a page that computes new runs in the visitor's browser",
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="DIR",
        help="where the playground's Python is copied from: Pyodide and its NumPy; else its public copy is named",
    )
    return parser


def main(arguments: list[str], make: Files) -> int:
    """Run the command; returns its exit code. Raises DataError on bad input."""
    given = parser().parse_args(arguments)
    if given.pyodide and not given.playground:
        raise DataError("--pyodide is given without --playground", remedy="Add --playground")
    if given.app and (urlsplit(given.app).scheme not in ("http", "https") or not urlsplit(given.app).netloc):
        raise DataError(
            f"--app is {shown(given.app, 60)}", remedy="Give an address that begins with https://"
        )
    began = time.monotonic()
    try:
        mine = OwnedFiles(given.out, COMMAND)
        made = make(
            given.app and f"{given.app.rstrip('/')}/", playground=given.playground, pyodide=given.pyodide
        )
        number, size = mine.write(made)
    except OSError as error:
        raise DataError(
            f"{given.out} cannot be written: {error.strerror or error}", remedy="Choose another folder"
        ) from error
    LOG.info("%s: %s files, %.1f MB, %.0f s", given.out, number, size / 1e6, time.monotonic() - began)
    return 0
