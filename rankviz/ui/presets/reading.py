"""Presets from their text, `content/LANG/moments/NAME.md`: a heading, the link that the card opens, words, captions.

    ## Ties everywhere
    ?data=synthetic:coarse&t=20&look=tiles:losses,ring:losses
    picture: e2

    Coarse features tie most pairs. [rb-d.tied@1 > 0.5]

    - @20: RB-D has raised Ê2 to {rb-d.e2@20}. [rb-d.e2@20 > 1]

Tests hold the conditions in the words: the card is shown before its run is done. `picture:` names the
measures of the card's picture; `curves:`, `chart:` and `see:` are those of a lesson's figure, and `as: NAME` uses the
preset of that title from another text.
"""

from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from rankviz.engine.boards import BOARDS, WATCH
from rankviz.engine.errors import DataError, shown
from rankviz.lessons.captions import read
from rankviz.lessons.figure import Figure
from rankviz.lessons.text import figures
from rankviz.lessons.text.content import text
from rankviz.lessons.text.document import LINKED, PARAGRAPH, Part, outline
from rankviz.lessons.text.lines import decoded
from rankviz.lessons.text.sentences import strip_conditions
from rankviz.ui.presets.preset import Preset
from rankviz.ui.shell import layout
from rankviz.ui.state.link import from_link
from rankviz.ui.state.state import State

KEYS = ("picture", "as", "question", "curves", "chart", "see")


@lru_cache(maxsize=16)
def presets(name: str) -> tuple[Preset, ...]:
    """Return the presets of a text, in its order. Raises DataError, with line, for an invalid one."""
    document = outline(decoded(text(f"moments/{name}")), (), KEYS, ())
    return tuple(_preset(part) for part in document.parts)


def shelf(name: str) -> tuple[str, tuple[Preset, ...]]:
    """Return the title of a text, and its presets."""
    return outline(decoded(text(f"moments/{name}")), (), KEYS, ()).head.heading, presets(name)


def asking(name: str) -> tuple[tuple[Preset, str], ...]:
    """Return the presets of a text, each with its `question:`."""
    document = outline(decoded(text(f"moments/{name}")), (), KEYS, ())
    why = "Ask what is to be seen"
    return tuple((_preset(part), part.needed("question", why).words) for part in document.parts)


def _preset(part: Part) -> Preset:
    other = part.one("as")
    if other is not None:
        return next(each for each in presets(other.words) if each.title == part.heading)
    link = next((entry.text for entry in part.entries if entry.kind == LINKED), None)
    if link is None:
        raise DataError(
            f"{shown(part.heading)} has no link", line=part.line, remedy="Put it below the heading"
        )
    address = urlsplit(link.words)
    state, said = from_link(dict(parse_qsl(address.query)))
    if said:
        raise DataError(said[0].rstrip("."), line=link.line, remedy="Correct the link")
    picture = part.one("picture")
    words = [strip_conditions(entry.text) for entry in part.entries if entry.kind == PARAGRAPH]
    return Preset(
        part.heading,
        " ".join(each.words for each in words),
        state,
        tuple(name.strip() for name in picture.words.split(",")) if picture else ("r2",),
        layout.file(address.path or WATCH.page),
        read(part.entries),
        _figure(part, state, address.path or WATCH.page),
        tuple(check for each in words for check in each.checks),
    )


def _figure(part: Part, state: State, page: str) -> Figure | None:
    """Return the way the losses' chart is drawn; None for the usual chart."""
    if not any(part.of(key) for key in ("curves", "chart", "see")):
        return None
    board = next(board for board in BOARDS.values() if board.page == page)
    return figures.figure(part, board, str(state["look"]))
