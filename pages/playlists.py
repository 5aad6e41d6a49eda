"""Playlists: moments of runs in an order, with notes, to be put together, played and taken away."""

from __future__ import annotations

from rankviz.ui.pages.playlists import views
from rankviz.ui.state import own_link

link, fresh = own_link.current(views.PAGE)
if "play" in link:
    views.play(link, fresh)
else:
    views.home(link, fresh)
