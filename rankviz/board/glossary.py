"""The meanings of the symbols on the stage, board by board: `content/en/glossary.md`.

They are read here, not with the Reference, because a server sends them before it has loaded any of the engine.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import DataError, shown

FOLDER = Path(__file__).parents[1] / "content/en"
NAME, NOTATION = "glossary.md", "reference/notation.md"
_HEADING = re.compile(r"(#{1,3}) (.+)")
_EQUATIONS = re.compile(r"equations: (\S+)")


def read(text: str, notation: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the meaning of each symbol by board, in the order of the board's list.

    Parameters
    ----------
    text : the glossary.
    notation : the Reference's words by symbol.

    Raises DataError, with file and line, for an unknown board, and for a symbol whose words neither a list above nor
    the Reference has.
    """
    found: dict[str, dict[str, str]] = {}
    said: dict[str, str] = {}
    board = ""
    for line, level, heading, words in _sections(text):
        if level == 2:
            board = heading
            if board not in BOARDS:
                raise DataError(
                    f"There is no board {shown(board)}",
                    file=NAME,
                    line=line,
                    remedy=f"Boards are {', '.join(BOARDS)}",
                )
            found[board] = {}
        elif level == 3:
            numbers = _EQUATIONS.fullmatch(words)
            if numbers or not words:
                meant = notation.get(heading, "")
                meant = f"{meant[:1].lower()}{meant[1:].removesuffix('.')}"
                words = f"{meant} {numbers[1]}" if meant and numbers else said.get(heading, meant)
            if not words:
                raise DataError(
                    f"{shown(heading)} has no words",
                    file=NAME,
                    line=line,
                    remedy="Say below it what it means; what a list above or the notation has is taken from there",
                )
            found[board][heading] = words
            said.setdefault(heading, words)
    return found


@cache
def glossary() -> Mapping[str, Mapping[str, str]]:
    """Return the meaning of each symbol by board, in English."""
    text, notation = ((FOLDER / name).read_text(encoding="utf-8") for name in (NAME, NOTATION))
    return read(text, {heading: words.rpartition("  ")[2] for _, _, heading, words in _sections(notation)})


def _sections(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield line, level, heading, and the words below it: lines joined by a space, paragraphs by two."""
    lines = text.splitlines()
    starts = [(number, found) for number, line in enumerate(lines) if (found := _HEADING.fullmatch(line))]
    ends = [number for number, _ in starts[1:]] + [len(lines)]
    for (number, found), end in zip(starts, ends, strict=True):
        below = "\n".join(lines[number + 1 : end]).strip()
        words = "  ".join(" ".join(part.split()) for part in re.split(r"\n{2,}", below))
        yield number + 1, len(found[1]), found[2].strip(), words
