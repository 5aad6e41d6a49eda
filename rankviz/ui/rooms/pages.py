"""A class's and a presenter's pages as HTML: plain documents with the stage's modules and no Streamlit."""

import html

from rankviz.ui.serving import frontend

POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data: blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "same-origin",
}
"""No script but ours, and nobody else is asked for anything."""


def asking(problem: str, action: str = "join") -> str:
    """Return the page that asks for the code of a room; `problem` is what is wrong, `action` where the code is sent."""
    warning = f'<p role="alert">{html.escape(problem)}</p>' if problem else ""
    return _page(frontend.text("follow/join.html"), action=action, warning=warning)


def following(code: str) -> str:
    """Return the page that follows the room of that code."""
    first = frontend.stage_url("follow/follow.js")
    modules = "".join(f'<link rel="modulepreload" href="../{url}">' for url in frontend.module_urls())
    return _page(frontend.text("follow/follow.html"), code=code, modules=modules, first=f"../{first}")


def presenting() -> str:
    """Return the presenter's second window, which knows only what the stage in the same browser sends."""
    first = frontend.stage_url("follow/presenter.js")
    return _page(frontend.text("follow/presenter.html"), first=first, style=frontend.styles("presenter"))


def _page(made: str, **texts: str) -> str:
    # A follower's page is laid out as a saved run is.
    base = "".join(frontend.text(f"offline/{name}.css") for name in ("colours", "offline"))
    texts = {"base": base, "style": frontend.styles("follow")} | texts
    for place, text in texts.items():
        made = made.replace(f"{{{{{place}}}}}", text)
    return made
