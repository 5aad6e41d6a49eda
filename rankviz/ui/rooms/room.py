"""A room as it is stored, and the store's protocol: one file or a Redis, by the same rules (see `store`)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol, TypeVar

from rankviz.ui.rooms.question import ClassQuestion, read

LASTS = 12 * 3600
"""Seconds after which a room ends."""
T = TypeVar("T")


ASIDE = 12
"""Questions that a room keeps besides the current one."""
AGAIN = 10
"""Seconds after which to repeat a request that was refused because of the load."""


class Refused(Exception):
    """A request that a room refuses: the reason in a sentence, the HTTP status of the answer, and for one that may be
    granted later (429, 503) the seconds after which to try `again`."""

    def __init__(self, status: int, sentence: str, again: int = AGAIN) -> None:
        super().__init__(sentence)
        self.status, self.again = status, again


@dataclass(frozen=True)
class Place:
    """A browser's place in a room, as long as it is connected and for a while after.

    Attributes
    ----------
    process, tabs : the process it is connected to, and its number of tabs; 0 when it has left.
    since : the time when the last tab came or went.
    address : a name for the address it comes from.
    votes : the number of questions it has voted on; `voted` is the name of the last of them.
    """

    process: str
    tabs: int
    since: float
    address: str
    votes: int = 0
    voted: str = ""


@dataclass(frozen=True)
class Room:
    """A room as it is now; `moment` is JSON, "" before there is one; `run` names the packed run in the moment."""

    code: str
    owner: str
    opened: float
    version: int
    run: str
    moment: str
    t: int
    beat: int
    question: ClassQuestion | None
    aside: tuple[ClassQuestion, ...] = ()
    """Earlier questions, closed with their votes; the latest first, at most `ASIDE`."""
    tried: str = ""
    """What the presenter tries at this round, as JSON; "" for nothing."""

    @property
    def asked(self) -> str:
        """The name of the room's question; "" without one."""
        return "" if self.question is None else self.question.id

    @property
    def kept(self) -> tuple[str, ...]:
        """The names of the questions whose votes are stored."""
        return tuple(each.id for each in (self.question, *self.aside) if each is not None)

    def turned_to(self, question: ClassQuestion | None) -> "Room":
        """Return the room with that question in place of its own, which is closed."""
        before = [] if self.question is None else [self.question]
        others = [each for each in (*before, *self.aside) if question is None or each.id != question.id]
        return replace(self, question=question, aside=tuple(others[:ASIDE]), version=self.version + 1)

    def of_before(self, asked: ClassQuestion | None) -> ClassQuestion | None:
        """Return the question, open or closed, that is the same as `asked`; None where there is none."""
        there = (each for each in (self.question, *self.aside) if each is not None)
        return None if asked is None else next((each for each in there if each.is_same(asked)), None)

    def questions(self) -> str:
        """Return the questions in their stored form, including what is tried at the moment."""
        asked = None if self.question is None else self.question.text()
        questions = [asked, *(each.text() for each in self.aside)]
        # A file of rooms has no column for what passes within seconds.
        return json.dumps({"questions": questions, "tried": self.tried} if self.tried else questions)

    def text(self) -> str:
        """Return the room as JSON."""
        fields = {name: value for name, value in asdict(self).items() if name != "aside"}
        return json.dumps(fields | {"question": self.questions()})


def room_of(fields: Mapping[str, Any]) -> Room:
    """Return the room of stored fields, in which the questions are stored as text; earlier versions stored one."""
    found, tried = json.loads(fields["question"] or "[null]"), ""
    if isinstance(found, dict) and "questions" in found:
        found, tried = found["questions"], found["tried"]
    asked, *aside = found if isinstance(found, list) else [fields["question"]]
    question = None if asked is None else read(asked)
    return Room(**{**fields, "question": question, "aside": tuple(map(read, aside)), "tried": tried})


class Change(Protocol):
    """One transaction, which may start again: everything is read before anything is written."""

    def room(self, code: str) -> Room | None:
        """Return the room of a code, however old."""

    def led_by(self, owner: str) -> Room | None:
        """Return the room that somebody has opened, however old."""

    def leads(self, since: float) -> dict[str, tuple[float, Place | None]]:
        """Return, by code of each room opened since then, when it was opened, and its presenter's place, if known."""

    def packed(self, but: str, since: float) -> int:
        """Return the bytes of all rooms' runs except that room's."""

    def place(self, code: str, voter: str) -> Place | None:
        """Return the place of a present or past follower."""

    def names(self, code: str, address: str = "") -> int:
        """Return how many follow or have followed a room; from that address, if one is given."""

    def all_names(self, since: float) -> int:
        """Return how many follow or have followed any room."""

    def absent(self, since: float, before: float) -> list[tuple[str, str, Place]]:
        """Return (code, voter, place) of followers of rooms opened since then who left, or whose process was last here,
        before that time."""

    def seen(self, process: str, since: float) -> bool:
        """Return whether the process was here since then."""

    def put(self, room: Room) -> None:
        """Write the room; delete votes on any question that it does not keep."""

    def put_pack(self, room: Room, digest: str, packed: bytes, private: bool) -> None:
        """Store a gzipped run for the room's current moment; delete earlier ones."""

    def put_place(self, code: str, voter: str, place: Place) -> None:
        """Write a follower's place."""

    def put_lead(self, code: str, place: Place) -> None:
        """Write the presenter's place."""

    def forget_place(self, code: str, voter: str) -> None:
        """Delete a follower's place, and the vote with it."""

    def put_vote(self, code: str, question: str, voter: str, option: int) -> None:
        """Write a vote, replacing the voter's earlier one."""

    def put_process(self, process: str, now: float) -> None:
        """Record that a process is here."""

    def forget(self, room: Room) -> None:
        """Delete everything of a room."""

    def forget_old(self, before: float) -> None:
        """Delete rooms opened, and processes last seen, before then."""


class Keeper(Protocol):
    """The store of rooms. Methods raise :class:`Refused` (503) when it is out of reach; any thread may call them."""

    def change(self, act: Callable[[Change], T]) -> T:
        """Do `act` in one transaction; what `act` raises leaves nothing changed."""

    def room(self, code: str) -> Room | None:
        """Return what :class:`Change` does."""

    def led_by(self, owner: str) -> Room | None:
        """Return what :class:`Change` does."""

    def place(self, code: str, voter: str) -> Place | None:
        """Return what :class:`Change` does."""

    def lead(self, code: str) -> Place | None:
        """Return the presenter's place in a room, if known."""

    def votes(self, code: str, question: str) -> dict[int, int]:
        """Return the number of votes for each option with votes."""

    def vote_of(self, code: str, question: str, voter: str) -> int | None:
        """Return the option that somebody voted for; None without a vote."""

    def present(self, code: str, alive: float) -> int:
        """Return how many follow the room, connected to a process that was here after `alive`."""

    def pack(self, digest: str, since: float) -> tuple[bytes, bool] | None:
        """Return a run of a room opened since then, gzipped, and whether it is an upload's."""

    def secret(self) -> bytes:
        """Return the secret of the servers that share these rooms, created where there is none yet."""

    def stamp(self) -> int:
        """Return a stamp that every change alters, in this process or in another."""

    def hear(self, on_changed: Callable[[str], None]) -> None:
        """Call `on_changed` with the code of a room that another process changed, if the store reports changes."""

    def close(self) -> None:
        """Close the connection."""
