"""A host of plain files, as `python -m http.server` is, and an ear that hears what is asked of any other host."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

PREFIX = "/some/where"
"""A static host rarely serves a site at its root."""


class Host:
    """Serves `folder` on 127.0.0.1, below `PREFIX`, until `stop` or the end of a `with`."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(_Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}{PREFIX}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Host:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Be gone: nothing is answered any more."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join(10)


class Ear:
    """A proxy that answers nothing and notes the first line of what it is asked; use it in a `with`.

    A page whose proxy it is, but for 127.0.0.1, asks it for all that it wants from elsewhere.
    """

    def __init__(self) -> None:
        self.heard: list[str] = []
        ear = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Refuses everything."""

            def handle_one_request(self) -> None:
                line = self.rfile.readline(65_537).decode("latin-1").strip()
                if line:
                    ear.heard.append(line)
                self.wfile.write(
                    b"HTTP/1.1 502 Nobody here\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                self.close_connection = True

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Ear:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """The files below `PREFIX`, as any static host has them; what else is asked is another site's."""

    def translate_path(self, path: str) -> str:
        inside = path.partition("?")[0].startswith(f"{PREFIX}/")
        return super().translate_path(path[len(PREFIX) :] if inside else "/no such file")

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
