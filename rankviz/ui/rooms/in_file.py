"""Rooms in one SQLite file, which all processes of a machine share; a restart loses none."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from rankviz.ui.rooms.room import Change, Refused, Room, room_of

T = TypeVar("T")
SCHEMA = """
create table if not exists rooms(code text primary key, owner text unique, opened real, version integer,
    run text, moment text, t integer, beat integer, question text);
create table if not exists packs(room text, digest text, private integer, bytes blob, primary key(room, digest));
create table if not exists votes(room text, question text, voter text, option integer,
    primary key(room, question, voter));
create table if not exists followers(room text, voter text, process text, tabs integer, primary key(room, voter));
create table if not exists departed(room text, voter text, since real, primary key(room, voter));
create table if not exists processes(name text primary key, seen real);
"""
COLUMNS = ("code", "owner", "opened", "version", "run", "moment", "t", "beat", "question")


class InFile:
    """Rooms in a file, which is not made before the first room is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    def change(self, act: Callable[[Change], T]) -> T:
        with self._lock:
            connection = self._connected()
            try:
                connection.execute("begin immediate")
                done = act(InTransaction(connection))
                connection.execute("commit")
                return done
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("rollback")
                if isinstance(error, sqlite3.Error):
                    raise Refused(503, f"The room could not be written: {error}. Try again.") from None
                raise

    def room(self, code: str) -> Room | None:
        with self._reading() as file:
            return None if file is None else InTransaction(file).room(code)

    def of(self, owner: str) -> Room | None:
        with self._reading() as file:
            return None if file is None else InTransaction(file).of(owner)

    def votes(self, code: str, question: str) -> dict[int, int]:
        count = "select option, count(*) from votes where room = ? and question = ? group by option"
        with self._reading() as file:
            return {} if file is None else dict(file.execute(count, (code, question)).fetchall())

    def present(self, code: str, alive: float) -> int:
        count = (
            "select count(*) from followers join processes on process = name "
            "where room = ? and tabs > 0 and seen > ?"
        )
        with self._reading() as file:
            return 0 if file is None else _number(file, count, code, alive)

    def pack(self, digest: str, since: float) -> tuple[bytes, bool] | None:
        find = "select bytes, private from packs join rooms on room = code where digest = ? and opened > ?"
        with self._reading() as file:
            found = None if file is None else file.execute(find, (digest, since)).fetchone()
        return (found[0], bool(found[1])) if found else None

    def stamp(self) -> tuple[int, int]:
        with self._reading() as file:
            return (0, 0) if file is None else (_number(file, "pragma data_version"), file.total_changes)

    def hear(self, on_changed: Callable[[str], None]) -> None:
        """Do nothing: a file reports no changes, and listeners look at the stamp."""

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

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
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """The file, or None when no room was ever opened."""
        with self._lock:
            there = self._connection is not None or self.path.exists()
            try:
                yield self._connected() if there else None
            except sqlite3.Error as error:
                raise Refused(503, f"The room could not be read: {error}. Try again.") from None


class InTransaction:
    """What a transaction of the file reads and writes."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def room(self, code: str) -> Room | None:
        return self._room("code", code)

    def of(self, owner: str) -> Room | None:
        return self._room("owner", owner)

    def _room(self, column: str, value: str) -> Room | None:
        find = f"select {', '.join(COLUMNS)} from rooms where {column} = ?"
        row = self._file.execute(find, (value,)).fetchone()
        return None if row is None else room_of(dict(zip(COLUMNS, row, strict=True)))

    def opened(self, since: float) -> int:
        return _number(self._file, "select count(*) from rooms where opened > ?", since)

    def packed(self, but: str, since: float) -> int:
        add = (
            "select coalesce(sum(length(bytes)), 0) from packs join rooms on room = code "
            "where room != ? and opened > ?"
        )
        return _number(self._file, add, but, since)

    def follower(self, code: str, voter: str) -> tuple[str, int] | None:
        find = "select process, tabs from followers where room = ? and voter = ?"
        row = self._file.execute(find, (code, voter)).fetchone()
        return None if row is None else (row[0], row[1])

    def names(self, code: str) -> int:
        return _number(self._file, "select count(*) from followers where room = ?", code)

    def all_names(self, since: float) -> int:
        count = "select count(*) from followers join rooms on room = code where opened > ?"
        return _number(self._file, count, since)

    def idle(self, since: float, before: float) -> list[tuple[str, str]]:
        find = (
            "select f.room, f.voter from followers f join rooms on code = f.room where opened > ? and ("
            "exists (select 1 from departed d where d.room = f.room and d.voter = f.voter and d.since < ?) "
            "or not exists (select 1 from processes where name = f.process and seen >= ?)) "
            "and not exists (select 1 from votes v where v.room = f.room and v.voter = f.voter "
            "and v.question = json_extract(rooms.question, '$.id'))"
        )
        return self._file.execute(find, (since, before, before)).fetchall()

    def put(self, room: Room) -> None:
        question = None if room.question is None else room.question.text()
        row = (
            room.code,
            room.owner,
            room.opened,
            room.version,
            room.run,
            room.moment,
            room.t,
            room.beat,
            question,
        )
        self._file.execute(f"insert or replace into rooms values ({', '.join('?' * len(row))})", row)
        self._file.execute("delete from votes where room = ? and question != ?", (room.code, room.asked))

    def put_pack(self, room: Room, digest: str, packed: bytes, private: bool) -> None:
        self._file.execute("delete from packs where room = ? and digest != ?", (room.code, room.run))
        row = (room.code, digest, int(private), packed)
        self._file.execute("insert or replace into packs values (?, ?, ?, ?)", row)

    def put_follower(self, code: str, voter: str, process: str, tabs: int, now: float) -> None:
        self.forget_follower(code, voter)
        self._file.execute("insert into followers values (?, ?, ?, ?)", (code, voter, process, tabs))
        if not tabs:
            self._file.execute("insert into departed values (?, ?, ?)", (code, voter, now))

    def forget_follower(self, code: str, voter: str) -> None:
        for table in ("followers", "departed"):
            self._file.execute(f"delete from {table} where room = ? and voter = ?", (code, voter))

    def put_vote(self, code: str, question: str, voter: str, option: int) -> None:
        self._file.execute(
            "insert or replace into votes values (?, ?, ?, ?)", (code, question, voter, option)
        )

    def put_process(self, process: str, now: float) -> None:
        self._file.execute("insert or replace into processes values (?, ?)", (process, now))

    def forget(self, room: Room) -> None:
        self._file.execute("delete from rooms where code = ?", (room.code,))
        self._without_rooms()

    def forget_old(self, before: float) -> None:
        self._file.execute("delete from rooms where opened < ?", (before,))
        self._file.execute("delete from processes where seen < ?", (before,))
        self._without_rooms()

    def _without_rooms(self) -> None:
        for table in ("packs", "votes", "followers", "departed"):
            self._file.execute(f"delete from {table} where room not in (select code from rooms)")


def _number(file: sqlite3.Connection, query: str, *values: object) -> int:
    return int(file.execute(query, values).fetchone()[0])
