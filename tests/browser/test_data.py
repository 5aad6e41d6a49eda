"""Data of one's own: uploads good and bad, the folder's menu, the data page, the presets."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from agreement import assert_engine, assert_same
from playwright.sync_api import expect
from samples import engine, letor, ratings, table
from stage_page import NewPage, StagePage

import rankviz


def test_upload_of_a_letor_file(stage: StagePage, folder: Path) -> None:
    """CRLF, NULL and #docid as published: the run is the engine's; the link says that it does not carry the data."""
    stage.open(t=4)
    stage.upload("letor", ("mine.txt", letor()))
    stage.wait_until(lambda: "GX0" in stage.text(), "the file's documents are on the stage")
    stage.wait_for_stage()
    assert_engine(stage, source=f"letor:{folder}/queries.txt")
    stage.step(2)
    assert_engine(stage, source=f"letor:{folder}/queries.txt")
    expect(stage.tab("Export and share")).to_contain_text("link does not carry")


def test_upload_of_movielens_ratings(stage: StagePage, folder: Path) -> None:
    """Ratings with their titles: a user with at least 100 ratings is offered first."""
    data, titles = ratings()
    stage.open(t=2)
    stage.upload("movielens", ("u.data", data), ("u.item", titles))
    stage.wait_until(lambda: "Film " in stage.text(), "the titles are on the stage")
    stage.wait_for_stage()
    user = stage.page.get_by_role("combobox", name="User", exact=True)
    chosen = re.match(r"(\d+) · (\d+) ratings", user.inner_text() or user.input_value())
    assert chosen and int(chosen[2]) >= 100
    assert_engine(stage, source=f"movielens:{folder}/u.data?user={chosen[1]}")


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4
BAD = (
    ("table", "mine.csv", b"", "empty"),
    ("table", "table.csv", b"PK\x03\x04" + bytes(200), "zip"),
    ("table", "teas.csv", table().replace(b"tea 3,", b"tea 3,warm"), "line 4"),
    ("letor", "photo.txt", PNG, "image"),
    ("letor", "cut.txt", letor()[:2000].rsplit(b":", 1)[0], "line"),
    ("letor", "flat.txt", re.sub(rb"(?m)^\d qid", b"1 qid", letor()), "grade"),
    ("movielens", "u.data", b"1\t2\tthree\t880000000\n1\t3\t4\t880000001\n", "three"),
)


def test_bad_uploads_leave_the_run(stage: StagePage) -> None:
    """One sentence that says what is wrong, and the previous run still on screen, alive."""
    stage.open(rounds=20, t=2)
    for t, (kind, name, content, word) in enumerate(BAD, start=2):
        before = stage.losses()
        stage.upload(kind, (name, content))
        said = stage.alert(name)
        assert word in said.lower(), said
        assert len(re.findall(r"\.(\s|$)", said)) <= 3, f"more than a sentence and its remedy: {said}"
        stage.expect_round(t, 20)
        assert stage.losses() == before
        stage.step()
        stage.expect_round(t + 1, 20)
        assert_engine(stage, "rounds=20")


def test_the_folders_menu(stage: StagePage, folder: Path) -> None:
    """Files under RANKVIZ_DATA_DIR are offered by name, load, and travel in a link; nothing outside is offered."""
    stage.open(t=1)
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
    stage.open(data="letor:queries.txt?queries=10032,10055", holdout=0, rounds=15, t=15)
    assert_engine(stage, "holdout=0&rounds=15", f"letor:{folder}/queries.txt?queries=10032,10055")


@pytest.mark.parametrize("data", ["letor:queries.txt", "scenario:lemma-2"])
def test_the_data_page_counts(stage: StagePage, folder: Path, data: str) -> None:
    """Items, pairs, features, queries: as the engine counts them."""
    stage.open("data", data=data)
    expect(stage.page.get_by_test_id("stMetric").first).to_be_visible(timeout=60_000)
    stage.idle()
    source = f"letor:{folder}/queries.txt" if data.startswith("letor") else ""
    trace = engine(f"data={data}", source)
    whole = rankviz.load(source or data)
    shown = {
        box.inner_text().split("\n")[0]: box.inner_text().split("\n")[-1]
        for box in stage.page.get_by_test_id("stMetric").all()
    }
    for label, count in {
        "Items": whole.n_items,
        "Features": whole.n_features,
        "Critical pairs": whole.n_pairs,
        "Queries": whole.n_queries,
        "Missing values": whole.n_missing,
        "Connected parts": whole.components()[0],
        "Items held out": trace.holdout.n_items if trace.holdout else 0,
        "Weak rankers": len(trace.pool),
    }.items():
        assert shown[label].replace(",", "") == str(count), f"{label}: {shown[label]} instead of {count}"


def test_every_preset_opens(stage: StagePage) -> None:
    """Each card of the start page, clicked one after another, opens its run without a word of complaint."""
    stage.open("start")
    cards = stage.page.get_by_role("main").get_by_role("link")
    expect(cards.nth(6)).to_be_visible()
    stage.idle()
    links = {str(card.get_attribute("href")): card.inner_text().split("\n")[-1] for card in cards.all()}
    titles = [title for link, title in links.items() if "?" in link]
    href_of = {title: link for link, title in links.items()}
    assert len(titles) >= 6
    shown = set()
    for title in titles:
        with stage.rerun():
            stage.page.get_by_role("link", name=title).click()
        watching = "Losses and bounds" if urlsplit(href_of[title]).path.strip("/") in ("", "watch") else None
        expect(stage.where).to_be_visible(timeout=60_000)
        expect(stage.panel(watching) if watching else stage.page.locator(".rv-panel").nth(2)).to_be_visible()
        stage.idle()
        for kind in ("Error", "Warning"):
            assert stage.page.get_by_test_id(f"stAlertContent{kind}").count() == 0, (
                f"{title}: {stage.alert()}"
            )
        _, rounds = stage.round()
        stage.page.keyboard.press("End")
        stage.expect_round(rounds)
        shown.add(str(sorted(stage.losses().items())) if watching else stage.page.url)
        stage.check()
        with stage.rerun():
            stage.page.get_by_role("link", name="Start", exact=True).click()
        expect(cards.nth(6)).to_be_visible()
    assert len(shown) == len(titles), "two cards show the same run"


def test_a_card_opens_its_run_by_a_click(new_page: NewPage) -> None:
    """The click a newcomer makes: the whole card is the link."""
    stage = new_page().open("start")
    stage.page.get_by_role("link", name=re.compile("infinite weight", re.I)).click()
    stage.wait_for_stage()
    stage.expect_round(2)
    assert "lemma-1" in stage.address()["data"]
    assert (
        "infinite" in " ".join(stage.page.get_by_role("article").all_inner_texts()).lower()
        or "∞" in stage.text()
    )
    address = stage.page.url
    other = new_page().goto(address)
    stage.rest()
    other.rest()
    stage.page.mouse.move(2, 2)
    assert_same(other.picture(), stage.picture())
