"""Data of one's own: uploads good and bad, the folder's menu, the data page, the presets."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from helpers.browser.agreement import assert_engine, assert_same
from helpers.browser.samples import letor, ratings, table
from helpers.browser.shared import shared_stage
from helpers.browser.sizes import TALL
from helpers.browser.stage_page import NewPage, StagePage
from helpers.thorough import THOROUGH
from playwright.sync_api import Locator, expect

shared, stage = shared_stage(lambda stage: stage.open(t=4), viewport=TALL)


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4
BAD = (
    ("table", "teas.csv", table().replace(b"tea 3,", b"tea 3,warm"), "line 4"),
    ("letor", "photo.txt", PNG, "image"),
)

pytestmark = pytest.mark.tall


@pytest.fixture
def high(stage: StagePage) -> Iterator[StagePage]:
    """The stage in a window that has room for the losses' table below the panel of an upload."""
    before = stage.page.viewport_size
    stage.page.set_viewport_size({"width": before["width"], "height": 2600})
    yield stage
    stage.page.set_viewport_size(before)


def test_bad_uploads_leave_the_run(high: StagePage) -> None:
    """One sentence that says what is wrong, and the previous run still on screen, alive; others in tests/ui."""
    high.follow(rounds=20, t=2)
    for t, (kind, name, content, word) in enumerate(BAD, start=2):
        before = high.losses()
        high.upload(kind, (name, content))
        said = high.alert(name)
        assert word in said.lower(), said
        high.expect_round(t, 20)
        assert high.losses() == before
        high.step()
        high.expect_round(t + 1, 20)
        assert_engine(high, "rounds=20")


def test_upload_of_a_letor_file(stage: StagePage, folder: Path) -> None:
    """CRLF, NULL and #docid as published: the run is the engine's; the link says that it does not carry the data."""
    stage.follow(t=4)
    stage.upload("letor", ("mine.txt", letor()))
    stage.wait_until(lambda: "GX0" in stage.text(), "the file's documents are on the stage")
    stage.wait_for_stage()
    assert_engine(stage, source=f"letor:{folder}/queries.txt")
    stage.step(2)
    assert_engine(stage, source=f"letor:{folder}/queries.txt")
    expect(stage.tab("Export and share")).to_contain_text("link does not contain")
    stage.page.keyboard.press("Escape")
    expect(stage.page.locator(".rv-drawer")).to_be_hidden()


def test_upload_of_movielens_ratings(stage: StagePage, folder: Path) -> None:
    """Ratings with their titles: a user with at least 100 ratings is offered first."""
    data, titles = ratings()
    stage.follow(t=1)  # with the usual rounds, whatever the test before had
    stage.upload("movielens", ("u.data", data), ("u.item", titles))
    stage.wait_until(lambda: "Film " in stage.text(), "the titles are on the stage")
    stage.wait_for_stage()
    user = stage.page.get_by_role("combobox", name="User", exact=True)
    chosen = stage.wait_until(
        lambda: re.match(r"(\d+) · (\d+) ratings", user.inner_text() or user.input_value()),
        "a user is chosen",
    )
    assert int(chosen[2]) >= 100
    assert_engine(stage, source=f"movielens:{folder}/u.data?user={chosen[1]}")


def test_the_folders_menu(stage: StagePage, folder: Path) -> None:
    """Files under RANKVIZ_DATA_DIR are offered by name, load, and travel in a link; nothing outside is offered."""
    stage.follow(t=1)
    stage.choose("Data", "Files on this server")
    field = stage.page.get_by_role("combobox", name="File", exact=True)
    field.click()
    offered = " ".join(stage.page.get_by_role("option").all_inner_texts())
    for name in ("queries.txt", "u.data", "teas.csv"):
        assert name in offered
    assert "way-out" not in offered and "secret" not in offered
    stage.page.get_by_role("option", name=re.compile("teas.csv")).click()
    stage.wait_until(lambda: "teas.csv" in stage.address().get("data", ""), "the address names the file")
    stage.wait_until(lambda: "tea 1" in stage.text(), "the table's items are on the stage")
    stage.wait_for_stage()
    assert_engine(stage, source=f"table:{folder}/teas.csv")


def test_a_link_to_a_file_of_the_folder(stage: StagePage, folder: Path) -> None:
    """A LETOR file with chosen queries by its link."""
    stage.follow(data="letor:queries.txt?queries=10032,10055", holdout=0, rounds=15, t=15)
    assert_engine(stage, "holdout=0&rounds=15", f"letor:{folder}/queries.txt?queries=10032,10055")


def test_the_data_page_shows_counts_and_pictures_on_a_phone_too(new_page: NewPage) -> None:
    """Numbers, charts, the cycle by name, and nothing wider than the screen."""
    stage = new_page(viewport={"width": 390, "height": 844})
    stage.open(
        "data", data="inline:?items=anna,ben,cleo,dan&h1=1011&pairs=anna>ben,ben>cleo,cleo>anna,dan>anna"
    )
    expect(stage.page.get_by_text("anna › ben › cleo › anna")).to_be_visible(timeout=60_000)
    expect(stage.page.get_by_test_id("stPlotlyChart")).to_have_count(2)
    for label in ("Items", "Critical pairs"):  # what draws numbers may come after charts and text
        number = stage.page.get_by_test_id("stMetric").filter(has=stage.page.get_by_text(label, exact=True))
        expect(number.get_by_test_id("stMetricValue")).to_have_text("4")
    stage.idle()
    assert stage.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


CLICKED = ("The infinite weight", "A landscape grows", "Add L1", "AdaBoost ranks, too")
"""A card for each page that has a stage."""


def test_every_preset_opens(stage: StagePage) -> None:
    """A card's run by a click for each page, without a word of complaint; the others open in test_sentences."""
    cards = open_start(stage)
    links = {card.inner_text().split("\n")[-1]: str(card.get_attribute("href")) for card in cards.all()}
    links = {title: link for title, link in links.items() if "?" in link}
    assert len(links) >= 6 and len(set(links.values())) == len(links)
    shown = set()
    for title in CLICKED:
        with stage.rerun():
            stage.page.get_by_role("link", name=title).click()
        shown.add(played(stage, title, links[title]))
        if title == CLICKED[0]:
            assert_the_infinite_weight(stage)
        open_start(stage)
    followed = sorted(links.keys() - set(CLICKED)) if THOROUGH else []
    for title in followed:
        path = urlsplit(links[title])
        stage.follow(path.path.strip("/").removeprefix("watch"), **dict(parse_qsl(path.query)))
        shown.add(played(stage, title, links[title]))
    assert len(shown) == len(CLICKED) + len(followed), "two cards show the same run"


def open_start(stage: StagePage) -> Locator:
    """The start page's links, once its cards are there."""
    with stage.rerun():
        stage.visit("Start")
    cards = stage.page.get_by_role("main").get_by_role("link")
    for title in CLICKED:
        expect(cards.filter(has_text=title).first).to_be_visible()
    stage.idle()
    return cards


def played(stage: StagePage, title: str, link: str) -> str:
    """Go to the end of a card's run, of which nothing is complained; what tells it from others."""
    expect(stage.where).to_be_visible(timeout=60_000)
    expect(
        stage.page.locator(".rv-panel").first  # a moment opens on the few tiles that show what it says
    ).to_be_visible()
    stage.idle()
    for kind in ("Error", "Warning"):
        assert stage.page.get_by_test_id(f"stAlertContent{kind}").count() == 0, f"{title}: {stage.alert()}"
    _, rounds = stage.round()
    stage.page.keyboard.press("End")
    stage.expect_round(rounds)
    stage.check()
    drawn = stage.panel("Loss and bound").get_by_role("table").count()
    return str(sorted(stage.losses().items())) if drawn else stage.page.url


def assert_the_infinite_weight(stage: StagePage) -> None:
    """What the card shows is in its address: opened again it is the same picture."""
    stage.at(2)
    assert "lemma-1" in stage.address()["data"]
    assert "∞" in " ".join(stage.page.locator(".rv-line").all_inner_texts())
    stage.wait_until(lambda: stage.address().get("t", "2") == "2", "the address says t=2")
    stage.page.mouse.move(2, 2)
    stage.rest()
    shown = stage.picture()
    stage.page.reload()
    stage.wait_for_stage()
    stage.expect_round(2)
    stage.rest()
    assert_same(stage.picture(), shown)
