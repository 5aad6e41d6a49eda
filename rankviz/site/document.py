"""The frame of the site's plain pages: head, links to the other pages, and to what needs the app."""

from html import escape

from rankviz.board.offline.document import fill, shell
from rankviz.board.offline.modules import text_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The content security policy of a page without scripts."""
PLAYGROUND = "playground.html"
"""The page that computes runs in the visitor's browser, where the site has it."""
STYLES = ("offline/colours.css", "site/site.css", "styles/evidence.css")


def document(
    title: str,
    body: str,
    app: str,
    root: str,
    *,
    playground: bool = False,
    policy: str = POLICY,
    scripts: str = "",
) -> bytes:
    """Return a page. `body` is markup; `root` leads to the site's folder, such as "../".

    `playground` says whether the site has one. `scripts` is the markup of what the page runs, which `policy` allows.
    """

    def link(words: str) -> str:
        return f'<a href="{root}{PLAYGROUND}">{words}</a>'

    if app:
        way = f'<a href="{escape(app)}">the app</a>'
        computing = f"For other data and settings, which have to be computed, use {way}."
    elif playground:
        computing = f"Other data and settings are computed in your browser, in the {link('playground')}."
    else:
        computing = "Other data and settings need the app. It starts with: <code>rankviz</code>"
    ways = [link("Playground")] if playground else []
    ways += [f'<a href="{escape(app)}">Open the app</a>'] if app else []
    texts = {
        "root": root,
        "ways": "".join(ways),
        "body": body,
        "computing": computing,
        "scripts": scripts,
    }
    style = "".join(map(text_of, STYLES))
    return shell(title, fill("site/page.html", texts), style, policy=policy).encode()
