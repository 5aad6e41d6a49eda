"""A question of the presenter's own in a playlist: its words, two to five options, the right one, and the reason.

ask: own Why does Ê2 of RB-D rise here?
- Its α is too small
* The tied pairs weigh most
because: Each round multiplies them by cosh η.
"""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.engine.errors import DataError
from rankviz.lessons.text.lines import printable, with_line

OWN = "own"
"""What stands after "ask:" of such a question."""
FEWEST, MOST = 2, 5
"""Options."""
LONGEST, LONGEST_REASON = 300, 1_000
"""Characters of the question and of an option, and of the reason."""

_LINE = re.compile(r"([-*](?= |$)|because:) *(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class OwnQuestion:
    """A question, its options in their order, the index of the right one (None for none), and why it is right.

    Spaces are normalised; raises DataError for text that is not a question.
    """

    prompt: str
    options: tuple[str, ...]
    right: int | None = None
    because: str = ""

    def __post_init__(self) -> None:
        prompt, because = _words(self.prompt), _words(self.because)
        options = tuple(map(_words, self.options))
        if not prompt:
            raise DataError(
                "The question has no words", remedy='Write them behind "ask: own", or as the heading'
            )
        if not FEWEST <= len(options) <= MOST:
            raise DataError(
                f"The question has {len(options) or 'no'} option{'' if len(options) == 1 else 's'}",
                remedy=f'Give {FEWEST} to {MOST}, each in a line of its own: "- an option", "* the right one"',
            )
        if not all(options) or len(set(options)) < len(options):
            raise DataError("Two options are the same, or one is empty", remedy="Give each its own words")
        for text, most in (
            (prompt, LONGEST),
            *((each, LONGEST) for each in options),
            (because, LONGEST_REASON),
        ):
            if len(text) > most:
                raise DataError(
                    f"The question has a text of {len(text):,} characters", remedy=f"Keep it within {most:,}"
                )
        for name, value in (("prompt", prompt), ("options", options), ("because", because)):
            object.__setattr__(self, name, value)

    @property
    def vote(self) -> tuple[str, tuple[tuple[str, str], ...], int | None, str]:
        """The question as one to many people: see `rankviz.lessons.predict.Vote`."""
        return self.prompt, tuple((words, "") for words in self.options), self.right, self.because

    @property
    def option_lines(self) -> tuple[str, ...]:
        """The options as lines: "- an option", "* the right one"."""
        return tuple(f"{'*' if k == self.right else '-'} {words}" for k, words in enumerate(self.options))

    @property
    def lines(self) -> tuple[str, ...]:
        """The question as lines of a playlist; :func:`from_lines` reads what follows the first one."""
        reason = (f"because: {self.because}",) if self.because else ()
        return (f"ask: {OWN} {self.prompt}", *self.option_lines, *reason)


def prompt_of(ask: str) -> str | None:
    """Return the words behind "own" in what follows "ask:"; None where that is another question."""
    word, _, prompt = ask.strip().partition(" ")
    return prompt.strip() if word.lower() == OWN else None


def from_lines(prompt: str, lines: deque[tuple[int, str]], start: int) -> OwnQuestion:
    """Take the options and the reason from the first of the lines; `start` is the line of "ask:", from 1.

    Raises DataError with the line.
    """
    taken = []
    while lines and _LINE.match(lines[0][1]):
        taken.append(lines.popleft()[1])
    return with_line(start, lambda parts: OwnQuestion(prompt, *parts), _parts(taken, start))


def typed(prompt: str, options: str, because: str = "") -> OwnQuestion:
    """Return the question of a form: options one a line, the right one with a "*" before it. Raises DataError."""
    lines = [line.strip() for line in options.splitlines() if line.strip()]
    found, right, _ = _parts([line if _LINE.match(line) else f"- {line}" for line in lines], 0)
    return OwnQuestion(prompt, found, right, because)


def _parts(lines: Sequence[str], start: int) -> tuple[tuple[str, ...], int | None, str]:
    """Return options, index of the right one, and reason of lines below `start`. Raises DataError with its line."""
    options: list[str] = []
    right, because = None, ""
    for number, line in enumerate(lines, start + 1):
        found = _LINE.match(line)
        assert found is not None
        mark, words = found[1], found[2]
        if mark not in ("-", "*"):
            if because:
                raise DataError('There is a second "because:"', line=number, remedy="Keep one of them")
            because = words
            continue
        if mark == "*":
            if right is not None:
                raise DataError(
                    "There is a second right option", line=number, remedy='Begin the others with "-"'
                )
            right = len(options)
        options.append(words)
    return tuple(options), right, because


def _words(text: str) -> str:
    return " ".join(printable(text.replace("\n", " ")).split())
