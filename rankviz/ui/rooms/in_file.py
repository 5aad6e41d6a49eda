"""Rooms in one SQLite file, shared by all processes of a machine; a restart loses none.

The file is read by a separate connection: a process that writes, for however long, keeps no reader waiting.
"""

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import TypeVar

from rankviz.ui.rooms.room import Change, Place, Refused, Room, room_of

T = TypeVar("T")
SCHEMA = """
create table if not exists rooms(code text primary key, owner text unique, opened real, version integer,
    run text, moment text, t integer, beat integer, question text);
create table if not exists packs(room text, digest text, private integer, bytes blob, primary key(room, digest));
create table if not exists votes(room text, question text, voter text, option integer,
    primary key(room, question, voter));
create table if not exists places(room text, voter text, process text, tabs integer, since real, address text,
    votes integer, voted text, primary key(room, voter));
create table if not exists leads(room text primary key, process text, tabs integer, since real, address text,
    votes integer, voted text);
create table if not exists processes(name text primary key, seen real);
"""
COLUMNS = ("code", "owner", "opened", "version", "run", "moment", "t", "beat", "question")
PLACE = "process, tabs, since, address, votes, voted"
"""The columns of a :class:`Place`, in its order."""
WRITE_TIMEOUT = 10.0
"""Seconds for which a change waits while another process writes."""
READ_TIMEOUT = 1.0
"""Seconds for which a reader waits; only a process that starts or stops using the file blocks readers."""
BACKOFF = 2.0
"""Seconds after a timeout in which changes are refused at once, as those in line would wait one after the other."""
BUSY = "The rooms are busy. Try again in a moment."


class InFile:
    """Rooms in a file, which is not created before the first room is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writing, self._reading_lock = threading.Lock(), threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._rests_until = 0.0

    def change(self, act: Callable[[Change], T]) -> T:
        if not self._writing.acquire(timeout=WRITE_TIMEOUT):
            raise Refused(503, BUSY)
        try:
            if time.monotonic() < self._rests_until:
                raise Refused(503, BUSY)
            writer = self._connected()
            try:
                writer.execute("begin immediate")
                done = act(InTransaction(writer))
                writer.execute("commit")
                return done
            except BaseException as error:
                if writer.in_transaction:
                    writer.execute("rollback")
                if isinstance(error, sqlite3.Error):
                    raise self._refusal("written", error) from None
                raise
        finally:
            self._writing.release()

    def room(self, code: str) -> Room | None:
        with self._reading() as file:
            return None if file is None else InTransaction(file).room(code)

    def led_by(self, owner: str) -> Room | None:
        with self._reading() as file:
            return None if file is None else InTransaction(file).led_by(owner)

    def place(self, code: str, voter: str) -> Place | None:
        with self._reading() as file:
            return None if file is None else InTransaction(file).place(code, voter)

    def lead(self, code: str) -> Place | None:
        find = f"select {PLACE} from leads where room = ?"
        with self._reading() as file:
            row = None if file is None else file.execute(find, (code,)).fetchone()
        return None if row is None else Place(*row)

    def votes(self, code: str, question: str) -> dict[int, int]:
        count = "select option, count(*) from votes where room = ? and question = ? group by option"
        with self._reading() as file:
            return {} if file is None else dict(file.execute(count, (code, question)).fetchall())

    def vote_of(self, code: str, question: str, voter: str) -> int | None:
        find = "select option from votes where room = ? and question = ? and voter = ?"
        with self._reading() as file:
            found = None if file is None else file.execute(find, (code, question, voter)).fetchone()
        return None if found is None else int(found[0])

    def present(self, code: str, alive: float) -> int:
        count = (
            "select count(*) from places join processes on process = name "
            "where room = ? and tabs > 0 and seen > ?"
        )
        with self._reading() as file:
            return 0 if file is None else _number(file, count, code, alive)

    def pack(self, digest: str, since: float) -> tuple[bytes, bool] | None:
        find = "select bytes, private from packs join rooms on room = code where digest = ? and opened > ?"
        with self._reading() as file:
            found = None if file is None else file.execute(find, (digest, since)).fetchone()
        return (found[0], bool(found[1])) if found else None

    def secret(self) -> bytes:
        """Return the secret in the file next to the rooms; where none can be written, a secret of this process."""
        place = self.path.with_name(f"{self.path.name}.secret")
        fresh = secrets.token_hex(32).encode()
        part = place.with_name(f".{place.name}.{secrets.token_hex(8)}")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not place.exists():
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(fresh)
                try:
                    os.link(part, place)  # completely or not at all, and the first one stays
                except FileExistsError:
                    pass
                finally:
                    part.unlink()
            return place.read_bytes() or fresh
        except OSError:
            return fresh

    def stamp(self) -> int:
        with self._reading() as file:
            return 0 if file is None else _number(file, "pragma data_version")

    def hear(self, on_changed: Callable[[str], None]) -> None:
        """Do nothing: a file reports no changes, so listeners poll the stamp."""

    def close(self) -> None:
        # In the order of a reader that finds an earlier version's file.
        with self._reading_lock, self._writing:
            for connection in (self._writer, self._reader):
                if connection is not None:
                    connection.close()
            self._writer = self._reader = None

    def _connected(self) -> sqlite3.Connection:
        """Return the connection that writes, and that creates the file and its tables."""
        if self._writer is None:
            try:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                connection = self._connection(WRITE_TIMEOUT)
                connection.execute("pragma journal_mode = wal")
                connection.execute("pragma synchronous = normal")
                connection.executescript(SCHEMA)
            except (OSError, sqlite3.Error) as error:
                raise self._refusal("written", error) from None
            self._writer = connection
        return self._writer

    def _connection(self, patience: float) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=patience, isolation_level=None, check_same_thread=False)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Yield the file, or None when no room was ever opened."""
        with self._reading_lock:
            try:
                if self._reader is None and self.path.exists():
                    reader = self._connection(READ_TIMEOUT)
                    if not _number(reader, "select count(*) from sqlite_master where name = 'leads'"):
                        with self._writing:  # an earlier version created the file
                            self._connected()
                    self._reader = reader
                yield self._reader
            except sqlite3.Error as error:
                raise self._refusal("read", error) from None

    def _refusal(self, done: str, error: OSError | sqlite3.Error) -> Refused:
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF == sqlite3.SQLITE_BUSY:  # the higher bits give the reason: recovery, a snapshot
            self._rests_until = time.monotonic() + BACKOFF
            return Refused(503, BUSY)
        where = f"Rooms in {self.path} cannot be {done}: {error}."
        return Refused(503, f"{where} Set RANKVIZ_ROOMS to a file that can be read and written.")


class InTransaction:
    """The reads and writes of a transaction of the file."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def room(self, code: str) -> Room | None:
        return self._room("code", code)

    def led_by(self, owner: str) -> Room | None:
        return self._room("owner", owner)

    def _room(self, column: str, value: str) -> Room | None:
        find = f"select {', '.join(COLUMNS)} from rooms where {column} = ?"
        row = self._file.execute(find, (value,)).fetchone()
        return None if row is None else room_of(dict(zip(COLUMNS, row, strict=True)))

    def leads(self, since: float) -> dict[str, tuple[float, Place | None]]:
        find = f"select code, opened, {PLACE} from rooms left join leads on room = code where opened > ?"
        rows = self._file.execute(find, (since,)).fetchall()
        return {
            code: (opened, Place(*place) if place[0] is not None else None) for code, opened, *place in rows
        }

    def packed(self, but: str, since: float) -> int:
        add = (
            "select coalesce(sum(length(bytes)), 0) from packs join rooms on room = code "
            "where room != ? and opened > ?"
        )
        return _number(self._file, add, but, since)

    def place(self, code: str, voter: str) -> Place | None:
        find = f"select {PLACE} from places where room = ? and voter = ?"
        row = self._file.execute(find, (code, voter)).fetchone()
        return None if row is None else Place(*row)

    def names(self, code: str, address: str = "") -> int:
        count = "select count(*) from places where room = ? and ? in ('', address)"
        return _number(self._file, count, code, address)

    def all_names(self, since: float) -> int:
        count = "select count(*) from places join rooms on room = code where opened > ?"
        return _number(self._file, count, since)

    def absent(self, since: float, before: float) -> list[tuple[str, str, Place]]:
        find = (
            f"select room, voter, {PLACE} from places join rooms on code = room where opened > ? and ("
            "(tabs = 0 and since < ?) or process not in (select name from processes where seen >= ?))"
        )
        rows = self._file.execute(find, (since, before, before)).fetchall()
        return [(code, voter, Place(*place)) for code, voter, *place in rows]

    def seen(self, process: str, since: float) -> bool:
        count = "select count(*) from processes where name = ? and seen >= ?"
        return _number(self._file, count, process, since) > 0

    def put(self, room: Room) -> None:
        row = (
            room.code,
            room.owner,
            room.opened,
            room.version,
            room.run,
            room.moment,
            room.t,
            room.beat,
            room.questions(),
        )
        self._put("rooms", *row)
        places = ", ".join("?" * len(room.kept))
        gone = f"delete from votes where room = ? and question not in ({places})"
        self._file.execute(gone, (room.code, *room.kept))

    def put_pack(self, room: Room, digest: str, packed: bytes, private: bool) -> None:
        self._file.execute("delete from packs where room = ? and digest != ?", (room.code, room.run))
        self._put("packs", room.code, digest, int(private), packed)

    def put_place(self, code: str, voter: str, place: Place) -> None:
        self._put("places", code, voter, *astuple(place))

    def put_lead(self, code: str, place: Place) -> None:
        self._put("leads", code, *astuple(place))

    def _put(self, table: str, *row: object) -> None:
        self._file.execute(f"insert or replace into {table} values ({', '.join('?' * len(row))})", row)

    def forget_place(self, code: str, voter: str) -> None:
        for table in ("places", "votes"):
            self._file.execute(f"delete from {table} where room = ? and voter = ?", (code, voter))

    def put_vote(self, code: str, question: str, voter: str, option: int) -> None:
        self._put("votes", code, question, voter, option)

    def put_process(self, process: str, now: float) -> None:
        self._put("processes", process, now)

    def forget(self, room: Room) -> None:
        self._file.execute("delete from rooms where code = ?", (room.code,))
        self._without_rooms()

    def forget_old(self, before: float) -> None:
        self._file.execute("delete from rooms where opened < ?", (before,))
        self._file.execute("delete from processes where seen < ?", (before,))
        self._without_rooms()

    def _without_rooms(self) -> None:
        for table in ("packs", "votes", "places", "leads"):
            self._file.execute(f"delete from {table} where room not in (select code from rooms)")


def _number(file: sqlite3.Connection, query: str, *values: object) -> int:
    return int(file.execute(query, values).fetchone()[0])
