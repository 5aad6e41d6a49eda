"""Rooms over HTTP, on a real server: who may lead and vote, what a stranger learns, and what arrives when."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from helpers.redis_server import HERE, redis_server
from starlette.applications import Starlette

from rankviz.ui.rooms import rights, routes, store
from rankviz.ui.rooms.question import Asked
from rankviz.ui.rooms.store import Refused, Rooms
from rankviz.ui.serving.visitors import COOKIE, VisitorCookie
from rankviz.ui.startup import server

SECRET, STRANGER = "s" * 32, "x" * 32
RUN, OTHER = "a" * 40, "b" * 40
VOTER = "voter-0123456789"
ASKED = Asked("Which ranker?", (("x > 1", ""), ("x > 2", "")), right=1, why="The edge is largest.", t=6)
JSON = {"Content-Type": "application/json"}


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
        text = answer.read().decode("utf-8", "replace")
        line.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def go(self, secret: str = SECRET, body: object = None, **headers: str) -> int:
        """A step of the presenter, or of somebody who would be."""
        cookie = {"Cookie": f"{COOKIE}={secret}"} if secret else {}
        step = {"t": 9, "beat": 0, "run": RUN} if body is None else body
        return self.ask("POST", f"/api/room/{self.code}/go", step, **{**JSON, **cookie, **headers})[0]

    def vote(self, option: object = 1, voter: str = VOTER, **headers: str) -> int:
        """A vote on the question that is open."""
        room = self.rooms.room(self.code)
        asked = room.question.id if room is not None and room.question is not None else "none"
        body = {"question": asked, "option": option, "voter": voter}
        return self.ask("POST", f"/api/room/{self.code}/vote", body, **{**JSON, **headers})[0]


class Events:
    """A connection to a room's events; use it in a `with`."""

    def __init__(self, site: Site, query: str, cookie: str = "") -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        self._line.request("GET", f"/api/room/{site.code}/events?{query}", headers={"Cookie": cookie})
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


@pytest.fixture
def site(kept: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("RANKVIZ_ROOMS", kept)
    monkeypatch.setattr(routes, "STEPS", rights.Rate(20, 40))
    store.rooms.cache_clear()
    routes.hub.cache_clear()
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
    store.rooms.cache_clear()
    routes.hub.cache_clear()
    assert not thread.is_alive()


def test_the_class_follows_each_step(site: Site) -> None:
    with Events(site, f"voter={VOTER}") as first, Events(site, f"voter={VOTER}2") as second:
        for events in (first, second):
            events.until("at", {"t": 5, "beat": 0})
            assert events.seen["moment"] == {"run": "a"} and events.seen["question"] is None
            assert "counts" not in events.seen
        assert site.go(body={"t": 7, "beat": 3, "run": RUN}) == 204
        for events in (first, second):
            assert events.next() == ("message", {"at": {"t": 7, "beat": 3}})  # and nothing else
    with Events(site, f"voter={VOTER}") as again:
        again.until("at", {"t": 7, "beat": 3})


def test_only_the_presenters_browser_leads(site: Site) -> None:
    assert site.go() == 204
    assert [site.go(secret) for secret in ("", STRANGER, "short", site.owner)] == [403] * 4
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
    status, _, said = site.ask(
        "GET", f"/api/room/{site.code}/events?as=presenter", Cookie=f"{COOKIE}={STRANGER}"
    )
    assert status == 403 and "opened the room" in said
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
def test_what_is_no_step_is_refused(site: Site, body: str) -> None:
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
        Events(site, f"voter={VOTER}") as follower,
        Events(site, "as=presenter", f"{COOKIE}={SECRET}") as presenter,
    ):
        follower.until("at", {"t": 5, "beat": 0})
        presenter.until("counts", {"followers": 1, "voted": 0, "asks": True})
        site.go(body={"t": 9, "beat": 2, "run": RUN})  # past the question, by another client than the stage
        assert site.vote() == 204 and site.vote(0) == 204 and site.vote(1) == 204
        assert site.vote(2) == 400 and site.vote(True) == 400 and site.vote(voter=f"{VOTER}-not-here") == 403
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
    with Events(site, f"voter={VOTER}") as follower:
        follower.next()
        site.rooms.ask(site.code, site.owner, ASKED)
        assert 429 in [site.vote() for _ in range(30)]


def test_the_end_is_told_to_all_and_to_who_comes_late(site: Site) -> None:
    with Events(site, f"voter={VOTER}") as follower:
        follower.next()
        site.rooms.end(site.code, site.owner)
        assert follower.next()[0] == "ended"
        assert follower.next() == ("closed", None)
    with Events(site, f"voter={VOTER}") as late:
        name, said = late.next()
        assert name == "ended" and "No room" in said["why"]
    assert site.go() == 404


@pytest.mark.parametrize("kept", ["file", "redis"], indirect=True)
def test_a_change_of_another_process_is_seen(site: Site) -> None:
    other = Rooms(store.keeper("another"), process="another")
    with Events(site, f"voter={VOTER}") as follower:
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
    status, headers, page = site.ask(
        "GET", f"/join/{site.code}", Accept="text/html", Cookie=f"{COOKIE}={SECRET}"
    )
    assert status == 200 and "default-src 'none'" in headers["content-security-policy"]
    assert SECRET not in page and site.owner not in page and "{{" not in page
    used = set(re.findall(r"var\((--[\w-]+)\)", page))
    assert used and all(f"{name}:" in page for name in used), "a colour is used that is set nowhere"
    first = page.partition('type="module" src="../')[2].partition('"')[0]
    assert site.ask("GET", f"/{first}")[0] == 200
    for line in (f"voter={VOTER}", "as=presenter"):
        with Events(site, line, f"{COOKIE}={SECRET}") as events:
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


def test_a_code_is_taken_as_people_type_it(site: Site) -> None:
    typed = f"{site.code[:2].lower()}%20{site.code[2:]}"
    status, headers, _ = site.ask("GET", f"/join?code={typed}")
    assert status == 303 and headers["location"] == f"join/{site.code}"
    assert site.ask("GET", f"/join/{site.code.lower()}")[1]["location"] == site.code
    assert site.ask("GET", "/join/")[1]["location"] == "../join"


@pytest.mark.parametrize(
    "query", ["", "voter=", "voter=short", "voter=" + "x" * 65, "voter=a%20b" + "x" * 20]
)
def test_a_follower_without_a_random_name_is_refused(site: Site, query: str) -> None:
    assert site.ask("GET", f"/api/room/{site.code}/events?{query}")[0] == 400


def test_a_rate_lets_a_burst_through_and_then_so_many_a_second() -> None:
    rate = rights.Rate(1000, 5, names=2)
    for _ in range(5):
        rate.take("a")
    time.sleep(0.01)
    rate.take("a")
    slow = rights.Rate(0.001, 1)
    slow.take("a")
    slow.take("b")
    with pytest.raises(Refused, match="second"):
        slow.take("a")
