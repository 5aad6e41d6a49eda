"""A class at work: many sessions on one server, each stepping every second and changing a parameter every ten.

    python benchmarks/classroom.py [--sessions 30] [--seconds 120] [--step 1] [--change 10] [--rounds 200]
    python benchmarks/classroom.py --workers 2 --kill --sessions 100 --seconds 300 --change 20 --within 2

Every session speaks the app's own protocol over a real websocket, as a browser does: it commits the round it rests on,
and changes the seed and the number of rounds, any from 20 to --rounds, which makes a new run that nobody has asked for
before. A new run counts from the change until its bytes have been fetched. The memory is the server's resident set, all
workers' together. The sessions themselves take time of the same processors: it is told beside the server's own, and so
is everybody else's.

With --workers they come through the proxy of `python -m rankviz serve`, each with its cookie. --kill kills a worker
half-way (kill -9): its visitors connect again as the page does, by the address that it has, and count from the moment
their connection broke until the run of that address has been fetched and its round is the one they were at.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import numpy as np
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.browser.serving import Server  # noqa: E402
from helpers.many_workers import ManyWorkers  # noqa: E402

from rankviz.ui.state.state import State, choices  # noqa: E402

ENDED = ForwardMsg.ScriptFinishedStatus
PATIENCE = 30.0
AGAIN = 0.25
"""Seconds after which a session whose connection broke tries again."""
OPENS_WITH = int(State()["rounds"])
SEED, ROUNDS = choices()["seed"], choices()["rounds"]
LEAST_ROUNDS, MOST_ROUNDS = 20, int(ROUNDS.high or 0)
SEEDS = count(1)
"""Every new run has the next one, so nobody has asked for it before."""


@dataclass
class Seen:
    """What was measured, in seconds."""

    first: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    runs: list[tuple[float, float]] = field(default_factory=list)
    """When each was asked for, and what it took."""
    killed: float = float("inf")
    spent: float = 0.0
    """Processor time of the worker that was killed, by then."""
    back: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Session:
    """One visitor: what the server has shown, and the few widgets that are used."""

    def __init__(self, base: str, number: int, seen: Seen, most_rounds: int = MOST_ROUNDS) -> None:
        self.base, self.seen = base, seen
        self.random = random.Random(number)
        self.most_rounds = most_rounds
        self.widgets: dict[str, WidgetState] = {}
        self.stage_id = self.fragment = self.run_url = self.rounds_id = self.seed_id = ""
        self.order = ""
        """The order that the stage followed last: what it tells of its round carries it."""
        self.page, self.query = "", "t=10"  # real patients: a bare address opens the small example
        self.known: dict[str, ForwardMsg] = {}
        self.last, self.shown, self.at = OPENS_WITH, -1, 10
        self.lost = 0.0
        self.cookies: SimpleCookie = SimpleCookie()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Connected, as long as the `with` lasts; a browser has asked for the page before, and got its cookies."""
        await asyncio.to_thread(self.get, self.base, "text/html")
        address = urljoin(self.base, "_stcore/stream").replace("http", "ws", 1)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(self.base))
        async with websockets.connect(
            address,
            subprotocols=[websockets.Subprotocol("streamlit")],
            origin=websockets.Origin(origin),
            additional_headers=self.cookie(),
            max_size=None,
        ) as self.socket:
            answer = self.socket.response
            self.keep(answer.headers.get_all("Set-Cookie") if answer else [])
            yield

    def cookie(self) -> dict[str, str]:
        """The header that sends the cookies."""
        pairs = [f"{name}={morsel.value}" for name, morsel in self.cookies.items()]
        return {"Cookie": "; ".join(pairs)} if pairs else {}

    def keep(self, cookies: list[str]) -> None:
        """Keep the cookies of an answer."""
        for cookie in cookies:
            self.cookies.load(cookie)

    def get(self, address: str, accept: str = "*/*") -> int:
        """Fetch what is there; returns its bytes."""
        headers = {"Accept-Encoding": "gzip", "Accept": accept, **self.cookie()}
        with urllib.request.urlopen(
            urllib.request.Request(address, headers=headers), timeout=PATIENCE
        ) as answer:
            self.keep(answer.headers.get_all("Set-Cookie") or [])
            return len(answer.read())

    async def first_page(self) -> None:
        """The page until its run has come."""
        begin = time.perf_counter()
        await self.rerun()
        await self.until(lambda: bool(self.run_url and self.rounds_id and self.seed_id))
        await self.fetch()
        self.seen.first.append(time.perf_counter() - begin)

    async def live(self, seconds: float, step: float, change: float) -> None:
        """Open the page, then step and change until the time is over; come back when the connection breaks."""
        end = 0.0
        while not end or time.perf_counter() < end:
            try:
                async with self.opened():
                    if not end:
                        await self.first_page()
                        # Nobody in a class clicks at the same moment.
                        await asyncio.sleep(self.random.random() * step)
                        end = time.perf_counter() + seconds
                    elif self.lost:
                        await self.back()
                    await self.act(end, step, change)
            except (websockets.WebSocketException, OSError) as error:
                if not end or isinstance(error, TimeoutError):  # slow, which is another matter than gone
                    raise
                self.lost = self.lost or time.perf_counter()
                await asyncio.sleep(AGAIN)

    async def act(self, end: float, step: float, change: float) -> None:
        """Step and change until the end."""
        next_change = time.perf_counter() + self.random.random() * change
        while time.perf_counter() < end:
            begin = time.perf_counter()
            if begin >= next_change:
                next_change += change
                await self.change()
            else:
                await self.step()
            await asyncio.sleep(max(0.0, step - (time.perf_counter() - begin)))

    async def back(self) -> None:
        """The page once more, by its address, in a session that knows nothing else."""
        self.widgets, self.known = {}, {}
        self.stage_id = self.fragment = self.run_url = self.rounds_id = self.seed_id = ""
        # The stage writes each round into the page's address by itself.
        self.query = urlencode({**dict(parse_qsl(self.query)), "t": str(self.at)}, safe=":/,")
        await self.rerun()
        await self.until(lambda: bool(self.run_url and self.rounds_id and self.seed_id))
        await self.fetch()
        if self.shown != self.at:
            self.seen.errors.append(f"back at round {self.shown} of {self.last}, left at {self.at}")
        self.seen.back.append(time.perf_counter() - self.lost)
        self.lost = 0.0

    async def step(self) -> None:
        """Rest on another round."""
        begin = time.perf_counter()
        self.at = t = self.random.randint(1, self.last)
        self.widgets[self.stage_id] = WidgetState(
            id=self.stage_id, json_value=json.dumps({"round": f"{self.order}:{t}"})
        )
        await self.rerun(self.fragment)
        if self.shown != t:
            self.seen.errors.append(f"round {t} was committed and round {self.shown} is shown")
        self.seen.steps.append(time.perf_counter() - begin)

    async def change(self) -> None:
        """Another seed and number of rounds: a run of one's own."""
        begin, before = time.perf_counter(), self.run_url
        asked = self.random.randint(LEAST_ROUNDS, self.most_rounds)
        self.widgets[self.seed_id] = WidgetState(id=self.seed_id, int_value=next(SEEDS))
        self.widgets[self.rounds_id] = WidgetState(id=self.rounds_id, int_value=asked)
        await self.rerun()
        await self.until(lambda: self.run_url != before)
        await self.fetch()
        self.last, self.at = asked, self.shown
        self.seen.runs.append((begin, time.perf_counter() - begin))

    async def fetch(self) -> None:
        """The run's bytes, as the stage gets them."""

        if not await asyncio.to_thread(self.get, urljoin(self.base, self.run_url)):
            self.seen.errors.append("an empty run")

    async def rerun(self, fragment: str = "") -> None:
        """Ask the server to run the page, or one fragment of it, and read until it has."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.extend(self.widgets.values())
        await self.socket.send(message.SerializeToString())
        await self.until(lambda: False, one_run=True)

    async def until(self, done: object, one_run: bool = False) -> None:
        """Read what the server sends until `done`, or with `one_run` until a run of the script has ended."""
        while not done():  # type: ignore[operator]
            message = ForwardMsg()
            message.ParseFromString(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            kind = message.WhichOneof("type")
            if kind == "ref_hash":
                message = self.known[message.ref_hash]
                kind = message.WhichOneof("type")
            elif message.hash:
                self.known[message.hash] = message
            if kind == "delta":
                self.read(message.delta)
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif (
                kind == "session_event"
                and message.session_event.WhichOneof("type") == "script_compilation_exception"
            ):
                self.seen.errors.append("the page does not compile")
            elif (
                kind == "script_finished"
                and one_run
                and message.script_finished != ENDED.FINISHED_EARLY_FOR_RERUN
            ):
                return

    def read(self, delta: object) -> None:
        """Keep what is needed of an element; note an exception."""
        element = delta.new_element  # type: ignore[attr-defined]
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.seen.errors.append(element.exception.message)
        elif kind == "number_input" and element.number_input.label == ROUNDS.label:
            self.rounds_id = element.number_input.id
        elif kind == "number_input" and element.number_input.help == SEED.help:
            self.seed_id = element.number_input.id
        elif kind == "bidi_component" and element.bidi_component.component_name == "rankviz_stage":
            self.stage_id, self.fragment = element.bidi_component.id, delta.fragment_id  # type: ignore[attr-defined]
            [data] = json.loads(element.bidi_component.json)
            self.run_url, self.shown, self.order = data["run_url"], data["round"], data["order"]


def processes(server: Server | ManyWorkers) -> list[int]:
    """The process of each worker, the first that was started first: the spare comes last."""
    return sorted(server.workers().values()) if isinstance(server, ManyWorkers) else [server.pid]


def memory(server: Server | ManyWorkers) -> float:
    """Resident set of all workers together, MB."""
    found = 0.0
    for pid in processes(server):
        with suppress(OSError, StopIteration):  # it was killed
            status = Path(f"/proc/{pid}/status").read_text().splitlines()
            found += int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024
    return found


def processor_time(*pids: int) -> float:
    """Processor seconds that these processes have used so far."""
    used = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def times(server: Server | ManyWorkers, seen: Seen) -> np.ndarray:
    """Processor seconds so far: those of all workers, those of the sessions in this process, and the machine's."""
    machine = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    busy = sum(int(machine[k]) for k in (0, 1, 2, 5, 6)) / os.sysconf("SC_CLK_TCK")
    return np.array([processor_time(*processes(server)) + seen.spent, time.process_time(), busy])


def told(name: str, values: list[float]) -> str:
    """A line on waiting times."""
    if not values:
        return f"{name:22} none"
    at = np.percentile(values, [50, 95, 99]) * 1000
    return f"{name:22}{len(values):7,} times  median {at[0]:6.0f} ms  95 % within {at[1]:6.0f}  99 % {at[2]:6.0f}"


async def lesson(server: Server | ManyWorkers, given: argparse.Namespace, seen: Seen) -> list[float]:
    """All sessions at once; the server's memory every five seconds."""
    sessions = [Session(server.url, k, seen, given.rounds) for k in range(given.sessions)]
    tasks = [asyncio.create_task(one.live(given.seconds, given.step, given.change)) for one in sessions]
    sizes = []
    half = time.perf_counter() + given.seconds / 2
    while not all(task.done() for task in tasks):
        sizes.append(memory(server))
        if given.kill and time.perf_counter() >= half:
            first = processes(server)[0]
            seen.spent = processor_time(first)
            os.kill(first, signal.SIGKILL)
            half, seen.killed = float("inf"), time.perf_counter()
        await asyncio.wait(tasks, timeout=5)
    for task in tasks:
        if task.exception() is not None:
            seen.errors.append(repr(task.exception()))
    lost = sum(bool(one.lost) for one in sessions)
    if lost:
        seen.errors.append(f"{lost} sessions did not come back")
    return sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--step", type=float, default=1.0, metavar="S", help="seconds between steps")
    parser.add_argument("--change", type=float, default=10.0, metavar="S", help="seconds between changes")
    parser.add_argument("--rounds", type=int, default=200, help="of a new run, at most")
    parser.add_argument("--within", type=float, default=1.5, metavar="S", help="of 95 %% of the new runs")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="behind a proxy, from 2 on")
    parser.add_argument("--proxy", default="nginx", help="nginx or caddy")
    parser.add_argument("--kill", action="store_true", help="kill a worker half-way")
    given = parser.parse_args()
    if given.sessions < 1:
        parser.error("--sessions must be 1 or more")
    if not LEAST_ROUNDS <= given.rounds <= MOST_ROUNDS:
        parser.error(f"--rounds must be between {LEAST_ROUNDS} and {MOST_ROUNDS}")
    if given.kill and given.workers < 2:
        parser.error("--kill needs --workers 2 or more")
    seen = Seen()
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    with Server() if given.workers == 1 else ManyWorkers(given.workers, given.proxy) as server:
        before, begin = times(server, seen), time.perf_counter()
        sizes = asyncio.run(lesson(server, given, seen))
        took, used = time.perf_counter() - begin, times(server, seen) - before
        log = server.log()
    print(
        f"{given.sessions} sessions for {given.seconds:g} s on {given.workers} worker{'s' * (given.workers > 1)}: "
        f"a step every {given.step:g} s, a run of {LEAST_ROUNDS} to {given.rounds} "
        f"rounds every {given.change:g} s"
    )
    print(told("first page", seen.first))
    print(told("a round committed", seen.steps))
    new = [seconds for _, seconds in seen.runs]
    print(told("a new run", new))
    if given.kill:
        print(told("- before the kill", [took for begin, took in seen.runs if begin < seen.killed]))
        print(told("- after the kill", [took for begin, took in seen.runs if begin >= seen.killed]))
        print(told("back after the kill", seen.back))
    late = sum(value > given.within for value in new)
    share = 1 - late / max(1, len(new))
    met = "met" if share >= 0.95 else "MISSED"
    print(f"new runs within {given.within:g} s: {share:.1%}   target 95 % {met}")
    rest, cores = used[2] - used[0] - used[1], os.cpu_count() or 1
    print(
        f"processor time: {used[0]:.0f} s of the server, {used[1]:.0f} s of the sessions, {rest:.0f} s of the proxy "
        f"and of whatever else ran; {used[2] / took / cores:.0%} of {cores} processors"
    )
    quarters = [sizes[k * (len(sizes) - 1) // 4] for k in range(5)]
    print(f"memory of the server, at each quarter: {', '.join(f'{size:.0f}' for size in quarters)} MB")
    print(f"errors: {len(seen.errors)}" + "".join(f"\n  {error}" for error in sorted(set(seen.errors))[:10]))
    if "Traceback" in log:
        print("the server's log:\n" + log[-3000:])


if __name__ == "__main__":
    main()
