"""Kernel gradient descent: choices at the side, the stage, what follows the round, and how fast it learns."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import watching  # noqa: E402 (the engine comes with it)
from rankviz.ui.kernel_page import PAGE  # noqa: E402
from rankviz.ui.kernel_rates import rates_view  # noqa: E402

state, size = watching.choose(PAGE)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
rates_view()
