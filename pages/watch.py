"""The main page: choices at the side, and the stage with its drawer."""

from __future__ import annotations

from rankviz.ui.stage import watching
from rankviz.ui.stage.page import WATCH

state, size = watching.choose(WATCH)
state, shown = watching.run(state, size)
watching.stage_and_details(state, shown)
