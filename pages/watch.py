"""The page where it happens: choices at the side, the stage, and below it what follows the round."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import watching  # noqa: E402 (the engine comes with it)
from rankviz.ui.stage_page import WATCH  # noqa: E402

state, size = watching.choose(WATCH)
state, shown = watching.run(state, size)
watching.stage_and_details(state, shown)
