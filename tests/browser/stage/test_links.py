"""The address bar holds every choice and the round; opened elsewhere it shows the same, and never more."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from helpers.browser.agreement import assert_engine, assert_same
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

pytestmark = [pytest.mark.one_page, pytest.mark.tall]


def test_the_address_holds_the_round_and_opens_elsewhere_again_and_by_back(
    stage: StagePage, new_page: NewPage
) -> None:
    """In another browser: the same round, numbers and picture; a reload and the browser's Back come to it too."""
    link = "data=bundled:wine?items=40&rounds=30&seed=3"
    stage.open(data="bundled:wine?items=40", rounds=30, seed=3, t=4)
    stage.page.keyboard.press("Home")
    stage.step(6)
    stage.wait_until(lambda: stage.address().get("t") == "6", "the address says t=6")
    assert stage.address()["rounds"] == "30" and stage.address()["seed"] == "3"
    stage.rest()
    other = new_page().goto(stage.page.url)
    other.expect_round(6, 30)
    other.rest()
    assert other.losses() == stage.losses()
    stage.page.mouse.move(2, 2)
    assert_same(other.picture(), stage.picture())
    assert_engine(other, link)
    stage.page.reload()
    stage.wait_for_stage()
    stage.expect_round(6, 30)
    assert_engine(stage, link)
    expect_back(stage)


def test_watch_is_found_by_its_name_too(stage: StagePage) -> None:
    """As playlists name it: the run of the link, and no box that says that there is no such page."""
    link = "data=bundled:wine?items=40&rounds=30&seed=3&t=6"
    stage.goto(f"{stage.base}watch?{link}")
    stage.expect_round(6, 30)
    expect(stage.page.get_by_role("dialog")).to_have_count(0)
    expect(stage.page.get_by_text("Page not found")).to_have_count(0)
    assert stage.page.url.startswith(f"{stage.base}?data=") and stage.address()["t"] == "6"
    assert_engine(stage, link.rpartition("&")[0])


def expect_back(stage: StagePage) -> None:
    """The browser's Back leads from another run to the one before, and its round, also in the middle of a step."""
    t, rounds = stage.round()
    shown = stage.losses()
    stage.follow(t=2)
    assert stage.losses() != shown
    for _ in range(3):
        stage.page.keyboard.press("ArrowRight")
    stage.page.go_back()
    stage.expect_round(t, rounds)
    stage.wait_until(lambda: stage.address()["t"] == str(t), "the address says the round")
    stage.wait_until(lambda: stage.losses() == shown, "the numbers are those before")


def test_a_changed_choice_and_other_data_show_a_new_run(stage: StagePage) -> None:
    """Rounds, negative α, the algorithms, data: each shows its own run at once, and stands in the address."""
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
    expect(stage.page.locator(".rv-line")).to_have_count(2)

    stage.choose("Data", "Synthetic data")
    stage.choose("Data set", re.compile("cycles", re.I))
    stage.wait_until(
        lambda: "synthetic:cycles" in stage.address().get("data", ""), "the address names the data"
    )
    stage.wait_for_stage()
    stage.wait_until(lambda: stage.round()[1] == int(stage.address()["rounds"]), "its run is shown")
    assert_engine(stage, urlsplit(stage.page.url).query)


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


def test_nonsense_for_data_opens_others_and_nothing_outside_the_folder(
    stage: StagePage, folder: Path
) -> None:
    """Not by .., not by an absolute path, not by a symbolic link: a sentence says so, and others are shown."""
    outside = ("../secret.csv", "way-out.csv", str(folder.parent / "secret.csv"))
    stage.open(rounds=19, t=0)
    said = ""
    for rounds, data in enumerate(
        ("bundled:beer", "upload:1234/mine.csv", *(f"table:{path}" for path in outside)), 20
    ):
        stage.follow(data=data, rounds=rounds, t=0)
        stage.expect_round(0, rounds)
        assert len(now := stage.alert()) > 20 and now != said, f"{data}: {now}"
        said = now
        stage.at(3).step()
        stage.expect_round(4, rounds)
        assert len(stage.losses()) >= 6, data
        text = stage.text()
        assert "qwx" not in text and "root:" not in text, data
        assert "Diabetes" in text, data


LEAVE = """([gap, name]) => new Promise((done) => {
  const all = (tree) =>
    [...tree.querySelectorAll("*")].flatMap((el) => [el, ...(el.shadowRoot ? all(el.shadowRoot) : [])]);
  all(document).find((el) => el.tagName === "BUTTON" && el.innerText.trim() === "Step").click();
  setTimeout(() => {
    [...document.querySelectorAll("[role=menuitem]")].find((el) => el.innerText.includes(name)).click();
    done();
  }, gap);
})"""
"""Step, and so many milliseconds later choose another page from the open menu."""


def test_a_step_just_before_another_page_is_opened_leaves_no_page_blank_and_is_kept(stage: StagePage) -> None:
    """The round would be sent while the next page is made, and a page so disturbed stays blank."""
    stage.open("margins")
    begin, _ = stage.round()
    for steps, (name, gap) in enumerate((("QBRank", 380), ("Watch", 300), ("QBRank", 401)), start=1):
        stage.page.get_by_role("navigation").get_by_role("button", name="Watch", exact=True).click()
        expect(stage.page.get_by_role("menuitem", name=name, exact=True)).to_be_visible()
        stage.page.evaluate(LEAVE, [gap, name])
        expect(stage.page).to_have_url(re.compile(r"/(qbrank)?(\?|$)"))
        stage.wait_for_stage()
        stage.visit("Margins")
        expect(stage.page).to_have_url(re.compile("/margins"))
        stage.wait_for_stage()
        stage.expect_round(begin + steps)
