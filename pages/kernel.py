"""Kernel gradient descent: choices at the side, the stage, what follows the round, and how fast it learns."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.kernel.page import PAGE  # noqa: E402
from rankviz.ui.pages.kernel.rates import rates_view  # noqa: E402
from rankviz.ui.stage import watching  # noqa: E402 (the engine comes with it)

state, size = watching.choose(PAGE)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
rates_view()
