"""A room as it is stored, and where rooms are kept: in one file or in Redis, by the same rules (see `store`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from rankviz.ui.rooms.question import Asked, read

LASTS = 12 * 3600
"""Seconds after which a room ends."""
T = TypeVar("T")


class Refused(Exception):
    """What a room does not do: a sentence that says why, and the status of HTTP for it."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


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

    @property
    def asked(self) -> str:
        """The name of its question; "" without one."""
        return "" if self.question is None else self.question.id

    def text(self) -> str:
        """The room as JSON."""
        fields = asdict(self)
        return json.dumps(fields | {"question": None if self.question is None else self.question.text()})


def room_of(fields: Mapping[str, Any]) -> Room:
    """The room of stored fields; its question is stored as text."""
    question = fields["question"]
    return Room(**{**fields, "question": read(question) if question else None})


class Change(Protocol):
    """One transaction. Everything is read before anything is written, for it may begin anew."""

    def room(self, code: str) -> Room | None:
        """The room of a code, however old."""

    def of(self, owner: str) -> Room | None:
        """The room that somebody has opened, however old."""

    def opened(self, since: float) -> int:
        """How many rooms were opened since then."""

    def packed(self, but: str, since: float) -> int:
        """Bytes of all rooms' runs, but that room's."""

    def follower(self, code: str, voter: str) -> tuple[str, int] | None:
        """(process, tabs) of who follows or has followed."""

    def names(self, code: str) -> int:
        """How many follow or have followed a room."""

    def all_names(self, since: float) -> int:
        """How many follow or have followed any room."""

    def idle(self, since: float, before: float) -> list[tuple[str, str]]:
        """(code, voter) of who left a room opened since then, or whose process was last here, before that time; who
        voted in the room's question is not among them."""

    def put(self, room: Room) -> None:
        """Write the room; votes on another question than its own go."""

    def put_pack(self, room: Room, digest: str, packed: bytes, private: bool) -> None:
        """Keep a gzipped run beside the one that the room shows now; those before go."""

    def put_follower(self, code: str, voter: str, process: str, tabs: int, now: float) -> None:
        """Who follows, in so many tabs that are connected to that process; from now on they have left with none."""

    def forget_follower(self, code: str, voter: str) -> None:
        """Delete who has followed."""

    def put_vote(self, code: str, question: str, voter: str, option: int) -> None:
        """A vote, in place of the one before."""

    def put_process(self, process: str, now: float) -> None:
        """A process is here."""

    def forget(self, room: Room) -> None:
        """Delete all of a room."""

    def forget_old(self, before: float) -> None:
        """Delete what was opened, and the processes that were last here, before then."""


class Keeper(Protocol):
    """Where rooms are kept. Methods raise :class:`Refused` (503) when that is out of reach; any thread may call."""

    def change(self, act: Callable[[Change], T]) -> T:
        """One transaction; what `act` raises leaves nothing changed."""

    def room(self, code: str) -> Room | None:
        """As in a change."""

    def of(self, owner: str) -> Room | None:
        """As in a change."""

    def votes(self, code: str, question: str) -> dict[int, int]:
        """How many voted for each option that anybody voted for."""

    def present(self, code: str, alive: float) -> int:
        """How many follow the room, connected to a process that was here after `alive`."""

    def pack(self, digest: str, since: float) -> tuple[bytes, bool] | None:
        """A run of a room opened since then, gzipped, and whether it is an upload's."""

    def stamp(self) -> tuple[int, int]:
        """What any change changes, whether another process made it or this one."""

    def hear(self, heard: Callable[[str], None]) -> None:
        """Call `heard` with the code of a room that another process changed, where that can be heard of at once."""

    def close(self) -> None:
        """Let go of it."""
