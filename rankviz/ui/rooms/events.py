"""Server-sent events for the browsers of a class: the parts of the room that changed, as soon as they change.

A change made in this process wakes its listeners at once; those of other processes are polled a few times a second,
while anybody listens here. A connection begins with the whole state, so nothing is missed after a lost one.
The event loop, on which the whole server runs, waits for no store: threads read it, and others write to it.
"""

import asyncio
import json
import signal
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, TypeVar

from rankviz.ui.rooms.question import OPEN
from rankviz.ui.rooms.store import NO_ROOM, Refused, Room, Rooms

T = TypeVar("T")
READERS = ThreadPoolExecutor(4, "rankviz-rooms-read")
WRITERS = ThreadPoolExecutor(4, "rankviz-rooms-write")
"""Separate threads: a request that waits for a store held by another process takes none from other requests."""
POLL = 0.25
"""Seconds between two polls for changes by other processes, and for votes."""
SIGN = 15.0
"""Seconds between two heartbeats: a browser that receives none for long knows that the network is gone."""
RETRY = 2000
"""Milliseconds after which a browser connects again."""


async def reading(act: Callable[..., T], *args: object) -> T:
    """Do in a thread what only reads the rooms."""
    return await asyncio.wrap_future(READERS.submit(act, *args))


async def writing(act: Callable[..., T], *args: object) -> T:
    """Do in a thread what changes a room."""
    return await asyncio.wrap_future(WRITERS.submit(act, *args))


@dataclass(eq=False)
class Listener:
    """A connection; `leads` is True for the presenter's."""

    leads: bool
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Watched:
    """A room with listeners here: its parts as JSON, None once it has ended."""

    version: int = -1
    parts: dict[str, str] | None = field(default_factory=dict)
    counts: str = ""
    listeners: set[Listener] = field(default_factory=set)

    @property
    def led(self) -> bool:
        return any(listener.leads for listener in self.listeners)


class Hub:
    """The listeners of one process, on its event loop."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._watched: dict[str, Watched] = {}
        self._stale: set[str] = set()
        self._gone: deque[tuple[str, str]] = deque()
        """(code, voter) of each ended connection that the store does not know of yet; threads append to it."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        rooms.changed.append(self._soon)

    async def events(self, code: str, voter: str = "", address: str = "") -> AsyncIterator[str]:
        """Yield the events of a room, for a follower by the secret name `voter` or for the presenter, who has none."""
        yield f"retry: {RETRY}\n\n"
        self._loop = asyncio.get_running_loop()
        # Released whenever it was acquired, also by a thread that ends after the connection.
        coming = (
            WRITERS.submit(self._rooms.follow, code, voter, address)
            if voter
            else WRITERS.submit(self._rooms.lead, code)
        )
        listener = Listener(leads=not voter)
        watched: Watched | None = None
        try:
            if voter:  # a presenter's screen waits for nobody
                await asyncio.wrap_future(coming)
            watched = self._watched.setdefault(code, Watched())
            watched.listeners.add(listener)
            self._refresh(code)
            self._work()
            if voter and (mine := await reading(self._rooms.vote_of, code, voter)) is not None:
                yield _event({"question": mine[0], "option": mine[1]}, "mine")
            async for text in self._changes(watched, listener):
                yield text
        except Refused as refused:
            yield _event({"why": str(refused)}, "ended" if refused.status == 404 else "refused")
        finally:
            if watched is not None:
                watched.listeners.discard(listener)
                if not watched.listeners and self._watched.get(code) is watched:
                    del self._watched[code]
            coming.add_done_callback(lambda done: self._left(done, (code, voter)))

    def _left(self, came: Future[None], who: tuple[str, str]) -> None:
        if not came.cancelled() and came.exception() is None:
            self._gone.append(who)

    def _work(self) -> None:
        """Look for changes, and tell the store who is here, as long as anybody listens."""
        for name, work in (("looking", self._looking), ("telling", self._telling)):
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.get_running_loop().create_task(work())

    async def _changes(self, watched: Watched, listener: Listener) -> AsyncIterator[str]:
        sent: dict[str, str] = {}
        while not self._closed:
            listener.changed.clear()
            if watched.parts is None:
                yield _event({"why": NO_ROOM}, "ended")
                return
            now = watched.parts | ({"counts": watched.counts} if listener.leads and watched.counts else {})
            fresh = [f'"{name}":{text}' for name, text in now.items() if sent.get(name) != text]
            if fresh:
                yield f"data: {{{','.join(fresh)}}}\n\n"
            sent = now
            try:
                await asyncio.wait_for(listener.changed.wait(), SIGN)
            except TimeoutError:
                yield _event({}, "here")

    def close(self) -> None:
        """Close all connections, because a stopping server waits for them."""
        self._closed = True
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for watched in self._watched.values():
            for listener in watched.listeners:
                listener.changed.set()

    def _soon(self, code: str) -> None:
        """Refresh a room that has changed in this process; may be called in any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed() and code in self._watched:
            loop.call_soon_threadsafe(self._refresh, code)

    def _refresh(self, code: str) -> None:
        """Schedule a refresh of the room."""
        self._stale.add(code)
        self._news.set()

    async def _telling(self) -> None:
        """Tell the store who has left, and that this process is here; this may wait until the store is writable."""
        rest = 0.0
        while self._watched or self._gone:
            gone = [self._gone.popleft() for _ in range(len(self._gone))]
            try:
                if gone:
                    await writing(self._rooms.left, gone)
                    gone = []
                rest -= POLL
                if rest <= 0:
                    await writing(self._rooms.alive)
                    rest = SIGN
            except Refused:
                self._gone.extend(gone)  # the store is busy: tried again the next time
            await asyncio.sleep(POLL)

    async def _looking(self) -> None:
        """Refresh rooms that have changed here at once, and all when the store's stamp changes or after a while."""
        stamp, latest = -1, 0.0
        while self._watched:
            codes, self._stale = self._stale, set()
            self._news.clear()
            try:
                now = await reading(self._rooms.stamp)
                # Rooms also end by the clock, and processes stop without notice.
                if now != stamp or time.monotonic() > latest:
                    stamp, latest, codes = now, time.monotonic() + SIGN, set(self._watched)
                for code in codes:
                    await self._look(code)
            except Refused:
                self._stale |= codes
                await asyncio.sleep(POLL)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL)

    async def _look(self, code: str) -> None:
        watched = self._watched.get(code)
        if watched is None:
            return
        room, parts, counts = await reading(self._read, code, watched.version, watched.led)
        quiet = room is not None and room.version == watched.version
        if quiet and counts == watched.counts:
            return
        watched.counts = counts
        if room is None:
            watched.parts = None
        elif not quiet:
            watched.version, watched.parts = room.version, parts
        for listener in watched.listeners:
            if listener.leads or not quiet:
                listener.changed.set()

    def _read(self, code: str, version: int, led: bool) -> tuple[Room | None, dict[str, str], str]:
        """Return the room, its parts unless the listener has that version, and its counts for the presenter."""
        room = self._rooms.room(code)
        if room is None:
            return None, {}, ""
        parts = {} if room.version == version else self._parts(room)
        return room, parts, self._counts(room) if led else ""

    def _parts(self, room: Room) -> dict[str, str]:
        asked = room.question
        held = room.t if asked is None or asked.hold is None else min(room.t, asked.hold)
        beat = room.beat if held == room.t else 0
        tried = {"tried": json.loads(room.tried)} if room.tried and held == room.t else {}
        known = None if asked is None else asked.for_class(self._rooms.tally(room))
        return {
            "moment": room.moment or "null",
            "question": json.dumps(known),
            "at": json.dumps({"t": held, "beat": beat} | tried),
        }

    def _counts(self, room: Room) -> str:
        asked, tally = room.question, self._rooms.tally(room)
        counts = {"followers": self._rooms.followers(room.code), "voted": sum(tally)}
        counts["asks"] = asked is not None and asked.phase == OPEN
        return json.dumps(counts | ({} if asked is None else asked.for_presenter(tally)))


def _event(data: object, name: str) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


@contextmanager
def closing(hub: Hub) -> Iterator[None]:
    """Close the hub when a signal stops the server, which waits until all connections have ended."""
    before: dict[int, Any] = {}

    def stop(number: int, frame: FrameType | None) -> None:
        hub.close()
        then = before.get(number)
        if callable(then):
            then(number, frame)

    if threading.current_thread() is threading.main_thread():
        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        hub.close()
        for number, then in before.items():
            signal.signal(number, then)
