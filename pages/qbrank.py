"""General boosting and QBRank: the picture of the method on a stage, and below it the paper's questions."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import qbrank_below, watching  # noqa: E402 (the engine comes with it)
from rankviz.ui.qbrank_page import PAGE  # noqa: E402

state, size = watching.choose(PAGE)
qbrank_below.sliders(state)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
qbrank_below.below(state, shown)
