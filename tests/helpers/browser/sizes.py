"""Sizes of the window that tests share, in pixels."""

from playwright.sync_api import ViewportSize

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TALL: ViewportSize = {"width": 1366, "height": 1900}
"""Tiles are large enough here to show their tables of values; larger ones take longer to draw."""
