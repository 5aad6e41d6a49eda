"""Visitors: each browser is identified by a secret cookie, so that a reload finds its visitor's uploads.

The cookie is set with the page, for as long as the browser is open. Scripts cannot read it, and a page elsewhere
cannot make the browser send it except with a link. The server signs it: nobody becomes a visitor by inventing one,
and any other cookie is replaced by a new one. A browser that rejects cookies is remembered until its page is
reloaded. Streamlit's own XSRF cookie is not suitable: scripts may read it, and it is absent where that protection
is switched off.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rankviz.ui.serving.address import base_path
from rankviz.ui.serving.forwarded import encrypted
from rankviz.ui.serving.signing import SIGNING

COOKIE = "rankviz_visitor"
SECRET = re.compile(r"[A-Za-z0-9_-]{32}")


def current() -> str:
    """Return the secret of the visitor whose page runs: their browser's, or without one their session's."""
    return of_browser() or str(st.session_state.setdefault("visitor", _new()))


def of_browser() -> str:
    """Return the secret in the cookie of the browser whose page runs; "" for one that rejects cookies."""
    SIGNING.load()
    return in_cookies(st.context.cookies)


def in_cookies(cookies: Mapping[str, str]) -> str:
    """Return the secret in a browser's cookies; "" without one that this server has signed."""
    signed = cookies.get(COOKIE, "")
    secret = SIGNING.read(signed) if isinstance(signed, str) else ""
    return secret if SECRET.fullmatch(secret) else ""


def public_name() -> str:
    """Return a name for that visitor which may be stored in files: the secret cannot be found from it."""
    return hashlib.sha256(f"rankviz visitor {current()}".encode()).hexdigest()[:20]


def _new() -> str:
    return secrets.token_urlsafe(24)


class VisitorCookie:
    """ASGI middleware that sets the cookie with the first page that a browser requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; add the cookie to the answer when it is a page for a browser that has none."""
        if scope["type"] != "http" or not await _needs_cookie(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("set-cookie", _written(encrypted(scope)))
                headers["cache-control"] = "no-store"  # nobody else may be handed this cookie
            await send(message)

        await self.app(scope, receive, with_cookie)


async def _needs_cookie(headers: Headers) -> bool:
    asks_for_page = "text/html" in headers.get("accept", "")
    known = asks_for_page and (SIGNING.ready or await run_in_threadpool(SIGNING.load))
    return known and not in_cookies(cookie_parser(headers.get("cookie", "")))


def _written(secure: bool) -> str:
    # Without a slash at its end: it then covers the folder itself too, and no other that begins with its name.
    return (
        f"{COOKIE}={SIGNING.signed(_new())}; Path={base_path() or '/'}; HttpOnly; SameSite=Lax"
        + "; Secure" * secure
    )
