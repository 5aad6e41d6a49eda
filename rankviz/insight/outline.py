"""The text form of the Reference and the glossary, in blocks: a heading, options below it, then formulas and words.

    ### RB-D's weight
    keys: 14
    symbols: α, ε⁺, ε⁻

    $$ [[rankboost.ALPHA_14]] $$

    The weight that makes Z (11) smallest.

    why: $Z$ is convex in $\\alpha$, so this is its minimum.

Lines of one paragraph are joined by spaces; an option goes on in lines that begin with a space.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rankviz.engine.errors import DataError, shown

_HEADING = re.compile(r"(#{1,3})\s+(\S.*)")
_OPTION = re.compile(r"([a-z][a-z-]*):(?:\s+(.*))?")
_FENCE, _FORMULA, _WHY = "```", "$$", "why:"


@dataclass(frozen=True)
class Given:
    """A text of a file, and the line it begins in."""

    text: str
    line: int


@dataclass(frozen=True)
class Block:
    """A heading of one to three # and what stands below it, up to the next one.

    Attributes
    ----------
    file, line : the heading's place.
    options : the lines "name: value" below the heading; a name may stand there several times.
    formulas, words, why : the paragraphs.
    fenced : what stands between two lines of three backticks, as it is.
    """

    heading: str
    level: int
    file: str
    line: int
    options: dict[str, list[Given]] = field(default_factory=dict)
    formulas: list[Given] = field(default_factory=list)
    words: list[Given] = field(default_factory=list)
    why: list[Given] = field(default_factory=list)
    fenced: list[Given] = field(default_factory=list)

    def mistake(self, what: str, line: int | None = None, remedy: str | None = None) -> DataError:
        """Return the error that says what is wrong here, or in another line of the file."""
        return DataError(what, file=self.file, line=line or self.line, remedy=remedy)


def blocks(text: str, file: str) -> list[Block]:
    """Return the blocks of a text. Raises DataError, with file and line, for a text that has not this form."""
    found: list[Block] = []
    sections: list[list[Given]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if heading := _HEADING.fullmatch(line.rstrip()):
            found.append(Block(heading[2], len(heading[1]), file, number))
            sections.append([])
        elif sections:
            sections[-1].append(Given(line.rstrip(), number))
        elif line.strip():
            raise DataError(
                "There is text above the first heading",
                file=file,
                line=number,
                remedy="Begin with # and a title",
            )
    if not found:
        raise DataError("There is no heading", file=file, remedy="Begin with # and a title")
    for block, lines in zip(found, sections, strict=True):
        _fill(block, lines)
    return found


def _fill(block: Block, lines: list[Given]) -> None:
    count = next((k for k, given in enumerate(lines) if not given.text), len(lines))
    for name, value in _options(block, lines[:count]):
        block.options.setdefault(name, []).append(value)
    words = block.words
    for paragraph in _paragraphs(lines[count:]):
        text, line = " ".join(given.text.strip() for given in paragraph), paragraph[0].line
        if text.startswith(_FENCE):
            if len(paragraph) < 2 or paragraph[-1].text != _FENCE:
                raise block.mistake(
                    "The fence of ``` is not closed", line, "Write ``` in a line below it, too"
                )
            block.fenced.append(Given("\n".join(given.text for given in paragraph[1:-1]), line))
        elif text.startswith(_FORMULA):
            if len(text) < 5 or not text.endswith(_FORMULA) or _FORMULA in text[2:-2]:
                raise block.mistake("A formula is not closed", line, "Put $$ before it and $$ behind it")
            block.formulas.append(Given(text[2:-2].strip(), line))
        else:
            if text.startswith(_WHY):
                words, text = block.why, text.removeprefix(_WHY).strip()
            if text.count("$") % 2:
                raise block.mistake("A $ is not closed", line, "Put a formula in words between two of them")
            words.append(Given(text, line))


def _options(block: Block, lines: list[Given]) -> Iterator[tuple[str, Given]]:
    """Return the names and values of the lines below a heading."""
    name, parts, line = "", [""], 0
    for given in lines:
        option = _OPTION.fullmatch(given.text)
        if option:
            if name:
                yield name, Given(" ".join(parts), line)
            name, parts, line = option[1], [option[2] or ""], given.line
        elif name and given.text[0].isspace():
            parts.append(given.text.strip())
        else:
            raise block.mistake(
                f"{shown(given.text)} is not an option",
                given.line,
                'Write "name: value", or leave an empty line between the heading and the words',
            )
    if name:
        yield name, Given(" ".join(parts), line)


def _paragraphs(lines: list[Given]) -> Iterator[list[Given]]:
    """Return the lines of each paragraph; what is fenced is one, with its empty lines."""
    paragraph: list[Given] = []
    fenced = False
    for given in lines:
        if given.text or fenced:
            paragraph.append(given)
            if given.text.startswith(_FENCE):
                fenced = not fenced
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph
