"""A tiny data set built by hand, and at once what is learned from it."""

from __future__ import annotations

from rankviz.ui.pages.workbench import views

views.show()
