"""The address bar holds every choice and the round; opened elsewhere it shows the same, and never more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from agreement import assert_engine, assert_same
from playwright.sync_api import expect
from stage_page import NewPage, StagePage


def test_the_address_holds_the_round_and_opens_elsewhere(stage: StagePage, new_page: NewPage) -> None:
    """Step, copy the address, open it in another browser: the same round, numbers and picture."""
    stage.open(rounds=40, seed=3)
    stage.page.keyboard.press("Home")
    stage.step(6)
    stage.wait_until(lambda: stage.address().get("t") == "6", "the address says t=6")
    assert stage.address()["rounds"] == "40" and stage.address()["seed"] == "3"
    stage.rest()
    other = new_page().goto(stage.page.url)
    other.expect_round(6, 40)
    other.rest()
    assert other.losses() == stage.losses()
    stage.page.mouse.move(2, 2)
    assert_same(other.picture(), stage.picture())
    assert_engine(other, "rounds=40&seed=3")


def test_reload_and_the_browsers_back(stage: StagePage) -> None:
    """A reload comes back to the same round; the browser's Back to the run before."""
    stage.open(data="bundled:wine?items=40", rounds=30, t=4)
    stage.step(2)
    stage.wait_until(lambda: stage.address().get("t") == "6", "the address says t=6")
    stage.page.reload()
    stage.wait_for_stage()
    stage.expect_round(6, 30)
    assert_engine(stage, "data=bundled:wine?items=40&rounds=30")
    shown = stage.losses()
    stage.open(t=2)
    assert stage.losses() != shown
    stage.page.go_back()
    stage.wait_for_stage()
    stage.expect_round(6, 30)
    assert stage.losses() == shown


def test_a_changed_choice_shows_a_new_run(stage: StagePage) -> None:
    """Rounds, negative α and the algorithms: each shows its own run at once, and stands in the address."""
    stage.open(t=10)
    stage.fill("Rounds", 25)
    stage.expect_round(10, 25)
    assert_engine(stage, "rounds=25")
    before = stage.losses()

    stage.options()
    stage.page.get_by_text("Negative α", exact=True).click()
    stage.wait_until(lambda: stage.address().get("neg") == "0", "the address says neg=0")
    stage.wait_until(lambda: stage.losses() != before, "another run is shown")
    assert_engine(stage, "rounds=25&neg=0")

    with stage.rerun():
        stage.page.get_by_role("button", name="RB-C", exact=True).click()
    stage.wait_until(lambda: {name for name, _ in stage.losses()} == {"RB-D", "RankBoost+"}, "RB-C is gone")
    assert_engine(stage, "rounds=25&neg=0&alg=rb-d,rb-plus")
    assert stage.address()["alg"] == "rb-d,rb-plus" and stage.address()["rounds"] == "25"
    expect(stage.page.get_by_role("article")).to_have_count(2)


def test_other_data_from_the_menus(stage: StagePage) -> None:
    """Choosing data by hand shows them, and the address opens them."""
    stage.open(t=3)
    stage.choose("Data", "Made-up data")
    stage.choose("Data set", re.compile("cycles", re.I))
    stage.wait_until(
        lambda: "synthetic:cycles" in stage.address().get("data", ""), "the address names the data"
    )
    link = f"data={stage.address()['data'].replace('&', '%26')}"
    stage.wait_for_stage()
    assert_engine(stage, link)


NONSENSE = {
    "rounds": "a lot",
    "alg": "rb-d,nobody",
    "seed": "-7",
    "holdout": "9e99",
    "neg": "perhaps",
    "t": "99999",
    "undefined": "<script>alert(1)</script>",
    "colour": "mauve",
}


def test_nonsense_in_a_link(stage: StagePage) -> None:
    """Every wrong value is named in a sentence, and a working page stands below."""
    stage.open(**NONSENSE)
    said = stage.alert()
    for word in ("a lot", "nobody", "-7", "9e99", "perhaps", "99999", "colour"):
        assert word in said, f"{word!r} is not mentioned in {said!r}"
    t, rounds = stage.round()
    assert t == rounds
    assert {name for name, _ in stage.losses()} == {"RB-D"}
    stage.button("Back").click()
    stage.expect_round(rounds - 1)


@pytest.mark.parametrize("data", ["bundled:beer", "upload:1234/mine.csv"])
def test_nonsense_for_data(stage: StagePage, data: str) -> None:
    """Data that do not exist are said not to, and others are shown."""
    stage.open(data=data)
    assert len(stage.alert()) > 20
    stage.step()
    assert len(stage.losses()) >= 6


@pytest.mark.parametrize("path", ["{outside}", "way-out.csv"])
def test_a_link_never_leaves_the_data_folder(stage: StagePage, folder: Path, path: str) -> None:
    """Not by .., not by an absolute path, not by a symbolic link."""
    stage.open(data=f"table:{path.format(outside=folder.parent / 'secret.csv')}")
    assert len(stage.alert()) > 20
    text = stage.text()
    assert "qwx" not in text and "root:" not in text
    assert "Diabetes" in text
