"""A page with a stage: the state it opens with, the algorithms it offers, and what stands on its stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.algorithms.contenders import algorithm_of
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.runs import fresh
from rankviz.ui.runs.shown import Shown
from rankviz.ui.stage.banner import Banner
from rankviz.ui.state.state import State


@dataclass(frozen=True)
class StagePage:
    """One such page.

    Attributes
    ----------
    name : of the page; pages of one name share their choices.
    start : the state it opens with when no link says otherwise.
    offers : the algorithms one can choose from on it.
    layout : which panels stand on its stage (see stage/layouts.js).
    pictures : what those panels draw beside what every run has (see `rankviz.stage_data.panels`).
    fresh : can draw the error on fresh pairs, where the law of the data is known.
    knobs : parameters that are its subject; their sliders stand beside the algorithms and not under Options.
    in_sight : parameters that stand at the side in sight, not among the options.
    banner : the line above its stage; None where the preset that the state belongs to says it.
    paper : shows what its paper says on these data, a part of the drawer; None where there is no such part.
    """

    name: str
    start: State
    offers: tuple[str, ...]
    layout: str
    pictures: tuple[str, ...] = ()
    fresh: bool = False
    knobs: tuple[str, ...] = ()
    in_sight: tuple[str, ...] = ()
    banner: Banner | None = None
    paper: Callable[[State, Shown], None] | None = None

    def suited(self, state: State) -> State:
        """The state with only algorithms that this page offers; those it opens with when none is left."""
        kept = tuple(name for name in state["alg"] if algorithm_of(name) in self.offers)
        return state if kept == state["alg"] else state.but(alg=kept or self.start["alg"])

    def drawn(self, state: State) -> tuple[str, ...]:
        """What is drawn of a state's run beside what every run has."""
        asked = self.fresh and state["population"] and fresh.known(str(state["data"]))
        return (*self.pictures, "population") if asked else self.pictures


WATCH = StagePage("watch", State(), tuple(ALGORITHMS), "watch", fresh=True)
RANKBOOST = StagePage(
    "rankboost",
    State(),
    tuple(name for name, entry in ALGORITHMS.items() if entry.family == "rankboost"),
    "watch",
)
"""Challenges, predictions and the workbench are about RankBoost and its weak rankers."""
