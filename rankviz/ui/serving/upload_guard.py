"""A bound on uploads under way: Streamlit itself takes any number of files into its store."""

from __future__ import annotations

from collections import Counter

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config
from streamlit.runtime import Runtime, exists
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from rankviz.ui.serving.limits import ALL_BYTES, VISITOR_BYTES

PLACE = "/_stcore/upload_file/"


class UploadGuard:
    """ASGI middleware: refuses a file (413) when a session's, or all, would wait in more bytes than are allowed."""

    def __init__(self, app: ASGIApp, each: int = VISITOR_BYTES, whole: int = ALL_BYTES) -> None:
        self.app, self._each, self._whole = app, each, whole
        self._coming: Counter[str] = Counter()
        """Bytes under way by session; asked and changed on the server's one event loop only."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on unless it is a file there is no room for."""
        session = _session(scope)
        if session is None:
            await self.app(scope, receive, send)
            return
        size = _announced(Headers(scope=scope))
        if not self._fits(session, size):
            while (await receive()).get("more_body"):
                pass  # a browser hears no answer before it has sent all
            answer = PlainTextResponse("Too many uploaded files are waiting; try again in a minute.", 413)
            await answer(scope, receive, send)
            return
        self._coming[session] += size
        try:
            await self.app(scope, receive, send)
        finally:
            self._coming[session] -= size
            self._coming += Counter()  # drops the sessions that have nothing under way

    def _fits(self, session: str, size: int) -> bool:
        here = waiting()
        mine = here.get(session, 0) + self._coming[session] + size
        return mine <= self._each and sum(here.values()) + self._coming.total() + size <= self._whole


def waiting() -> dict[str, int]:
    """Return the bytes that wait in Streamlit's store, by session."""
    manager = Runtime.instance().uploaded_file_mgr if exists() else None
    if not isinstance(manager, MemoryUploadedFileManager):
        return {}
    sessions = list(manager.file_storage.items())
    return {session: sum(len(file.data) for file in list(files.values())) for session, files in sessions}


def release(file: UploadedFile) -> None:
    """Let Streamlit forget a file of this session that is stored elsewhere."""
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
    """Return the size that the request announces, or else the largest that Streamlit takes."""
    text = headers.get("content-length", "")
    if text.isascii() and text.isdecimal() and len(text) < 20:
        return int(text)
    return int(config.get_option("server.maxUploadSize")) * 2**20
