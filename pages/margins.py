"""Margins: Smooth Margin Ranking beside RankBoost, the margin bound, and AdaBoost as a ranking algorithm."""

from __future__ import annotations

from rankviz.ui.pages.margins.buttons import moments
from rankviz.ui.pages.margins.page import PAGE
from rankviz.ui.stage import watching

state, size = watching.choose(PAGE)
moments(state)
state, shown = watching.run(state, size, PAGE.of(state))
watching.stage_and_details(state, shown, PAGE.of(state))
