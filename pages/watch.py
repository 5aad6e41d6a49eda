"""The page where it happens: choices at the side, the stage, and below it what follows the round."""

from __future__ import annotations

from rankviz.ui.stage import watching
from rankviz.ui.stage.page import WATCH

state, size = watching.choose(WATCH)
state, shown = watching.run(state, size)
watching.stage_and_details(state, shown)
