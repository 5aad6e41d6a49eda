"""The command `claims`: check the claims of the gallery."""

from rankviz.cli.options import Parser
from rankviz.insight.claims import text

COMMAND = "claims"
FAILED = 1


def parser() -> Parser:
    """Return the command's parser."""
    found = Parser(COMMAND, text.HELP)
    found.add_argument("names", nargs="*", metavar="NAME", help="claims to check (default: all of them)")
    return found


def main(arguments: list[str]) -> int:
    """Run the command; return 1 where a claim fails that must hold, else 0. Raises DataError on bad input."""
    return 0 if text.check(parser().parse_args(arguments).names) else FAILED
