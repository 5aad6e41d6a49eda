"""The start page: what RankViz is, and moments worth seeing, each card a link."""

from __future__ import annotations

from rankviz.ui.pages import start

start.introduction()
start.shelves()
start.formats()
