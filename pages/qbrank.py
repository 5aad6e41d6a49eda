"""General boosting and QBRank: the picture of the method on a stage, and below it the paper's questions."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.qbrank import below  # noqa: E402 (the engine comes with it)
from rankviz.ui.pages.qbrank.page import PAGE  # noqa: E402
from rankviz.ui.stage import watching  # noqa: E402 (the engine comes with it)

state, size = watching.choose(PAGE)
below.sliders(state)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
below.below(state, shown)
