"""Kernel gradient descent: choices at the side, the stage, what follows the round, and how fast it learns."""

from __future__ import annotations

from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.pages.kernel.rates import rates_view
from rankviz.ui.stage import watching

state, size = watching.choose(PAGE)
state, shown = watching.run(state, size, PAGE)
watching.stage_and_details(state, shown, PAGE)
rates_view()
