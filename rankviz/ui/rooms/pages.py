"""A class's and a presenter's pages as HTML: plain documents with the stage's modules and no Streamlit."""

import html

from rankviz.board.offline.document import STYLES, fill, shell
from rankviz.board.offline.modules import text_of
from rankviz.ui.serving import frontend

POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data: blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "same-origin",
}
"""No scripts but ours, and no requests to other hosts."""


def asking(problem: str, action: str = "join") -> str:
    """Return the page with the field for a room's code; `problem` is what is wrong, `action` the form's address."""
    warning = f'<p role="alert">{html.escape(problem)}</p>' if problem else ""
    body = fill("follow/join.html", {"action": action, "warning": warning})
    return _page("Join a class · RankViz", body, frontend.styles("follow"), ' class="join"')


def following(code: str) -> str:
    """Return the page that follows the room of that code."""
    modules = "".join(f'<link rel="modulepreload" href="../{url}">' for url in frontend.module_urls())
    first = f"../{frontend.stage_url('follow/follow.js')}"
    body = fill("follow/follow.html", {"code": code, "modules": modules, "first": first})
    style = frontend.styles("follow")
    return _page(f"Class {code} · RankViz", body, style, f' class="follow" data-code="{code}"')


def presenting() -> str:
    """Return the presenter's second window, which only gets what the stage in the same browser sends."""
    body = fill("follow/presenter.html", {"first": frontend.stage_url("follow/presenter.js")})
    return _page("Notes · RankViz", body, frontend.styles("presenter"), ' class="presenter"')


def _page(title: str, body: str, head: str, attributes: str) -> str:
    # A follower's page is laid out like a saved run.
    return shell(title, body, "".join(map(text_of, STYLES)), head=head, attributes=attributes)
