"""The page where it happens: choices at the side, the stage, and below it what follows the round."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.stage import watching  # noqa: E402 (the engine comes with it)
from rankviz.ui.stage.page import WATCH  # noqa: E402

state, size = watching.choose(WATCH)
state, shown = watching.run(state, size)
watching.stage_and_details(state, shown)
