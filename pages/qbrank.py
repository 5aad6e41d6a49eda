"""General boosting and QBRank: the picture of the method on a stage, and below it the paper's questions."""

from __future__ import annotations

from rankviz.ui.pages.qbrank import below
from rankviz.ui.pages.qbrank.page import PAGE
from rankviz.ui.stage import watching

state, size = watching.choose(PAGE)
below.sliders(state)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
below.below(state, shown)
