"""Lessons, predictions and challenges: short texts whose numbers come from the run beside them."""

from __future__ import annotations

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

layout.styles()
waiting.wait_for_engine()

from rankviz.ui.pages.lessons import views  # noqa: E402 (the engine comes with them)
from rankviz.ui.state import own_link  # noqa: E402 (the engine comes with them)

link, fresh = own_link.current(views.PAGE)
if "lesson" in link:
    views.lesson(link, fresh)
elif "challenge" in link:
    views.challenge(link, fresh)
elif "predict" in link:
    views.predict(link, fresh)
else:
    views.home(link)
