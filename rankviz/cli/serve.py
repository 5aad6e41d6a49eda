"""The command `serve`: several processes of the app behind a proxy that keeps each visitor with one of them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType

from rankviz.cli.options import Parser, number
from rankviz.cli.proxies import PROXIES, Proxy, Site
from rankviz.errors import DataError, shown
from rankviz.threads import processors

COMMAND = "serve"
APP = Path(__file__).parents[2] / "app.py"
MOST = 64
"""Workers of one machine."""
STARTS = 120.0
"""Seconds in which a worker has to answer."""
STEADY = 10.0
"""A process that lived for so many seconds is started again at once; one that did not, after a while."""
WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each new try; after the last one everything ends."""
LOOK = 0.1
"""Seconds between two looks at whether all of them live."""
STOPS = 10.0
"""Seconds in which a process has to end by itself."""
HELP = """\
Serve the app with several processes behind nginx or Caddy, whichever is installed. A cookie keeps each visitor with one
process; one that dies is started again, and its visitors go on at their round with another. Ctrl-C ends all of it.
One process holds about 30 people who step and change things at the same time; docs/deployment.md has the figures.
"""


class Stopped(Exception):
    """Somebody asked for the end."""


class Kept:
    """A process that is started again when it dies. Raises DataError when it dies again and again."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self._command, self._environment = command, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._began = self._again = 0.0
        self._short = 0

    def start(self) -> None:
        """Start it; its output goes where ours goes."""
        self._began, self._again = time.monotonic(), 0.0
        self._process = subprocess.Popen(
            self._command,
            cwd=APP.parent,
            env=dict(self._environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us: we end them in order
            preexec_fn=_end_with_us if sys.platform == "linux" else None,
        )

    def look(self) -> None:
        """Start it again when it has died."""
        now = time.monotonic()
        if self._again:
            if now >= self._again:
                self.start()
            return
        if self._process is None or self._process.poll() is None:
            return
        self._short = 0 if now - self._began >= STEADY else self._short + 1
        if self._short > len(WAITS):
            raise DataError(
                f"{self.name} ended {self._short:,} times soon after its start",
                remedy="See what it said above",
            )
        wait = WAITS[self._short - 1] if self._short else 0.0
        _say(f"{self.name} ended ({_ending(self._process.returncode)}) and is started again.")
        self._again = now + wait

    def ask_to_stop(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    def stop(self, patience: float) -> None:
        """Wait for its end, and end it when that takes too long."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, patience))
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def main(arguments: list[str]) -> int:
    """Run the command until somebody ends it; returns its exit code. Raises DataError on bad input."""
    given = _parser().parse_args(arguments)
    if not APP.is_file():
        raise DataError(
            f"There is no {APP.name} beside the package", remedy="Serve from a copy of the sources"
        )
    base = _base(given.base_url_path)
    _within("--workers", given.workers, 1, MOST)
    _within("--port", given.port, 1, 65_535)
    _check_free(given.address, given.port)
    proxy = None if given.workers == 1 else _proxy(given.proxy)
    with tempfile.TemporaryDirectory(prefix="rankviz-serve-") as folder, _signals():
        os.chmod(folder, 0o711)  # nginx gives up root's rights, and has folders of its own in there
        ports = _free_ports(given.workers) if proxy else (given.port,)
        site = Site(given.address, given.port, base, ports, Path(folder))
        with contextlib.suppress(Stopped):
            _serve(site, proxy)
    return 0


def _parser() -> Parser:
    parser = Parser(COMMAND, HELP)
    parser.add_argument(
        "--workers",
        type=number(int),
        default=processors(),
        metavar="N",
        help="processes of the app, 1 to 64 (default: one for each processor, %(default)s here)",
    )
    parser.add_argument("--port", type=number(int), default=8501, help="where people come (default: 8501)")
    parser.add_argument(
        "--address",
        default="127.0.0.1",
        help="which of this machine's addresses to listen on; 0.0.0.0 for all of them (default: %(default)s, which "
        "nobody else reaches)",
    )
    parser.add_argument(
        "--base-url-path",
        default="",
        metavar="PATH",
        help="the folder of the host, such as /rankviz (default: none)",
    )
    parser.add_argument("--proxy", choices=list(PROXIES), help="nginx or caddy (default: what is installed)")
    return parser


def _serve(site: Site, proxy: Proxy | None) -> None:
    """Run everything until somebody asks for the end, which raises Stopped."""
    environment = _environment(len(site.workers))
    address = "127.0.0.1" if proxy else site.address
    kept = [
        Kept(f"Worker {k} of {len(site.workers)}", _worker(address, port, site.base), environment)
        for k, port in enumerate(site.workers, start=1)
    ]
    try:
        for worker in kept:
            worker.start()
        for port in site.workers:
            _wait_for(_health(address, port, site.base), kept)
        if proxy is not None:
            kept.append(_behind(proxy, site))
            kept[-1].start()
            _wait_for(_health(site.address, site.port, site.base), kept)
        how = f"{len(site.workers)} workers behind {proxy.name}" if proxy else "1 worker"
        print(f"RankViz is at http://{site.listens}{site.base}/: {how}. Ctrl-C ends it.", flush=True)
        while True:
            _look(kept)
    finally:
        for one in reversed(kept):  # the proxy first: nobody new comes
            one.ask_to_stop()
        end = time.monotonic() + STOPS
        for one in kept:
            one.stop(end - time.monotonic())


def _behind(proxy: Proxy, site: Site) -> Kept:
    file = site.folder / f"{proxy.name}.conf"
    file.write_text(proxy.written(site), encoding="utf-8")
    homes = {"XDG_DATA_HOME": str(site.folder), "XDG_CONFIG_HOME": str(site.folder)}
    return Kept(proxy.name, proxy.command(file, proxy.start), {**os.environ, **homes})


def _worker(address: str, port: int, base: str) -> list[str]:
    options = {"headless": "true", "address": address, "port": str(port), "baseUrlPath": base}
    settings = [part for name, value in options.items() for part in (f"--server.{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(APP), *settings]


def _environment(workers: int) -> dict[str, str]:
    """What workers share: the secret that signs cookies, and the long runs of which so many compute at once."""
    here = dict(os.environ)
    here.setdefault("STREAMLIT_SERVER_COOKIE_SECRET", secrets.token_hex(32))
    here.setdefault("RANKVIZ_RUNS_AT_ONCE", str(max(1, processors() // 2 // workers)))
    return here


def _look(kept: list[Kept]) -> None:
    for one in kept:
        one.look()
    time.sleep(LOOK)


def _wait_for(health: str, kept: list[Kept]) -> None:
    """Until it answers. Raises DataError when it never does."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(health, timeout=2):
            return
        _look(kept)
    raise DataError(f"{health} does not answer within {STARTS:g} s", remedy="See what was said above")


def _health(address: str, port: int, base: str) -> str:
    anywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    host = anywhere.get(address, address)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{base}/_stcore/health"


def _proxy(name: str | None) -> Proxy:
    found = [proxy for proxy in PROXIES.values() if name in (None, proxy.name) and proxy.program()]
    if not found:
        wanted = f"{name} is not" if name else "neither nginx nor Caddy is"
        get = name or "nginx"
        raise DataError(
            f"Several workers need a proxy before them, and {wanted} installed",
            remedy=f"Install it (apt-get install {get}, brew install {get}), or use --workers 1",
        )
    return found[0]


def _base(text: str) -> str:
    path = text.strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_/-]*", path) or "//" in path:
        raise DataError(
            f"--base-url-path is {shown(text, 60)}", remedy="Give letters, digits, - and _, such as /rankviz"
        )
    return f"/{path}" if path else ""


def _within(option: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise DataError(f"{option} is {value}", remedy=f"Give a number from {low:,} to {high:,}")


def _check_free(address: str, port: int) -> None:
    """Raise DataError when nobody can listen there: a proxy would say so less plainly."""
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        with socket.socket(found[0][0], socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(found[0][4])
    except OSError as error:
        raise DataError(
            f"Nobody can listen on {shown(address, 60)}, port {port}: {error.strerror or error}",
            remedy="Choose another --port or --address",
        ) from None
    except UnicodeError:
        raise DataError(
            f"--address is {shown(address, 60)}", remedy="Give an address of this machine"
        ) from None


def _free_ports(count: int) -> tuple[int, ...]:
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(socket.socket()) for _ in range(count)]
        for listener in listeners:
            listener.bind(("127.0.0.1", 0))
        return tuple(int(listener.getsockname()[1]) for listener in listeners)


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """While it serves: Ctrl-C, or being told to end, raises Stopped once."""

    def stop(number: int, frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped

    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    for each in before:
        signal.signal(each, stop)
    try:
        yield
    finally:
        for each, then in before.items():
            signal.signal(each, then)


def _end_with_us() -> None:
    """Ask Linux to end this process when we are killed, and cannot do it ourselves."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
