"""The width of words in Helvetica, which every PDF reader has, to place them and to leave them room."""

_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 278 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
"""Thousandths of the size for the characters from the blank to the tilde (Adobe Font Metrics)."""

WIDTHS = {chr(32 + i): int(width) for i, width in enumerate(_WIDTHS.split())}
CIRCUMFLEX = "\u0302"
OTHERS = {
    CIRCUMFLEX: 0,
    "Ê": 667,
    "×": 584,
    "·": 278,
    "–": 556,
    "−": 584,
    "…": 1000,
    "±": 584,
    "ˆ": 333,
    "\u00a0": 278,
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789–", strict=True))
"""Raised characters, and what stands for them in small."""

RAISED_SIZE, RAISED_BY = 0.65, 0.36
USUAL = 556


def width(text: str, size: float) -> float:
    """Return the width of a text in points."""
    return sum(map(_thousandths, text)) * size / 1000


def _thousandths(character: str) -> float:
    if character in RAISED:
        return RAISED_SIZE * _thousandths(RAISED[character])
    return WIDTHS.get(character) or OTHERS.get(character, USUAL)


def cut(text: str, size: float, room: float) -> str:
    """Return the text, or as much of its beginning as there is room for, with an ellipsis."""
    if width(text, size) <= room:
        return text
    while text and width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
