"""The frame of the site's plain pages: head, links to the other pages, and to what needs the app."""

from html import escape

from rankviz.stage_data.offline.document import fill
from rankviz.ui.serving import frontend

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The content security policy of a page without scripts."""
STYLES = ("offline/colours.css", "site/site.css", "styles/evidence.css")


def document(title: str, body: str, app: str, root: str, *, policy: str = POLICY, scripts: str = "") -> bytes:
    """Return a page. `body` is markup; `root` leads to the site's folder, such as "../".

    `scripts` is the markup of what the page runs, which `policy` allows.
    """
    computing = (
        f'What needs new computing, such as other data and settings, is in <a href="{escape(app)}">the app</a>.'
        if app
        else "Other data and settings need the app. It starts with: <code>rankviz</code>"
    )
    texts = {
        "title": escape(title),
        "policy": policy,
        "style": "".join(map(frontend.text, STYLES)),
        "root": root,
        "app": f'<a href="{escape(app)}">Open the app</a>' if app else "",
        "body": body,
        "computing": computing,
        "scripts": scripts,
    }
    return fill("site/page.html", texts).encode()
