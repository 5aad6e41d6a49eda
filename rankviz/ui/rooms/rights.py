"""Who may do what in a room: the presenter by a cookie that no script reads, and nobody too often."""

from __future__ import annotations

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.requests import Request

from rankviz.ui.rooms.store import Refused, hashed
from rankviz.ui.serving.forwarded import first
from rankviz.ui.serving.visitors import COOKIE, SECRET

ELSEWHERE = "Only a page of this server may do that."
TOO_OFTEN = "Too many at once: try again in a second."


def owner_of(secret: str) -> str:
    """Return the name of a visitor in the stored rooms."""
    return hashed("owner", secret)


def owner(request: Request) -> str:
    """Return the owner's name of whoever sent the request. Raises Refused for a browser without the cookie."""
    secret = request.cookies.get(COOKIE, "")
    if not SECRET.fullmatch(secret):
        raise Refused(403, "Only the browser that opened the room leads it.")
    return owner_of(secret)


def from_here(request: Request) -> None:
    """Raise Refused for what a page of another site makes a browser send."""
    headers = request.headers
    origin = headers.get("origin")
    # A proxy that writes another Host names the browser's own in the second header. No page can: for such a header a
    # browser first asks us whether it may, and gets no leave. Who is no browser writes any Origin anyway.
    hosts = {headers.get("host", ""), first(headers, "x-forwarded-host")}
    foreign = origin is not None and urlsplit(origin).netloc not in hosts - {""}
    if foreign or headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise Refused(403, ELSEWHERE)
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "Send JSON.")


class Rate:
    """A limit of so many calls a second for each name, `burst` at once; the names used last are remembered."""

    def __init__(self, a_second: float, burst: int, names: int = 10_000) -> None:
        self._rate, self._burst, self._most = a_second, burst, names
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> None:
        """Count one call. Raises Refused when it is one too many. To be called on the event loop only."""
        now = time.monotonic()
        left, at = self._left.pop(name, (float(self._burst), now))
        left = min(self._burst, left + (now - at) * self._rate)
        self._left[name] = (max(0.0, left - 1), now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        if left < 1:
            raise Refused(429, TOO_OFTEN)
