"""The notation and every equation: its meaning, its place in the code, and the test that checks it."""

from __future__ import annotations

from rankviz.ui.pages.reference import page

page.show()
