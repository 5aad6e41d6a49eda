"""The command `playlist`: write a playlist as one HTML file that plays it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from rankviz.cli.options import Parser
from rankviz.cli.streams import STREAM, check_writable, named, read, save
from rankviz.engine.errors import DataError, shown
from rankviz.engine.files import PAGE_ENDING

COMMAND = "playlist"
Maker: TypeAlias = Callable[[bytes, str], bytes]
"""From the text of a playlist and the address of an app to the page: the rooms of the pages read the links."""

HELP = """\
Write a playlist as one HTML file: its moments with their notes, played without RankViz and without a network, and a
hand-out to print. A playlist is a text; docs/playlists.md has its format. Same playlist, same file.
"""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument("file", type=Path, metavar="FILE", help="the playlist")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="PAGE", help=f"the page, such as talk{PAGE_ENDING}"
    )
    parser.add_argument(
        "--app", default="", metavar="ADDRESS", help="where RankViz runs: all links lead there"
    )
    return parser


def main(arguments: list[str], make: Maker) -> int:
    """Run the command; returns its exit code. Raises DataError on bad input."""
    given = parser().parse_args(arguments)
    if given.out != STREAM and given.out.suffix != PAGE_ENDING:
        raise DataError(
            f"{given.out} does not end in {PAGE_ENDING}", remedy=f"Name it such as talk{PAGE_ENDING}"
        )
    if given.app and urlsplit(given.app).scheme not in ("http", "https"):
        raise DataError(
            f"--app is {shown(given.app, 60)}", remedy="Give an address that begins with https://"
        )
    contents = read(given.file)
    check_writable(given.out)
    try:
        made = make(contents, given.app and f"{given.app.rstrip('/')}/")
    except DataError as error:
        raise error.in_file(named(given.file)) from error
    done = f"{len(made) / 1e6:.1f} MB"
    if not given.app:
        done += (
            "\nLinks without a public address are left out, with their QR codes: --app ADDRESS puts them in."
        )
    save(given.out, made, done)
    return 0
