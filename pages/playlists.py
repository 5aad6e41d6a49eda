"""Playlists: moments of runs in an order, with notes, to be edited, played and downloaded."""

from __future__ import annotations

from rankviz.ui.pages.playlists import views
from rankviz.ui.state import page_link

link, fresh = page_link.current(views.PAGE)
if "play" in link:
    views.play(link, fresh)
else:
    views.home(link, fresh)
