"""Margins: Smooth Margin Ranking beside RankBoost, the margin bound, and AdaBoost as a ranking algorithm."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import margins_below, watching  # noqa: E402 (the engine comes with it)
from rankviz.ui.margins_page import PAGE, moments, page_of  # noqa: E402

state, size = watching.choose(PAGE)
moments(state)
state, shown = watching.run(state, size, page_of(state))
margins_below.about_rho(shown)
watching.stage_and_details(state, shown, page_of(state))
if "adaboost" in state["alg"]:
    margins_below.about_adaboost(shown)
margins_below.theorem_1(state, shown)
