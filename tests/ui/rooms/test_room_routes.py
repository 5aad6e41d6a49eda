"""Rooms over HTTP, on a real server: who may lead and vote, what a stranger learns, and what arrives when."""

from __future__ import annotations

import asyncio
import http.client
import json
import math
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from helpers.redis_server import HERE, redis_server
from starlette.applications import Starlette

from rankviz.ui.rooms import crowding, events, rights, routes, store
from rankviz.ui.rooms.crowding import Limits
from rankviz.ui.rooms.question import ClassQuestion
from rankviz.ui.rooms.store import Refused, Rooms
from rankviz.ui.serving.signing import SIGNING
from rankviz.ui.serving.visitors import COOKIE, VisitorCookie
from rankviz.ui.startup import server

SECRET, STRANGER = "s" * 32, "x" * 32
RUN, OTHER = "a" * 40, "b" * 40
VOTER = "v" * 32
ASKED = ClassQuestion(
    "Which ranker?", (("x > 1", ""), ("x > 2", "")), right=1, why="The edge is largest.", t=6
)
JSON = {"Content-Type": "application/json"}


def cookie(secret: str) -> dict[str, str]:
    """The header of a browser to which this server has given that secret; none for ""."""
    SIGNING.load()
    return {"Cookie": f"{COOKIE}={SIGNING.signed(secret)}"} if secret else {}


@dataclass
class Site:
    """A running server, the room on it, and where it keeps its rooms."""

    port: int
    rooms: Rooms
    code: str
    owner: str

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """One request: (status, headers, text)."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = body if isinstance(body, str) else None if body is None else json.dumps(body)
        line.request(method, path, sent, {name.replace("_", "-"): text for name, text in headers.items()})
        answer = line.getresponse()
        stream = str(answer.getheader("content-type")).startswith("text/event-stream")  # which never ends
        text = "" if stream else answer.read().decode("utf-8", "replace")
        line.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def go(self, secret: str = SECRET, body: object = None, **headers: str) -> int:
        """A step of the presenter, or of somebody who would be."""
        step = {"t": 9, "beat": 0, "run": RUN} if body is None else body
        return self.ask("POST", f"/api/room/{self.code}/go", step, **{**JSON, **cookie(secret), **headers})[0]

    def vote(self, option: object = 1, voter: str = VOTER, **headers: str) -> int:
        room = self.rooms.room(self.code)
        asked = room.question.id if room is not None and room.question is not None else "none"
        body = {"question": asked, "option": option}
        return self.ask("POST", f"/api/room/{self.code}/vote", body, **{**JSON, **cookie(voter), **headers})[
            0
        ]


class Events:
    """A connection to a room's events by the browser with that secret; use it in a `with`."""

    def __init__(self, site: Site, secret: str, query: str = "", code: str = "", **headers: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        sent = {**cookie(secret), **{name.replace("_", "-"): text for name, text in headers.items()}}
        self._line.request("GET", f"/api/room/{code or site.code}/events?{query}", headers=sent)
        self.answer = self._line.getresponse()
        self.seen: dict[str, Any] = {}

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *error: object) -> None:
        self.answer.close()
        self._line.close()

    def next(self) -> tuple[str, Any]:
        """The name and the data of the next event; what it says is in `seen` as well."""
        name = "message"
        while line := self.answer.readline():
            field, _, text = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = text
            elif field == "data":
                said = json.loads(text)
                if name == "message":
                    self.seen |= said
                return name, said
        return "closed", None

    def until(self, part: str, value: Any) -> None:
        """Wait for a part of the room to be so."""
        while self.seen.get(part) != value:
            name, said = self.next()
            assert name in ("message", "here"), (name, said)


@pytest.fixture
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where the server keeps its rooms: a file, or a real Redis."""
    if getattr(request, "param", "file") == "file":
        yield str(tmp_path / "rooms.sqlite")
    elif not HERE:
        pytest.skip("no redis-server here, or no redis from PyPI")
    else:
        with redis_server() as address:
            yield address


def guesses(a_second: float, burst: int) -> rights.Guesses:
    """So many wrong codes for each address, and ten times as many for a class that is led from there."""
    return rights.Guesses(
        *(rights.Rate(times * a_second, times * burst, why=rights.GUESSED) for times in (1, 10))
    )


@pytest.fixture
def site(kept: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("RANKVIZ_ROOMS", kept)
    monkeypatch.setattr(routes, "STEPS", rights.Rate(20, 40))
    monkeypatch.setattr(routes, "GUESSES", guesses(0.1, 100))
    for one_server in (store.rooms, routes.hub, routes.streams):
        one_server.cache_clear()
    app = Starlette(
        routes=list(server.ROUTES), middleware=[m for m in server.MIDDLEWARE if m.cls is VisitorCookie]
    )
    running = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", ws="none"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    rooms, owner = store.rooms(), rights.owner_of(SECRET)
    code = rooms.open(owner)
    rooms.show(code, owner, RUN, '{"run": "a"}', 5, (b"packed", True))
    yield Site(running.servers[0].sockets[0].getsockname()[1], rooms, code, owner)
    routes.hub().close()
    running.should_exit = True
    thread.join(20)
    rooms.close()
    for one_server in (store.rooms, routes.hub, routes.streams):
        one_server.cache_clear()
    assert not thread.is_alive()


def test_the_class_follows_each_step(site: Site) -> None:
    with Events(site, VOTER) as first, Events(site, "w" * 32) as second:
        for events in (first, second):
            events.until("at", {"t": 5, "beat": 0})
            assert events.seen["moment"] == {"run": "a"} and events.seen["question"] is None
            assert "counts" not in events.seen
        assert site.go(body={"t": 7, "beat": 3, "run": RUN}) == 204
        for events in (first, second):
            assert events.next() == ("message", {"at": {"t": 7, "beat": 3}})  # and nothing else
    with Events(site, VOTER) as again:
        again.until("at", {"t": 7, "beat": 3})


def test_the_class_sees_what_is_tried_until_another_round_or_run(site: Site) -> None:
    tried = {"index": 0, "round": 7, "alpha": -0.25}
    step = {"t": 7, "beat": 0, "run": RUN}
    with Events(site, VOTER) as events:
        events.until("at", {"t": 5, "beat": 0})
        assert site.go(body=step | {"tried": tried}) == 204
        assert events.next() == ("message", {"at": {"t": 7, "beat": 0, "tried": tried}})
        assert site.go(body=step | {"tried": None}) == 204
        assert events.next() == ("message", {"at": {"t": 7, "beat": 0}})
        assert site.go(body=step | {"tried": tried}) == 204
        assert events.next() == ("message", {"at": {"t": 7, "beat": 0, "tried": tried}})
        assert site.go(body=step | {"tried": {"tie": 0.3}}) == 204
        assert events.next() == ("message", {"at": {"t": 7, "beat": 0, "tried": {"tie": 0.3}}})
        flipped = {"answers": [{"name": "wifi", "bits": [1, 0, 1]}]}
        assert site.go(body=step | {"tried": flipped}) == 204
        assert events.next() == ("message", {"at": {"t": 7, "beat": 0, "tried": flipped}})
        site.rooms.show(site.code, site.owner, "another", "{}", 3, (b"run", False))
        events.until("at", {"t": 3, "beat": 0})


@pytest.mark.parametrize(
    "tried",
    [
        1,
        "",
        [],
        {},
        {"index": 0, "round": 0, "alpha": 1},
        {"index": 0, "round": 1, "alpha": math.nan},
        {"tie": 2},
        {"answers": []},
        {"answers": [{"name": "wifi", "bits": [2]}]},
        {"answers": [{"name": "wifi", "bits": [1] * 13}]},
        {"answers": [{"name": "wifi", "bits": [1]}] * 2},
        {"answers": [{"name": 1, "bits": [1]}]},
        {"answers": [{"name": "wifi", "bits": "1"}]},
    ],
)
def test_a_try_that_is_none_is_refused(site: Site, tried: object) -> None:
    assert site.go(body={"t": 7, "beat": 0, "run": RUN, "tried": tried}) == 400


def test_only_the_presenters_browser_leads(site: Site) -> None:
    assert site.go() == 204
    assert [site.go(secret) for secret in ("", STRANGER, "short", site.owner)] == [403] * 4
    assert (
        site.go("", Cookie=f"{COOKIE}={SECRET}") == 403
    )  # whoever reads the secret of a session cannot sign it
    for headers in (
        {"Origin": "https://elsewhere.org"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ):
        assert site.go(**headers) == 403
        assert site.vote(**headers) == 403
    assert site.go(**{"Content-Type": "text/plain"}) == 415
    assert site.go(Origin=f"http://127.0.0.1:{site.port}", Sec_Fetch_Site="same-origin") == 204
    for named in ("here.example", "here.example, inner:8501"):  # by the proxy next to the browser first
        assert site.go(Origin="https://here.example", X_Forwarded_Host=named) == 204
    assert site.go(Origin="https://here.example", X_Forwarded_Host="inner:8501, here.example") == 403
    status, _, said = site.ask("GET", f"/api/room/{site.code}/events?as=presenter", **cookie(STRANGER))
    assert status == 403 and said == rights.NOT_THERE
    assert site.ask("GET", f"/api/room/{site.code}/go")[0] == 405


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[",
        "[]",
        "{}",
        "1",
        '{"t": "9", "beat": 0, "run": ""}',
        '{"t": true, "beat": 0, "run": ""}',
        "[" * 1900,
    ],
)
def test_a_body_that_is_not_a_step_is_refused(site: Site, body: str) -> None:
    assert site.go(body=body) == 400


def test_a_body_that_is_too_long_and_a_round_that_there_is_not_are_refused(site: Site) -> None:
    assert site.go(body={"t": 1, "beat": 0, "run": "x" * 5000}) == 413
    assert site.go(body={"t": 10**9, "beat": 0, "run": RUN}) == 400
    assert site.go(body={"t": 10**30, "beat": 0, "run": RUN}) == 400


def test_steps_that_come_too_often_are_refused(site: Site) -> None:
    statuses = [site.go(body={"t": k, "beat": 0, "run": RUN}) for k in range(80)]
    assert statuses[:20] == [204] * 20 and 429 in statuses


def test_votes_are_counted_and_no_answer_is_told_before_the_reveal(site: Site) -> None:
    site.rooms.ask(site.code, site.owner, ASKED)
    with (
        Events(site, VOTER) as follower,
        Events(site, SECRET, "as=presenter") as presenter,
    ):
        follower.until("at", {"t": 5, "beat": 0})
        presenter.until("counts", {"followers": 1, "voted": 0, "asks": True})
        site.go(body={"t": 9, "beat": 2, "run": RUN})  # past the question, by another client than the stage
        assert site.vote() == 204 and site.vote(0) == 204 and site.vote(1) == 204
        assert site.vote(2) == 400 and site.vote(True) == 400 and site.vote(voter="n" * 32) == 403
        presenter.until("counts", {"followers": 1, "voted": 1, "asks": True})
        site.rooms.lock(site.code, site.owner)
        assert site.vote(0) == 409
        while (follower.seen.get("question") or {}).get("phase") != "locked":
            follower.next()
        known = json.dumps(follower.seen)
        assert ASKED.why not in known and "right" not in known and "tally" not in known
        assert follower.seen["at"] == {"t": 5, "beat": 0}
        site.rooms.reveal(site.code, site.owner)
        follower.until("at", {"t": 6, "beat": 0})
        assert follower.seen["question"]["tally"] == [0, 1] and follower.seen["question"]["why"] == ASKED.why


def test_a_voter_who_floods_is_slowed_down(site: Site) -> None:
    with Events(site, VOTER) as follower:
        follower.next()
        site.rooms.ask(site.code, site.owner, ASKED)
        assert 429 in [site.vote() for _ in range(30)]


def test_the_end_is_told_to_all_and_to_who_comes_late(site: Site) -> None:
    with Events(site, VOTER) as follower:
        follower.next()
        site.rooms.end(site.code, site.owner)
        assert follower.next()[0] == "ended"
        assert follower.next() == ("closed", None)
    with Events(site, VOTER) as late:
        name, said = late.next()
        assert name == "ended" and "No room" in said["why"]
    assert site.go() == 403


@pytest.mark.parametrize("kept", ["file", "redis"], indirect=True)
def test_a_change_of_another_process_is_seen(site: Site) -> None:
    other = Rooms(store.keeper("another"), process="another")
    with Events(site, VOTER) as follower:
        follower.next()
        other.go(site.code, site.owner, RUN, 8, 0)
        follower.until("at", {"t": 8, "beat": 0})
    other.close()


def test_a_run_that_the_server_forgot_comes_from_the_room_and_stays_in_no_browser(
    site: Site, kept: str
) -> None:
    status, headers, text = site.ask("GET", f"/api/run/{RUN}", Accept_Encoding="gzip")
    assert (status, text, headers["cache-control"]) == (200, "packed", "private, no-store")
    site.rooms.end(site.code, site.owner)
    assert site.ask("GET", f"/api/run/{RUN}")[0] == 404
    site.rooms.close()
    Path(kept).write_bytes(b"no database at all" * 100)
    assert site.ask("GET", f"/api/run/{RUN}")[0] == 404
    assert site.ask("GET", f"/join/{site.code}")[0] == 503


def test_the_page_of_a_follower_asks_nobody_else_and_names_no_secret(site: Site) -> None:
    status, headers, page = site.ask("GET", f"/join/{site.code}", Accept="text/html", **cookie(SECRET))
    assert status == 200 and "default-src 'none'" in headers["content-security-policy"]
    assert SECRET not in page and site.owner not in page and "{{" not in page
    used = set(re.findall(r"var\((--[\w-]+)\)", page))
    assert used and all(f"{name}:" in page for name in used), "a colour is used that is set nowhere"
    first = page.partition('type="module" src="../')[2].partition('"')[0]
    assert site.ask("GET", f"/{first}")[0] == 200
    for query in ("", "as=presenter"):
        with Events(site, SECRET, query) as events:
            events.until("at", {"t": 5, "beat": 0})
            assert SECRET not in str(events.seen) and site.owner not in str(events.seen)


def test_the_presenter_s_second_window_is_the_same_for_everybody(site: Site) -> None:
    """What it shows comes from the stage in the same browser: the server knows none of it."""
    status, headers, page = site.ask("GET", "/presenter")
    assert status == 200 and headers["cache-control"] == "no-store"
    assert "script-src 'self'" in headers["content-security-policy"]
    assert 'follow/presenter.js"' in page and "{{" not in page and site.code not in page


@pytest.mark.parametrize("code", ["CCCCC", "%3Cscript%3E", "a", "x" * 500])
def test_a_code_that_is_none_leads_to_the_page_that_asks(site: Site, code: str) -> None:
    status, _, page = site.ask("GET", f"/join/{code}")
    assert status == 404 and "Check the code" in page and "<script" not in page and 'action="../join"' in page
    status, headers, page = site.ask("GET", f"/join?code={code}")
    assert status in (200, 303) and "<script" not in page
    assert status == 303 or f"{store.LENGTH} to {store.LONGEST} letters and digits" in page


def test_a_code_is_taken_as_people_type_it(site: Site) -> None:
    typed = f"{site.code[:2].lower()}%20{site.code[2:]}"
    status, headers, _ = site.ask("GET", f"/join?code={typed}")
    assert status == 303 and headers["location"] == f"join/{site.code}"
    assert site.ask("GET", f"/join/{site.code.lower()}")[1]["location"] == site.code
    assert site.ask("GET", "/join/")[1]["location"] == "../join"


@pytest.mark.parametrize("given", ["", f"{COOKIE}={VOTER}", f"{COOKIE}={VOTER}.{'A' * 32}"])
def test_a_follower_by_a_name_that_the_server_has_not_given_is_refused(site: Site, given: str) -> None:
    site.rooms.ask(site.code, site.owner, ASKED)
    status, _, said = site.ask("GET", f"/api/room/{site.code}/events?voter={VOTER}", Cookie=given)
    assert status == 403 and "needs a cookie" in said
    assert site.vote(voter="", Cookie=given) == 403
    assert site.rooms.followers(site.code) == 0


def test_a_browser_that_joins_has_its_name_from_the_server(site: Site) -> None:
    _, headers, _ = site.ask("GET", f"/join/{site.code}", Accept="text/html")
    given = headers["set-cookie"].partition(";")[0]
    site.rooms.ask(site.code, site.owner, ASKED)
    with Events(site, "", Cookie=given) as follower:
        follower.until("at", {"t": 5, "beat": 0})
        assert site.vote(voter="", Cookie=given) == 204
    assert "set-cookie" not in site.ask("GET", f"/join/{site.code}", Accept="text/html", Cookie=given)[1]


# ---------------------------------------------------------------- one client against all others


def wrong_codes() -> Iterator[str]:
    """Codes of no room: none has a letter five times over."""
    for first in store.ALPHABET:
        for second in store.ALPHABET:
            yield f"{first}{first}{second}{second}{first}"


def test_codes_cannot_be_tried_in_turn(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,295 codes a second could be tried, so that a room of 200 was found within 20 s."""
    monkeypatch.setattr(routes, "GUESSES", guesses(1e-6, 4))
    codes = (code for code in wrong_codes() if code != site.code)
    with Events(site, VOTER) as follower:
        follower.until("at", {"t": 5, "beat": 0})
        tried = [site.ask("GET", f"/join/{next(codes)}")[0] for _ in range(2)]
        tried += [site.ask("GET", f"/api/room/{next(codes)}/events?as=presenter", **cookie(STRANGER))[0]]
        tried += [site.ask("POST", f"/api/room/{next(codes)}/vote", {}, **JSON, **cookie(STRANGER))[0]]
        assert tried == [404, 404, 403, 400]
        for path in ("/join/{}", "/api/room/{}/events?as=presenter", "/api/room/{}/events"):
            answers = [
                site.ask("GET", path.format(code), **cookie(STRANGER)) for code in (next(codes), site.code)
            ]
            assert [status for status, _, _ in answers] == [429, 429], path
            wrong, right = answers
            assert wrong[2] == right[2] and "wrong codes" in wrong[2] and int(wrong[1]["retry-after"]) > 0
        # Who is in goes on, and so does who leads; other addresses are as they were.
        assert site.ask("GET", f"/join/{site.code}", **cookie(VOTER))[0] == 200
        assert site.go() == 204
        follower.until("at", {"t": 9, "beat": 0})
        elsewhere = {"X_Forwarded_For": "203.0.113.7"}
        assert site.ask("GET", f"/join/{site.code}", **elsewhere)[0] == 200
        assert site.ask("GET", f"/join/{next(codes)}", **elsewhere)[0] == 404


def test_wrong_codes_shut_nobody_out_of_a_class_of_their_own_network(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pupil who guessed kept all newcomers of the school out of its classes."""
    monkeypatch.setattr(routes, "GUESSES", guesses(1e-6, 3))
    school = {"X_Forwarded_For": "192.0.2.1"}
    here = site.rooms.open("a teacher", rights.whence("192.0.2.1"))
    codes = (code for code in wrong_codes() if code not in (here, site.code))
    wrong = [site.ask("GET", f"/join/{next(codes)}", **school)[0] for _ in range(29)]
    assert wrong == [404] * 3 + [429] * 26
    assert site.ask("GET", f"/join/{here}", **school)[0] == 200
    assert site.ask("GET", f"/join/{site.code}", **school)[0] == 429  # a class elsewhere
    site.ask("GET", f"/join/{next(codes)}", **school)
    assert site.ask("GET", f"/join/{here}", **school)[0] == 429  # guesses there have an end, too


def test_leading_a_wrong_code_and_leading_anothers_room_get_the_same_answer(site: Site) -> None:
    wrong = next(code for code in wrong_codes() if code != site.code)
    for method, path, body in (
        ("GET", "events?as=presenter", None),
        ("POST", "go", {"t": 1, "beat": 0, "run": ""}),
    ):
        for secret in ("", STRANGER):
            there, none = (
                site.ask(method, f"/api/room/{code}/{path}", body, **JSON, **cookie(secret))
                for code in (site.code, wrong)
            )
            assert there[0] == none[0] == 403 and there[2] == none[2] and set(there[1]) == set(none[1])


def test_a_room_that_has_ended_costs_its_class_no_guesses(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "GUESSES", guesses(1e-6, 2))
    assert site.ask("GET", f"/join/{site.code}")[0] == 200
    site.rooms.end(site.code, site.owner)
    assert [site.ask("GET", f"/join/{site.code}")[0] for _ in range(5)] == [404] * 5


def test_an_address_has_so_many_streams_and_a_room_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """4,000 streams of one address took a gigabyte."""
    few = rights.Streams(Limits(streams_of_address=2, streams=3, streams_in_all=4))
    monkeypatch.setattr(routes, "streams", cache(lambda: few))
    other = site.rooms.open("other")

    def refused(code: str, address: str) -> tuple[int, str]:
        path, came = f"/api/room/{code}/events", {"X_Forwarded_For": address}
        status, headers, said = site.ask("GET", path, **came, **cookie(STRANGER))
        assert int(headers["retry-after"]) > 0 and said.endswith(".")
        return status, said

    with Events(site, VOTER, X_Forwarded_For="192.0.2.1") as first:
        first.next()
        with Events(site, "w" * 32, X_Forwarded_For="192.0.2.1") as second:
            second.next()
            status, said = refused(other, "192.0.2.1")
            assert status == 429 and crowding.STREAMS in said
            with Events(site, "u" * 32, X_Forwarded_For="192.0.2.2") as third:
                third.next()
                assert refused(site.code, "192.0.2.3")[0] == 503
                with Events(site, "t" * 32, code=other, X_Forwarded_For="192.0.2.3") as fourth:
                    fourth.next()
                    assert refused(other, "192.0.2.4")[0] == 503
    while few._open:
        time.sleep(0.01)  # who has gone takes no place
    with Events(site, STRANGER, X_Forwarded_For="192.0.2.1") as again:
        again.until("at", {"t": 5, "beat": 0})


def test_a_body_that_does_not_come_is_waited_for_so_long(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "BODY_WAITS", 0.05)
    line = socket.create_connection(("127.0.0.1", site.port), timeout=30)
    sent = f"Content-Type: application/json\r\nContent-Length: 50\r\nCookie: {cookie(SECRET)['Cookie']}\r\n"
    line.sendall(f"POST /api/room/{site.code}/go HTTP/1.1\r\nHost: x\r\n{sent}\r\n".encode() + b"{")
    answer = b""
    while more := line.recv(4096):  # until the server ends the connection
        answer += more
    assert b" 408 " in answer.partition(b"\r\n")[0]
    line.close()


@pytest.mark.slow
def test_the_server_answers_while_another_process_holds_the_rooms(site: Site, kept: str) -> None:
    """Its event loop waited: every request of everybody took ten seconds."""
    site.rooms.ask(site.code, site.owner, ASKED)
    with Events(site, VOTER) as follower:
        follower.until("at", {"t": 5, "beat": 0})
        held = sqlite3.connect(kept, isolation_level=None)
        held.execute("begin immediate")
        done: list[int] = []
        late = Events(site, "w" * 32)  # waits for its place
        voting = [threading.Thread(target=lambda: done.append(site.vote())) for _ in range(9)]
        for thread in voting:
            thread.start()
        time.sleep(0.5)
        for path in ("/api/server", f"/join/{site.code}", f"/api/run/{RUN}"):
            assert site.ask("GET", path, Accept_Encoding="gzip")[0] == 200 and not done, path
        with Events(site, SECRET, "as=presenter") as presenter:
            presenter.until("at", {"t": 5, "beat": 0})
            assert not done
        assert held.in_transaction
        held.execute("rollback")
        held.close()
        for thread in voting:
            thread.join(30)
        with late:
            late.until("at", {"t": 5, "beat": 0})
        assert set(done) <= {204, 429} and 204 in done and site.rooms.followers(site.code) == 2


def test_leaving_is_told_once_and_a_refused_sign_of_life_is_sent_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a browser that closes one of its two tabs both were counted as closed."""
    alive, refused = site.rooms.alive, [Refused(503, "busy")]

    def busy_at_first() -> None:
        if refused:
            raise refused.pop()
        alive()

    monkeypatch.setattr(events, "SIGN", 1e9)
    monkeypatch.setattr(site.rooms, "alive", busy_at_first)
    for _ in range(2):
        site.rooms.follow(site.code, VOTER)
    site.rooms.keeper.change(lambda change: change.put_process(site.rooms.process, 0.0))
    hub = events.Hub(site.rooms)
    hub._gone.append((site.code, VOTER))
    hub._watched[site.code] = events.Watched()

    async def tell() -> None:
        telling = asyncio.ensure_future(hub._telling())
        while not site.rooms.followers(site.code):
            await asyncio.sleep(events.POLL / 4)
        hub._watched.clear()
        await telling

    asyncio.run(asyncio.wait_for(tell(), 20))
    assert not refused and site.rooms.followers(site.code) == 1


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    rate = rights.Rate(1000, 5, names=2)
    for _ in range(5):
        rate.count_call("a")
    time.sleep(0.01)
    rate.count_call("a")
    slow = rights.Rate(0.001, 1)
    slow.count_call("a")
    slow.count_call("b")
    with pytest.raises(Refused, match="second"):
        slow.count_call("a")
