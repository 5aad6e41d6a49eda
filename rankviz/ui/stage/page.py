"""A page with a stage: the state it opens with, the algorithms it offers, and the panels on its stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rankviz.engine import boards
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.boards import Board
from rankviz.engine.runs import fresh_items
from rankviz.engine.runs.trace import Trace
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage.banner import Banner, banner
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class StagePage:
    """A page with a stage.

    Attributes
    ----------
    name : of the page; pages of one name share their choices.
    start : the state it opens with when no link says otherwise.
    offers : the algorithms to choose from.
    board : the contents of its stage.
    fresh : the error on fresh pairs can be drawn, where the law of the data is known.
    knobs : parameters that are the page's subject; their sliders are next to the algorithms, not under Options.
    in_sight : parameters that are visible in the sidebar, not among the options.
    banner : makes the line above the stage of a run; None where the state's preset gives the line.
    paper : view of the page's paper on these data, a part of the drawer; None for no such part.
    by_state : the page for a state, where its board or its banner depends on that.
    """

    name: str
    start: State
    offers: tuple[str, ...]
    board: Board
    fresh: bool = False
    knobs: tuple[str, ...] = ()
    in_sight: tuple[str, ...] = ()
    banner: Callable[[Trace], Banner] | None = None
    paper: Callable[[State, Shown], None] | None = None
    by_state: Callable[[State], StagePage] | None = None

    def of(self, state: State) -> StagePage:
        """Return the page for a state."""
        return self.by_state(state) if self.by_state else self

    def suited(self, state: State) -> State:
        """Return the state with only algorithms that the page offers; with the page's start if none is left."""
        offered = tuple(
            name
            for name in state["alg"]
            if algorithm_of(name) in self.offers
            and (state.has_model() or not ALGORITHMS[algorithm_of(name)].needs_model)
        )
        return state if offered == state["alg"] else state.but(alg=offered or self.start["alg"])

    def banner_of(self, state: State, shown: Shown) -> Banner | None:
        """Return the line above the stage of a run."""
        return self.banner(shown.trace) if self.banner else banner(state, shown)

    def board_of(self, state: State) -> Board:
        """Return the board, with the pictures that the state needs."""
        asked = self.fresh and state["population"] and fresh_items.has_law(str(state["data"]))
        return replace(self.board, pictures=(*self.board.pictures, "population")) if asked else self.board

    def pictures_of(self, state: State) -> tuple[str, ...]:
        """Return the pictures of a state's run besides what every run has."""
        return self.board_of(state).pictures


WATCH = StagePage("watch", State(), tuple(ALGORITHMS), boards.WATCH, fresh=True)
RANKBOOST = StagePage(
    "rankboost",
    State(),
    tuple(name for name, entry in ALGORITHMS.items() if entry.family == "rankboost"),
    boards.WATCH,
)
"""For challenges, predictions and the workbench, which are about RankBoost and its weak rankers."""
