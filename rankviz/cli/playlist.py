"""The command `playlist`: write a playlist as one HTML file that plays it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from rankviz.cli.options import Parser, unwritable
from rankviz.engine.errors import DataError, shown

COMMAND = "playlist"
Maker: TypeAlias = Callable[[bytes, str], bytes]
"""From the text of a playlist and the address of an app to the page: the rooms of the pages read the links."""

HELP = """\
Write a playlist as one HTML file: its moments with their notes, played without RankViz and without a network, and a
hand-out to print. A playlist is a text; docs/playlists.md has its format. Same playlist, same file.
"""


def main(arguments: list[str], make: Maker) -> int:
    """Run the command; returns its exit code. Raises DataError on bad input."""
    from rankviz.engine.files import PAGE_ENDING, check_writable, writing

    parser = Parser(COMMAND, HELP)
    parser.add_argument("file", type=Path, metavar="FILE", help="the playlist")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="PAGE", help=f"the page, such as talk{PAGE_ENDING}"
    )
    parser.add_argument(
        "--app", default="", metavar="ADDRESS", help="where RankViz runs: all links lead there"
    )
    given = parser.parse_args(arguments)
    if given.out.suffix != PAGE_ENDING:
        raise DataError(
            f"{given.out} does not end in {PAGE_ENDING}", remedy=f"Name it such as talk{PAGE_ENDING}"
        )
    if given.app and urlsplit(given.app).scheme not in ("http", "https"):
        raise DataError(
            f"--app is {shown(given.app, 60)}", remedy="Give an address that begins with https://"
        )
    try:
        contents = given.file.read_bytes()
    except OSError as error:
        raise DataError(
            f"{given.file} cannot be read: {error.strerror or error}", remedy="Check its name"
        ) from error
    try:
        check_writable(given.out)
        try:
            made = make(contents, given.app and f"{given.app.rstrip('/')}/")
        except DataError as error:
            raise error.in_file(given.file) from error
        with writing(given.out, "wb") as file:
            file.write(made)
    except OSError as error:
        raise unwritable(given.out, error) from error
    print(f"{given.out}: {len(made) / 1e6:.1f} MB")
    if not given.app:
        print("Links without a public address are left out, with their QR codes: --app ADDRESS puts them in.")
    return 0
