"""The routes of rooms and their pages: those that join and follow one, its events, the presenter's steps, and votes."""

import asyncio
import html
import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from rankviz.board.offline.document import STYLES, fill, shell
from rankviz.board.offline.modules import text_of
from rankviz.engine.errors import DataError
from rankviz.ui.rooms.events import Hub, closing, reading, writing
from rankviz.ui.rooms.rights import (
    GUESSED,
    NO_COOKIE,
    NOT_THERE,
    Guesses,
    Rate,
    Streams,
    from_here,
    owner,
    owner_of,
    visitor,
    whence,
)
from rankviz.ui.rooms.store import LENGTH, LONGEST, MOST_ROUND, NO_ROOM, Refused, Room, code_of, rooms
from rankviz.ui.serving import frontend
from rankviz.ui.serving.client_address import of_request
from rankviz.ui.serving.signing import SIGNING, OutOfReach

BODY = 2_000
"""Bytes of a step or of a vote."""
BODY_WAITS = 10.0
"""Seconds in which a body must arrive."""
STEPS = Rate(20, 40)
MOST_ALPHA = 1e6
MOST_NAME = 200
"""Characters of a ranker's name."""
VOTES = Rate(3, 10)
GUESSES = Guesses(Rate(0.1, 100, why=GUESSED), Rate(1, 1_000, why=GUESSED))
"""A network has 100 wrong codes at once and six more per minute; ten times as many for a class led from it."""
CODE = f"A code has {LENGTH} to {LONGEST} letters and digits, such as K7QM9."
NO_STORE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
STREAM = NO_STORE | {"X-Accel-Buffering": "no"}  # nginx would hold events back
Handler = Callable[[Request], Awaitable[Response]]


@cache
def hub() -> Hub:
    """Return the listeners of this process."""
    return Hub(rooms())


def running() -> AbstractContextManager[None]:
    """Close all connections when the server stops."""
    return closing(hub())


async def find_pack(digest: str) -> tuple[bytes, bool] | None:
    """Return a run that a room shows, and whether it is private; None when no room shows it."""
    try:
        return await reading(rooms().pack, digest)
    except Refused:
        return None


def _secret() -> bytes:
    """Return the secret that signs cookies, which all processes that share the rooms have."""
    try:
        return rooms().secret()
    except Refused as refused:
        raise OutOfReach from refused


SIGNING.kept = _secret


@cache
def streams() -> Streams:
    """Return the connections to this process."""
    return Streams(rooms().limits)


def _refusals_answered(handler: Handler) -> Handler:
    """Answer a request that the handler refuses with the sentence of the refusal."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            return PlainTextResponse(str(refused), refused.status, _headers(refused))

    return answer


def _headers(refused: Refused) -> dict[str, str]:
    if refused.status == 408:  # the rest of the request may still come, so no other can follow
        return NO_STORE | {"Connection": "close"}
    return NO_STORE | ({"Retry-After": str(refused.again)} if refused.status in (429, 503) else {})


async def _room(request: Request) -> tuple[str, Room | None]:
    """Return the code in the address of a request, and the room of that code; see :class:`Guesses`."""
    if not SIGNING.ready:
        await reading(SIGNING.load)
    code, who = code_of(request.path_params["code"]), visitor(request)

    address = whence(of_request(request.scope))

    def found() -> tuple[Room | None, bool, bool]:
        # All are checked in either case, so that the answer's timing tells nothing about the code.
        room, follows, near = rooms().room(code), rooms().follows(code, who), rooms().led_from(code, address)
        return room, room is not None and bool(who) and (follows or room.owner == owner_of(who)), near

    room, known, near = await reading(found)
    GUESSES.check(request, code, room is not None, known, near)
    return code, room


async def _mine(request: Request) -> str:
    """Return the code of the room that the sender of the request has opened. Raises Refused (403) for any other."""
    code, room = await _room(request)
    if room is None or room.owner != owner(request):
        raise Refused(403, NOT_THERE)
    return code


async def send_join(request: Request) -> Response:
    """Send the page with the field for a code, or redirect to the room of a code in the query."""
    asked = request.query_params.get("code")
    code = code_of(asked or "")
    if code:
        return RedirectResponse(f"join/{code}", 303, NO_STORE)
    problem = "" if asked is None else CODE
    return HTMLResponse(_join_page(problem), headers=NO_STORE | POLICY)


async def send_without_slash(request: Request) -> Response:
    """Redirect to the page with the field for a code, for visitors who type an extra slash."""
    return RedirectResponse("../join", 303, NO_STORE)


async def send_follow(request: Request) -> Response:
    """Send the page of a follower; without a room the page with the field for a code (404)."""
    code = code_of(request.path_params["code"])
    if code and code != request.path_params["code"]:
        return RedirectResponse(code, 303, NO_STORE)
    try:
        found = (await _room(request))[1] is not None
    except Refused as refused:
        page = _join_page(str(refused), "../join")
        return HTMLResponse(page, refused.status, _headers(refused) | POLICY)
    if not found:
        return HTMLResponse(_join_page(NO_ROOM, "../join"), 404, NO_STORE | POLICY)
    return HTMLResponse(_follow_page(code), headers=NO_STORE | POLICY)


async def send_presenter(request: Request) -> Response:
    """Send the presenter's second window, the same for everybody."""
    return HTMLResponse(_presenter_page(), headers=NO_STORE | POLICY)


class EventStream(StreamingResponse):
    """Events of a room, which count as a connection of their address as long as they are sent."""

    media_type = "text/event-stream"

    def __init__(self, request: Request, code: str, voter: str) -> None:
        address = of_request(request.scope)
        super().__init__(hub().events(code, voter, whence(address)), headers=STREAM)
        self._counted = streams().one_more(code, address)
        self._counted.__enter__()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until either side ends the connection."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._counted.__exit__(None, None, None)


async def send_events(request: Request) -> Response:
    """Send the events of a room to a follower, or with ?as=presenter to the one who opened it."""
    if request.query_params.get("as") == "presenter":
        return EventStream(request, await _mine(request), "")
    code, voter = (await _room(request))[0], visitor(request)
    if not voter:
        raise Refused(403, NO_COOKIE)
    return EventStream(request, code, voter)


async def take_step(request: Request) -> Response:
    """Take the presenter's step, {t, beat, run}, with `tried` while something is being tried.

    That is {index, round, alpha}, {tie} or {answers}."""
    from_here(request)
    code, mine = await _mine(request), owner(request)
    STEPS.count_call(f"{code} {mine}")
    step = await _json(request, t=int, beat=int, run=str)
    tried = _tried(step.get("tried"))
    await writing(rooms().go, code, mine, step["run"], step["t"], step["beat"], tried)
    return Response(status_code=204, headers=NO_STORE)


def _tried(asked: Any) -> str:
    """Return what is tried as JSON: a run, a round, and an α; a tie value; or rankers' answers.

    Raises Refused for anything else.
    """
    if asked is None:
        return ""
    if isinstance(asked, dict) and "tie" in asked:
        from rankviz.engine.data.battles import TIE  # imports numpy, which the server does not need to start

        with suppress(DataError):
            return json.dumps({"tie": TIE.check(asked["tie"])})
    elif isinstance(asked, dict) and "answers" in asked:
        if _are_answers(asked["answers"]):
            return json.dumps({"answers": asked["answers"]})
    elif isinstance(asked, dict):
        index, at, alpha = (asked.get(name) for name in ("index", "round", "alpha"))
        whole = type(index) is int and type(at) is int and 0 <= index <= MOST_ROUND and 1 <= at <= MOST_ROUND
        if whole and isinstance(alpha, float | int) and abs(alpha) <= MOST_ALPHA:
            return json.dumps({"index": index, "round": at, "alpha": alpha})
    raise Refused(400, "Send what is tried as {index, round, alpha}, {tie} or {answers}.")


def _are_answers(asked: Any) -> bool:
    """Return whether this is one ranker's answer to each item, [{name, bits}], of a table that is shown whole."""
    if not isinstance(asked, list) or len(asked) != 1 or not isinstance(asked[0], dict):
        return False
    from rankviz.board.splits import FEW_ITEMS  # imports numpy, as above

    name, bits = asked[0].get("name"), asked[0].get("bits")
    named = isinstance(name, str) and len(name) <= MOST_NAME and set(asked[0]) == {"name", "bits"}
    few = isinstance(bits, list) and 1 <= len(bits) <= FEW_ITEMS
    return named and few and all(type(bit) is int and bit in (0, 1) for bit in bits or [])


async def take_vote(request: Request) -> Response:
    """Take a follower's vote, {question, option}."""
    from_here(request)
    (code, _), voter = await _room(request), visitor(request)
    if not voter:
        raise Refused(403, NO_COOKIE)
    VOTES.count_call(f"{code} {voter}")
    vote = await _json(request, question=str, option=int)
    await writing(rooms().vote, code, vote["question"], voter, vote["option"])
    return Response(status_code=204, headers=NO_STORE)


async def _json(request: Request, **fields: type) -> dict[str, Any]:
    """Return the fields of a small JSON body. Raises Refused for any other body, and for one that does not arrive."""
    body = b""
    try:
        async with asyncio.timeout(BODY_WAITS):
            async for part in request.stream():
                body += part
                if len(body) > BODY:
                    raise Refused(413, "That is too long.")
    except TimeoutError:
        raise Refused(408, f"The rest of that did not come within {BODY_WAITS:g} s.") from None
    try:
        values = json.loads(body)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or any(
        type(values.get(name)) is not kind for name, kind in fields.items()
    ):
        raise Refused(400, f"Send JSON with {', '.join(fields)}.")
    return values


def routes(base: str) -> tuple[Route, ...]:
    """Return the routes under a base path."""
    return (
        Route(f"{base}/join", _refusals_answered(send_join)),
        Route(f"{base}/join/", send_without_slash),
        Route(f"{base}/join/{{code}}", _refusals_answered(send_follow)),
        Route(f"{base}/presenter", send_presenter),
        Route(f"{base}/api/room/{{code}}/events", _refusals_answered(send_events)),
        Route(f"{base}/api/room/{{code}}/go", _refusals_answered(take_step), methods=["POST"]),
        Route(f"{base}/api/room/{{code}}/vote", _refusals_answered(take_vote), methods=["POST"]),
    )


POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src 'self' data: blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "same-origin",
}
"""No scripts but ours, and no requests to other hosts."""


def _join_page(problem: str, action: str = "join") -> str:
    """Return the page with the field for a room's code; `problem` is what is wrong, `action` the form's address."""
    warning = f'<p role="alert">{html.escape(problem)}</p>' if problem else ""
    body = fill("follow/join.html", {"action": action, "warning": warning})
    return _page("Join a class · RankViz", body, frontend.styles("follow"), ' class="join"')


def _follow_page(code: str) -> str:
    """Return the page that follows the room of that code."""
    first = f"../{frontend.stage_url('follow/follow.js')}"
    body = fill("follow/follow.html", {"code": code, "first": first})
    style = frontend.styles("follow")
    return _page(f"Class {code} · RankViz", body, style, f' class="follow" data-code="{code}"')


def _presenter_page() -> str:
    """Return the presenter's second window, which only gets what the stage in the same browser sends."""
    body = fill("follow/presenter.html", {"first": frontend.stage_url("follow/presenter.js")})
    return _page("Notes · RankViz", body, frontend.styles("presenter"), ' class="presenter"')


def _page(title: str, body: str, head: str, attributes: str) -> str:
    # A follower's page is laid out like a saved run.
    return shell(title, body, "".join(map(text_of, STYLES)), head=head, attributes=attributes)
