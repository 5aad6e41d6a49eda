"""The meanings of the symbols on the stage, board by board: `content/en/glossary.md`.

They are read here, not with the Reference, because a server sends them before it has loaded any of the engine.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rankviz.engine.boards import BOARDS
from rankviz.engine.errors import shown
from rankviz.insight.outline import blocks

FOLDER = Path(__file__).parents[1] / "content/en"
NAME, NOTATION = "glossary.md", "reference/notation.md"


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
    for block in blocks(text, NAME):
        heading, words = block.heading, "  ".join(given.text for given in block.words)
        if block.level == 2:
            board = heading
            if board not in BOARDS:
                remedy = f"Boards are {', '.join(BOARDS)}"
                raise block.mistake(f"There is no board {shown(board)}", remedy=remedy)
            found[board] = {}
        elif block.level == 3:
            meant = notation.get(heading, "")
            words = words or said.get(heading) or f"{meant[:1].lower()}{meant[1:].removesuffix('.')}"
            if not words:
                remedy = (
                    "Say below it what it means; what a list above or the notation has is taken from there"
                )
                raise block.mistake(f"{shown(heading)} has no words", remedy=remedy)
            found[board][heading] = words
            said.setdefault(heading, words)
    return found


@cache
def glossary() -> Mapping[str, Mapping[str, str]]:
    """Return the meaning of each symbol by board, in English."""
    text, notation = ((FOLDER / name).read_text(encoding="utf-8") for name in (NAME, NOTATION))
    return read(
        text, {block.heading: block.words[-1].text for block in blocks(notation, NOTATION) if block.words}
    )
