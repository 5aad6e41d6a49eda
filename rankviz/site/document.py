"""The frame of the site's plain pages: the head, and links to the other pages and to what needs the app."""

from rankviz.board.offline.document import shell
from rankviz.board.offline.markup import Markup, render
from rankviz.board.offline.modules import text_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The content security policy of a page without scripts."""
PLAYGROUND = "playground.html"
"""The page that computes runs in the visitor's browser, where the site has it."""
STYLES = ("offline/colours.css", "site/site.css", "styles/evidence.css")


def document(
    title: str,
    body: Markup,
    app: str,
    root: str,
    *,
    playground: bool = False,
    policy: str = POLICY,
    scripts: str = "",
) -> bytes:
    """Return a page; `root` leads to the site's folder, such as "../".

    `playground` : the site has one. `scripts` is the markup of the page's scripts, which `policy` allows.
    """
    there = root + PLAYGROUND
    if app:
        way = Markup('<a href="{}">the app</a>').format(app)
        computing = f"For other data and settings, which have to be computed, use {way}."
    elif playground:
        way = Markup('<a href="{}">playground</a>').format(there)
        computing = f"Other data and settings are computed in your browser, in the {way}."
    else:
        computing = "Other data and settings need the app. It starts with: <code>rankviz</code>"
    page = render(
        "board/frontend/site/page.html",
        root=root,
        playground=there if playground else "",
        app=app,
        body=body,
        computing=Markup(computing),
        scripts=Markup(scripts),
    )
    style = "".join(map(text_of, STYLES))
    return shell(title, page, style, policy=policy).encode()
