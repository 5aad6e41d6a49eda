"""Connections without a complete request: uvicorn, as Streamlit starts it, would wait for one forever."""

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS = 15.0
"""Seconds from the opening of a connection, or from an answer, to the end of the next request's head."""

UNDER_WAY = object()
"""Stands for a request whose answer was under way."""


def close_half_sent(seconds: float = SECONDS) -> Callable[[], None]:
    """Make uvicorn close connections that wait for a request's head for so long; return the function that undoes it.

    A connection that waits after an answer without having sent anything is closed by uvicorn itself, earlier. One whose
    answer is under way, or that has become a websocket, is left alone.
    """
    protocol: Any = AutoHTTPProtocol
    before = protocol.connection_made

    @wraps(before)
    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        before(self, transport)
        asyncio.get_running_loop().call_later(seconds, _close_if_waiting, self, transport, None, seconds)

    protocol.connection_made = connection_made

    def undo() -> None:
        protocol.connection_made = before

    return undo


def _close_if_waiting(http: Any, transport: asyncio.Transport, answered: object, seconds: float) -> None:
    """Close a connection that has waited since the last check, if `answered` was its last request; else check later."""
    now: Any = transport.get_protocol()
    if transport.is_closing() or now is not http:
        return
    last = http.cycle
    waits = last is None or last.response_complete
    if waits and last is answered:
        transport.close()
        return
    asyncio.get_running_loop().call_later(
        seconds, _close_if_waiting, http, transport, last if waits else UNDER_WAY, seconds
    )
