"""A class that follows: from the presenter's step to every follower, and votes that come all at once.

    python benchmarks/rooms.py [--followers 300] [--steps 40] [--redis]

The app runs as people start it; followers are connections to its server-sent events, as a browser opens them, in this
process. A step counts from before the presenter's POST until a follower has read it, each by the same clock. Half of
the votes come while the server is killed (kill -9) and started again: each follower sends its own until it is taken,
as the page does. Both sides share the machine's processors. With --redis the rooms are in a redis-server of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import signal
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.browser.serving import Server  # noqa: E402
from helpers.redis_server import redis_server  # noqa: E402

from rankviz.ui.rooms.crowding import FOLLOWERS, STREAMS  # noqa: E402
from rankviz.ui.rooms.question import ClassQuestion  # noqa: E402
from rankviz.ui.rooms.rights import owner_of  # noqa: E402
from rankviz.ui.rooms.store import Rooms, keeper  # noqa: E402
from rankviz.ui.serving.signing import PART  # noqa: E402

RUN = "a" * 40
PATIENCE = 120.0


class Follower:
    """One connection to the room's events, opened again when it is lost, by the cookie of a browser."""

    def __init__(self, port: int, code: str, cookie: str) -> None:
        self.port, self.code, self.cookie = port, code, cookie
        self.arrived: dict[int, float] = {}
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    head = f"GET /api/room/{self.code}/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                    writer.write(f"{head}Cookie: {self.cookie}\r\n\r\n".encode())
                    while line := await reader.readline():
                        if line.startswith(b"data: ") and b'"at"' in line:
                            self.arrived.setdefault(json.loads(line[6:])["at"]["t"], time.perf_counter())
                finally:
                    writer.close()
            await asyncio.sleep(0.5)

    async def until(self, t: int) -> float:
        """When round t arrived."""
        end = time.perf_counter() + PATIENCE
        while t not in self.arrived:
            if time.perf_counter() > end:
                raise TimeoutError(f"a follower never heard of round {t}")
            await asyncio.sleep(0.002)
        return self.arrived[t]


def joined(port: int, path: str) -> str:
    """Ask for a page as a browser does that comes for the first time; returns the cookie that it is given."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", path, headers={"Accept": "text/html"})
    answer = line.getresponse()
    answer.read()
    line.close()
    return (answer.getheader("set-cookie") or "").partition(";")[0]


async def post(port: int, path: str, body: dict[str, object], cookie: str) -> int:
    """POST as the app's own page does; returns the status, 0 when nobody answers."""
    text = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        f"Cookie: {cookie}\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head.encode() + text)
        line = await reader.readline()
        writer.close()
        return int(line.split()[1]) if line else 0
    except OSError:
        return 0


async def voted(follower: Follower, question: str, option: int) -> float:
    """Vote until the vote is taken; returns the seconds that took."""
    begin = time.perf_counter()
    body: dict[str, object] = {"question": question, "option": option}
    while True:
        status = await post(follower.port, f"/api/room/{follower.code}/vote", body, follower.cookie)
        if status == 204:
            return time.perf_counter() - begin
        if status not in (0, 403, 429, 503):
            raise RuntimeError(f"a vote was answered with {status}")
        await asyncio.sleep(0.5)


def told(name: str, seconds: list[float]) -> None:
    """Print median, 95 % and the largest, in ms."""
    median, most, largest = 1000 * np.percentile(seconds, [50, 95, 100])
    print(f"{name:<46} {median:7.0f} {most:7.0f} {largest:7.0f} ms")


async def measure(server: Server, rooms: Rooms, followers: int, steps: int) -> None:
    """All of it, printed."""
    mine = joined(server.port, "/join")
    owner = owner_of(mine.partition("=")[2].rpartition(PART)[0])
    code = rooms.open(owner)
    rooms.show(code, owner, RUN, json.dumps({"run": RUN, "about": "x" * 2000}), 0, (b"packed", False))
    cookies = [joined(server.port, f"/join/{code}") for _ in range(followers)]
    begin = time.perf_counter()
    all_of_them = [Follower(server.port, code, cookie) for cookie in cookies]
    there = [await follower.until(0) - begin for follower in all_of_them]
    print(f"{followers} followers connected in {max(there):.1f} s;  median, 95 %, max:")
    delays = []
    for t in range(1, steps + 1):
        begin = time.perf_counter()
        if await post(server.port, f"/api/room/{code}/go", {"t": t, "beat": 0, "run": RUN}, mine) != 204:
            raise RuntimeError("the step was refused")
        delays += [await follower.until(t) - begin for follower in all_of_them]
        await asyncio.sleep(0.2)
    told(f"{steps} steps, each to {followers} followers", delays)
    half = followers // 2
    rooms.ask(code, owner, ClassQuestion("Which?", (("one", ""), ("other", ""))))
    room = rooms.room(code)
    assert room is not None and room.question is not None
    name = room.question.id
    told("votes, all at once", await asyncio.gather(*(voted(f, name, 0) for f in all_of_them[:half])))
    coming = [asyncio.create_task(voted(f, name, 1)) for f in all_of_them[half:]]
    await asyncio.sleep(0.05)
    os.kill(server.pid, signal.SIGKILL)
    await asyncio.to_thread(server.stop)
    begin = time.perf_counter()
    await asyncio.to_thread(server.start)
    started = time.perf_counter() - begin
    told(f"votes, the server killed and back in {started:.1f} s", await asyncio.gather(*coming))
    tally = rooms.tally(room)
    lost = followers - sum(tally)
    print(
        f"votes counted: {sum(tally)} of {followers}, {lost} lost; the room is there: {rooms.room(code) is not None}"
    )
    if lost or tally != [half, followers - half]:
        raise SystemExit(f"votes are {tally}")
    for follower in all_of_them:
        follower.task.cancel()
    await asyncio.gather(*(follower.task for follower in all_of_them), return_exceptions=True)


def main() -> None:
    """Start the app with rooms of its own, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--followers", type=int, default=300)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--redis", action="store_true", help="keep the rooms in a redis-server")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = str(Path(folder) / "rooms.sqlite")
        os.environ[FOLLOWERS] = os.environ[STREAMS] = str(given.followers)  # all come from one address
        os.environ["RANKVIZ_ROOMS"] = stack.enter_context(redis_server()) if given.redis else file
        server = stack.enter_context(Server())
        asyncio.run(measure(server, Rooms(keeper("benchmark")), given.followers, given.steps))


if __name__ == "__main__":
    main()
