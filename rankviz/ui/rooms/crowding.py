"""Capacity limits and eviction, so that no client can fill a server.

An address stands for the place people come from. A whole class may come from one, behind one router, so an address
has a large share of a room; but a client that invents visitors at one address takes places only from that address.
"""

from dataclasses import dataclass

from rankviz.engine.environment import whole_number
from rankviz.ui.rooms.room import Change, Place, Refused

PLACE_HELD = 60
"""Seconds for which a disconnected follower keeps a place, and a presenter a room: a phone in a pocket comes back."""
ROOMS = "RANKVIZ_ROOMS_PER_ADDRESS"
FOLLOWERS = "RANKVIZ_FOLLOWERS_PER_ADDRESS"
STREAMS = "RANKVIZ_STREAMS_PER_ADDRESS"


@dataclass(frozen=True)
class Limits:
    """Limits that keep a server from being flooded."""

    rooms: int = 200
    rooms_of_address: int = 20
    followers: int = 1_000
    followers_of_address: int = 400
    """Followers of one room."""
    followers_in_all: int = 4_000
    streams: int = 1_500
    """Connections to one room: its followers, and second tabs of theirs."""
    streams_of_address: int = 600
    """Connections to all rooms."""
    streams_in_all: int = 5_000
    moment: int = 64_000
    """Bytes of the JSON of a room's moment."""
    pack: int = 64 * 2**20
    """Bytes of a gzipped run."""
    packs: int = 1_000_000_000
    """Bytes of the runs of all rooms, which are on the disk."""
    tabs: int = 20
    """Connections of one follower; those of a phone that has lost its network linger."""


def limits() -> Limits:
    """Return the limits, some of which the environment sets. Raises DataError for a value that is not a number."""
    return Limits(
        rooms_of_address=whole_number(ROOMS, Limits.rooms_of_address, 1, Limits.rooms),
        followers_of_address=whole_number(FOLLOWERS, Limits.followers_of_address, 1, Limits.followers),
        streams_of_address=whole_number(STREAMS, Limits.streams_of_address, 1, Limits.streams_in_all),
    )


@dataclass(frozen=True)
class Capacity:
    """The rules for one change at a time `now`, in rooms opened after `since`."""

    limits: Limits
    since: float
    now: float

    def room_for_a_room(self, change: Change, address: str) -> list[str]:
        """Return the codes of the rooms to close for a new one from that address. Raises Refused if none can be closed.

        A room can be closed when its presenter has not been connected for a while; the one whose presenter left first
        goes first.
        """
        before = self.now - PLACE_HELD
        leads = change.leads(self.since)
        processes = {place.process for _, place in leads.values() if place is not None}
        here = {process for process in processes if change.seen(process, before)}
        gone = {}
        for code, (opened, place) in leads.items():
            connected = place is not None and place.tabs > 0 and place.process in here
            last = opened if place is None else place.since
            if not connected and last < before:
                gone[code] = last
        of_address = [
            code for code, (_, place) in leads.items() if place is not None and place.address == address
        ]
        ends: list[str] = []
        if address and len(of_address) >= self.limits.rooms_of_address:
            ends += _first(gone, of_address)
            if not ends:
                raise Refused(
                    429,
                    f"{len(of_address):,} rooms are open from your network. End one of them, or ask whoever runs the "
                    f"server to raise {ROOMS}.",
                    PLACE_HELD,
                )
        if len(leads) - len(ends) >= self.limits.rooms:
            more = _first(gone, [code for code in gone if code not in ends])
            if not more:
                raise Refused(
                    503, f"{self.limits.rooms:,} rooms are open on this server. Try again later.", PLACE_HELD
                )
            ends += more
        return ends

    def room_for_a_follower(self, change: Change, code: str, address: str) -> list[tuple[str, str]]:
        """Return the (code, voter) who lose their places to a new one. Raises Refused if none can be dropped.

        Only disconnected followers are dropped: first those who have not voted on the room's question, then those who
        voted on the fewest questions before, then those who left first. A client that invents voters has voted with
        each of them once.
        """
        limits = self.limits
        full = (
            (
                bool(address) and change.names(code, address) >= limits.followers_of_address,
                lambda where, whence: where == code and whence == address,
                Refused(
                    429,
                    f"{limits.followers_of_address:,} people follow this room from your network, the most that one "
                    f"network may have. Try again in a minute, or ask whoever runs the server to raise {FOLLOWERS}.",
                ),
            ),
            (
                change.names(code) >= limits.followers,
                lambda where, whence: where == code,
                Refused(503, f"This room is full: {limits.followers:,} follow it. Try again in a minute."),
            ),
            (
                change.all_names(self.since) >= limits.followers_in_all,
                lambda where, whence: True,
                Refused(503, "Too many people follow classes on this server now. Try again later."),
            ),
        )
        if not any(reached for reached, _, _ in full):
            return []
        absent = self._absent(change)
        lose: list[tuple[str, str]] = []
        for reached, of_it, refused in full:
            there = [(where, voter) for where, voter, whence in absent if of_it(where, whence)]
            if reached and not set(lose) & set(there):
                if not there:
                    raise refused
                lose.append(there[0])
        return lose

    def _absent(self, change: Change) -> list[tuple[str, str, str]]:
        """Return (code, voter, address) of all disconnected followers, in the order in which they are dropped."""
        absent = change.absent(self.since, self.now - PLACE_HELD)
        rooms = {code: change.room(code) for code in {code for code, _, _ in absent}}
        asked = {code: "" if room is None else room.asked for code, room in rooms.items()}

        def last(one: tuple[str, str, Place]) -> tuple[bool, int, float]:
            code, _, place = one
            return (asked[code] != "" and place.voted == asked[code], place.votes, place.since)

        return [(code, voter, place.address) for code, voter, place in sorted(absent, key=last)]


def _first(gone: dict[str, float], among: list[str]) -> list[str]:
    """Return a list with the one of these rooms whose presenter left first; an empty one if none is gone."""
    return sorted((code for code in among if code in gone), key=lambda code: gone[code])[:1]
