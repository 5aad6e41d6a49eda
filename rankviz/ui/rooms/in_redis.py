"""Rooms in a Redis, for servers on several machines; Redis tells each process what others changed.

A room's keys expire with the room. A transaction watches what it has read of rooms and starts again when another
process wrote it in between; counts of all rooms are not watched, so simultaneous visitors may exceed limits.
"""

import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple
from functools import partial
from typing import Any, TypeVar

from rankviz.ui.rooms.room import LASTS, Change, Place, Refused, Room, room_of

T = TypeVar("T")
SCHEMES = ("redis://", "rediss://", "unix://")
KEY = "rankviz:"
CHANNEL, CHANGES, ROOMS, LEADS, SIZES, PROCESSES, SECRET = (
    KEY + name for name in ("changed", "changes", "rooms", "leads", "sizes", "processes", "secret")
)
PATIENCE = 2.0
"""Seconds to wait for an answer; after a failure nobody asks again for as long."""
NO_LIBRARY = 'RANKVIZ_ROOMS names a Redis, which needs: pip install "rankviz[redis]"'
NO_ANSWER = "The Redis that keeps the rooms does not answer. Try again in a moment."


class InRedis:
    """Rooms in the Redis at a URL, whose password is never shown; `process` names the one that changes them."""

    def __init__(self, url: str, process: str) -> None:
        self._url, self._process = url, process
        self._lock, self._connecting = threading.Lock(), threading.Lock()
        self._client: Any = None
        self._down = 0.0
        self._closed = threading.Event()

    def change(self, act: Callable[[Change], T]) -> T:
        def transaction(client: Any) -> T:
            from redis import WatchError

            while True:
                with client.pipeline() as pipe:
                    at = InTransaction(pipe, client)
                    done = act(at)
                    if not at.writes:
                        return done
                    pipe.multi()
                    for write in at.writes:
                        write()
                    pipe.incr(CHANGES)
                    for code in at.changed:
                        pipe.publish(CHANNEL, f"{self._process} {code}")
                    try:
                        pipe.execute()
                        return done
                    except WatchError:
                        continue

        with self._lock:  # two tabs of one follower are counted one after the other
            return self._asked(transaction)

    def room(self, code: str) -> Room | None:
        return self._asked(lambda client: _room(client.get(_key("room", code))))

    def led_by(self, owner: str) -> Room | None:
        code = self._asked(lambda client: client.get(_key("owner", owner)))
        return None if code is None else self.room(code.decode())

    def place(self, code: str, voter: str) -> Place | None:
        return self._asked(lambda client: _place(client.hget(_key("places", code), voter)))

    def lead(self, code: str) -> Place | None:
        return self._asked(lambda client: _place(client.hget(LEADS, code)))

    def votes(self, code: str, question: str) -> dict[int, int]:
        found = self._asked(lambda client: client.hgetall(_key("votes", code)))
        return Counter(int(option) for name, option in found.items() if _asked_in(name) == question)

    def vote_of(self, code: str, question: str, voter: str) -> int | None:
        found = self._asked(lambda client: client.hget(_key("votes", code), _vote(question, voter)))
        return None if found is None else int(found)

    def present(self, code: str, alive: float) -> int:
        def asked(client: Any) -> tuple[list[bytes], list[bytes]]:
            here = client.zrangebyscore(PROCESSES, f"({alive}", "+inf")
            return client.hvals(_key("places", code)), here

        followers, here = self._asked(asked)
        names = [name.decode() for name in here]
        return sum(tabs > 0 and process in names for process, tabs, *_ in map(json.loads, followers))

    def pack(self, digest: str, since: float) -> tuple[bytes, bool] | None:
        def asked(client: Any) -> bytes | None:
            for code in _codes(client, since):
                if (packed := client.hget(_key("packs", code), digest)) is not None:
                    return packed
            return None

        found = self._asked(asked)
        return None if found is None else (found[1:], found[:1] == b"1")

    def secret(self) -> bytes:
        def asked(client: Any) -> bytes:
            client.set(SECRET, secrets.token_hex(32), nx=True)
            secret: bytes = client.get(SECRET)
            return secret

        return self._asked(asked)

    def stamp(self) -> int:
        return int(self._asked(lambda client: client.get(CHANGES)) or 0)

    def hear(self, on_changed: Callable[[str], None]) -> None:
        threading.Thread(target=self._hear, args=(on_changed,), name="rankviz-rooms", daemon=True).start()

    def _hear(self, on_changed: Callable[[str], None]) -> None:
        while not self._closed.is_set():
            try:
                with self._asked(lambda client: client.pubsub(ignore_subscribe_messages=True)) as line:
                    line.subscribe(CHANNEL)
                    while not self._closed.is_set():
                        message = line.get_message(timeout=1.0)
                        process, _, code = (message["data"] if message else b"").decode().partition(" ")
                        if code and process != self._process:
                            on_changed(code)
            except Exception:  # whatever broke the connection: the stamp is polled meanwhile
                self._closed.wait(PATIENCE)

    def close(self) -> None:
        self._closed.set()
        if self._client is not None:
            self._client.close()

    def _asked(self, act: Callable[[Any], T]) -> T:
        if time.monotonic() < self._down:
            raise Refused(503, NO_ANSWER)
        client = self._connected()
        from redis import RedisError

        try:
            return act(client)
        except RedisError as error:
            self._down = time.monotonic() + PATIENCE
            raise Refused(503, NO_ANSWER) from error

    def _connected(self) -> Any:
        with self._connecting:
            if self._client is None:
                try:
                    from redis import Redis
                    from redis.backoff import NoBackoff
                    from redis.retry import Retry
                except ImportError:
                    raise Refused(503, NO_LIBRARY) from None
                try:
                    self._client = Redis.from_url(
                        self._url,
                        socket_timeout=PATIENCE,
                        socket_connect_timeout=PATIENCE,
                        retry=Retry(NoBackoff(), 1),  # once more, for a connection that a restart has cut
                    )
                except ValueError:
                    raise Refused(
                        503,
                        "RANKVIZ_ROOMS is not the address of a Redis server. Write it as redis://HOST:PORT.",
                    ) from None
            return self._client


class InTransaction:
    """The immediate reads of a transaction, and the writes that are sent together at its end."""

    def __init__(self, pipe: Any, client: Any) -> None:
        self._pipe, self._client = pipe, client
        self.writes: list[Callable[[], object]] = []
        self.changed: set[str] = set()

    def room(self, code: str) -> Room | None:
        self._pipe.watch(_key("room", code))
        return _room(self._pipe.get(_key("room", code)))

    def led_by(self, owner: str) -> Room | None:
        self._pipe.watch(_key("owner", owner))
        code = self._pipe.get(_key("owner", owner))
        return None if code is None else self.room(code.decode())

    def leads(self, since: float) -> dict[str, tuple[float, Place | None]]:
        rooms = self._client.zrangebyscore(ROOMS, f"({since}", "+inf", withscores=True)
        leads = self._client.hgetall(LEADS)
        return {code.decode(): (opened, _place(leads.get(code))) for code, opened in rooms}

    def packed(self, but: str, since: float) -> int:
        sizes = {code.decode(): int(size) for code, size in self._client.hgetall(SIZES).items()}
        return sum(sizes.get(code, 0) for code in _codes(self._client, since) if code != but)

    def place(self, code: str, voter: str) -> Place | None:
        return _place(self._client.hget(_key("places", code), voter))

    def names(self, code: str, address: str = "") -> int:
        if not address:
            return int(self._client.hlen(_key("places", code)))
        places = map(_place, self._client.hvals(_key("places", code)))
        return sum(place is not None and place.address == address for place in places)

    def all_names(self, since: float) -> int:
        return sum(self.names(code) for code in _codes(self._client, since))

    def absent(self, since: float, before: float) -> list[tuple[str, str, Place]]:
        here = {name.decode() for name in self._client.zrangebyscore(PROCESSES, before, "+inf")}
        found = []
        for code in _codes(self._client, since):
            # Watched, so that nobody who comes back in between is deleted.
            self._pipe.watch(_key("places", code))
            for voter, text in self._pipe.hgetall(_key("places", code)).items():
                place = _place(text)
                if place and (place.process not in here or (not place.tabs and place.since < before)):
                    found.append((code, voter.decode(), place))
        return found

    def seen(self, process: str, since: float) -> bool:
        return (self._client.zscore(PROCESSES, process) or 0.0) >= since

    def put(self, room: Room) -> None:
        self.changed.add(room.code)
        pipe, key, end = self._pipe, _key("room", room.code), int(room.opened) + LASTS
        before = _room(self._client.get(key))
        self._later(lambda: pipe.set(key, room.text()))
        self._later(lambda: pipe.expireat(key, end))
        self._later(lambda: pipe.set(_key("owner", room.owner), room.code))
        self._later(lambda: pipe.expireat(_key("owner", room.owner), end))
        self._later(lambda: pipe.zadd(ROOMS, {room.code: room.opened}))
        if before is None or set(before.kept) <= set(room.kept):
            return
        votes = _key("votes", room.code)
        if gone := [name for name in self._client.hkeys(votes) if _asked_in(name) not in room.kept]:
            self._later(lambda: pipe.hdel(votes, *gone))

    def put_pack(self, room: Room, digest: str, packed: bytes, private: bool) -> None:
        pipe, key = self._pipe, _key("packs", room.code)
        needed = {room.run, digest}
        old = [name for name in self._client.hkeys(key) if name.decode() not in needed]
        before = self._client.hget(key, room.run) if room.run != digest else None
        size = len(packed) + len(before or b"")
        if old:
            self._later(lambda: pipe.hdel(key, *old))
        self._later(lambda: pipe.hset(key, digest, (b"1" if private else b"0") + packed))
        self._later(lambda: pipe.hset(SIZES, room.code, size))
        self._ends(key)

    def put_place(self, code: str, voter: str, place: Place) -> None:
        key, text = _key("places", code), json.dumps(astuple(place))
        self._later(lambda: self._pipe.hset(key, voter, text))
        self._ends(key)

    def put_lead(self, code: str, place: Place) -> None:
        text = json.dumps(astuple(place))
        self._later(lambda: self._pipe.hset(LEADS, code, text))

    def forget_place(self, code: str, voter: str) -> None:
        room = _room(self._client.get(_key("room", code)))
        self._later(partial(self._pipe.hdel, _key("places", code), voter))
        for question in () if room is None else room.kept:
            self._later(partial(self._pipe.hdel, _key("votes", code), _vote(question, voter)))

    def put_vote(self, code: str, question: str, voter: str, option: int) -> None:
        key = _key("votes", code)
        self._later(lambda: self._pipe.hset(key, _vote(question, voter), option))
        self._ends(key)

    def put_process(self, process: str, now: float) -> None:
        self._later(lambda: self._pipe.zadd(PROCESSES, {process: now}))

    def forget(self, room: Room) -> None:
        self.changed.add(room.code)
        parts = [_key(part, room.code) for part in ("room", "packs", "votes", "places")]
        self._later(lambda: self._pipe.delete(*parts, _key("owner", room.owner)))
        self._later(lambda: self._pipe.zrem(ROOMS, room.code))
        for of_all in (SIZES, LEADS):
            self._later(partial(self._pipe.hdel, of_all, room.code))

    def forget_old(self, before: float) -> None:
        pipe = self._pipe
        old = self._client.zrangebyscore(ROOMS, "-inf", f"({before}")
        if old:  # their keys have ended
            self._later(lambda: pipe.hdel(SIZES, *old))
            self._later(lambda: pipe.hdel(LEADS, *old))
            self._later(lambda: pipe.zrem(ROOMS, *old))
        self._later(lambda: pipe.zremrangebyscore(PROCESSES, "-inf", f"({before}"))

    def _later(self, write: Callable[[], object]) -> None:
        self.writes.append(write)

    def _ends(self, key: str) -> None:
        self._later(lambda: self._pipe.expire(key, LASTS))


def _key(part: str, name: str) -> str:
    return f"{KEY}{part}:{name}"


def _vote(question: str, voter: str) -> str:
    """Name a vote among those of a room."""
    return f"{question} {voter}"


def _asked_in(name: bytes) -> str:
    """Return the question of a vote of that name."""
    return name.decode().partition(" ")[0]


def _place(text: bytes | None) -> Place | None:
    if text is None:
        return None
    return Place(*json.loads(text))


def _room(text: bytes | None) -> Room | None:
    return None if text is None else room_of(json.loads(text))


def _codes(client: Any, since: float) -> list[str]:
    """Return the codes of the rooms opened since then."""
    return [code.decode() for code in client.zrangebyscore(ROOMS, f"({since}", "+inf")]
