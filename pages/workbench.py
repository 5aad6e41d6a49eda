"""A tiny data set built by hand, and at once what is learned from it."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import workbench  # noqa: E402 (the engine comes with it)

workbench.show()
