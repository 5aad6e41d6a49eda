"""The drawer's part Class, and what a class is shown of a page, without a browser."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.pages import ITEMS, app, get, stage_data, upload
from streamlit.testing.v1 import AppTest

from rankviz.ui.rooms import leading, routes, store
from rankviz.ui.rooms.question import ClassQuestion
from rankviz.ui.rooms.rights import owner_of
from rankviz.ui.rooms.store import Refused, Room, Rooms
from rankviz.ui.serving import visitors
from rankviz.ui.shell import messages

SECRET = "s" * 32


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rooms]:
    """Rooms of their own, for a visitor whose browser takes cookies."""
    monkeypatch.setenv("RANKVIZ_ROOMS", str(tmp_path / "rooms.sqlite"))
    monkeypatch.setattr(visitors, "of_browser", lambda: SECRET)
    store.rooms.cache_clear()
    routes.hub.cache_clear()
    yield store.rooms()
    store.rooms().close()
    store.rooms.cache_clear()
    routes.hub.cache_clear()


def mine(rooms: Rooms) -> Room:
    room = rooms.led_by(owner_of(SECRET))
    assert room is not None
    return room


def press(test: AppTest, name: str) -> AppTest:
    next(button for button in test.button if button.label == name).click().run()
    assert not test.exception
    return test


def texts(test: AppTest) -> str:
    kinds = ("markdown", "caption", "warning", "info", "error")
    return "\n".join(str(each.value) for kind in kinds for each in test.get(kind))


@pytest.mark.slow
def test_a_class_is_shown_the_stage_asked_and_stepped_on(rooms: Rooms) -> None:
    test = press(app(rounds="20", t="4", tab="class", look="tiles:ties"), "Open a room")
    room, data = mine(rooms), stage_data(test)
    assert data["room"]["code"] == room.code and data["settings"].get("hold") is None
    moment = json.loads(room.moment)
    assert moment["run"] == room.run == data["run_url"].rpartition("/")[2] and room.t == 4
    assert moment["settings"]["look"] == "tiles:ties" and moment["layout"] == "watch"
    assert moment["link"].startswith("?") and "tab=" not in moment["link"] and SECRET not in room.moment
    assert rooms.pack(room.run) is not None
    press(test, "Ask")
    asked = mine(rooms).question
    assert asked is not None and asked.t == 5 and asked.right is not None and len(asked.options) > 1
    assert stage_data(test)["settings"]["hold"] == 4
    press(press(test, "Lock the answers"), "Reveal")
    assert mine(rooms).t == stage_data(test)["round"] == 5 and "hold" not in stage_data(test)["settings"]
    assert messages.plain(asked.why) in texts(test)
    press(press(test, "End the class"), "Keep it open")
    assert rooms.room(room.code) is not None
    press(press(test, "End the class"), "End it now")
    assert rooms.room(room.code) is None and stage_data(test)["room"] is None


def test_an_upload_is_told_to_be_seen_by_all_and_no_link_leads_to_it(rooms: Rooms) -> None:
    test = upload(app(tab="class"), "table", "mine.csv", ITEMS)
    assert "everyone with the code sees them" in texts(test)
    press(test, "Open a room")
    room = mine(rooms)
    assert json.loads(room.moment)["link"] == ""
    kept = rooms.pack(room.run)
    assert kept is not None and kept[1]
    _, headers, _ = get(f"api/run/{room.run}")
    assert headers["cache-control"] == "private, no-store"


def test_without_a_cookie_nobody_leads_and_without_a_room_nothing_is_written(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = app(tab="class")
    assert not next(button for button in test.button if button.label == "Open a room").disabled
    monkeypatch.setattr(visitors, "of_browser", lambda: "")
    test.run()
    assert next(button for button in test.button if button.label == "Open a room").disabled
    assert "needs a cookie" in texts(test) and leading.owner() == ""
    assert not store.place().exists()


def test_on_a_page_without_weak_rankers_the_presenter_writes_the_question(rooms: Rooms) -> None:
    test = press(app("pages/qbrank.py", tab="class"), "Open a room")
    test.text_input(key="class-prompt").set_value("Which falls faster?").run()
    assert "Give 2 to 5" in texts(test)
    test.text_area(key="class-options").set_value("This\n* That\n").run()
    press(test, "Ask")
    asked = mine(rooms).question
    assert asked is not None and asked.options == (("This", ""), ("That", "")) and asked.hold is None
    assert asked.right == 1


@pytest.mark.slow
@pytest.mark.parametrize("locked", [False, True])
def test_a_store_that_goes_away_is_a_sentence_in_the_panel(
    rooms: Rooms, locked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = press(app(rounds="20", t="4", tab="class"), "Open a room")
    room = mine(rooms)
    rooms.ask(room.code, room.owner, ClassQuestion("Which?", (("a", ""), ("b", "")), right=1))
    if locked:
        rooms.lock(room.code, room.owner)

    def away(*_: object) -> None:
        raise Refused(503, "The Redis that keeps the rooms does not answer. Try again in a moment.")

    for read in ("followers", "tally"):
        monkeypatch.setattr(rooms, read, away)
    test.run()
    assert not test.exception and "does not answer" in texts(test)
    assert "End the class" in [button.label for button in test.button]
