"""The playground served by a plain host of files under a sub-path: a run of one's own, and nothing leaves the host."""

import os
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from helpers.browser.playground import LONG, Visit, engine, follow
from helpers.browser.stage_page import NewPage, StagePage
from helpers.browser.static import Host
from playwright.sync_api import expect

import rankviz
from rankviz.engine.data.sources import load_upload
from rankviz.insight.explain import explain
from rankviz.lessons.playlists.playlist import from_bytes

PYODIDE = os.environ.get("RANKVIZ_PYODIDE", "")
QUICK = "Fewer errors, larger loss"
"""The start that the site has ready-made: a run of little work, which a worker that died has to make again."""
ELSEWHERE = "http://elsewhere.example/"
ASK = (
    "(url) => fetch(url, { mode: 'no-cors', signal: AbortSignal.timeout(5000) })"
    ".then(() => 'answered', (error) => error.name)"
)
"""What becomes of a request."""

pytestmark = [pytest.mark.tall, pytest.mark.skipif(not PYODIDE, reason="needs RANKVIZ_PYODIDE")]


def test_a_run_of_ones_own_without_a_server(alone: StagePage) -> None:
    """The first test of the folder that needs the engine pays for its start, which the others share."""
    page = alone.page
    page.get_by_role("spinbutton", name="Rounds").fill("7")
    page.get_by_role("spinbutton", name="Rounds").press("Enter")
    alone.expect_round(0, 7)
    page.get_by_role("checkbox", name="RB-C", exact=True).uncheck()
    expect(page.locator("#facts")).to_contain_text("RB-D, RankBoost+")
    alone.at(2)
    alone.step()
    alone.expect_round(3, 7)

    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], rounds=7)
    said = explain(trace, trace.runs[0], 3, "alpha")
    page.locator("[data-explain='rb-d:alpha']").first.click()
    panel = page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{said.symbol} = {said.text}")
    expect(panel.locator("math").nth(1)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#claims caption").first).to_have_text("RB-D, after round 3")

    expect(page).to_have_url(re.compile(r"#watch\?.*rounds=7.*t=3"))


def test_the_page_and_its_worker_may_ask_no_other_host(visit: Visit, alone: StagePage, host: Host) -> None:
    other = alone.page.context.new_page()
    with alone.expecting_trouble():
        (worker,) = alone.page.workers
        assert [place.evaluate(ASK, ELSEWHERE) for place in (alone.page, worker)] == [
            "TypeError",
            "TypeError",
        ]
        assert visit.ear.heard == []
        other.goto(f"{host.url}other.html")
        other.evaluate(ASK, ELSEWHERE)
        assert [line.split()[1] for line in visit.ear.heard] == [ELSEWHERE], (
            "a page without that policy is heard"
        )
    other.close()
    visit.ear.heard.clear()
    visit.asked.clear()


def test_ones_own_data_are_read_here_and_need_no_host_later(alone: StagePage, host: Host) -> None:
    """The engine is started once more, because only a reload shows what a browser keeps."""
    page = alone.page
    page.get_by_role("button", name="Your own file …").click()
    dialog = page.get_by_role("dialog", name="Your own file")
    expect(dialog).to_contain_text("A file may have up to 4 MB")
    dialog.get_by_role("button", name="Use it").click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose a file, or paste its text.")
    rows = [f"place {k},{k % 5},{(7 * k) % 11},{k % 3}" for k in range(12)]
    table = "\n".join(["name,view,price,verdict", *rows])
    dialog.get_by_role("textbox", name="Or paste it", exact=True).fill(table)
    dialog.get_by_role("button", name="Use it").click()
    expect(page.locator("#fault")).to_contain_text('no column "grade" to take the grades from')
    page.get_by_role("combobox", name="verdict").select_option("grade")
    expect(page.locator("#facts")).to_contain_text("9 items, 27 critical pairs")
    expect(page.locator("#fault")).to_be_hidden()
    alone.at(2)

    given = {"grade": "verdict", "item": "name"}
    problem = load_upload("table", table.encode(), "pasted.csv", **given)
    trace = rankviz.trace(problem, ["rb-d"], rounds=12, holdout=0.25)
    number = page.locator("[data-explain^='rb-d:']:visible").first
    key = str(number.get_attribute("data-explain")).removeprefix("rb-d:")
    said = explain(trace, trace.runs[0], 2, key)
    number.click()
    panel = page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{said.symbol} = {said.text}")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"data=upload:.*t=2"))
    before = alone.losses()
    expect(page.locator("body")).to_have_attribute("data-memory", "new")
    page.locator("body[data-kept]").wait_for()
    with host.stopped():
        page.reload()
        engine(alone)
        expect(page.locator("body")).to_have_attribute("data-memory", "kept")
        alone.expect_round(2, 12)
        assert alone.losses() == before and len(before) >= 8, "the link gives the same moment"
        expect(page.locator("#facts")).to_contain_text("9 items, 27 critical pairs")
        page.get_by_role("spinbutton", name="Rounds").fill("5")
        page.get_by_role("spinbutton", name="Rounds").press("Enter")
        alone.expect_round(2, 5)


def test_a_first_visit_brings_little(site: Path) -> None:
    files = [site / "playground.html", site / "playground-offline.js", *(site / "playground").iterdir()]
    brought = sum(file.stat().st_size for file in files if not file.name.startswith("start-"))
    assert brought < 12_000_000
    said = re.search(r"first visit downloads\s+([\d.]+) MB", (site / "playground.html").read_text())
    assert said is not None and float(said[1]) == pytest.approx(brought / 1e6, abs=0.1)


def test_moments_are_kept_played_and_saved(
    alone: StagePage, host: Host, new_page: NewPage, tmp_path: Path
) -> None:
    """Pages with runs are made, played inside and opened from a disk, which no other test does of the playground's."""
    page = alone.page
    follow(alone, "margins?data=scenario:skew&alg=rb-d,adaboost&rounds=6&holdout=0&t=2")
    alone.expect_round(2, 6)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    saved.value.save_as(tmp_path / "run.html")

    page.get_by_role("link", name="Theorems").click()
    expect(page.get_by_role("heading", name="Theorems at this round")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(r"#margins\?.*t=2"))
    page.get_by_role("button", name="Playlist", exact=True).click()
    playlist = page.get_by_role("dialog", name="Playlist")
    expect(playlist.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    playlist.get_by_role("button", name="Add the moment on the stage").click()
    playlist.get_by_role("textbox", name="Note").fill("Look at the skew.")
    playlist.get_by_role("button", name="Close").click()
    assert "Look at the skew." in page.evaluate("localStorage['rankviz-playlist']")
    alone.at(3)
    page.get_by_role("button", name="Playlist (1)").click()
    playlist.get_by_role("button", name="Add the moment on the stage").click()
    playlist.get_by_role("button", name="Move up moment 2").click()
    with page.expect_download() as text:
        playlist.get_by_role("button", name="Save as text").click()
    text.value.save_as(tmp_path / "list.md")
    found = from_bytes((tmp_path / "list.md").read_bytes())
    assert [each.choices["t"] for each in found.moments] == ["3", "2"]
    playlist.get_by_role("button", name="Play", exact=True).click()
    played = page.frame_locator("#player iframe")
    expect(played.locator("#where")).to_have_text("My playlist · 1 of 2", timeout=30_000)
    played.get_by_role("button", name="Next").click()
    expect(played.locator("#note")).to_have_text("Look at the skew.")
    expect(played.get_by_text("Round 2 of 6").first).to_be_visible()

    page.locator("#player-close").click()
    for _ in range(2):
        playlist.get_by_role("button", name="Remove moment 1").click()
    playlist.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Playlist", exact=True)).to_be_visible()

    saved_page = new_page("file://", offline=True)
    saved_page.page.goto((tmp_path / "run.html").as_uri())
    saved_page.expect_round(2, 6)
    expect(saved_page.page.get_by_role("link", name="Open in RankViz")).to_have_attribute(
        "href", re.compile(rf"^{re.escape(host.url)}playground\.html#margins\?.*scenario.*t=2")
    )


def test_a_lesson_is_played_inside_and_leads_to_its_moment(alone: StagePage) -> None:
    page = alone.page
    page.get_by_role("link", name="Lessons", exact=True).click()
    page.get_by_role("button", name="Why ties matter").click()
    played = page.frame_locator("#player iframe")
    expect(played.locator("#where")).to_have_text("Why ties matter · 1 of 6", timeout=30_000)
    for _ in range(3):
        played.get_by_role("button", name="Next").click()
    expect(played.locator("#act")).to_be_visible()
    way = played.locator("#app")
    (data,) = parse_qs(urlsplit(urlsplit(str(way.get_attribute("href"))).fragment).query)["data"]
    way.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#facts")).to_contain_text(data)
    expect(page.locator("#fault")).to_be_hidden()
    page.go_back()
    expect(page).to_have_url(re.compile(r"playground\.html($|#watch\?data=scenario:places-to-stay)"))


def test_little_memory_a_worker_that_dies_and_a_run_that_is_stopped(second: StagePage, host: Host) -> None:
    """Two engines are started, and a third is begun: a page that is short of memory or loses its worker is its own."""
    alone, page = second, second.page
    page.add_init_script("Object.defineProperty(navigator, 'deviceMemory', { value: 1 })")
    page.goto(f"{host.url}playground.html")
    fault = page.locator("#fault")
    expect(fault).to_contain_text("This device has little memory")
    page.get_by_role("combobox", name="Start from").select_option(label=QUICK)
    expect(page.locator("#facts")).to_contain_text("scenario:proposition-1")
    alone.at(3)
    page.get_by_role("spinbutton", name="Rounds").fill("4")
    page.get_by_role("spinbutton", name="Rounds").press("Enter")
    expect(page.get_by_role("spinbutton", name="Rounds")).not_to_have_value("4")
    assert page.workers == []
    page.get_by_role("button", name="Start the engine").click()
    engine(alone)
    expect(page.locator("#claims caption").first).to_contain_text("after round 3")

    with alone.expecting_trouble():
        (worker,) = page.workers
        worker.evaluate("setTimeout(() => { throw new Error('no memory left') })")
        expect(fault).to_contain_text("The engine stopped unexpectedly and is being restarted")
    alone.at(4)
    expect(page.locator("#claims caption").first).to_contain_text("after round 4", timeout=LONG)

    page.evaluate("location.hash = 'watch?data=synthetic:linear%3Fn%3D250&alg=rb-c&rounds=1000'")
    page.get_by_role("button", name="Stop").click()
    expect(fault).to_have_text("The run was stopped. The previous run stays.")
    expect(page).to_have_url(re.compile(r"data=scenario:proposition-1.*t=4"))
