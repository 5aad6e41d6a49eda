"""Additions to Streamlit's first document: the app's styles and history, the stage's modules, its headers."""

import os
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rankviz.engine.errors import DataError, as_given
from rankviz.ui.serving import frontend
from rankviz.ui.serving.address import PAGES
from rankviz.ui.serving.sidebar import WITH_BOARD, WITHOUT_SIDEBAR

STYLES = {
    "gallery": ("gallery", "evidence"),
    "lessons": ("lessons", "lesson_steps"),
    "playlists": ("hidden_component", "lesson_steps", "playlists"),
    "reference": ("reference",),
    "arena": ("arena_page",),
    "ties": ("experiments", "ties"),
    "workbench": ("workbench_page",),
}
"""The style sheets that a page also sends itself, for visitors who come from another page."""


class FirstDocument:
    """ASGI middleware that adds to the one HTML document what a page needs before Streamlit has drawn anything.

    Styles that arrive with the script's first run move what is drawn by then; modules that are requested once the
    stage is mounted arrive a round trip later than those named here.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and complete the answer when it is the document."""
        if scope["type"] != "http" or scope["method"] != "GET" or not _may_be_document(scope["path"]):
            await self.app(scope, receive, send)
            return
        asked = MutableHeaders(scope=scope)
        del asked["if-none-match"], asked["if-modified-since"]  # what is added changes too
        asked["accept-encoding"] = "identity"
        presents = b"present=1" in scope["query_string"]
        page = scope["path"].rpartition("/")[2]
        await self.app(scope, receive, _Completed(send, page if page in PAGES else "", presents).send)


class _Completed:
    """The answer to one request; the document is held back until it is complete."""

    def __init__(self, send: Send, page: str, presents: bool) -> None:
        self._send, self._page, self._presents = send, page, presents
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_document(message):
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._complete(self._start)

    async def _complete(self, start: Message) -> None:
        body = completed(self._body, self._page, self._presents)
        headers = MutableHeaders(raw=start["headers"])
        headers["content-length"] = str(len(body))
        del headers["etag"], headers["last-modified"]
        _protect(headers)
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _may_be_document(path: str) -> bool:
    """Return whether Streamlit may answer with its document: it does wherever it has no file and no route."""
    ours = any(f"/{part}/" in f"{path}/" for part in ("api", "_stcore", "join", "presenter"))
    return "." not in path.rpartition("/")[2] and not ours


def _is_document(start: Message) -> bool:
    return start["status"] == 200 and Headers(raw=start["headers"]).get("content-type", "")[:9] == "text/html"


def completed(document: bytes, page: str = "", presents: bool = False) -> bytes:
    """Return the document with the stage's module at the end of its head, and the styles at the end of its body.

    A page below the app's address gets that address.

    Styles are in the body because Streamlit adds styles to the head as it draws, and the last one counts.
    """
    board = page in WITH_BOARD  # on others the stage's modules would only delay the page's
    if board:
        first = frontend.script("", mark=f'async src="{frontend.stage_url()}"')
        document = document.replace(b"</head>", first.encode() + b"</head>", 1)
    if page:
        # Not a module: it runs before Streamlit's, which is one.
        where = frontend.script(frontend.text("base_url.js"), "text/javascript")
        document = document.replace(b"</head>", where.encode() + b"</head>", 1)
    roomy = frontend.script(
        frontend.text("sidebar_fits.js"), "text/javascript", "data-board" if board else ""
    )
    document = document.replace(b"</head>", roomy.encode() + b"</head>", 1)
    added = frontend.styles("shell", *STYLES.get(page, ())) + frontend.script(
        frontend.text("stage/host/rest.js")
    )
    added += frontend.script(frontend.text("history_steps.js")) + frontend.script(
        frontend.text("close_menu.js")
    )
    added += frontend.script(frontend.text("page_links.js"))
    if page not in WITHOUT_SIDEBAR and not presents:
        added += frontend.styles("sidebar_placeholder") + frontend.script(
            frontend.text("sidebar_placeholder.js")
        )
    return document.replace(b"</body>", f"{added}</body>".encode(), 1)


VARIABLE = "RANKVIZ_FRAME_ANCESTORS"
"""The environment variable with the sites that may frame the app, as Content-Security-Policy writes them."""
_HOST = r"(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
_SITE = re.compile(rf"'self'|'none'|\*|https?:|(https?://)?{_HOST}(:(\d{{1,5}}|\*))?")


def frame_ancestors() -> str:
    """Return the sites that may frame the app: pages of the same server unless set. Raises DataError."""
    text = os.environ.get(VARIABLE, "").strip()
    sites = text.split() or ["'self'"]
    if not all(_SITE.fullmatch(site) for site in sites) or ("'none'" in sites and len(sites) > 1):
        raise DataError(
            f"{VARIABLE} is {as_given(text)}",
            remedy="Name sites such as https://moodle.example.org, with spaces between; * for all, 'none' for none",
        )
    return " ".join(sites)


def _protect(headers: MutableHeaders) -> None:
    """Add the headers to those of a document."""
    headers["x-content-type-options"] = "nosniff"
    headers.append("content-security-policy", f"frame-ancestors {FRAME_ANCESTORS}")


FRAME_ANCESTORS = frame_ancestors()
