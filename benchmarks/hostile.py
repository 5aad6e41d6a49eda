"""The app under attack, while one honest visitor opens its first page every few seconds.

    python benchmarks/hostile.py [--minutes 10] [--rate 1] [--uploads 40] [--size 94] [--memory 8]

Hostile links (`hostile_links`) come over real websockets, `--rate` of them a second, and leave after a moment whether
they were answered or not; hostile files (`hostile_files`) are uploaded one after another in a real Chromium, at most
`--uploads` of them, the large ones of `--size` MB. So that this machine outlives it, the server may not have more than
`--memory` GB of address space. Each half minute prints the resident sets of the server and its children, its threads,
and how long the honest visitor has waited. Ends with 1 when its first page came later than a second in more than 5 % of
all visits.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import random
import re
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright
from websockets.exceptions import WebSocketException

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

import hostile_files  # noqa: E402
import hostile_links  # noqa: E402
from classroom import Seen, Session  # noqa: E402
from helpers.browser.samples import fill_folder, letor  # noqa: E402
from helpers.browser.serving import Server, launch_chromium  # noqa: E402
from helpers.browser.stage_page import StagePage  # noqa: E402

HALF_MINUTE = 30.0
HONEST_EVERY = 3.0
TARGET = 1.0
AT_ONCE = 12
"""Hostile visits at a time; when all are waiting, the next link waits too."""


@dataclass
class Attack:
    """What has been done so far, and what the honest visitor has seen meanwhile."""

    links: int = 0
    uploads: int = 0
    unsent: int = 0
    torn: int = 0
    shown: collections.Counter[str] = field(default_factory=collections.Counter)
    honest: Seen = field(default_factory=Seen)


async def visit(server: Server, page: str, query: str, attack: Attack) -> None:
    """Open one link, stay for a moment, and leave."""
    seen = Seen()
    session = Session(server.url, attack.links, seen)
    session.page, session.query = page, query
    try:
        async with asyncio.timeout(random.Random(attack.links).uniform(0.5, 6.0)), session.opened():
            await session.rerun()
            await asyncio.sleep(0.5)
    except (TimeoutError, OSError, WebSocketException):
        attack.torn += 1
    attack.shown.update(error[:100] for error in seen.errors)


async def links(server: Server, attack: Attack, rate: float, end: float) -> None:
    """Hostile links until the time is over."""
    seats = asyncio.Semaphore(AT_ONCE)
    visits: set[asyncio.Task[None]] = set()

    async def one(page: str, query: str) -> None:
        async with seats:
            await visit(server, page, query, attack)

    source = hostile_links.endless()
    while time.monotonic() < end:
        if len(visits) < 2 * AT_ONCE:
            task = asyncio.create_task(one(*next(source)))
            visits.add(task)
            task.add_done_callback(visits.discard)
            attack.links += 1
        await asyncio.sleep(1 / rate)
    for task in list(visits):
        task.cancel()
    await asyncio.gather(*visits, return_exceptions=True)


async def honest(server: Server, attack: Attack, end: float) -> None:
    """Opens the first page, waits for its run, leaves; again and again."""
    while time.monotonic() < end:
        begin = time.monotonic()
        session = Session(server.url, 0, attack.honest)
        try:
            async with session.opened():
                await session.first_page()
        except (TimeoutError, OSError, WebSocketException) as error:
            attack.honest.errors.append(repr(error)[:100])
            attack.honest.first.append(time.monotonic() - begin)
        await asyncio.sleep(max(0.0, HONEST_EVERY - (time.monotonic() - begin)))


def upload(
    server: Server, attack: Attack, folder: Path, given: argparse.Namespace, over: threading.Event
) -> None:
    """Hostile files one after another, each by a visitor of its own; a file that stays without an answer is left."""
    kinds: Iterator[tuple[str, Path]] = cycle(hostile_files.write(folder, given.size * hostile_files.MB))
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for kind, path in islice(kinds, given.uploads):
            if over.wait(given.minutes * 60 / max(1, given.uploads) / 2):
                break
            context = browser.new_context(viewport={"width": 1366, "height": 1400})
            stage = StagePage(context.new_page(), server.url)
            attack.uploads += 1
            try:
                stage.page.goto(server.url)
                stage.choose_upload(kind)
                with suppress(AssertionError), stage.rerun():
                    stage.page.locator('input[type="file"]').first.set_input_files(path)
            except (PlaywrightError, AssertionError):
                attack.unsent += 1
            context.close()
        browser.close()


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def of_status(pid: int, name: str) -> int:
    """A number of /proc/PID/status; 0 when the process has ended."""
    with suppress(OSError):
        found = re.search(rf"^{name}:\s*(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
        return int(found[1]) if found else 0
    return 0


def waits(values: list[float]) -> str:
    """A line's end on the honest visitor's first pages."""
    if not values:
        return "no first page"
    middle, late = np.percentile(values, [50, 95])
    return f"first page {middle:5.2f} s, 95 % {late:5.2f}, max {max(values):5.2f}  ({len(values)} times)"


async def watch(server: Server, attack: Attack, end: float) -> list[int]:
    """Print a line each half minute; returns the resident sets, MB."""
    begin, before, sizes = time.monotonic(), 0, []
    while True:
        server_pid, *children = family(server.pid)
        own, others = of_status(server_pid, "VmRSS"), sum(of_status(pid, "VmRSS") for pid in children)
        sizes.append((own + others) // 1024)
        print(
            f"{time.monotonic() - begin:5.0f} s  server {own // 1024:6,} MB  {len(children)} children "
            f"{others // 1024:5,} MB  {of_status(server_pid, 'Threads'):3} threads  {attack.links:5} links "
            f"{attack.uploads:3} uploads  {waits(attack.honest.first[before:])}",
            flush=True,
        )
        before = len(attack.honest.first)
        if time.monotonic() >= end:
            return sizes
        await asyncio.sleep(max(0.0, min(HALF_MINUTE, end - time.monotonic())))


async def siege(server: Server, attack: Attack, folder: Path, given: argparse.Namespace) -> list[int]:
    """All of it at once; the resident sets, MB."""
    await honest(server, Attack(), time.monotonic() + 0.1)  # the first visit of all waits for the engine
    end, over = time.monotonic() + given.minutes * 60, threading.Event()
    uploads = asyncio.create_task(asyncio.to_thread(upload, server, attack, folder, given, over))
    visits = asyncio.gather(links(server, attack, given.rate, end), honest(server, attack, end))
    sizes = await watch(server, attack, end)
    over.set()
    await visits
    await uploads
    return sizes


def read_log(log: str) -> collections.Counter[str]:
    """What the server's log says of exceptions: their last lines, counted."""
    lines = re.findall(r"^(?:\w+\.)*\w*(?:Error|Exception|Exceeded\w*)\b.*$", log, re.MULTILINE)
    return collections.Counter(line[:110] for line in lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=1.0, help="hostile links a second, at most 10")
    parser.add_argument("--uploads", type=int, default=40, help="hostile files at most, in all")
    parser.add_argument("--size", type=int, default=94, metavar="MB", help="of the large files")
    parser.add_argument("--memory", type=float, default=8.0, metavar="GB", help="address space of the server")
    given = parser.parse_args()
    if not (0 < given.minutes <= 60 and 0 < given.rate <= 10 and 0 <= given.uploads <= 500):
        parser.error("at most 60 minutes, 10 links a second and 500 uploads")
    return given


def main() -> int:
    given, attack = arguments(), Attack()
    with tempfile.TemporaryDirectory() as name:
        inside, files = Path(name) / "data", Path(name) / "files"
        inside.mkdir()
        files.mkdir()
        fill_folder(inside)
        with (inside / "big.txt").open("wb") as big:
            for k in range(5_000):
                big.write(letor(k))
        with Server(inside, RANKVIZ_RESULTS_DIR=str(Path(name) / "results")) as server:
            bytes_ = int(given.memory * 2**30)
            resource.prlimit(server.pid, resource.RLIMIT_AS, (bytes_, bytes_))
            sizes = asyncio.run(siege(server, attack, files, given))
            alive, log = bool(of_status(server.pid, "VmRSS")), read_log(server.log())
    first = attack.honest.first
    late = sum(value > TARGET for value in first) / max(1, len(first))
    print(f"\nin all: {waits(first)}; later than {TARGET:g} s: {late:.0%}")
    print(f"memory: {sizes[0]:,} MB before, {max(sizes):,} at most, {sizes[-1]:,} at the end")
    print(
        f"hostile visits torn off while waiting: {attack.torn}; uploads that did not come so far: {attack.unsent}"
    )
    print(f"the server is {'alive' if alive else 'DEAD'}")
    for title, found in (
        ("the honest visitor's errors", collections.Counter(attack.honest.errors)),
        ("error boxes shown to hostile visitors", attack.shown),
        ("exceptions in the log", log),
    ):
        print(f"{title}: {found.total()}" + "".join(f"\n{n:6} × {what}" for what, n in found.most_common(12)))
    return 0 if alive and first and late <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
