"""The notation and the equations that RankViz computes: meaning, place in the code, and the test that checks it."""

from __future__ import annotations

from rankviz.ui.pages.reference import page

page.show()
