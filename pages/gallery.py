"""The claims of the papers, one click each: the statement, its figure, and the numbers that prove or refute it."""

from __future__ import annotations

from rankviz.ui.pages.gallery import link, views
from rankviz.ui.shell import messages

views.styles()
opened, warnings = link.current()
messages.warn(warnings)
if opened is None:
    views.cards()
    link.write(None)
else:
    claim, options, t = opened
    views.head(claim)
    chosen = views.opened(claim, options, t)
    link.write(claim, chosen, t)
