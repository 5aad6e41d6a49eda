"""A host of plain files, as `python -m http.server` is, and an ear that hears what is asked of any other host."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

PREFIX = "/some/where"
"""A static host rarely serves a site at its root."""


class _Served:
    """An HTTP server on 127.0.0.1 in a thread of its own, until the end of a `with`."""

    def __init__(self, handler: Callable[..., http.server.BaseHTTPRequestHandler]) -> None:
        self._handler, self._port = handler, 0

    def __enter__(self) -> Self:
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"


class Host(_Served):
    """Serves `folder` below `PREFIX`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(functools.partial(_Quiet, directory=str(folder)))

    @property
    def url(self) -> str:
        return f"{super().url}{PREFIX}/"

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """A time in which nothing is answered."""
        self.__exit__()
        try:
            yield
        finally:
            self.__enter__()


class Ear(_Served):
    """A proxy that answers nothing and notes the first line of what it is asked.

    A page whose proxy it is, but for 127.0.0.1, asks it for all that it wants from elsewhere.
    """

    def __init__(self) -> None:
        self.heard: list[str] = []
        super().__init__(functools.partial(_Deaf, self.heard))


class _Deaf(http.server.BaseHTTPRequestHandler):
    """Refuses everything."""

    def __init__(self, heard: list[str], *connection: Any) -> None:
        self._heard = heard
        super().__init__(*connection)

    def handle_one_request(self) -> None:
        line = self.rfile.readline(65_537).decode("latin-1").strip()
        if line:
            self._heard.append(line)
        self.wfile.write(b"HTTP/1.1 502 Nobody here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        self.close_connection = True


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """The files below `PREFIX`, as any static host has them; what else is asked is another site's."""

    def translate_path(self, path: str) -> str:
        inside = path.partition("?")[0].startswith(f"{PREFIX}/")
        return super().translate_path(path[len(PREFIX) :] if inside else "/no such file")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
