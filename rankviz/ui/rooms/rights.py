"""Permissions (HTTP-only cookie) and rate limits of rooms."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from starlette.requests import Request

from rankviz.ui.rooms.crowding import STREAMS, Limits
from rankviz.ui.rooms.store import Refused, hashed
from rankviz.ui.serving import visitors
from rankviz.ui.serving.client_address import of_request
from rankviz.ui.serving.forwarded import first
from rankviz.ui.serving.signing import SIGNING, OutOfReach

ELSEWHERE = "Only a page of this server may do that."
TOO_OFTEN = "Too many at once: try again in a second."
GUESSED = "Too many wrong codes came from your network. Wait a few seconds, then try again. Who is in the class stays."
NO_COOKIE = (
    "A class needs a cookie, so that everybody has one vote. Allow it for this page, and load the page again."
)
NOT_THERE = "This browser has opened no room with that code, or the room has ended."


def owner_of(secret: str) -> str:
    """Return a visitor's name in the stored rooms."""
    return hashed("owner", secret)


def visitor(request: Request) -> str:
    """Return the secret of the visitor whose browser sent the request; "" without a cookie of this server."""
    return visitors.in_cookies(request.cookies)


def owner(request: Request) -> str:
    """Return the owner's name for the sender of a request. Raises Refused for a browser without the cookie."""
    secret = visitor(request)
    if not secret:
        raise Refused(403, NOT_THERE)
    return owner_of(secret)


def whence(address: str) -> str:
    """Return the name under which an address is stored, which hides it. Raises Refused without the secret for that."""
    try:
        return SIGNING.hidden(address)
    except OutOfReach:
        raise Refused(503, "The store of the rooms does not answer. Try again in a moment.") from None


def from_here(request: Request) -> None:
    """Raise Refused for requests that another site's page makes a browser send."""
    headers = request.headers
    origin = headers.get("origin")
    # A proxy that rewrites Host puts the browser's own into the second header. No page can: before sending such a
    # header a browser asks us for permission, and gets none. Other clients can write any Origin anyway.
    hosts = {headers.get("host", ""), first(headers, "x-forwarded-host")}
    foreign = origin is not None and urlsplit(origin).netloc not in hosts - {""}
    if foreign or headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise Refused(403, ELSEWHERE)
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused(415, "Send JSON.")


class Rate:
    """A limit of so many calls per second for each name, `burst` at once; the names used last are remembered.

    To be called on the event loop only.
    """

    def __init__(self, a_second: float, burst: int, names: int = 10_000, why: str = TOO_OFTEN) -> None:
        self._rate, self._burst, self._most, self._why = a_second, burst, names, why
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, name: str) -> None:
        """Raise Refused when no call is left."""
        self._left_now(name)

    def count_call(self, name: str) -> None:
        """Count one call. Raises Refused when it exceeds the limit."""
        left, now = self._left_now(name)
        self._left[name] = (left - 1, now)
        self._left.move_to_end(name)
        if len(self._left) > self._most:
            self._left.popitem(last=False)

    def _left_now(self, name: str) -> tuple[float, float]:
        now = time.monotonic()
        left, at = self._left.get(name, (float(self._burst), now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            raise Refused(429, self._why, math.ceil((1 - left) / self._rate))
        return left, now


class Guesses:
    """Wrong codes by the address that they come from: a class may mistype, but nobody can try all codes.

    Only a wrong code counts, and that of a room that has ended is not a wrong one. An address that has used up its
    guesses is told nothing about right and wrong codes, or it could continue. For a room led from its own network the
    limit is that of `near`, so that a guesser there shuts nobody out. Followers and presenters of a room need no code
    any more. To be called on the event loop only.
    """

    def __init__(self, rate: Rate, near: Rate, codes: int = 1_000) -> None:
        self._rate, self._near, self._most = rate, near, codes
        self._right: OrderedDict[str, None] = OrderedDict()

    def check(self, request: Request, code: str, there: bool, known: bool, near: bool) -> None:
        """Count the code unless it is, or was, the code of a room. Raises Refused when the address has no guesses left.

        `near`: the room's presenter comes from that address, too.
        """
        if there:
            self._right[code] = None
            self._right.move_to_end(code)
            if len(self._right) > self._most:
                self._right.popitem(last=False)
        address = of_request(request.scope)
        if known or (not there and code in self._right):
            return
        if there:
            (self._near if near else self._rate).check(address)
            return
        with suppress(Refused):
            self._near.count_call(address)
        self._rate.count_call(address)


class Streams:
    """The open connections, in all, by room and by address. To be called on the event loop only."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, code: str, address: str) -> Iterator[None]:
        """Count a connection for as long as the block lasts. Raises Refused when it exceeds the limit."""
        limits, of_room, of_address = self._limits, f"room {code}", f"from {address}"
        if self._open[of_address] >= limits.streams_of_address:
            raise Refused(
                429,
                f"{limits.streams_of_address:,} pages of classes are open from your network, the most that one "
                f"network may have. Close some, or ask whoever runs it to raise {STREAMS}.",
            )
        if self._open[of_room] >= limits.streams:
            raise Refused(
                503, f"This room is full: {limits.streams:,} pages follow it. Try again in a minute."
            )
        if self._open[""] >= limits.streams_in_all:
            raise Refused(503, "Too many people follow classes on this server now. Try again later.")
        counted = (of_room, of_address, "")
        self._open.update(counted)
        try:
            yield
        finally:
            for name in counted:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]
