"""Moments of the page of margins: states one round before something happens, and sentences round by round."""

from dataclasses import dataclass

from rankviz.engine.runs.trace import Trace
from rankviz.lessons.captions import Caption, captions
from rankviz.ui.presets.reading import asking
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class PageMoment:
    """A state to begin from.

    Attributes
    ----------
    title : on its button.
    question : above the stage.
    seen : the captions, in the order of rounds; each stays until the next, the first from round 0 on.
    state : its round is the one before the event.
    """

    title: str
    question: str
    seen: tuple[Caption, ...]
    state: State

    def banner(self, trace: Trace) -> Banner:
        """Return the banner with the question and the captions by round, with the numbers of a run."""
        return Banner(self.question, captions(trace, self.seen))


GLANCE = "tiles:smooth.margins.ranking"
"""The initial look of the page: one chart with three symbols, and their meaning for pairs and items."""

MOMENTS = tuple(
    PageMoment(each.title, question, each.seen, each.state) for each, question in asking("margins")
)
"""The moments in the order of the buttons."""


def moment_of(state: State) -> PageMoment | None:
    """Return the moment with the same run, whatever the round; None when there is none."""
    return next((moment for moment in MOMENTS if _same(state, moment.state)), None)


def _same(state: State, other: State) -> bool:
    alike = all(state[name] == other[name] for name in ("data", "rounds", "positive", "holdout", "seed"))
    return alike and set(state["alg"]) == set(other["alg"]) and state.parameters() == other.parameters()
