"""The command `lesson`: check a lesson or a challenge, a line for each step or condition."""

from collections.abc import Iterator
from pathlib import Path

from rankviz.cli.options import Parser
from rankviz.cli.streams import named, read
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import counted
from rankviz.lessons.lesson import Onward

COMMAND = "lesson"
NOT_SO = 1

HELP = """\
Check a lesson or a challenge of your own: a line for each step, with its numbers, how many conditions hold, and what
its act gives; then a sentence for each problem. docs/lessons.md has the format.
"""


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument("file", type=Path, metavar="FILE", help="the lesson or the challenge")
    return parser


def main(arguments: list[str]) -> int:
    """Run the command; return 1 where something is wrong, else 0. Raises DataError for what cannot be read."""
    file: Path = parser().parse_args(arguments).file
    contents, file = read(file), named(file)
    faults = 0
    try:
        for line, of_it in _checked(contents):
            print(line)
            for fault in of_it:
                print(f"   {' '.join(str(fault.in_file(file)).split())}")
            faults += len(of_it)
    except DataError as error:
        raise error.in_file(file) from error
    print(counted(faults, "problem") if faults else "Everything holds")
    return NOT_SO if faults else 0


def _checked(contents: bytes) -> Iterator[tuple[str, list[DataError]]]:
    """Yield a line for each part of the text, and what is wrong in it."""
    from rankviz.lessons.text import challenge, check, lesson
    from rankviz.lessons.text.lines import decoded

    text = decoded(contents)
    if challenge.is_challenge(text):
        yield from check.of_challenge(challenge.read(text))
        return
    found = lesson.read(text)
    yield f"{found.title}: {len(found.steps)} step{'' if len(found.steps) == 1 else 's'}", []
    for number, report in enumerate(check.reports(found), 1):
        yield f"{number}. {report.line()}", report.faults
    if unknown := list(_unknown(found.onward)):
        yield "To go on", unknown


def _unknown(onward: Onward) -> Iterator[DataError]:
    """Yield a sentence for each name at the end that leads nowhere."""
    from rankviz.insight.claims import CLAIMS
    from rankviz.insight.reference import search
    from rankviz.lessons.registry import CHALLENGES

    for kind, names, there in (
        ("claim", onward.claims, CLAIMS),
        ("challenge", onward.challenges, CHALLENGES),
    ):
        for name in names:
            if name not in there:
                yield DataError(f"There is no {kind} {shown(name)}", remedy=f"There are {', '.join(there)}")
    for text in onward.equations:
        if not any(search(text)):
            yield DataError(
                f"The Reference has nothing for {shown(text)}", remedy="Write what its search finds"
            )
