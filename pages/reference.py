"""The notation and every equation: what it says, where it lives in the code, which test holds it."""

from __future__ import annotations

from rankviz.ui.pages.reference import page

page.show()
