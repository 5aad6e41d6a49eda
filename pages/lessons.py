"""Lessons, predictions and challenges: short texts whose numbers come from the run beside them."""

from __future__ import annotations

from rankviz.ui import layout, waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui import lessons_views, own_link  # noqa: E402 (the engine comes with them)

link, fresh = own_link.current(lessons_views.PAGE)
if "lesson" in link:
    lessons_views.lesson(link, fresh)
elif "challenge" in link:
    lessons_views.challenge(link, fresh)
elif "predict" in link:
    lessons_views.predict(link, fresh)
else:
    lessons_views.home(link)
