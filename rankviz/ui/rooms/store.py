"""Rooms and their rules: the leader of a room, its class's view, its votes, and the runs that it needs.

A `Keeper` stores the rooms: a file that all processes of a machine share, or a Redis for several machines. Only a
hash is stored of a presenter's secret, and of a voter's random name. Times are seconds since 1970.
"""

import hashlib
import os
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from rankviz.engine.user_cache import user_cache
from rankviz.ui.rooms import question_state
from rankviz.ui.rooms.crowding import Capacity, Limits, limits
from rankviz.ui.rooms.in_file import InFile
from rankviz.ui.rooms.in_redis import SCHEMES, InRedis
from rankviz.ui.rooms.question import OPEN, ClassQuestion
from rankviz.ui.rooms.room import LASTS, Change, Keeper, Place, Refused, Room
from rankviz.ui.serving import frontend

__all__ = [
    "LASTS",
    "NO_ROOM",
    "NOT_YOURS",
    "Limits",
    "Refused",
    "Room",
    "Rooms",
    "code_of",
    "hashed",
    "rooms",
]

ALPHABET = "CDFGHJKMNPQRTVWXY34679"
"""Characters that look different, without vowels, so that they make no words."""
LENGTH, LONGEST = 5, 8
"""The lowest and highest number of characters of a code."""
ODDS = 500_000
"""The odds of guessing a room are at most one in so many: where many rooms are open codes have another character."""
ALIVE = 45
"""Seconds after its last heartbeat for which a process counts; after that its followers are at another process."""
MOST_ROUND, MOST_BEAT = 100_000, 9

NO_ROOM = "No room with that code is open. Check the code, or ask whether the class has ended."
NOT_YOURS = "Only the browser that opened the room can lead it."


def hashed(*secret: str) -> str:
    """Return the hash that is stored in place of a secret."""
    return hashlib.sha256("\0".join(("rankviz room", *secret)).encode()).hexdigest()[:40]


def code_of(text: str) -> str:
    """Return the room's code in a visitor's input; "" where there is none."""
    code = "".join(text.split()).upper()
    return code if LENGTH <= len(code) <= LONGEST and set(code) <= set(ALPHABET) else ""


@dataclass
class Rooms:
    """The rooms of a server. Methods that change one need its owner, and raise :class:`Refused` for anybody else.

    Only their secret is stored before the first room is opened. Safe to use from all threads.
    """

    keeper: Keeper
    limits: Limits = Limits()
    process: str = frontend.NAME
    now: Callable[[], float] = time.time
    changed: list[Callable[[str], None]] = field(default_factory=list)
    """Called with the code after each change that a class sees, by the thread that made it or received it."""

    def __post_init__(self) -> None:
        self.keeper.hear(self._report)

    # The presenter

    def open(self, owner: str, address: str = "") -> str:
        """Open a room for somebody at an address, and return its code; one for each owner."""
        ended: list[str] = []

        def act(change: Change) -> str:
            since, now = self._since(), self.now()
            there = change.led_by(owner)
            if there is not None and there.opened > since:
                raise Refused(409, f"Your room {there.code} is still open. End it before you open another.")
            ended[:] = self._crowd().room_for_a_room(change, address)
            rooms = [change.room(code) for code in ended]
            drawn = iter(partial(_draw, len(change.leads(since))), "")
            code = next(code for code in drawn if change.room(code) is None)
            change.forget_old(since)
            for room in rooms:
                if room is not None:
                    change.forget(room)
            change.put(Room(code, owner, now, 1, "", "", 0, 0, None))
            change.put_lead(code, Place("", 0, now, address))
            return code

        code = self.keeper.change(act)
        for each in ended:
            self._report(each)
        return code

    def lead(self, code: str) -> None:
        """Record that the presenter is connected, by one more tab: such a room is never closed for another."""

        def act(change: Change) -> None:
            self._there(change.room(code))
            there = change.leads(self._since()).get(code, (0.0, None))[1]
            change.put_process(self.process, self.now())
            change.put_lead(code, self._one_more(there, "" if there is None else there.address))

        self.keeper.change(act)

    def end(self, code: str, owner: str) -> None:
        """Delete the room."""
        self._changing(code, owner, lambda change, room: change.forget(room))

    def show(
        self, code: str, owner: str, run: str, moment: str, t: int, pack: tuple[bytes, bool] | None
    ) -> None:
        """Show a moment of a run at its round; the run shown already stays at its round.

        `pack` is the run gzipped, and whether it is an upload's; None when it is stored. Another run closes a question
        about a round.
        """
        if len(moment.encode()) > self.limits.moment:
            raise Refused(413, "The text about this run is too long for a class.")
        if pack is not None and len(pack[0]) > self.limits.pack:
            raise Refused(413, f"The run is above {self.limits.pack // 2**20} MB, too large for a class.")

        def act(change: Change, room: Room) -> bool:
            if room.moment == moment and room.run == run and pack is None:
                return False
            if pack is not None and change.packed(code, self._since()) + len(pack[0]) > self.limits.packs:
                raise Refused(503, "The rooms of this server have no space for this run. Show a smaller one.")
            shown = replace(room, moment=moment, version=room.version + 1)
            if run != room.run:
                ends = room.question is not None and room.question.t is not None
                shown = replace(shown.turned_to(None) if ends else shown, run=run, t=t, beat=0, tried="")
            if pack is not None:
                change.put_pack(room, run, *pack)
            change.put(shown)
            return True

        self._changing(code, owner, act)

    def go(self, code: str, owner: str, run: str, t: int, beat: int, tried: str = "") -> None:
        """Step to a round of the run shown, and show what is tried there; ignore a step in another run, which
        comes too late."""
        if not (0 <= t <= MOST_ROUND and 0 <= beat <= MOST_BEAT):
            raise Refused(400, "There is no such round.")

        def act(change: Change, room: Room) -> bool:
            late = room.run != run or (room.t, room.beat, room.tried) == (t, beat, tried)
            if not late:
                change.put(replace(room, t=t, beat=beat, tried=tried, version=room.version + 1))
            return not late

        self._changing(code, owner, act)

    def ask(self, code: str, owner: str, asked: ClassQuestion) -> None:
        """Ask the class (:func:`rankviz.ui.rooms.question_state.ask`)."""
        self._turn(code, owner, lambda room: question_state.ask(room, asked))

    def next_moment(self, code: str, owner: str, asked: ClassQuestion | None) -> None:
        """Go to a moment with `asked`, or without a question (:func:`rankviz.ui.rooms.question_state.next`)."""
        self._turn(code, owner, lambda room: question_state.next(room, asked))

    def back(self, code: str, owner: str) -> None:
        """Undo the last step with the question, without losing a vote: the reveal, the lock, or the asking."""
        self._turn(code, owner, question_state.undo)

    def lock(self, code: str, owner: str) -> None:
        """Accept no more votes."""
        self._turn(code, owner, question_state.lock)

    def ask_again(self, code: str, owner: str) -> None:
        """Ask the same question again, without the votes."""
        self._turn(code, owner, question_state.reopen)

    def reveal(self, code: str, owner: str) -> None:
        """Show the answer: the round that it is about, on every screen."""
        self._turn(code, owner, question_state.reveal)

    def drop(self, code: str, owner: str) -> None:
        """Close the question, keeping its votes."""
        self._turn(code, owner, question_state.close)

    def _turn(self, code: str, owner: str, turned: Callable[[Room], Room | None]) -> None:
        def act(change: Change, room: Room) -> bool:
            then = turned(room)
            if then is not None:
                change.put(then)
            return then is not None

        self._changing(code, owner, act)

    def _changing(self, code: str, owner: str, act: Callable[[Change, Room], bool | None]) -> None:
        """Apply `act` to the owner's room, and report the change unless `act` returns False."""

        def owned(change: Change) -> bool | None:
            room = self._there(change.room(code))
            if room.owner != owner:
                raise Refused(403, NOT_YOURS)
            return act(change, room)

        if self.keeper.change(owned) is not False:
            self._report(code)

    # The class

    def follow(self, code: str, voter: str, address: str = "") -> None:
        """Add a follower from an address, or one more tab of a follower."""
        name = hashed(code, voter)

        def act(change: Change) -> None:
            self._there(change.room(code))
            there = change.place(code, name)
            if there is not None and there.process == self.process and there.tabs >= self.limits.tabs:
                raise Refused(429, "This browser has the class open in too many tabs. Close some of them.")
            lose = [] if there is not None else self._crowd().room_for_a_follower(change, code, address)
            for each in lose:
                change.forget_place(*each)
            change.put_process(self.process, self.now())
            change.put_place(code, name, self._one_more(there, address))

        self.keeper.change(act)

    def _one_more(self, there: Place | None, address: str) -> Place:
        """Return the place of a follower who has connected by one more tab."""
        tabs = there.tabs + 1 if there is not None and there.process == self.process else 1
        came = Place(self.process, tabs, self.now(), address)
        return came if there is None else replace(came, votes=there.votes, voted=there.voted)

    def _crowd(self) -> Capacity:
        return Capacity(self.limits, self._since(), self.now())

    def left(self, gone: list[tuple[str, str]]) -> None:
        """Record that these (code, voter) have closed a tab; "" is the presenter."""
        closed = Counter(gone)

        def act(change: Change) -> None:
            leads = change.leads(self._since())
            for (code, voter), tabs in closed.items():
                name = hashed(code, voter)
                there = change.place(code, name) if voter else leads.get(code, (0.0, None))[1]
                if there is None or there.process != self.process:
                    continue
                left = replace(there, tabs=max(0, there.tabs - tabs), since=self.now())
                if voter:
                    change.put_place(code, name, left)
                else:
                    change.put_lead(code, left)

        self.keeper.change(act)

    def vote(self, code: str, question: str, voter: str, option: int) -> None:
        """Vote, or change the vote, while the question is open; only followers vote."""
        name = hashed(code, voter)

        def act(change: Change) -> None:
            asked = self._there(change.room(code)).question
            if asked is None or asked.id != question or asked.phase != OPEN:
                raise Refused(409, "This question takes no more answers.")
            if not 0 <= option < len(asked.options):
                raise Refused(400, "There is no such answer.")
            place = change.place(code, name)
            if place is None:
                raise Refused(403, "Only those who follow the class can vote.")
            change.put_vote(code, question, name, option)
            if place.voted != question:
                change.put_place(code, name, replace(place, votes=place.votes + 1, voted=question))

        self.keeper.change(act)

    def alive(self) -> None:
        """Record that this process is still here, with its followers."""
        self.keeper.change(lambda change: change.put_process(self.process, self.now()))

    # Reading

    def room(self, code: str) -> Room | None:
        """Return the room of a code; None when none is open."""
        return self._open(self.keeper.room(code))

    def led_by(self, owner: str) -> Room | None:
        """Return the room that somebody has opened."""
        return self._open(self.keeper.led_by(owner))

    def led_from(self, code: str, address: str) -> bool:
        """Return whether the room's presenter was last connected from that address."""
        lead = self.keeper.lead(code)
        return lead is not None and bool(address) and lead.address == address

    def follows(self, code: str, voter: str) -> bool:
        """Return whether somebody has a place in the room."""
        return self.keeper.place(code, hashed(code, voter)) is not None

    def tally(self, room: Room) -> list[int]:
        """Return the number of votes for each option of the room's question; empty without a question."""
        if room.question is None:
            return []
        counted = self.keeper.votes(room.code, room.question.id)
        return [counted.get(k, 0) for k in range(len(room.question.options))]

    def vote_of(self, code: str, voter: str) -> tuple[str, int] | None:
        """Return the room's question and the option that somebody voted for; None without a vote on it."""
        room = self.room(code)
        if room is None or room.question is None:
            return None
        option = self.keeper.vote_of(code, room.asked, hashed(code, voter))
        return None if option is None else (room.asked, option)

    def followers(self, code: str) -> int:
        """Return how many follow the room now."""
        return self.keeper.present(code, self.now() - ALIVE)

    def pack(self, digest: str) -> tuple[bytes, bool] | None:
        """Return a run that a room shows, gzipped, and whether it is an upload's; None when no room shows it."""
        return self.keeper.pack(digest, self._since())

    def secret(self) -> bytes:
        """Return the secret with which the servers of these rooms sign."""
        return self.keeper.secret()

    def stamp(self) -> int:
        """Return a stamp that every change alters, in this process or in another."""
        return self.keeper.stamp()

    def close(self) -> None:
        """Close the store of the rooms."""
        self.keeper.close()

    def _since(self) -> float:
        return self.now() - LASTS

    def _open(self, room: Room | None) -> Room | None:
        return None if room is None or room.opened <= self._since() else room

    def _there(self, room: Room | None) -> Room:
        found = self._open(room)
        if found is None:
            raise Refused(404, NO_ROOM)
        return found

    def _report(self, code: str) -> None:
        for on_changed in list(self.changed):
            on_changed(code)


def _draw(rooms: int) -> str:
    """Return a code for a room besides `rooms` others, long enough to keep guessing unlikely."""
    longs = range(LENGTH, LONGEST)
    length = next((n for n in longs if len(ALPHABET) ** n >= (rooms + 1) * ODDS), LONGEST)
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def place() -> Path:
    """Return the rooms' file: RANKVIZ_ROOMS, else one in the user's cache folder, else a temporary one."""
    named = os.environ.get("RANKVIZ_ROOMS", "").strip()
    folder = user_cache() or Path(tempfile.gettempdir())
    return Path(named).expanduser() if named else folder / "rankviz-rooms" / "rooms.sqlite"


def keeper(process: str = frontend.NAME) -> Keeper:
    """Return the store that the environment names: a Redis by its address, else a file."""
    named = os.environ.get("RANKVIZ_ROOMS", "").strip()
    return InRedis(named, process) if named.startswith(SCHEMES) else InFile(place())


@cache
def rooms() -> Rooms:
    """Return the rooms of this server."""
    return Rooms(keeper(), limits())
