"""Links to long runs, opened for a moment and closed: does anybody else notice, and does the work end?

    python benchmarks/abandoned_runs.py [--links 30] [--stay 1] [--after 20]

Every link is a session over a real websocket (as in classroom.py) that asks for a run of minutes that nobody else asks
for, and is closed after `--stay` seconds. Meanwhile another visitor opens the first page again and again. Told are the
waits for that page before, during and after, and how busy the server is: processors kept busy, and threads.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import time
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import numpy as np
import websockets
from classroom import Seen, Session
from helpers.browser.serving import Server
from streamlit.proto.BackMsg_pb2 import BackMsg

LINK = (
    "data=synthetic:linear?n%3D2000%26features%3D50%26grades%3D10&rounds=1000"
    "&alg=rb-d,rb-c,rb-plus,rb-plus-optimal&seed={}"
)
MOST_LINKS, MOST_SECONDS = 60, 120.0


def connect(base: str) -> websockets.connect:
    """A websocket as a browser opens it."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(base))
    return websockets.connect(
        urljoin(base, "_stcore/stream").replace("http", "ws", 1),
        subprotocols=[websockets.Subprotocol("streamlit")],
        origin=websockets.Origin(origin),
        max_size=None,
    )


async def open_and_close(base: str, seed: int, stay: float) -> None:
    """Open one link, and close it after a while whatever it shows."""
    async with connect(base) as socket:
        message = BackMsg()
        message.rerun_script.query_string = LINK.format(seed)
        await socket.send(message.SerializeToString())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(stay):
                while True:
                    await socket.recv()


async def first_page(base: str, patience: float) -> float:
    """Seconds until the page that everybody opens with has its run; `patience` when it has none by then."""
    begin = time.perf_counter()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience), connect(base) as socket:
            visitor = Session(base, 0, Seen())
            visitor.socket = socket
            await visitor.rerun()
            await visitor.until(lambda: bool(visitor.run_url))
    return time.perf_counter() - begin


async def watch(base: str, waits: list[float], until: asyncio.Event) -> None:
    """Open the first page twice a second."""
    while not until.is_set():
        waits.append(await first_page(base, 30.0))
        await asyncio.sleep(0.5)


def state(process: int) -> tuple[float, int]:
    """Processor seconds so far, and threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[17])


async def phase(name: str, base: str, process: int, work: object) -> None:
    """Do some work while another visitor opens pages; tell how that was."""
    waits: list[float] = []
    over = asyncio.Event()
    (used, _), begin = state(process), time.perf_counter()
    other = asyncio.create_task(watch(base, waits, over))
    await work  # type: ignore[misc]
    over.set()
    await other
    (now, threads), seconds = state(process), time.perf_counter() - begin
    print(
        f"{name:16}{seconds:5.0f} s  first page median {np.median(waits):5.2f} s, most {max(waits):5.2f} s"
        f"  processors {(now - used) / seconds:4.2f}  threads {threads}",
        flush=True,
    )


async def attack(server: Server, given: argparse.Namespace) -> None:
    """Before, during, right after, and when the server should have forgotten it."""
    assert server._process is not None
    base, process = server.url, server._process.pid
    await first_page(base, 60.0)

    async def links() -> None:
        for seed in range(min(given.links, MOST_LINKS)):
            await open_and_close(base, seed, given.stay)

    await phase("before", base, process, asyncio.sleep(given.calm))
    await phase("during", base, process, asyncio.wait_for(links(), MOST_SECONDS))
    await phase("right after", base, process, asyncio.sleep(given.after))
    await phase("later", base, process, asyncio.sleep(given.calm))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--links", type=int, default=30, help=f"at most {MOST_LINKS}")
    parser.add_argument(
        "--stay", type=float, default=1.0, metavar="S", help="seconds for which each stays open"
    )
    parser.add_argument("--after", type=float, default=20.0, metavar="S", help="seconds until the last look")
    parser.add_argument(
        "--calm", type=float, default=4.0, metavar="S", help="seconds before it, and at the end"
    )
    given = parser.parse_args()
    with Server() as server:
        asyncio.run(attack(server, given))
        if "Traceback" in server.log():
            print("the server's log:\n" + server.log()[-3000:])


if __name__ == "__main__":
    main()
