"""A bound on pending uploads: Streamlit itself accepts any number of files into its store.

Received bytes count, not announced ones: a client that announces files and sends nothing takes no room from others.
"""

import asyncio
from collections import Counter
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config
from streamlit.runtime import Runtime, exists
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from rankviz.ui.serving.limits import ALL_BYTES, VISITOR_BYTES

PLACE = "/_stcore/upload_file/"
IDLE = 30.0
"""Seconds without data after which a file is dropped."""
FULL = 413, "Too many uploaded files are waiting; try again in a minute."
STALLED = 408, f"Nothing more of the file came for {IDLE:g} s. Send it again."


class UploadGuard:
    """ASGI middleware that refuses a file (413) when a session's, or all, would wait in more bytes than are allowed.

    A file that sends nothing for `idle` seconds is dropped (408).
    """

    def __init__(
        self, app: ASGIApp, each: int = VISITOR_BYTES, whole: int = ALL_BYTES, idle: float = IDLE
    ) -> None:
        self.app, self._each, self._whole, self._idle = app, each, whole, idle
        self._coming: Counter[str] = Counter()
        """Received bytes of the pending files, by session; changed only on the server's one event loop."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on unless it is a file there is no room for."""
        session = _session(scope)
        if session is None:
            await self.app(scope, receive, send)
            return
        upload = _Upload(receive, send, self._idle, lambda size: self._take(session, size))
        try:
            if self._fits(session, _announced(Headers(scope=scope))):
                await self.app(scope, upload.receive, upload.send)
            else:
                await upload.refuse(FULL)
        except ClientDisconnect:
            if upload.refused is None:
                raise
        finally:
            self._coming[session] -= upload.taken
            self._coming += Counter()  # drops the sessions without pending uploads
        if upload.refused is not None and not upload.answered:
            status, why = upload.refused
            # The rest of the request may never come, so that the connection cannot be used for another.
            await PlainTextResponse(why, status, {"Connection": "close"})(scope, receive, send)

    def _take(self, session: str, size: int) -> bool:
        """Count bytes that have arrived; return whether there is room for them."""
        if not self._fits(session, size):
            return False
        self._coming[session] += size
        return True

    def _fits(self, session: str, size: int) -> bool:
        here = waiting()
        mine = here.get(session, 0) + self._coming[session] + size
        return mine <= self._each and sum(here.values()) + self._coming.total() + size <= self._whole


class _Upload:
    """A request with a file: its messages, of which `take` counts the bytes and returns whether there is room."""

    def __init__(self, receive: Receive, send: Send, idle: float, take: Callable[[int], bool]) -> None:
        self._receive, self._send, self._idle, self._take = receive, send, idle, take
        self.taken = 0
        self.refused: tuple[int, str] | None = None
        self.answered = self._whole = False

    async def receive(self) -> Message:
        """Return the next message; for a refused file, a disconnect."""
        message = await self._next()
        size = len(message.get("body", b""))
        if self.refused is None and size and not self._take(size):
            await self.refuse(FULL)
        if self.refused is not None:
            return {"type": "http.disconnect"}
        self.taken += size
        return message

    async def refuse(self, why: tuple[int, str]) -> None:
        """Refuse the file, and let the rest of it pass: a browser reads no answer before it has sent everything."""
        self.refused = why
        while not self._whole:
            await self._next()

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on."""
        self.answered = True
        await self._send(message)

    async def _next(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._idle):
                message = await self._receive()
        except TimeoutError:
            self.refused = self.refused or STALLED
            message = {"type": "http.disconnect"}
        self._whole = not message.get("more_body")
        return message


def waiting() -> dict[str, int]:
    """Return the bytes that wait in Streamlit's store, by session."""
    manager = Runtime.instance().uploaded_file_mgr if exists() else None
    if not isinstance(manager, MemoryUploadedFileManager):
        return {}
    sessions = list(manager.file_storage.items())
    return {session: sum(len(file.data) for file in list(files.values())) for session, files in sessions}


def release(file: UploadedFile) -> None:
    """Make Streamlit forget a file of this session that is stored elsewhere."""
    here = get_script_run_ctx()
    if here is not None and isinstance(here.uploaded_file_mgr, MemoryUploadedFileManager):
        here.uploaded_file_mgr.remove_file(here.session_id, file.file_id)


def _session(scope: Scope) -> str | None:
    """Return the session that a file is sent to; None for any other request."""
    if scope["type"] != "http" or scope["method"] not in ("PUT", "POST"):
        return None
    _, found, rest = scope["path"].partition(PLACE)
    return rest.partition("/")[0] if found else None


def _announced(headers: Headers) -> int:
    """Return the size that the request announces, or else the largest that Streamlit accepts."""
    text = headers.get("content-length", "")
    if text.isascii() and text.isdecimal() and len(text) < 20:
        return int(text)
    return int(config.get_option("server.maxUploadSize")) * 2**20
