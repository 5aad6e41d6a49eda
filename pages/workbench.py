"""A tiny data set built by hand, and at once what is learned from it."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.workbench import views  # noqa: E402 (the engine comes with it)

views.show()
