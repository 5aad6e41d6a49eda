"""The real parts of a browser test: the app as people start it, and a Chromium to look at it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Playwright
from playwright.sync_api import Error as PlaywrightError

from helpers.many_workers import free_port

ROOT = Path(__file__).resolve().parents[3]
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
THRIFTY = (
    "--js-flags=--single-threaded --min-semi-space-size=16 --no-opt --no-maglev --no-incremental-marking"
)
"""For a machine that tests fill: compiling and collecting beside the page costs a sixth more of the processor.

No function of a page runs long enough in a test to repay what V8 would spend on optimizing it, and no test sees the
pauses that marking in small steps spares a reader: at once it costs a tenth less.
"""
NO_BROWSER = (
    "No Chromium could be started: install one (apt-get install chromium, or python -m playwright install "
    "chromium), or name its executable in RANKVIZ_CHROMIUM."
)


LINUX = sys.platform == "linux"
C_LIBRARY = ctypes.CDLL(None) if LINUX else None


def end_with_parent() -> None:
    """Asks Linux to end this process when the one that started it is killed, and could not say so itself."""
    if C_LIBRARY is not None:
        C_LIBRARY.prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Ports:
    """Ports that servers take one after the other: at an address that it knows a page has read its scripts before."""

    def __init__(self) -> None:
        self._idle: list[int] = []

    def lend(self) -> int:
        """One of before that is free, else another."""
        while self._idle:
            port = self._idle.pop()
            with socket.socket() as listener, contextlib.suppress(OSError):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", port))
                return port
        return free_port()

    def take_back(self, port: int) -> None:
        """Nobody listens there any more."""
        self._idle.append(port)


PORTS = Ports()


class Server:
    """`streamlit run app.py` on a free port; use it in a `with`, so that it always ends.

    `base` is its `server.baseUrlPath`, "" or "name/"; `root` is the folder whose app.py it serves, with `python`. With
    `program`, the command `rankviz` of an environment, that is started in its place, in the folder `root`.
    """

    def __init__(
        self,
        data_dir: Path | None = None,
        base: str = "",
        root: Path = ROOT,
        program: Path | None = None,
        python: Path | str = sys.executable,
        **environment: str,
    ) -> None:
        self.port = PORTS.lend()
        self.root = root
        self._program = program
        self._python = str(python)
        self.url = f"http://127.0.0.1:{self.port}/{base}"
        self._environment = {**os.environ, "STREAMLIT_SERVER_BASE_URL_PATH": base, **environment}
        self._environment.pop("RANKVIZ_DATA_DIR", None)
        if data_dir is not None:
            self._environment["RANKVIZ_DATA_DIR"] = str(data_dir)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the server)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._log.close()
        PORTS.take_back(self.port)

    def start(self, patience: float = 60.0) -> None:
        """Start, and wait until it answers."""
        command = [self._python, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
        command += ["--server.address", "127.0.0.1", "--server.port", str(self.port)]
        if self._program is not None:
            command = [str(self._program), "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command,
            cwd=self.root,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent if LINUX else None,
        )
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}_stcore/health", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        log = self.log()
        self.stop()
        raise RuntimeError(f"The app did not start within {patience:g} s. It said:\n{log}")

    def stop(self) -> None:
        """End it and everything it started."""
        process, self._process = self._process, None
        if process is None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            try:
                process.wait(timeout=5)
                return
            except subprocess.TimeoutExpired:
                continue

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        assert self._process is not None, "the app does not run"
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=20)

    @property
    def pid(self) -> int:
        assert self._process is not None, "the app does not run"
        return self._process.pid

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace")


def app_that_ends(folder: Path, end: str) -> Path:
    """The app in a folder of its own, whose app.py ends with more lines."""
    for name in ("pages", ".streamlit"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "app.py").write_text((ROOT / "app.py").read_text() + end)
    return folder


def launch_chromium(playwright: Playwright, *more_flags: str) -> Browser:
    """RANKVIZ_CHROMIUM, else the system's, else playwright's own. Raises RuntimeError when none starts."""
    named = os.environ.get("RANKVIZ_CHROMIUM")
    installed = map(shutil.which, ("chromium", "chromium-headless-shell"))
    wishes = [named] if named else ["/usr/bin/chromium", *installed, None]
    why = ""
    for path in dict.fromkeys(wishes):
        if path and not Path(path).is_file():
            continue
        more: dict[str, Any] = {"executable_path": path} if path else {}
        try:
            return playwright.chromium.launch(args=[*FLAGS, *more_flags], **more)
        except PlaywrightError as error:
            why = f" ({str(error).strip().splitlines()[0]})"
    raise RuntimeError(NO_BROWSER + why)
