"""The figure of a step, from its keys: tiles, curves, how the chart is drawn, and what must be seen on it."""

import re
from collections.abc import Callable

from rankviz.engine.boards import Board
from rankviz.engine.errors import DataError, shown
from rankviz.lessons.figure import Change, Crossing, Event, FallsBelow, Figure, Gap, Longer, Point, Turn
from rankviz.lessons.text.document import Part
from rankviz.lessons.text.lines import Text

_CURVE, _AT = r"([\w.:~=-]+)", r"@([0-9]+)"
_EVENTS: tuple[tuple[str, Callable[[re.Match[str]], Event]], ...] = (
    (rf"{_CURVE} above {_CURVE} {_AT}", lambda m: Gap(m[1], m[2], int(m[3]))),
    (rf"{_CURVE} crosses {_CURVE} {_AT}", lambda m: Crossing(m[1], m[2], int(m[3]))),
    (
        rf'{_CURVE} falls below ([\w.:~=@-]+) "([^"]+)" {_AT}',
        lambda m: FallsBelow(m[1], m[2], m[3], int(m[4])),
    ),
    (rf"{_CURVE} turns {_AT}", lambda m: Turn(m[1], int(m[2]))),
    (rf"{_CURVE} moves {_AT}\.\.([0-9]+)", lambda m: Change(m[1], int(m[2]), int(m[3]))),
    (rf"{_CURVE} longer than {_CURVE} {_AT}", lambda m: Longer(m[1], m[2], int(m[3]))),
    (rf"{_CURVE} {_AT}", lambda m: Point(m[1], int(m[2]))),
)
_WINDOW = re.compile(r"window ([0-9.e-]+)\.\.([0-9.e-]+)")
_LEVEL = re.compile(r'level ([0-9.e-]+) "([^"]+)"(?: on (\w+))?')
KEYS = ("tiles", "hide", "show", "curves", "chart", "see", "ring")
WORDS = ("together", "step", "unseen", "log", "linear")


def figure(part: Part, board: Board, look: str) -> Figure:
    """Return the figure of a part on a board; without tiles, those of the link's look, or all that are not hidden."""
    tiles = part.one("tiles")
    hidden = _tiles(part.one("hide"), board)
    looked = re.search(r"(?:^|,)tiles:([a-z.]+)", look)
    if tiles is not None:
        shown_tiles = _tiles(tiles, board)
    elif looked:
        shown_tiles = tuple(name for name in looked[1].split(".") if name in board.tiles)
    else:
        shown_tiles = tuple(name for name in board.tiles if name not in hidden)
    if not shown_tiles:
        raise DataError(
            "No tile is left",
            line=tiles.line if tiles else part.line,
            remedy=f"Tiles are {', '.join(board.tiles)}",
        )
    curves, chart, see = part.one("curves"), part.one("chart"), part.one("see")
    show = part.one("show")
    window, level, words = _chart(chart)
    return Figure(
        shown_tiles,
        _names(curves) if curves else None,
        "together" in words,
        window,
        True if "log" in words else False if "linear" in words else None,
        "unseen" in words,
        "step" in words,
        level,
        tuple(_event(each) for each in _listed(see)) if see else (),
        board.name,
        _names(show) if show else (),
        _ring(part.one("ring"), shown_tiles),
    )


def _tiles(names: Text | None, board: Board) -> tuple[str, ...]:
    found = _names(names) if names else ()
    for name in found:
        if name not in board.tiles:
            raise DataError(
                f"{board.title} has no tile {shown(name)}",
                line=names.line if names else None,
                remedy=f"Tiles there are {', '.join(board.tiles)}",
            )
    return found


def _ring(text: Text | None, tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tile that a step's words speak of, or the two: until the act is done, and once it is."""
    found = _names(text) if text else ()
    wrong = next((name for name in found if name not in tiles), None)
    if text is None or (wrong is None and 1 <= len(found) <= 2):
        return found
    raise DataError(
        f"This step's figure has no tile {shown(wrong)}" if wrong else f"ring: has {len(found)} tiles",
        line=text.line,
        remedy=f"Name one of {', '.join(tiles)}; or two, the second for when the act is done",
    )


def _names(text: Text) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.words.split(",") if name.strip()))


def _listed(text: Text) -> list[Text]:
    found = [text.part(each.start(), each.end()) for each in re.finditer(r'(?:[^,;"]|"[^"]*")+', text.words)]
    return [each for each in found if each.words]


def _chart(chart: Text | None) -> tuple[tuple[float, float] | None, tuple[float, str, str] | None, set[str]]:
    """Return the window, the level with its name, and the words of a chart."""
    window, level, words = None, None, set()
    for each in _listed(chart) if chart else ():
        if found := _WINDOW.fullmatch(each.words):
            window = float(found[1]), float(found[2])
        elif found := _LEVEL.fullmatch(each.words):
            level = float(found[1]), found[2], found[3] or ""
        elif each.words in WORDS:
            words.add(each.words)
        else:
            raise DataError(
                f"A chart has no {shown(each.words)}",
                line=each.line,
                remedy=f'There are {", ".join(WORDS)}, window 0.1..0.5, and level 1 "its name" on auc',
            )
    return window, level, words


def _event(text: Text) -> Event:
    for pattern, make in _EVENTS:
        if found := re.fullmatch(pattern, text.words):
            return make(found)
    raise DataError(
        f"{shown(text.words, 60)} is not something that can be seen",
        line=text.line,
        remedy="Write such as rb-d.r1 above rb-d.bound @5, rb-d.r1 crosses rb-d.bound @5, rb-d.r1 turns @5, "
        "rb-d.r1 moves @0..5",
    )
