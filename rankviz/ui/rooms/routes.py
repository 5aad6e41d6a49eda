"""The routes of rooms: the page that joins one, its events, the presenter's steps, and votes."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from rankviz.ui.rooms import pages
from rankviz.ui.rooms.events import Hub
from rankviz.ui.rooms.rights import Rate, from_here, owner
from rankviz.ui.rooms.store import NO_ROOM, NOT_YOURS, Refused, code_of, rooms

VOTER = re.compile(r"[A-Za-z0-9_-]{16,64}")
BODY = 2_000
"""Bytes of a step or of a vote."""
STEPS = Rate(20, 40)
VOTES = Rate(3, 10)
NO_STORE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
STREAM = NO_STORE | {"X-Accel-Buffering": "no"}  # nginx would hold events back
Handler = Callable[[Request], Awaitable[Response]]


@cache
def hub() -> Hub:
    """The listeners of this process."""
    return Hub(rooms())


def _refusals_answered(handler: Handler) -> Handler:
    """Answer what the handler refuses with the sentence of the refusal."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            return PlainTextResponse(str(refused), refused.status, NO_STORE)

    return answer


async def send_join(request: Request) -> Response:
    """Send the page that asks for a code, or lead on to the room of a code in the query."""
    asked = request.query_params.get("code")
    code = code_of(asked or "")
    if code:
        return RedirectResponse(f"join/{code}", 303, NO_STORE)
    problem = "" if asked is None else "A code has five letters and digits, such as K7QM9."
    return HTMLResponse(pages.asking(problem), headers=NO_STORE | pages.POLICY)


async def send_without_slash(request: Request) -> Response:
    """Lead to the page that asks for a code, for those who type a slash more."""
    return RedirectResponse("../join", 303, NO_STORE)


async def send_follow(request: Request) -> Response:
    """Send the page of a follower; without a room the one that asks for a code (404)."""
    code = code_of(request.path_params["code"])
    if code and code != request.path_params["code"]:
        return RedirectResponse(code, 303, NO_STORE)
    if not code or await run_in_threadpool(rooms().room, code) is None:
        return HTMLResponse(pages.asking(NO_ROOM, "../join"), 404, NO_STORE | pages.POLICY)
    return HTMLResponse(pages.following(code), headers=NO_STORE | pages.POLICY)


async def send_presenter(request: Request) -> Response:
    """Send the presenter's second window, the same for everybody."""
    return HTMLResponse(pages.presenting(), headers=NO_STORE | pages.POLICY)


async def send_events(request: Request) -> Response:
    """Send the events of a room: for a follower by a random name, with ?as=presenter for the one who opened it."""
    code, voter = code_of(request.path_params["code"]), request.query_params.get("voter", "")
    if request.query_params.get("as") == "presenter":
        voter = ""
        room = await run_in_threadpool(rooms().room, code)
        if room is not None and room.owner != owner(request):
            raise Refused(403, NOT_YOURS)
    elif not VOTER.fullmatch(voter):
        raise Refused(400, "A follower has a random name of 16 to 64 letters and digits.")
    return StreamingResponse(hub().events(code, voter), media_type="text/event-stream", headers=STREAM)


async def take_step(request: Request) -> Response:
    """Take the presenter's step, {t, beat, run}."""
    code = code_of(request.path_params["code"])
    from_here(request)
    mine = owner(request)
    STEPS.take(f"{code} {mine}")
    step = await _json(request, t=int, beat=int, run=str)
    await run_in_threadpool(rooms().go, code, mine, step["run"], step["t"], step["beat"])
    return Response(status_code=204, headers=NO_STORE)


async def take_vote(request: Request) -> Response:
    """Take a follower's vote, {question, option, voter}."""
    code = code_of(request.path_params["code"])
    from_here(request)
    vote = await _json(request, question=str, option=int, voter=str)
    VOTES.take(f"{code} {vote['voter']}")
    await run_in_threadpool(rooms().vote, code, vote["question"], vote["voter"], vote["option"])
    return Response(status_code=204, headers=NO_STORE)


async def _json(request: Request, **fields: type) -> dict[str, Any]:
    """Return the fields of a small JSON body. Raises Refused for any other body."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY:
            raise Refused(413, "That is too long.")
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
