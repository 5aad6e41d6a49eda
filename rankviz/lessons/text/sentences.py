"""Words with live numbers and conditions: ``By R̂1, h2 errs on {h2.r1}: it is better. [h2.r1 < h1.r1]``

A condition in brackets belongs to the sentence before it, which is shown only where the condition holds. Several are
parted by semicolons; ``rb-d.e2@t > 1 for t = 4..10`` stands for one in each of these rounds. A bracket that is none
has a backslash before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rankviz.engine.errors import DataError, shown
from rankviz.lessons.lesson import Sentence
from rankviz.lessons.text.lines import Text
from rankviz.lessons.vocabulary import VALUE, is_condition

_BRACKET = re.compile(r"(?<!\\)\[([^\[\]]*)\]")
_END = re.compile(r"[.?!][)”\"*]*(?=\s|$)")
_FOR = re.compile(r"(.+) for ([a-z]) = ([0-9]+)\.\.([0-9]+)")
_ROUND = re.compile(r"@([a-z])(?:([+-])([0-9]+))?(?![a-z0-9])")
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Worded:
    """Words without their brackets, and the conditions that stood in them."""

    words: str
    checks: tuple[str, ...]
    line: int

    def sentence(self) -> Sentence:
        """Return it as a sentence of a lesson; it is general where it takes nothing from the run."""
        return Sentence(self.words, self.checks, not self.checks and not VALUE.search(self.words), self.line)


def sentences(text: Text) -> tuple[Sentence, ...]:
    """Return the sentences of a paragraph."""
    found: list[Worded] = []
    closed = True
    for part, in_bracket in _pieces(text):
        if in_bracket:
            if not found:
                raise DataError(
                    "A condition comes before any words", line=part.line, remedy="Put it behind them"
                )
            last = found[-1]
            found[-1] = replace(last, checks=(*last.checks, *conditions(part)))
        elif closed or not found:
            found.append(Worded(_bare(part.words), (), part.line))
        else:
            space = "" if re.match(r"[.,:;?!](\s|$)", part.words) else " "
            found[-1] = replace(found[-1], words=f"{found[-1].words}{space}{_bare(part.words)}")
        if not in_bracket:
            closed = bool(_END.search(part.words[-3:]))
    return tuple(each.sentence() for each in found)


def _pieces(text: Text) -> Iterator[tuple[Text, bool]]:
    """Yield each sentence, or part of one, and what stands in each bracket: (text, whether in a bracket)."""
    at = 0
    for found in (*_BRACKET.finditer(text.words), None):
        stop = found.start() if found else len(text.words)
        for end in (*(each.end() for each in _END.finditer(text.words, at, stop)), stop):
            part = text.part(at, end)
            if part.words:
                yield part, False
            at = end
        if found:
            yield text.part(found.start(1), found.end(1)), True
            at = found.end()


def one_sentence(text: Text) -> Sentence:
    """Return words that stand or fall together, however many full stops are in them."""
    return strip_conditions(text).sentence()


def strip_conditions(text: Text) -> Worded:
    """Take the conditions out of words."""
    checks: list[str] = []
    for found in _BRACKET.finditer(text.words):
        checks += conditions(text.part(found.start(1), found.end(1)))
    words = " ".join(_BRACKET.sub("", text.words).split())
    words = re.sub(r" (?=[.,:;?!](\s|$))", "", words) if checks else words
    return Worded(_bare(words), tuple(checks), text.line)


def _bare(words: str) -> str:
    """Return words without the backslash before a bracket that is no condition."""
    return words.replace("\\[", "[")


def conditions(text: Text) -> tuple[str, ...]:
    """Return the conditions of a text that are parted by semicolons. Raises DataError for what is none."""
    found: list[str] = []
    for piece in re.finditer(r"[^;]+", text.words):
        part = text.part(piece.start(), piece.end())
        if part.words:
            found += _spread(part)
    if not found:
        raise DataError("There is no condition here", line=text.line, remedy="Write such as [rb-d.e2@1 > 1]")
    return tuple(found)


def _spread(part: Text) -> list[str]:
    """Return the condition of a text, or one for each of the rounds that it names."""
    many = _FOR.fullmatch(part.words)
    first, last = (int(many[3]), int(many[4])) if many else (0, 0)
    if many and not first <= last <= MOST_ROUNDS:
        raise DataError(
            f"{shown(part.words, 60)} names no rounds", line=part.line, remedy="Write such as 4..10"
        )

    def at(found: re.Match[str], t: int) -> str:
        if many is None or found[1] != many[2]:
            return found[0]
        return f"@{t + int(found[3] or 0) * (-1 if found[2] == '-' else 1)}"

    bare = many[1] if many else part.words
    each = [_ROUND.sub(lambda found, t=t: at(found, t), bare) for t in range(first, last + 1)]
    for check in each:
        if not is_condition(check):
            raise DataError(
                f"{shown(check, 60)} is not a condition",
                line=part.line,
                remedy="Write such as a < b, a = b > c, or rb-d.e2 falls, with spaces beside the sign",
            )
    return each
