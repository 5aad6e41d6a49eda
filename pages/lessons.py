"""Lessons, predictions and challenges: short texts whose numbers come from the run beside them."""

from __future__ import annotations

from rankviz.ui.pages.lessons import views
from rankviz.ui.state import page_link

link, fresh = page_link.current(views.PAGE)
if "lesson" in link:
    views.lesson(link, fresh)
elif "challenge" in link:
    views.challenge(link, fresh)
elif "predict" in link:
    views.predict(link, fresh)
else:
    views.home(link)
