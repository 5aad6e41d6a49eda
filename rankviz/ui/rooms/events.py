"""Server-sent events for the browsers of a class: the parts of the room that changed, as soon as they change.

A change made in this process wakes its listeners at once; those of other processes are looked for a few times a second,
while anybody listens here. A connection begins with the whole state, so nothing is missed after a lost one.
"""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from starlette.concurrency import run_in_threadpool

from rankviz.ui.rooms.question import OPEN
from rankviz.ui.rooms.store import NO_ROOM, Refused, Room, Rooms

POLL = 0.25
"""Seconds between two looks at what other processes have changed, and at votes."""
SIGN = 15.0
"""Seconds between two signs of life: a browser that hears none for long knows that the network is gone."""
RETRY = 2000
"""Milliseconds after which a browser connects again."""


@dataclass(eq=False)
class Listener:
    """A connection; `leads` when it is the presenter's."""

    leads: bool
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Watched:
    """A room that somebody listens to here: its parts as JSON, None once it has ended."""

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
        self._gone: list[tuple[str, str]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._poll: asyncio.Task[None] | None = None
        self._closed = False
        rooms.changed.append(self._soon)

    async def events(self, code: str, voter: str = "") -> AsyncIterator[str]:
        """Yield the events of a room, for a follower by the random name `voter` or for the presenter, who has none."""
        yield f"retry: {RETRY}\n\n"
        if voter:
            try:
                await run_in_threadpool(self._rooms.follow, code, voter)
            except Refused as refused:
                yield _event({"why": str(refused)}, "ended" if refused.status == 404 else "refused")
                return
        listener = Listener(leads=not voter)
        self._loop = asyncio.get_running_loop()
        watched = self._watched.setdefault(code, Watched())
        watched.listeners.add(listener)
        try:
            self._refresh(code)
            if self._poll is None or self._poll.done():
                self._poll = self._loop.create_task(self._polling())
            async for text in self._changes(watched, listener):
                yield text
        finally:
            watched.listeners.discard(listener)
            if not watched.listeners and self._watched.get(code) is watched:
                del self._watched[code]
            if voter:
                self._gone.append((code, voter))

    async def _changes(self, watched: Watched, listener: Listener) -> AsyncIterator[str]:
        sent: dict[str, str] = {}
        while not self._closed:
            listener.changed.clear()
            if watched.parts is None:
                yield _event({"why": NO_ROOM}, "ended")
                return
            now = watched.parts | ({"counts": watched.counts} if listener.leads else {})
            fresh = [f'"{name}":{text}' for name, text in now.items() if sent.get(name) != text]
            if fresh:
                yield f"data: {{{','.join(fresh)}}}\n\n"
            sent = now
            try:
                await asyncio.wait_for(listener.changed.wait(), SIGN)
            except TimeoutError:
                yield _event({}, "here")

    def close(self) -> None:
        """End all connections, for which a server that is stopped waits."""
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

    async def _polling(self) -> None:
        stamp, rest = (-1, -1), 0.0
        while self._watched or self._gone:
            gone, self._gone = self._gone, []
            try:
                if gone:
                    await run_in_threadpool(self._rooms.left, gone)
                rest -= POLL
                if rest <= 0:
                    rest = SIGN
                    await run_in_threadpool(self._rooms.alive)
                now = self._rooms.stamp()
                # Rooms end by the clock too, and processes stop without a word.
                if now != stamp or rest == SIGN:
                    stamp = now
                    for code in list(self._watched):
                        self._refresh(code)
            except Refused:
                self._gone += gone  # the file is busy: tried again the next time
            await asyncio.sleep(POLL)

    def _refresh(self, code: str) -> None:
        watched = self._watched.get(code)
        if watched is None:
            return
        room = self._rooms.room(code)
        counts = self._counts(room) if room is not None and watched.led else ""
        if room is not None and room.version == watched.version and counts == watched.counts:
            return
        quiet = room is not None and room.version == watched.version
        watched.counts = counts
        if room is None:
            watched.parts = None
        elif not quiet:
            watched.version, watched.parts = room.version, self._parts(room)
        for listener in watched.listeners:
            if listener.leads or not quiet:
                listener.changed.set()

    def _parts(self, room: Room) -> dict[str, str]:
        asked = room.question
        held = room.t if asked is None or asked.hold is None else min(room.t, asked.hold)
        beat = room.beat if held == room.t else 0
        known = None if asked is None else asked.for_class(self._rooms.tally(room))
        return {
            "moment": room.moment or "null",
            "question": json.dumps(known),
            "at": json.dumps({"t": held, "beat": beat}),
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
