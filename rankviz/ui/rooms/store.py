"""Rooms in one SQLite file: who may lead each, what its class is shown, its votes, and the runs that it needs.

All processes of a machine share the file, and a restart loses no room. Of a presenter's secret only a hash is stored;
of a voter's random name too. Times are seconds since 1970.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from rankviz.ui.rooms.question import LOCKED, OPEN, REVEALED, Asked, read
from rankviz.ui.serving import frontend
from rankviz.user_cache import user_cache

ALPHABET = "CDFGHJKMNPQRTVWXY34679"
"""No two of these look alike, and without vowels they make no words."""
LENGTH = 5
LASTS = 12 * 3600
ALIVE = 45
"""Seconds after its last sign of life in which a process counts: its followers have gone to another one by then."""
MOST_ROUND, MOST_BEAT = 100_000, 9
SCHEMA = """
create table if not exists rooms(code text primary key, owner text unique, opened real, version integer,
    run text, moment text, t integer, beat integer, question text);
create table if not exists packs(room text, digest text, private integer, bytes blob, primary key(room, digest));
create table if not exists votes(room text, question text, voter text, option integer,
    primary key(room, question, voter));
create table if not exists followers(room text, voter text, process text, tabs integer, primary key(room, voter));
create table if not exists processes(name text primary key, seen real);
"""


@dataclass(frozen=True)
class Limits:
    """What keeps a server from being flooded."""

    rooms: int = 200
    followers: int = 1_000
    followers_in_all: int = 4_000
    moment: int = 64_000
    """Bytes of what a room says of its moment."""
    pack: int = 64 * 2**20
    """Bytes of a gzipped run."""
    packs: int = 1_000_000_000
    """Bytes of the runs of all rooms: they stand on the disk."""
    tabs: int = 20
    """Connections of one follower; those of a phone that has lost its network linger."""


class Refused(Exception):
    """What a room does not do: a sentence that says why, and the status of HTTP for it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


NO_ROOM = "No room of that code is open. Check the code, or ask whether the class has ended."
NOT_YOURS = "Only the browser that opened the room leads it."


@dataclass(frozen=True)
class Room:
    """A room as it is now; `moment` is JSON, "" before there is one; `run` names the packed run in it."""

    code: str
    owner: str
    opened: float
    version: int
    run: str
    moment: str
    t: int
    beat: int
    question: Asked | None


def hashed(*secret: str) -> str:
    """What is stored in place of a secret: the secret cannot be found from it."""
    return hashlib.sha256("\0".join(("rankviz room", *secret)).encode()).hexdigest()[:40]


def code_of(text: str) -> str:
    """A code as people type it; "" for what can be none."""
    code = "".join(text.split()).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


@dataclass
class Rooms:
    """The rooms in a file. Methods that change one need its owner, and raise :class:`Refused` for anybody else.

    Nothing is created before the first room is opened. Safe to use from all threads.
    """

    path: Path
    limits: Limits = Limits()
    process: str = frontend.NAME
    now: Callable[[], float] = time.time
    changed: list[Callable[[str], None]] = field(default_factory=list)
    """Called with the code after each change of what a class sees, by the thread that made it."""

    def __post_init__(self) -> None:
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    # The presenter

    def open(self, owner: str) -> str:
        """Open a room, and return its code; one for each owner."""
        with self._writing() as write:
            write.execute("delete from rooms where opened < ?", (self.now() - LASTS,))
            for table in ("packs", "votes", "followers"):
                write.execute(f"delete from {table} where room not in (select code from rooms)")
            there = write.execute("select code from rooms where owner = ?", (owner,)).fetchone()
            if there:
                raise Refused(409, f"Your room {there[0]} is still open. End it before you open another.")
            if _number(write, "select count(*) from rooms") >= self.limits.rooms:
                raise Refused(503, f"{self.limits.rooms:,} rooms are open on this server. Try again later.")
            taken = {code for (code,) in write.execute("select code from rooms")}
            code = next(code for code in iter(_draw, "") if code not in taken)
            row = (code, owner, self.now(), 1, "", "", 0, 0, None)
            write.execute("insert into rooms values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return code

    def end(self, code: str, owner: str) -> None:
        """End the room; nothing of it stays."""
        with self._writing() as write:
            self._owned(write, code, owner)
            write.execute("delete from rooms where code = ?", (code,))
            for table in ("packs", "votes", "followers"):
                write.execute(f"delete from {table} where room = ?", (code,))
        self._tell(code)

    def show(
        self, code: str, owner: str, run: str, moment: str, t: int, pack: tuple[bytes, bool] | None
    ) -> None:
        """Show a moment of a run at its round; of the run shown already the round stays.

        `pack` is the run gzipped, and whether it is an upload's; None when it is stored. Another run ends a question
        about a round.
        """
        if len(moment.encode()) > self.limits.moment:
            raise Refused(413, "What this page says of the run is too long for a class.")
        if pack is not None and len(pack[0]) > self.limits.pack:
            raise Refused(413, f"The run is above {self.limits.pack // 2**20} MB, too large for a class.")
        with self._writing() as write:
            room = self._owned(write, code, owner)
            if room.moment == moment and room.run == run and pack is None:
                return
            if pack is not None:
                others = _number(
                    write, "select coalesce(sum(length(bytes)), 0) from packs where room != ?", code
                )
                if others + len(pack[0]) > self.limits.packs:
                    raise Refused(503, "The rooms of this server are full of runs. Take a smaller one.")
                write.execute("delete from packs where room = ? and digest != ?", (code, room.run))
                row = (code, run, int(pack[1]), pack[0])
                write.execute("insert or replace into packs values (?, ?, ?, ?)", row)
            asked = room.question
            if run != room.run:
                keeps = asked is not None and asked.t is None
                self._set(
                    write, code, run=run, t=t, beat=0, question=asked.text() if asked and keeps else None
                )
            self._set(write, code, moment=moment)
        self._tell(code)

    def go(self, code: str, owner: str, run: str, t: int, beat: int) -> None:
        """Step to a round of the run that is shown; a step in another run comes too late, and is none."""
        if not (0 <= t <= MOST_ROUND and 0 <= beat <= MOST_BEAT):
            raise Refused(400, "There is no such round.")
        with self._writing() as write:
            room = self._owned(write, code, owner)
            if room.run != run or (room.t, room.beat) == (t, beat):
                return
            self._set(write, code, t=t, beat=beat)
        self._tell(code)

    def ask(self, code: str, owner: str, asked: Asked) -> None:
        """Ask the class, in place of a question that is revealed."""
        with self._writing() as write:
            room = self._owned(write, code, owner)
            before = room.question
            if asked.t is not None and room.t >= asked.t:
                raise Refused(409, f"Round {asked.t} is on the screens already. Ask about the next one.")
            if before is not None and before.phase != REVEALED:
                raise Refused(409, "A question is open. Reveal it or drop it first.")
            self._set(write, code, question=asked.once_more(secrets.token_hex(4)).text())
        self._tell(code)

    def lock(self, code: str, owner: str) -> None:
        """Take no more votes."""
        self._turn(code, owner, lambda asked: _in(asked, LOCKED))

    def ask_again(self, code: str, owner: str) -> None:
        """Ask the same once more, without the votes."""
        self._turn(code, owner, lambda asked: asked.once_more(secrets.token_hex(4)))

    def reveal(self, code: str, owner: str) -> None:
        """Show the answer: the round that it is about, on every screen."""
        self._turn(code, owner, lambda asked: _in(asked, REVEALED))

    def drop(self, code: str, owner: str) -> None:
        """Take the question away."""
        self._turn(code, owner, lambda asked: None)

    def _turn(self, code: str, owner: str, turned: Callable[[Asked], Asked | None]) -> None:
        with self._writing() as write:
            asked = self._owned(write, code, owner).question
            if asked is None:
                return
            then = turned(asked)
            if then is None or then.id != asked.id:
                write.execute("delete from votes where room = ?", (code,))
            elif then.phase == REVEALED and then.t is not None:
                self._set(write, code, t=then.t, beat=0)
            self._set(write, code, question=None if then is None else then.text())
        self._tell(code)

    # The class

    def follow(self, code: str, voter: str) -> None:
        """Somebody follows from now on, in one more tab."""
        name = hashed(code, voter)
        with self._writing() as write:
            if self._room(write, code) is None:
                raise Refused(404, NO_ROOM)
            write.execute("insert or replace into processes values (?, ?)", (self.process, self.now()))
            tabs = write.execute(
                "select tabs, process from followers where room = ? and voter = ?", (code, name)
            ).fetchone()
            if tabs is not None and tabs[0] >= self.limits.tabs and tabs[1] == self.process:
                raise Refused(429, "This browser has the class open in too many tabs.")
            if tabs is None:
                # Those who have left count too: otherwise one visitor could take any number of names in turn.
                here = _number(write, "select count(*) from followers where room = ?", code)
                if here >= self.limits.followers:
                    raise Refused(503, f"This room is full: {self.limits.followers:,} follow it.")
                if _number(write, "select count(*) from followers") >= self.limits.followers_in_all:
                    raise Refused(503, "Too many people follow classes on this server now. Try again later.")
            write.execute(
                "insert into followers values (?, ?, ?, 1) on conflict do update set "
                "tabs = case when process = excluded.process then tabs + 1 else 1 end, process = excluded.process",
                (code, name, self.process),
            )

    def left(self, gone: list[tuple[str, str]]) -> None:
        """Those (code, voter) have closed a tab."""
        names = [(code, hashed(code, voter), self.process) for code, voter in gone]
        with self._writing() as write:
            write.executemany(
                "update followers set tabs = max(0, tabs - 1) where room = ? and voter = ? and process = ?",
                names,
            )

    def vote(self, code: str, question: str, voter: str, option: int) -> None:
        """Vote, or change the vote, while the question is open; only who follows has one."""
        name = hashed(code, voter)
        with self._writing() as write:
            room = self._room(write, code)
            if room is None:
                raise Refused(404, NO_ROOM)
            asked = room.question
            if asked is None or asked.id != question or asked.phase != OPEN:
                raise Refused(409, "This question takes no more answers.")
            if not 0 <= option < len(asked.options):
                raise Refused(400, "There is no such answer.")
            follows = write.execute("select 1 from followers where room = ? and voter = ?", (code, name))
            if not follows.fetchone():
                raise Refused(403, "Only those who follow the class vote.")
            write.execute("insert or replace into votes values (?, ?, ?, ?)", (code, question, name, option))

    def alive(self) -> None:
        """This process is still here, and so are its followers."""
        with self._writing() as write:
            write.execute("insert or replace into processes values (?, ?)", (self.process, self.now()))
            write.execute("delete from processes where seen < ?", (self.now() - LASTS,))

    # Reading

    def room(self, code: str) -> Room | None:
        """The room of a code; None when none is open."""
        with self._reading() as asked:
            return None if asked is None else self._room(asked, code)

    def of(self, owner: str) -> Room | None:
        """The room that somebody has opened."""
        with self._reading() as asked:
            found = asked and asked.execute("select code from rooms where owner = ?", (owner,)).fetchone()
            return self._room(asked, found[0]) if asked and found else None

    def tally(self, room: Room) -> list[int]:
        """How many voted for each option of the room's question; empty without one."""
        if room.question is None:
            return []
        with self._reading() as asked:
            counted = dict(
                asked.execute(
                    "select option, count(*) from votes where room = ? and question = ? group by option",
                    (room.code, room.question.id),
                )
                if asked
                else ()
            )
        return [counted.get(k, 0) for k in range(len(room.question.options))]

    def followers(self, code: str) -> int:
        """How many follow the room now."""
        with self._reading() as asked:
            return (
                asked
                and _number(
                    asked,
                    "select count(*) from followers join processes on process = name "
                    "where room = ? and tabs > 0 and seen > ?",
                    code,
                    self.now() - ALIVE,
                )
                or 0
            )

    def pack(self, digest: str) -> tuple[bytes, bool] | None:
        """A run that a room shows, gzipped, and whether it is an upload's; None when no room does."""
        with self._reading() as asked:
            found = (
                asked
                and asked.execute(
                    "select bytes, private from packs join rooms on room = code where digest = ? and opened > ?",
                    (digest, self.now() - LASTS),
                ).fetchone()
            )
        return (found[0], bool(found[1])) if found else None

    def stamp(self) -> tuple[int, int]:
        """What any change changes, whether another process made it or this one."""
        with self._reading() as asked:
            return (_number(asked, "pragma data_version"), asked.total_changes) if asked else (0, 0)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _tell(self, code: str) -> None:
        for heard in list(self.changed):
            heard(code)

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                connection = sqlite3.connect(
                    self.path, timeout=10, isolation_level=None, check_same_thread=False
                )
                connection.execute("pragma journal_mode = wal")
                connection.execute("pragma synchronous = normal")
                connection.executescript(SCHEMA)
            except (OSError, sqlite3.Error) as error:
                raise Refused(
                    503,
                    f"Rooms cannot be kept in {self.path}: {error}. Set RANKVIZ_ROOMS to a file that can.",
                ) from None
            self._connection = connection
        return self._connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            connection = self._connected()
            try:
                connection.execute("begin immediate")
                yield connection
                connection.execute("commit")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("rollback")
                if isinstance(error, sqlite3.Error):
                    raise Refused(503, f"The room could not be written: {error}. Try again.") from None
                raise

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """The file, or None when no room was ever opened."""
        with self._lock:
            there = self._connection is not None or self.path.exists()
            try:
                yield self._connected() if there else None
            except sqlite3.Error as error:
                raise Refused(503, f"The room could not be read: {error}. Try again.") from None

    def _room(self, asked: sqlite3.Connection, code: str) -> Room | None:
        row = asked.execute(
            "select * from rooms where code = ? and opened > ?", (code, self.now() - LASTS)
        ).fetchone()
        if row is None:
            return None
        *values, question = row
        names = ("code", "owner", "opened", "version", "run", "moment", "t", "beat")
        return Room(**dict(zip(names, values, strict=True)), question=read(question) if question else None)

    def _owned(self, asked: sqlite3.Connection, code: str, owner: str) -> Room:
        room = self._room(asked, code)
        if room is None:
            raise Refused(404, NO_ROOM)
        if room.owner != owner:
            raise Refused(403, NOT_YOURS)
        return room

    def _set(self, write: sqlite3.Connection, code: str, **values: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        write.execute(
            f"update rooms set version = version + 1, {columns} where code = ?", (*values.values(), code)
        )


def _draw() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def _in(asked: Asked, phase: str) -> Asked:
    return replace(asked, phase=phase)


def _number(asked: sqlite3.Connection, query: str, *values: object) -> int:
    return int(asked.execute(query, values).fetchone()[0])


def place() -> Path:
    """The file: RANKVIZ_ROOMS, else one in the user's cache folder, else one in the folder of temporary files."""
    named = os.environ.get("RANKVIZ_ROOMS", "").strip()
    folder = user_cache() or Path(tempfile.gettempdir())
    return Path(named).expanduser() if named else folder / "rankviz-rooms" / "rooms.sqlite"


@cache
def rooms() -> Rooms:
    """The rooms of this server."""
    return Rooms(place())
