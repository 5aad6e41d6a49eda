"""`python -m rankviz serve` at work: asked over HTTP, looked at and hurt from outside. Linux only: it reads /proc."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from rankviz.cli.proxies import COOKIE

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class ManyWorkers:
    """So many workers behind a proxy, as long as the `with` lasts; `base` is "" or "/name"."""

    def __init__(self, workers: int, proxy: str, base: str = "", **environment: str) -> None:
        self.port, self.base = free_port(), base
        self.url = f"http://127.0.0.1:{self.port}{base}/"
        self._command = [sys.executable, "-m", "rankviz", "serve", "--port", str(self.port), "--proxy", proxy]
        self._command += ["--workers", str(workers), "--base-url-path", base]
        self._environment = {**os.environ, **environment}
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)

    def __enter__(self) -> ManyWorkers:
        self.process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        said = self.process.stdout.readline()
        if f"RankViz is at {self.url}: " not in said:
            self.process.kill()
            raise RuntimeError(f"it does not start: {said}{self.log()}")
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self._log.close()

    def stop(self) -> int:
        """End it as Ctrl-C does; its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()  # Linux ends its workers with it
            raise

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace")

    def ask(self, path: str, seat: str = "") -> tuple[int, str, str]:
        """(status, text, the seat that the answer names)."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request("GET", self.base + path, headers={"Cookie": f"{COOKIE}={seat}"} if seat else {})
        answer = line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        line.close()
        found = re.search(rf"{COOKIE}=([^;]+)", answer.getheader("set-cookie") or "")
        return answer.status, text, found[1] if found else seat

    def workers(self) -> dict[str, int]:
        """Process id of each worker by its port."""
        return {
            words[words.index("--server.port") + 1]: pid
            for pid, words in self._children()
            if "streamlit" in words
        }

    def configuration(self) -> str:
        for _, words in self._children():
            for word in " ".join(words).split():
                if word.endswith("nginx.conf"):
                    return Path(word).read_text(encoding="utf-8")
        raise AssertionError("nginx does not run")

    def _children(self) -> list[tuple[int, list[str]]]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                words = (stat.parent / "cmdline").read_bytes().decode().split("\0")
            except OSError:  # it has ended meanwhile
                continue
            if parent == self.process.pid:
                found.append((int(stat.parent.name), words))
        return found
