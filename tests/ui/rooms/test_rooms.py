"""Rooms in their file: who leads, who votes, what is refused, and what a restart or another process finds."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.redis_server import HERE, redis_server

from rankviz import DataError
from rankviz.ui.rooms import crowding, in_file, in_redis, store
from rankviz.ui.rooms.crowding import PLACE_HELD, Limits, limits
from rankviz.ui.rooms.in_file import InFile
from rankviz.ui.rooms.in_redis import InRedis
from rankviz.ui.rooms.question import LOCKED, OPEN, REVEALED, ClassQuestion, advice, read
from rankviz.ui.rooms.store import (
    ALPHABET,
    LASTS,
    LENGTH,
    LONGEST,
    ODDS,
    Refused,
    Room,
    Rooms,
    code_of,
    keeper,
    place,
)

RUN, OTHER = "a" * 40, "b" * 40
ASKED = ClassQuestion("Which?", (("x > 1", "a hint"), ("x > 2", "")), right=1, why="It is x > 2.", t=6)
BY_HAND = ClassQuestion("Why?", (("This", ""), ("That", ""), ("Neither", "")))
VOTERS = [f"voter-{k:012d}" for k in range(20)]


Another = Callable[..., Rooms]
"""Makes the rooms as another process with that name sees them."""


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """The address of a real Redis."""
    if not HERE:
        pytest.skip("no redis-server here, or no redis from PyPI")
    with redis_server() as address:
        yield address


@pytest.fixture(params=["file", "redis"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where rooms are kept, as RANKVIZ_ROOMS names it; there are none yet."""
    if request.param == "file":
        return str(tmp_path / "deep/rooms.sqlite")
    address: str = request.getfixturevalue("redis")
    subprocess.run(["redis-cli", "-u", address, "flushall"], check=True, stdout=subprocess.DEVNULL)
    return address


@pytest.fixture
def another(kept: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Another]:
    monkeypatch.setenv("RANKVIZ_ROOMS", kept)
    made = []

    def make(process: str = "one", limits: Limits = Limits()) -> Rooms:  # noqa: B008 (frozen)
        made.append(Rooms(keeper(process), limits, process))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def rooms(another: Another) -> Rooms:
    """No rooms yet, in a place of their own."""
    return another()


def opened(rooms: Rooms, owner: str = "me", run: str = RUN, t: int = 5) -> str:
    """A room at round 5 of a run that is packed in it."""
    code = rooms.open(owner)
    rooms.show(code, owner, run, '{"layout": "watch"}', t, (b"packed " + run.encode(), False))
    return code


def at(rooms: Rooms, code: str) -> Room:
    room = rooms.room(code)
    assert room is not None
    return room


def phase(rooms: Rooms, code: str) -> str | None:
    """Of the room's question; None without one."""
    asked = at(rooms, code).question
    return None if asked is None else asked.phase


def test_a_room_has_a_code_that_can_be_typed(rooms: Rooms) -> None:
    assert rooms.led_by("me") is None and rooms.room("K7QM9") is None and rooms.pack(RUN) is None
    code = rooms.open("me")
    assert len(code) == LENGTH and set(code) <= set(ALPHABET) and code_of(f" {code.lower()}\n") == code


def test_no_file_is_made_before_a_room_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "deep/rooms.sqlite"
    rooms = Rooms(InFile(file))
    assert rooms.led_by("me") is None and not file.exists()
    rooms.open("me")
    assert file.parent.stat().st_mode & 0o077 == 0  # nobody else on the machine reads it


@pytest.mark.parametrize("text", ["", "K7Q", "K7QM9K7QM", "K7QMO", "../..", "K7QM'"])
def test_text_that_cannot_be_a_code_gives_no_code(text: str) -> None:
    assert code_of(text) == ""


def test_a_class_sees_the_moment_and_each_step_of_its_own_run(rooms: Rooms) -> None:
    code = opened(rooms)
    heard: list[str] = []
    rooms.changed.append(heard.append)
    rooms.go(code, "me", RUN, 6, 2)
    assert (at(rooms, code).t, at(rooms, code).beat) == (6, 2) and heard == [code]
    rooms.go(code, "me", OTHER, 40, 0)  # a step in the run before, that arrives late
    assert at(rooms, code).t == 6 and heard == [code]
    rooms.show(code, "me", RUN, '{"layout": "watch", "look": 1}', 3, None)
    assert at(rooms, code).t == 6  # Python's round is behind the stage's
    rooms.show(code, "me", OTHER, "{}", 3, (b"other", True))
    assert at(rooms, code).t == 3 and rooms.pack(OTHER) == (b"other", True)
    assert rooms.pack(RUN) is not None  # who still fetches it gets it


def test_only_the_owner_changes_a_room(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.ask(code, "me", ASKED)
    before = at(rooms, code)
    for act in (
        lambda: rooms.go(code, "you", RUN, 1, 0),
        lambda: rooms.show(code, "you", OTHER, "{}", 1, (b"", False)),
        lambda: rooms.ask(code, "you", BY_HAND),
        lambda: rooms.lock(code, "you"),
        lambda: rooms.ask_again(code, "you"),
        lambda: rooms.reveal(code, "you"),
        lambda: rooms.drop(code, "you"),
        lambda: rooms.end(code, "you"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.status == 403
    assert at(rooms, code) == before


def test_a_question_is_asked_locked_asked_again_and_revealed(rooms: Rooms) -> None:
    code = opened(rooms)
    for voter in VOTERS[:3]:
        rooms.follow(code, voter)
    rooms.ask(code, "me", ASKED)
    room = at(rooms, code)
    assert room.question is not None and room.question.hold == 5 and room.question.phase == OPEN
    asked = room.question.id
    with pytest.raises(Refused, match="A question is open"):
        rooms.ask(code, "me", BY_HAND)
    for voter, option in zip(VOTERS, (0, 1, 1), strict=False):
        rooms.vote(code, asked, voter, option)
    rooms.vote(code, asked, VOTERS[0], 1)
    rooms.vote(code, asked, VOTERS[1], 0)
    assert rooms.tally(room) == [1, 2]  # one vote each, the last one
    rooms.lock(code, "me")
    assert phase(rooms, code) == LOCKED
    with pytest.raises(Refused, match="no more answers"):
        rooms.vote(code, asked, VOTERS[0], 0)
    rooms.ask_again(code, "me")
    assert phase(rooms, code) == OPEN and rooms.tally(at(rooms, code)) == [0, 0]
    with pytest.raises(Refused, match="no more answers"):
        rooms.vote(code, asked, VOTERS[0], 0)  # a late vote for the first time
    rooms.reveal(code, "me")
    assert phase(rooms, code) == REVEALED and at(rooms, code).t == 6
    with pytest.raises(Refused, match="Round 6 is already on the screens"):
        rooms.ask(code, "me", ASKED)
    rooms.ask(code, "me", BY_HAND)
    rooms.drop(code, "me")
    assert phase(rooms, code) is None


def test_another_run_ends_a_question_about_a_round_and_no_other(rooms: Rooms) -> None:
    code = opened(rooms)
    for asked, stays in ((ASKED, False), (BY_HAND, True)):
        rooms.ask(code, "me", asked)
        rooms.show(code, "me", OTHER if at(rooms, code).run == RUN else RUN, "{}", 0, (b"", False))
        assert (phase(rooms, code) == OPEN) is stays


def test_only_followers_vote_and_only_for_what_there_is(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.ask(code, "me", BY_HAND)
    asked = at(rooms, code).question
    assert asked is not None
    for voter, option, status in ((VOTERS[0], 0, 403), (VOTERS[1], 3, 400), (VOTERS[1], -1, 400)):
        rooms.follow(code, VOTERS[1])
        with pytest.raises(Refused) as refused:
            rooms.vote(code, asked.id, voter, option)
        assert refused.value.status == status
    assert sum(rooms.tally(at(rooms, code))) == 0


def test_the_class_is_told_no_answer_before_the_reveal() -> None:
    for now in (OPEN, LOCKED):
        known = replace(ASKED, phase=now).for_class([3, 4])
        assert not {"right", "why", "tally", "t"} & set(known) and known["hold"] == 5
        assert ASKED.why not in str(known)
    known = replace(ASKED, phase=REVEALED).for_class([3, 4])
    assert (known["right"], known["why"], known["tally"], known["hold"]) == (1, ASKED.why, [3, 4], None)
    assert read(ASKED.text()) == ASKED
    table = replace(ASKED, items=("A", "B"), says=(("h1", "01"),))
    assert read(table.text()) == table and table.for_class([])["says"] == [["h1", "01"]]


@pytest.mark.parametrize(
    ("tally", "said"),
    [([7, 3], "hint"), ([65, 35], "talk"), ([3, 7], "talk"), ([29, 71], "explain"), ([0, 0], "")],
)
def test_the_share_that_is_right_says_how_to_go_on(tally: list[int], said: str) -> None:
    told = advice(1, tally)
    assert said in told and bool(told) is bool(said)
    assert advice(None, tally) == ""


@pytest.mark.parametrize(
    ("prompt", "options"),
    [("", ("a", "b")), ("?", ("a",)), ("?", tuple("abcdef")), ("?", ("a", "a")), ("?" * 401, ("a", "b"))],
)
def test_questions_without_words_or_with_a_wrong_number_of_options_are_refused(
    prompt: str, options: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        ClassQuestion(prompt, tuple((option, "") for option in options))


def test_followers_are_counted_once_and_come_and_go(rooms: Rooms, another: Another) -> None:
    code = opened(rooms)
    for voter in (VOTERS[0], VOTERS[0], VOTERS[1]):
        rooms.follow(code, voter)
    assert rooms.followers(code) == 2
    rooms.left([(code, VOTERS[0])])
    assert rooms.followers(code) == 2  # another tab of theirs
    rooms.left([(code, VOTERS[0])])
    assert rooms.followers(code) == 1
    other = another("another")
    other.follow(code, VOTERS[1])  # their process was restarted, and did not say goodbye
    assert rooms.followers(code) == 1
    other.now = lambda: 1e12
    assert other.followers(code) == 0


@pytest.mark.parametrize(
    "limits", [Limits(followers=3), Limits(followers_in_all=3), Limits(followers_of_address=3)]
)
def test_followers_who_left_give_way_those_without_a_vote_first(another: Another, limits: Limits) -> None:
    rooms = another(limits=limits)
    code, begin = opened(rooms), rooms.now()
    for voter in VOTERS[:3]:
        rooms.follow(code, voter, "school")
    rooms.ask(code, "me", BY_HAND)
    rooms.vote(code, at(rooms, code).asked, VOTERS[0], 2)
    rooms.left([(code, VOTERS[0]), (code, VOTERS[1])])
    with pytest.raises(Refused, match="full|Too many|from your network") as refused:
        rooms.follow(code, VOTERS[3], "school")  # a phone that was put away comes back to its place
    assert refused.value.status in (429, 503) and refused.value.again > 0
    rooms.now = lambda: begin + PLACE_HELD + 1
    rooms.alive()
    rooms.follow(code, VOTERS[3], "school")
    assert rooms.tally(at(rooms, code)) == [0, 0, 1] and not rooms.follows(code, VOTERS[1])
    rooms.follow(
        code, VOTERS[4], "school"
    )  # a vote goes with its place: there are never more votes than places
    assert rooms.tally(at(rooms, code)) == [0, 0, 0] and not rooms.follows(code, VOTERS[0])
    with pytest.raises(Refused):
        rooms.follow(code, VOTERS[0], "school")  # all who have a place are connected
    assert rooms.followers(code) == 3
    other = another("another", limits)
    other.now = lambda: begin + 3 * PLACE_HELD
    other.follow(code, VOTERS[5], "school")  # a process that is no longer there keeps no places
    assert other.followers(code) == 1


def test_an_earlier_voter_outlasts_followers_invented_for_one_vote(another: Another) -> None:
    rooms = another(limits=Limits(followers=4))
    code, begin = opened(rooms), rooms.now()
    student, *invented = VOTERS[:4]
    rooms.follow(code, student)
    for question in (BY_HAND, ASKED):
        rooms.ask(code, "me", question)
        rooms.vote(code, at(rooms, code).asked, student, 1)
        rooms.drop(code, "me")
    rooms.ask(code, "me", BY_HAND)
    for voter in (student, *invented):
        rooms.follow(code, voter)
        rooms.vote(code, at(rooms, code).asked, voter, 0)
    rooms.left([(code, voter) for voter in (student, student, *invented)])
    rooms.now = lambda: begin + PLACE_HELD + 1
    rooms.alive()
    for voter in VOTERS[4:7]:
        rooms.follow(code, voter)
    assert rooms.follows(code, student) and not any(rooms.follows(code, voter) for voter in invented)
    assert rooms.tally(at(rooms, code)) == [1, 0, 0]


def test_invented_names_take_the_places_of_their_own_address_alone(another: Another) -> None:
    """1,000 names of one address filled a room in a second and a half, and its vote."""
    rooms = another(limits=Limits(followers=10, followers_of_address=6))
    code = opened(rooms)
    rooms.ask(code, "me", BY_HAND)
    refused = 0
    for k in range(20):
        try:
            rooms.follow(code, f"invented-{k}", "attacker")
            rooms.vote(code, at(rooms, code).asked, f"invented-{k}", 0)
        except Refused as full:
            assert full.status == 429 and crowding.FOLLOWERS in str(full)
            refused += 1
    assert refused == 14 and sum(rooms.tally(at(rooms, code))) == 6
    for voter in VOTERS[:4]:
        rooms.follow(code, voter, f"home of {voter}")
        rooms.vote(code, at(rooms, code).asked, voter, 1)
    assert rooms.tally(at(rooms, code)) == [6, 4, 0]


def test_one_address_opens_a_limited_number_of_rooms(another: Another) -> None:
    """200 rooms were opened in 11 seconds by one client, and nobody else could open one."""
    rooms = another(limits=Limits(rooms=5, rooms_of_address=3))
    for owner in "abc":
        rooms.open(owner, "attacker")
    with pytest.raises(Refused, match=crowding.ROOMS) as refused:
        rooms.open("d", "attacker")
    assert refused.value.status == 429
    rooms.open("me", "school")
    rooms.end(rooms.open("you", "school"), "you")
    rooms.open("you", "school")


def test_a_room_whose_presenter_is_gone_gives_way_the_longest_gone_first(another: Another) -> None:
    rooms, heard = another(limits=Limits(rooms=3, rooms_of_address=2)), []
    rooms.changed.append(heard.append)
    begin = rooms.now()
    codes = []
    for k, owner in enumerate("abc"):
        rooms.now = lambda k=k: begin + k  # type: ignore[misc]
        codes.append(rooms.open(owner, owner))
    rooms.lead(codes[0])
    with pytest.raises(Refused, match="3 rooms are open"):
        rooms.open("new", "x")  # the others' presenters may still be on their way
    rooms.now = lambda: begin + PLACE_HELD + 3
    rooms.alive()
    new = rooms.open("new", "x")
    assert [rooms.room(code) is None for code in codes] == [False, True, False] and heard == [codes[1]]
    rooms.lead(codes[2])
    rooms.left([(codes[0], "")])
    with pytest.raises(Refused):
        rooms.open("newer", "y")
    rooms.now = lambda: begin + 2 * PLACE_HELD + 4
    rooms.alive()
    rooms.lead(new)
    rooms.open("newer", "y")  # in place of the one whose presenter has left
    assert rooms.led_by("a") is None and rooms.led_by("c") is not None and rooms.led_by("new") is not None


def test_an_address_that_has_its_rooms_gives_way_to_itself(another: Another) -> None:
    rooms = another(limits=Limits(rooms=9, rooms_of_address=2))
    begin = rooms.now()
    first, second = rooms.open("a", "school"), rooms.open("b", "school")
    elsewhere = rooms.open("c", "home")
    rooms.lead(first)
    rooms.now = lambda: begin + PLACE_HELD + 1
    rooms.alive()
    rooms.open("d", "school")
    assert rooms.room(first) and rooms.room(elsewhere) and rooms.room(second) is None


def test_a_guess_has_the_same_odds_however_many_rooms_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for rooms in (0, 9, 10, 199, 10_000):
        code = store._draw(rooms)
        assert code_of(code) == code and (rooms + 1) / len(ALPHABET) ** len(code) <= 1 / ODDS
    assert len(store._draw(0)) == LENGTH and len(store._draw(10)) == LENGTH + 1
    assert len(store._draw(10**12)) == LONGEST


def test_limits_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits() == Limits()
    monkeypatch.setenv(crowding.FOLLOWERS, "1000")
    monkeypatch.setenv(crowding.STREAMS, "1200")
    monkeypatch.setenv(crowding.ROOMS, "200")
    assert limits() == Limits(followers_of_address=1000, streams_of_address=1200, rooms_of_address=200)
    monkeypatch.setenv(crowding.ROOMS, "many")
    with pytest.raises(DataError, match=crowding.ROOMS):
        limits()


def test_limits_are_told_in_a_sentence(another: Another) -> None:
    rooms = another(
        limits=Limits(rooms=2, followers=2, followers_in_all=3, moment=50, pack=9, packs=15, tabs=2)
    )
    code, more = rooms.open("me"), rooms.open("you")
    rooms.follow(code, VOTERS[0])
    rooms.follow(code, VOTERS[1])
    rooms.follow(code, VOTERS[0])  # again
    rooms.follow(more, VOTERS[0])
    rooms.show(more, "you", RUN, "x", 0, (b"x" * 8, False))
    rooms.show(code, "me", OTHER, "x", 0, (b"x" * 7, False))
    for act, said in (
        (lambda: rooms.open("me"), code),
        (lambda: rooms.open("third"), "2 rooms are open"),
        (lambda: rooms.follow(code, VOTERS[2]), "full"),
        (lambda: rooms.follow(more, VOTERS[1]), "Too many people"),
        (lambda: rooms.follow(code, VOTERS[0]), "too many tabs"),
        (lambda: rooms.follow("CCCCC", VOTERS[1]), "No room"),
        (lambda: rooms.show(code, "me", RUN, "x" * 51, 0, None), "too long"),
        (lambda: rooms.show(code, "me", RUN, "x", 0, (b"x" * 10, False)), "too large"),
        (lambda: rooms.show(code, "me", RUN, "x", 0, (b"x" * 8, False)), "no space for this run"),
        (lambda: rooms.go(code, "me", RUN, -1, 0), "no such round"),
        (lambda: rooms.go(code, "me", RUN, 1, 10), "no such round"),
    ):
        with pytest.raises(Refused, match=said):
            act()


def test_a_room_ends_by_hand_or_after_twelve_hours(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.end(code, "me")
    assert rooms.room(code) is None and rooms.pack(RUN) is None and rooms.led_by("me") is None
    code, begin = opened(rooms), rooms.now()
    rooms.now = lambda: begin + LASTS - 60
    assert rooms.led_by("me") == at(rooms, code)
    rooms.now = lambda: begin + LASTS + 60
    assert rooms.room(code) is None and rooms.led_by("me") is None and rooms.pack(RUN) is None
    with pytest.raises(Refused, match="No room"):
        rooms.go(code, "me", RUN, 1, 0)
    assert rooms.open("me") != code  # the old one takes no place


PROCESS = """
import sys
from rankviz.ui.rooms.store import Rooms, keeper
rooms = Rooms(keeper("child"), process="child")
code, question = sys.argv[1:3]
for voter in sys.argv[3:]:
    rooms.follow(code, voter)
    rooms.vote(code, question, voter, 1)
sys.stdout.write("voted")
sys.stdout.flush()
import os
os.kill(os.getpid(), 9)
"""


def test_votes_of_a_process_that_was_killed_are_there_and_noticed(rooms: Rooms, another: Another) -> None:
    code = opened(rooms)
    rooms.ask(code, "me", ASKED)
    asked, stamp = at(rooms, code).question, rooms.stamp()
    command = [sys.executable, "-c", PROCESS, code, asked.id, *VOTERS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "voted" and done.returncode == -9, done.stderr
    assert rooms.stamp() != stamp
    rooms.close()
    again = another()  # the server, started again
    assert again.tally(at(again, code)) == [0, len(VOTERS)]
    assert at(again, code).t == 5 and again.pack(RUN) == (b"packed " + RUN.encode(), False)


def test_processes_that_share_rooms_share_their_secret(another: Another, kept: str) -> None:
    one, two = another("one").secret(), another("two").secret()
    assert one == two and len(one) >= 32
    beside = Path(f"{kept}.secret")
    if beside.exists():
        assert beside.stat().st_mode & 0o077 == 0
        assert not list(beside.parent.glob(".*"))  # no part of a file is left


def test_a_secret_that_cannot_be_kept_is_the_processes_own(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    one, two = (InFile(tmp_path / "file" / "rooms.sqlite").secret() for _ in range(2))
    assert len(one) >= 32 and one != two


def test_a_process_that_writes_keeps_nobody_from_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody's requests waited ten seconds for whoever held the file."""
    monkeypatch.setattr(in_file, "WRITE_TIMEOUT", 0.05)
    rooms = Rooms(InFile(tmp_path / "rooms.sqlite"))
    code = opened(rooms)
    held = sqlite3.connect(tmp_path / "rooms.sqlite", isolation_level=None)
    held.execute("begin immediate")
    fresh = Rooms(InFile(tmp_path / "rooms.sqlite"))
    for reader in (rooms, fresh):
        assert (
            at(reader, code).t == 5
            and reader.pack(RUN)
            and reader.stamp()
            and not reader.tally(at(reader, code))
        )
        with pytest.raises(Refused, match="busy") as refused:
            reader.go(code, "me", RUN, 6, 0)
        assert refused.value.status == 503
    held.execute("rollback")
    held.close()
    monkeypatch.setattr(in_file, "BACKOFF", 0.0)
    Rooms(InFile(tmp_path / "rooms.sqlite")).go(code, "me", RUN, 6, 0)
    assert at(rooms, code).t == at(fresh, code).t == 6
    for one in (rooms, fresh):
        one.close()


def test_those_in_line_for_a_file_that_is_held_are_not_refused_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would wait its ten seconds after the one before."""
    waits = []
    rooms = Rooms(InFile(tmp_path / "rooms.sqlite"))
    code = opened(rooms)
    monkeypatch.setattr(in_file, "WRITE_TIMEOUT", 0.05)
    monkeypatch.setattr(in_file, "BACKOFF", 1e9)
    writer = rooms.keeper._connected()  # type: ignore[attr-defined]
    writer.execute("pragma busy_timeout = 50")
    writer.set_trace_callback(lambda query: waits.append(query) if query == "begin immediate" else None)
    held = sqlite3.connect(tmp_path / "rooms.sqlite", isolation_level=None)
    held.execute("begin immediate")
    for _ in range(5):
        with pytest.raises(Refused, match="busy"):
            rooms.go(code, "me", RUN, 6, 0)
    assert len(waits) == 1
    held.close()
    rooms.close()


def test_a_file_of_an_earlier_version_is_read_on_also_when_it_was_held_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = Rooms(InFile(tmp_path / "rooms.sqlite"))
    code = opened(rooms)
    rooms.close()
    earlier = sqlite3.connect(tmp_path / "rooms.sqlite")
    for table in ("places", "leads"):
        earlier.execute(f"drop table {table}")
    earlier.commit()
    again = Rooms(InFile(tmp_path / "rooms.sqlite"))
    monkeypatch.setattr(in_file, "READ_TIMEOUT", 0.05)
    monkeypatch.setattr(in_file, "BACKOFF", 0.0)
    earlier.execute("pragma journal_mode = delete")
    earlier.isolation_level = None
    earlier.execute("begin exclusive")
    with pytest.raises(Refused, match="busy"):
        again.follows(code, VOTERS[0])
    earlier.execute("rollback")
    earlier.close()
    assert not again.follows(code, VOTERS[0]) and at(again, code).t == 5
    again.lead(code)
    again.follow(code, VOTERS[0], "somewhere")
    assert again.followers(code) == 1
    again.close()


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY])
def test_a_file_that_another_process_recovers_is_busy_and_not_broken(tmp_path: Path, code: int) -> None:
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = code
    refused = InFile(tmp_path / "rooms.sqlite")._refusal("read", locked)
    assert str(refused) == in_file.BUSY


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match="RANKVIZ_ROOMS"):
        Rooms(InFile(tmp_path / "file" / "rooms.sqlite")).open("me")


def test_a_file_that_is_no_database_closes_rooms_and_nothing_else(tmp_path: Path) -> None:
    rooms = Rooms(InFile(tmp_path / "rooms.sqlite"))
    (tmp_path / "rooms.sqlite").write_bytes(b"no database at all" * 100)
    for act in (lambda: rooms.open("me"), lambda: rooms.room("CCCCC"), lambda: rooms.pack(RUN)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.status == 503


def test_the_file_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RANKVIZ_ROOMS", str(tmp_path / "here.sqlite"))
    assert place() == tmp_path / "here.sqlite"
    monkeypatch.delenv("RANKVIZ_ROOMS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert place() == tmp_path / "rankviz-rooms" / "rooms.sqlite"


def test_the_address_of_a_redis_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    for address, kind in (("redis://there:6379/2", InRedis), ("rediss://there", InRedis), ("/a/b", InFile)):
        monkeypatch.setenv("RANKVIZ_ROOMS", address)
        assert type(keeper()) is kind


def test_processes_that_change_one_room_at_once_lose_nothing(rooms: Rooms, another: Another) -> None:
    """Two lead, two vote, each as a process of its own: every vote counts once, every change has its version."""
    code = opened(rooms)
    rooms.ask(code, "me", BY_HAND)
    before = at(rooms, code)
    asked = before.asked
    go = threading.Barrier(4)

    def lead(process: str, rounds: range) -> None:
        here = another(process)
        go.wait(20)
        for t in rounds:
            here.go(code, "me", RUN, t, 0)

    def follow(process: str, voters: list[str], option: int) -> None:
        here = another(process)
        go.wait(20)
        for voter in voters:
            here.follow(code, voter)
            here.vote(code, asked, voter, option)

    threads = [
        threading.Thread(target=lead, args=("a", range(100, 130))),
        threading.Thread(target=lead, args=("b", range(200, 230))),
        threading.Thread(target=follow, args=("c", VOTERS[:10], 0)),
        threading.Thread(target=follow, args=("d", VOTERS[10:], 2)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert rooms.tally(at(rooms, code)) == [10, 0, 10]
    assert at(rooms, code).version == before.version + 60
    rooms.alive()
    assert rooms.followers(code) == 20


def test_a_redis_tells_other_processes_at_once(redis: str) -> None:
    one, two = (Rooms(InRedis(redis, name), process=name) for name in ("one", "two"))
    code, news = opened(one, "teller"), threading.Event()
    two.changed.append(lambda changed: news.set() if changed == code else None)
    t = 5
    while not news.wait(0.2):  # the line has to be open before it carries anything
        t += 1
        one.go(code, "teller", RUN, t, 0)
        assert t < 105
    news.clear()
    begin = time.monotonic()
    one.go(code, "teller", RUN, 200, 0)
    assert news.wait(5) and at(two, code).t == 200
    assert time.monotonic() - begin < 2
    one.close()
    two.close()


def test_no_room_of_a_redis_outlives_its_hours(rooms: Rooms, redis: str, kept: str) -> None:
    if kept != redis:
        return
    code = opened(rooms)
    rooms.follow(code, VOTERS[0])
    rooms.ask(code, "me", BY_HAND)
    rooms.vote(code, at(rooms, code).asked, VOTERS[0], 1)
    client = rooms.keeper._connected()  # type: ignore[attr-defined]
    for part in ("room", "packs", "votes", "places"):
        assert 0 < client.ttl(f"{in_redis.KEY}{part}:{code}") <= LASTS, part
    rooms.end(code, "me")
    assert not [key for key in client.keys("*") if code in key.decode()]


def test_a_redis_that_does_not_answer_closes_rooms_and_keeps_its_password() -> None:
    rooms = Rooms(InRedis("redis://:pa55word@127.0.0.1:1/0", "one"))
    begin = time.monotonic()
    for act in (lambda: rooms.open("me"), lambda: rooms.room("CCCCC"), lambda: rooms.stamp()):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.status == 503 and "pa55word" not in str(refused.value)
    assert time.monotonic() - begin < 5
    rooms.close()
    with pytest.raises(Refused, match="not the address"):
        InRedis("redis://[", "one").room("CCCCC")


def test_what_is_put_aside_keeps_its_votes_and_comes_back(another: Another) -> None:
    rooms = another()
    code = opened(rooms)
    for voter in VOTERS[:2]:
        rooms.follow(code, voter)
    rooms.ask(code, "me", ASKED)
    first = at(rooms, code).asked
    rooms.vote(code, first, VOTERS[0], 1)
    assert rooms.vote_of(code, VOTERS[0]) == (first, 1) and rooms.vote_of(code, VOTERS[1]) is None
    rooms.drop(code, "me")
    assert at(rooms, code).question is None and rooms.vote_of(code, VOTERS[0]) is None
    rooms.ask(code, "me", BY_HAND)
    rooms.vote(code, at(rooms, code).asked, VOTERS[0], 2)
    rooms.next_moment(code, "me", ASKED)
    assert at(another("another"), code).asked == first and rooms.tally(at(rooms, code)) == [0, 1]
    rooms.next_moment(code, "me", None)
    assert at(rooms, code).question is None
    rooms.ask(code, "me", BY_HAND)
    assert rooms.tally(at(rooms, code)) == [0, 0, 1]
    rooms.ask_again(code, "me")
    assert rooms.tally(at(rooms, code)) == [0, 0, 0]


def test_each_step_of_a_question_is_taken_back_without_a_vote_lost(another: Another) -> None:
    rooms = another()
    code = opened(rooms)
    rooms.follow(code, VOTERS[0])
    rooms.ask(code, "me", ASKED)
    rooms.vote(code, at(rooms, code).asked, VOTERS[0], 0)
    rooms.lock(code, "me")
    rooms.reveal(code, "me")
    assert at(rooms, code).t == ASKED.t
    for phase in (LOCKED, OPEN):
        rooms.back(code, "me")
        now = at(rooms, code)
        assert now.question is not None and now.question.phase == phase and now.question.hold == 5
        assert rooms.tally(now) == [1, 0]
    rooms.back(code, "me")
    assert at(rooms, code).question is None
    rooms.back(code, "me")
    rooms.go(code, "me", RUN, 3, 0)
    rooms.ask(code, "me", ASKED)
    assert rooms.tally(at(rooms, code)) == [1, 0]


def test_a_room_of_an_earlier_version_has_its_question(tmp_path: Path) -> None:
    file = InFile(tmp_path / "rooms.sqlite")
    rooms = Rooms(file)
    code = opened(rooms)
    rooms.ask(code, "me", ASKED)
    asked = at(rooms, code).question
    assert asked is not None
    with sqlite3.connect(tmp_path / "rooms.sqlite") as earlier:
        earlier.execute("update rooms set question = ?", (asked.text(),))
    assert at(rooms, code).question == asked and at(rooms, code).aside == ()
    rooms.close()
