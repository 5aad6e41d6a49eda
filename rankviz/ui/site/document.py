"""The frame of the site's plain pages: head, links to the other pages, and to what needs the app."""

import re
from html import escape

from rankviz.ui.serving import frontend

PLACE = re.compile(r"\{\{(\w+)\}\}")


def document(title: str, body: str, app: str, root: str) -> bytes:
    """Return a page without scripts. `body` is markup; `root` leads to the site's folder, such as "../"."""
    styles = ("offline/colours.css", "site/site.css", "styles/evidence.css")
    computing = (
        f'What needs new computing, such as other data and settings, is in <a href="{escape(app)}">the app</a>.'
        if app
        else "Other data and settings need the app. It starts with: <code>rankviz</code>"
    )
    texts = {
        "title": escape(title),
        "style": "".join(map(frontend.text, styles)),
        "root": root,
        "app": f'<a href="{escape(app)}">Open the app</a>' if app else "",
        "body": body,
        "computing": computing,
    }
    return PLACE.sub(lambda found: texts[found[1]], frontend.text("site/page.html")).encode()
