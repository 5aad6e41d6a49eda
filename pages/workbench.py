"""A tiny data set built by hand, and beside it the runs learned from it."""

from __future__ import annotations

from rankviz.ui.pages.workbench import views

views.show()
