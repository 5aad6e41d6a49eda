"""Margins: Smooth Margin Ranking beside RankBoost, the margin bound, and AdaBoost as a ranking algorithm."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.margins import below  # noqa: E402 (the engine comes with it)
from rankviz.ui.pages.margins.page import PAGE, moments, page_of  # noqa: E402
from rankviz.ui.stage import watching  # noqa: E402 (the engine comes with it)

state, size = watching.choose(PAGE)
moments(state)
state, shown = watching.run(state, size, page_of(state))
below.about_rho(shown)
watching.stage_and_details(state, shown, page_of(state))
if "adaboost" in state["alg"]:
    below.about_adaboost(shown)
below.theorem_1(state, shown)
