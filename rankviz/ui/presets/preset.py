"""A preset: a whole state behind one link, and what to look for in it."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

MOST_WORDS = 30

GLANCE = "tiles:pick.ranking.losses.ties"
"""The look of a board that a newcomer reads at a glance; without tiles a link shows the six it always showed."""


@dataclass(frozen=True)
class Preset:
    """A card of the start page, or a moment of a page.

    Attributes
    ----------
    text : what to look for, in at most `MOST_WORDS` words; also shown above the stage.
    state : the state that the card opens; its `look` shows the curves that the text names.
    curves : the measures that the card's picture draws, keys of a run's metrics; all but the first are dashed.
    page : the page that it opens.
    """

    title: str
    text: str
    state: State
    curves: tuple[str, ...] = ("r2",)
    page: str = layout.WATCH
