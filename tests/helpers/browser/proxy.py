"""A small reverse proxy: serves an app in a folder, and keeps each visitor with one of several processes."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from itertools import count

from helpers.browser.serving import Ports

COOKIE = "seat"
PORTS = Ports()


class Proxy:
    """Listens on 127.0.0.1 and hands `/prefix/…` on to one of `ports`; use it in a `with`.

    The app does not see the prefix. A cookie keeps a visitor with one process; whatever lies outside
    the prefix is answered with 404, as another app of the same host would.
    """

    def __init__(self, ports: list[int], prefix: str) -> None:
        self.ports, self.prefix = ports, prefix
        self.port = PORTS.lend()
        self.url = f"http://127.0.0.1:{self.port}{prefix}/"
        self._turns = count()
        self._loop = asyncio.new_event_loop()
        self._open: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Proxy:
        self._thread.start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result(10)
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        PORTS.take_back(self.port)

    async def _close(self) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._one(reader, writer)
        finally:
            self._open.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, or one websocket; the browser makes a new connection for the next."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, path, rest = head.split(" ", 2)
        if path == self.prefix:
            writer.write(f"HTTP/1.1 301 Moved\r\nLocation: {path}/\r\n{CLOSE}".encode())
            return
        if not path.startswith(f"{self.prefix}/"):
            writer.write(f"HTTP/1.1 404 Not Found\r\n{CLOSE}".encode())
            return
        found = re.search(rf"^cookie:.*\b{COOKIE}=(\d)", head, re.IGNORECASE | re.MULTILINE)
        seat = int(found[1]) if found else next(self._turns) % len(self.ports)
        path = path.removeprefix(self.prefix)
        if not re.search(r"^upgrade: websocket", rest, re.IGNORECASE | re.MULTILINE):
            rest = re.sub(r"^connection:.*?\r\n", "", rest, flags=re.IGNORECASE | re.MULTILINE)
            rest = rest.replace("\r\n", "\r\nConnection: close\r\n", 1)
        there, back = await asyncio.open_connection("127.0.0.1", self.ports[seat])
        back.write(f"{method} {path} {rest}".encode("latin-1"))
        sending = asyncio.create_task(_pour(reader, back))
        answer = await there.readuntil(b"\r\n\r\n")
        if not found:
            cookie = f"\r\nSet-Cookie: {COOKIE}={seat}; Path={self.prefix}/; HttpOnly; SameSite=Lax\r\n"
            answer = answer.replace(b"\r\n", cookie.encode(), 1)
        writer.write(answer)
        try:
            await _pour(there, writer)
        finally:
            sending.cancel()
            back.close()


CLOSE = "Content-Length: 0\r\nConnection: close\r\n\r\n"


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """All that comes, until its end."""
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
