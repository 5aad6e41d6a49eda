"""The command `serve`: several processes of the app behind a proxy that keeps each visitor with one of them."""

import contextlib
import ctypes
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

from rankviz.cli.listening import PORT, answers, check_free, free_ports, health_of
from rankviz.cli.messages import LOG
from rankviz.cli.options import Parser, number, within
from rankviz.cli.proxies import PROXIES, Proxy, Site
from rankviz.engine.environment import app_script
from rankviz.engine.errors import DataError, shown
from rankviz.engine.threads import processors

COMMAND = "serve"
MAX_WORKERS = 64
"""Workers of one machine."""
STARTS = 120.0
"""Seconds in which a worker must answer."""
STEADY = 10.0
"""A process that lived for so many seconds is restarted at once; any other, after a delay."""
WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each new try; after the last one everything ends."""
AFTER = 3.0
"""Seconds for which visitors have the processors to open their pages with the spare: a start takes two."""
LOOK = 0.1
"""Seconds between two checks whether all processes live."""
STOPS = 10.0
"""Seconds in which a process must end on request."""
HELP = """\
Serve the app with several processes behind nginx or Caddy, whichever is installed. A cookie keeps each visitor with one
process. A process that dies is started again, and another one takes over its visitors at their round: behind nginx a
spare one, which waits for that. Ctrl-C ends all of it.
One process holds about 30 people who step and change things at the same time; docs/deployment.md has the figures.
"""


class Stopped(Exception):
    """The exception for a request to end."""


class Supervised:
    """A process that is restarted `after` so many seconds when it dies. Raises DataError when it dies again and
    again."""

    def __init__(
        self, name: str, command: list[str], *, environment: Mapping[str, str], after: float = 0.0
    ) -> None:
        self.name, self._after = name, after
        self._command, self._environment = command, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._began = self._again = 0.0
        self._short = 0
        self.starts = 0

    def start(self) -> None:
        """Start the process; its output goes where ours goes."""
        self._began, self._again = time.monotonic(), 0.0
        self.starts += 1
        self._process = subprocess.Popen(
            self._command,
            cwd=app_script().parent,
            env=dict(self._environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us: we end the processes in order
            preexec_fn=_end_with_us if sys.platform == "linux" else None,
        )

    def restart_if_ended(self) -> None:
        """Restart the process when it has died."""
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
                remedy="See its message above",
            )
        wait = WAITS[self._short - 1] if self._short else self._after
        LOG.warning("%s ended (%s) and is started again.", self.name, _ending(self._process.returncode))
        self._again = now + wait

    def hang_up(self) -> None:
        """Make the process read its configuration again."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGHUP)

    def ask_to_stop(self) -> None:
        """Ask the process to end."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    def stop(self, patience: float) -> None:
        """Wait for the process to end, and kill it after `patience` seconds."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, patience))
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def main(arguments: list[str]) -> int:
    """Run the command until it is stopped; returns its exit code. Raises DataError on bad input."""
    given = parser().parse_args(arguments)
    base = _base(given.base_url_path)
    within("--workers", given.workers, 1, MAX_WORKERS)
    within("--port", given.port, 1, 65_535)
    if find_spec("streamlit") is None:  # the workers would say so, each with a traceback
        raise ModuleNotFoundError("No module named 'streamlit'", name="streamlit")
    check_free(given.address, given.port)
    proxy = None if given.workers == 1 else _proxy(given.proxy)
    with tempfile.TemporaryDirectory(prefix="rankviz-serve-") as folder, _signals():
        os.chmod(folder, 0o711)  # nginx gives up root's rights, and has its folders in there
        spare = given.workers if proxy and proxy.spares else None
        ports = free_ports(given.workers + (spare is not None)) if proxy else (given.port,)
        site = Site(given.address, given.port, base, ports, Path(folder), spare)
        with contextlib.suppress(Stopped):
            _serve(site, proxy, given.workers)
    return 0


def parser() -> Parser:
    """Return the command's parser."""
    parser = Parser(COMMAND, HELP)
    parser.add_argument(
        "--workers",
        type=number(int),
        default=processors(),
        metavar="N",
        help="processes of the app, 1 to 64 (default: one for each processor, %(default)s here)",
    )
    parser.add_argument(
        "--port", type=number(int), default=PORT, help="the port to serve (default: %(default)s)"
    )
    parser.add_argument(
        "--address",
        default="127.0.0.1",
        help="which of this machine's addresses to listen on; 0.0.0.0 for all of them (default: %(default)s, which "
        "no other machine reaches)",
    )
    parser.add_argument(
        "--base-url-path",
        default="",
        metavar="PATH",
        help="the folder of the host, such as /rankviz (default: none)",
    )
    parser.add_argument("--proxy", choices=list(PROXIES), help="nginx or caddy (default: what is installed)")
    return parser


def _serve(site: Site, proxy: Proxy | None, count: int) -> None:
    """Run all processes until Stopped is raised."""
    environment = _environment(count, site.folder)
    address = "127.0.0.1" if proxy else site.address
    workers = [
        Supervised(
            _name(k, count, site.spare),
            _worker(address, port, site.base),
            environment=environment,
            after=0.0 if site.spare is None else AFTER,
        )
        for k, port in enumerate(site.workers)
    ]
    processes = list(workers)
    try:
        for worker in workers:
            worker.start()
        for port in site.workers:
            _wait_for(health_of(address, port, site.base), processes)
        spares = None
        if proxy is not None:
            before = _behind(proxy, site)
            processes.append(before)
            before.start()
            _wait_for(health_of(site.address, site.port, site.base), processes)
            if site.spare is not None:
                spares = Spares(site, proxy, workers=workers, before=before)
        how = f"{count} workers behind {proxy.name}" if proxy else "1 worker"
        more = ", and a spare one" if spares else ""
        LOG.info("RankViz is at http://%s%s/: %s%s. Ctrl-C ends it.", site.listens, site.base, how, more)
        while True:
            _restart_ended(processes)
            if spares is not None:
                spares.update()
    finally:
        for one in reversed(processes):  # the proxy first, so that no new visitor arrives
            one.ask_to_stop()
        end = time.monotonic() + STOPS
        for one in processes:
            one.stop(end - time.monotonic())


class Spares:
    """The choice of the spare worker: the one restarted last, whose visitors the old spare has taken."""

    def __init__(self, site: Site, proxy: Proxy, *, workers: list[Supervised], before: Supervised) -> None:
        self._site, self._proxy, self._workers, self._before = site, proxy, workers, before
        self._starts = [worker.starts for worker in workers]

    def update(self) -> None:
        """Reconfigure the proxy when a restarted worker answers; until then its visitors go to the spare."""
        for k, worker in enumerate(self._workers):
            if worker.starts == self._starts[k] or not answers(self._health(k)):
                continue
            self._starts[k] = worker.starts
            if k != self._site.spare:
                self._site = replace(self._site, spare=k)
                _write(self._proxy, self._site)
                self._before.hang_up()

    def _health(self, k: int) -> str:
        return health_of("127.0.0.1", self._site.workers[k], self._site.base)


def _name(k: int, count: int, spare: int | None) -> str:
    return "The spare worker" if k == spare else f"Worker {k + 1} of {count}"


def _behind(proxy: Proxy, site: Site) -> Supervised:
    homes = {"XDG_DATA_HOME": str(site.folder), "XDG_CONFIG_HOME": str(site.folder)}
    return Supervised(
        proxy.name, proxy.command(_write(proxy, site), proxy.start), environment={**os.environ, **homes}
    )


def _write(proxy: Proxy, site: Site) -> Path:
    file = site.folder / f"{proxy.name}.conf"
    file.write_text(proxy.written(site), encoding="utf-8")
    return file


def _worker(address: str, port: int, base: str) -> list[str]:
    options = {"headless": "true", "address": address, "port": str(port), "baseUrlPath": base}
    settings = [part for name, value in options.items() for part in (f"--server.{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", str(app_script()), *settings]


def _environment(workers: int, folder: Path) -> dict[str, str]:
    """Return the workers' environment: the secret that signs cookies, and the limit of simultaneous long runs.

    Several workers also share computed runs, in a folder: see `rankviz.ui.runs.shared_runs`.
    """
    here = dict(os.environ)
    here.setdefault("STREAMLIT_SERVER_COOKIE_SECRET", secrets.token_hex(32))
    here.setdefault("RANKVIZ_RUNS_AT_ONCE", str(max(1, processors() // 2 // workers)))
    if workers > 1:
        shared = folder / "runs"
        shared.mkdir(mode=0o700)
        here["RANKVIZ_SHARED_RUNS"] = str(shared)
    return here


def _restart_ended(processes: list[Supervised]) -> None:
    for one in processes:
        one.restart_if_ended()
    time.sleep(LOOK)


def _wait_for(health: str, processes: list[Supervised]) -> None:
    """Wait until `health` answers. Raises DataError when it does not within `STARTS` seconds."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        if answers(health):
            return
        _restart_ended(processes)
    raise DataError(f"{health} does not answer within {STARTS:g} s", remedy="See the message above")


def _proxy(name: str | None) -> Proxy:
    found = [proxy for proxy in PROXIES.values() if name in (None, proxy.name) and proxy.program()]
    if not found:
        wanted = f"{name} is not" if name else "neither nginx nor Caddy is"
        get = name or "nginx"
        raise DataError(
            f"Several workers need a proxy in front of them, and {wanted} installed",
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


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM raise Stopped once, while the command serves."""

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
    """Ask Linux to end this process when ours is killed, and cannot do it itself."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"
