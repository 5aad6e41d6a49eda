"""A preset: a whole state behind one link, what to look for in it, and what can be seen in its round."""

from dataclasses import dataclass

from rankviz.engine.runs.trace import Trace
from rankviz.lessons.captions import Caption, ShownCaption, captions
from rankviz.lessons.figure import Figure
from rankviz.ui.shell import layout
from rankviz.ui.state.state import State

MOST_WORDS = 30

GLANCE = "tiles:pick.ranking.ties.losses"
"""The look of a board that a newcomer reads at a glance; without tiles a link shows the six it always showed."""
OF_OWN_DATA = "tiles:losses.ties.margins.weights"
"""The look with which a visitor's file opens: no item of it is known by name."""


@dataclass(frozen=True)
class Preset:
    """A card of the start page, or a moment of a page.

    Attributes
    ----------
    text : what to look for, in at most `MOST_WORDS` words: on the card, and above the stage. No number of the run.
    state : the state that the card opens; its `look` shows the few tiles and the curves on which it can be seen, and
        rings the tile with the numbers.
    curves : the measures that the card's picture draws, keys of a run's metrics; all but the first are dashed.
    page : the page that it opens.
    seen : the text above the stage in single rounds instead, with numbers that the ringed tile prints there.
    figure : the way the losses' chart is drawn where the sentence is about it; None for the usual chart.
    checks : the text's statements about the run, as conditions.
    """

    title: str
    text: str
    state: State
    curves: tuple[str, ...] = ("r2",)
    page: str = layout.WATCH
    seen: tuple[Caption, ...] = ()
    figure: Figure | None = None
    checks: tuple[str, ...] = ()

    def captions(self, trace: Trace) -> tuple[ShownCaption, ...]:
        """Return the sentences in the order of rounds: what can be seen in its round, else the text."""
        there = {said.t: said for said in captions(trace, self.seen)}
        last = max((run.n_rounds for run in trace.runs), default=0)
        text_from = {0, *(t + 1 for t in there if t < last)} - there.keys()
        return tuple(sorted([*there.values(), *(ShownCaption(t, self.text) for t in text_from)]))


def ring_of(look: str) -> str:
    """Return the tile that a look rings, "" for none."""
    return next((part.removeprefix("ring:") for part in look.split(",") if part.startswith("ring:")), "")
