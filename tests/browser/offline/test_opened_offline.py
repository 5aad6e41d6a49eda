"""A run as one file, opened from a disk without a network: it shows what the app shows, and names stay names."""

import re
from pathlib import Path

import pytest
from helpers.browser.agreement import assert_engine
from helpers.browser.samples import engine
from helpers.browser.stage_page import NewPage, StagePage
from helpers.hostile import HOSTILE, QUOTED, hostile
from helpers.lessons import FIVE
from playwright.sync_api import ViewportSize, expect

import rankviz
from rankviz.board.offline import page
from rankviz.insight.explain import explain
from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.lessons.text.own_question import OwnQuestion
from rankviz.ui.pages.playlists.offline import page as playlist_page
from rankviz.ui.pages.playlists.offline import page_of_file

LINK = {"rounds": 15, "t": 7, "seed": 2, "neg": 0}
SAME = "rounds=15&seed=2&neg=0"
ALPHA, FLIPPED = "α +0.202", "α +0.167"
"""RB-C's round 5 of the lesson of five acts, and with an answer flipped."""
DESK: ViewportSize = {"width": 1366, "height": 768}


def opened(new_page: NewPage, file: Path, **how: object) -> StagePage:
    """The file in a browser without a network; any request to a host is a fault."""
    stage = new_page("file://", offline=True, **how)
    stage.page.goto(file.as_uri())
    expect(stage.where).to_be_visible()
    return stage


def said(stage: StagePage) -> list[str]:
    """What the tiles say to who cannot see them, and the round in words."""
    pictures = stage.page.locator("[data-tile] [role=img]")
    names = [name for name in pictures.evaluate_all("all => all.map((el) => el.ariaLabel)") if name]
    return names + stage.page.locator(".rv-line").all_inner_texts()


def assert_explained(alone: StagePage, key: str, t: int, click: bool = True) -> None:
    """The panel has the engine's number, and its equation with all its values."""
    trace = engine(SAME)
    if click:
        alone.page.locator(f"[data-explain='{trace.runs[0].algorithm}:{key}']").first.click()
    found = explain(trace, trace.runs[0], t, key)
    panel = alone.page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{found.symbol} = {found.text}")
    expect(panel).to_contain_text(f"{found.name}. {trace.runs[0].label}, round {t}.")
    (line,) = found.lines
    expect(panel.locator("math").nth(1)).to_be_visible()
    values = re.findall(r"\d+\.\d+", line.values)
    numbers = panel.locator("math").nth(1).locator("mn").all_text_contents()
    assert values and [text for text in numbers if "." in text] == values


@pytest.mark.tall
def test_a_saved_page_shows_what_the_app_shows(stage: StagePage, new_page: NewPage, tmp_path: Path) -> None:
    """Compare the app with the file it saves: only a browser shows that the file says the same without a server."""
    stage.open(**LINK)
    with stage.page.expect_download() as waiting:
        stage.tab("Export and share").get_by_role("button", name="Save as a page").click()
    assert waiting.value.suggested_filename == "rankviz-run.html"
    waiting.value.save_as(tmp_path / "run.html")
    stage.page.keyboard.press("Escape")
    alone = opened(new_page, tmp_path / "run.html")
    for t in (7, 15, 0):
        stage.at(t)
        alone.at(t)
        stage.rest()
        alone.wait_until(
            lambda: said(alone) == said(stage) and len(said(alone)) > 5, f"both say the same in round {t}"
        )
        assert_engine(alone, SAME)
    expect(alone.page.get_by_text("Look deeper")).to_be_hidden()
    run = engine(SAME).runs[0]
    expect(alone.page.locator(".claims caption").first).to_have_text(f"{run.label}, at the start")
    alone.button("Step").click()
    expect(alone.page.locator(".claims caption").first).to_have_text(f"{run.label}, after round 1")
    assert_explained(alone, "alpha", 1)
    alone.page.get_by_role("button", name=re.compile(r"^ε⁺ = ")).click()
    assert_explained(alone, "eps_correct", 1, click=False)
    alone.page.keyboard.press("ArrowRight")
    assert_explained(alone, "eps_correct", 2, click=False)
    alone.page.keyboard.press("Escape")
    expect(alone.page.get_by_role("complementary", name="Equation")).to_be_hidden()
    alone.at(1)
    # The page was saved at an address that nobody else reaches.
    expect(alone.page.get_by_role("link", name="Open in RankViz")).to_have_count(0)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run as one file."""
    file = tmp_path_factory.mktemp("run") / "whole.html"
    engine(SAME).to_html(file)
    return file


@pytest.mark.tall
def test_an_excerpt_says_what_the_whole_run_says(new_page: NewPage, whole_run: Path, tmp_path: Path) -> None:
    trace = engine(SAME)
    trace.to_html(tmp_path / "part.html", rounds=(6, 11))
    whole, part = (opened(new_page, file) for file in (whole_run, tmp_path / "part.html"))
    expect(part.page.get_by_text("Rounds 6–11 of 15")).to_be_visible()
    part.expect_round(6, 15)
    for t in (11, 8, 6):
        for stage in (whole, part):
            stage.at(t)
        part.wait_until(
            lambda: said(part) == said(whole) and len(said(part)) > 5, f"both say the same in round {t}"
        )
        assert_engine(part, SAME)
    expect(part.button("Back")).to_have_attribute("aria-disabled", "true")
    part.page.keyboard.press("End")
    part.expect_round(11, 15)
    part.page.keyboard.press("ArrowRight")
    part.expect_round(11, 15)
    run = trace.runs[0]
    assert 8 <= run.n_rounds < 11  # it has ended
    expect(part.page.locator(".claims caption").first).to_have_text(
        f"{run.label}, after round {run.n_rounds}"
    )
    part.at(8)
    assert_explained(part, "alpha", 8)


def test_it_opens_at_a_moment_and_follows_the_scheme(new_page: NewPage, whole_run: Path) -> None:
    alone = new_page("file://", offline=True, color_scheme="dark", viewport=DESK)
    alone.page.goto(f"{whole_run.as_uri()}?t=9.2&look=tiles:ties")
    alone.expect_round(9, 15)
    expect(alone.page.locator("[data-tile]")).to_have_count(1)
    stage = alone.page.locator(".rv-stage")
    expect(stage).to_have_attribute("data-scheme", "dark")
    alone.button("Light").click()
    expect(stage).to_have_attribute("data-scheme", "light")
    expect(alone.button("Dark")).to_be_visible()


def test_a_playlist_is_played_and_printed_from_one_file(new_page: NewPage, tmp_path: Path) -> None:
    """Page keys turn, hidden tiles are hidden, a question holds the round until it is revealed; one page per moment."""
    run = "?data=scenario:lemma-3&alg=rb-d,rb-plus&rounds=12&t="
    moments = (
        Moment(f"{run}2", f"{HOSTILE}\nSecond line", QUOTED, ("ties", "pairs")),
        Moment(f"{run}1&look=tiles:losses", title="Guess", question="next ranker"),
        Moment("margins?data=scenario:skew&alg=rb-d,adaboost&holdout=0&rounds=20&t=5", title="Skew"),
    )
    made = playlist_page(Playlist("A talk", moments), "https://example.org/rankviz/")
    (tmp_path / "talk.html").write_bytes(made)
    alone = opened(new_page, tmp_path / "talk.html", viewport=DESK)
    tiles = alone.page.locator("[data-tile]")
    alone.expect_round(2)
    expect(tiles).to_have_count(4)
    expect(alone.page.get_by_role("heading", name=QUOTED)).to_be_visible()
    expect(alone.page.locator("#note")).to_have_text(f"{HOSTILE}\nSecond line")
    alone.page.keyboard.press("PageDown")
    alone.expect_round(1)
    expect(tiles).to_have_count(2)  # the moment's own, and what its question is about
    alone.page.keyboard.press("ArrowRight")
    alone.expect_round(1)
    alone.page.keyboard.press("p")
    poll = alone.page.get_by_role("region", name="Question")
    expect(poll).to_contain_text("pick in round 2")
    expect(tiles).to_have_count(1)
    alone.page.keyboard.press("p")
    expect(poll).to_be_hidden()
    caption = alone.page.locator(".claims caption")
    expect(caption).to_have_text(["RB-D, after round 1", "RankBoost+, after round 1"])
    expect(alone.page.locator("#why")).to_be_hidden()
    alone.page.locator("#reveal").click()
    alone.expect_round(2)
    expect(alone.page.locator("#options .right")).to_have_count(1)
    expect(alone.page.locator("#why")).to_contain_text("It is ")
    expect(tiles).to_have_count(1)
    alone.page.keyboard.press("PageDown")
    alone.expect_round(5, 20)
    expect(alone.page.locator("[data-tile=skew]")).to_be_visible()
    expect(caption).to_have_text(["RB-D, after round 5", "AdaBoost, after round 5"])
    alone.page.locator("[data-explain='rb-d:alpha']").first.click()
    skew = rankviz.trace(rankviz.load("scenario:skew"), ["rb-d"], 20)
    found = explain(skew, skew.runs[0], 5, "alpha")
    panel = alone.page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{found.symbol} = {found.text}")
    alone.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    there = re.compile(r"^https://example\.org/rankviz/margins\?data=scenario%3Askew&.*&t=5$")
    expect(alone.page.get_by_role("link", name="Open in RankViz")).to_have_attribute("href", there)
    alone.page.evaluate("window.print = () => (document.title = 'printed')")
    alone.button("Print").click()
    expect(alone.page).to_have_title("printed")
    alone.page.emulate_media(media="print")
    pages = alone.page.locator("#handout article")
    expect(pages.locator("h2")).to_have_text([QUOTED, "Guess", "Skew"])
    expect(pages.locator(".figure")).to_have_count(3)
    codes = pages.get_by_role("img", name="The address as a QR code")
    expect(codes).to_have_count(3)
    assert all(code.bounding_box()["width"] > 110 for code in codes.all())  # 30 mm of paper
    expect(alone.page.locator("#talk")).to_be_hidden()
    expect(alone.page.locator("svg[onload], [onerror], img:not([src^='data:image/svg'])")).to_have_count(0)


ON_PAPER = """() => {
  const page = document.querySelector("#handout");
  page.style.width = "178mm";
  return [...page.querySelectorAll(".figure text")].filter((text) => text.textContent.trim()).map((text) => {
    const { c, d } = text.getScreenCTM();
    return [0.75 * Math.hypot(c, d) * parseFloat(getComputedStyle(text).fontSize), text.textContent];
  });
}"""
"""The points that each text of the figures has on A4 with its margins of 16 mm, and the text."""


BOARDS = "?data=scenario:places-to-stay&alg=rb-d,rb-c,rb-plus&rounds=12&holdout=0&t="
OWN = OwnQuestion("Why does it rise?", ("α is small", "The tied pairs weigh the most"), 1, "cosh η.")
PAPER = Playlist(
    "On paper",
    (
        Moment(f"{BOARDS}1", "Look at the cabins.", "First", question="next ranker", say="Only for me."),
        Moment("?data=bundled:diabetes?items=60&alg=rb-d,rb-plus&rounds=20&t=5", title="Then", own=OWN),
        Moment("margins?data=scenario:skew&alg=rb-d,adaboost&holdout=0&rounds=20&t=5", title="Skew"),
        Moment("qbrank?data=synthetic:single-grade&alg=gbt&rounds=6&t=3", title="Trees"),
        Moment("kernel?data=synthetic:rings&rounds=6&t=3", title="A landscape"),
    ),
)


def test_a_hand_out_is_read_on_paper_also_when_the_browser_prints(new_page: NewPage, tmp_path: Path) -> None:
    (tmp_path / "talk.html").write_bytes(playlist_page(PAPER))
    alone = opened(new_page, tmp_path / "talk.html", viewport=DESK)
    alone.expect_round(1)
    printed = alone.page.pdf(prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type /Page\b", printed))
    assert len(PAPER.moments) <= sheets <= 2 + len(PAPER.moments)  # where there is much to read, two
    alone.page.emulate_media(media="print")
    expect(alone.page.locator("#talk")).to_be_hidden()
    sizes = alone.page.evaluate(ON_PAPER)
    assert len(sizes) > 100
    small = [(size, text) for size, text in sizes if size < 7.0]
    assert not small
    expect(alone.page.locator("#handout")).to_contain_text("☐ The tied pairs")
    expect(alone.page.locator("#handout")).not_to_contain_text("Only for me")


def test_two_in_a_notebook_leave_each_other_alone(new_page: NewPage, tmp_path: Path) -> None:
    """Keys go to the one that has the focus; names that would be markup stay names."""
    trace = hostile()
    frames = page.frame(trace) + page.frame(trace)
    (tmp_path / "notebook.html").write_text(
        f"<!doctype html><title>notebook</title>{frames}", encoding="utf-8"
    )
    notebook = new_page("file://", offline=True, viewport=DESK)
    notebook.page.goto((tmp_path / "notebook.html").as_uri())
    first, second = (notebook.page.locator("iframe").nth(k).content_frame for k in range(2))
    rounds = [frame.locator(".rv-where") for frame in (first, second)]
    for where in rounds:
        expect(where).to_have_text("Round 0 of 3")
    second.get_by_role("button", name="Step", exact=True).click()
    notebook.page.keyboard.press("ArrowRight")
    expect(rounds[1]).to_have_text("Round 2 of 3")
    expect(rounds[0]).to_have_text("Round 0 of 3")
    expect(first.locator(".rv-title")).to_have_text(trace.problem.title)
    for start in ("</scr", "\"'>"):  # of a weak ranker's feature, of an item
        expect(second.locator(".rv-board")).to_contain_text(start)
    for frame in (first, second):
        expect(frame.locator("img, script[src], [onload], [onerror]")).to_have_count(0)
        assert frame.locator("body").evaluate("() => document.title") == f"{trace.problem.title} · RankViz"


def test_the_acts_of_a_lesson_work_in_its_file(new_page: NewPage, tmp_path: Path) -> None:
    """A wrong try is answered, a right one ends it; who gives up sees one way to do it; nothing is asked of anybody."""
    (tmp_path / "lesson.html").write_bytes(page_of_file(FIVE.encode()))
    alone = opened(new_page, tmp_path / "lesson.html", viewport=DESK)
    act, reply = alone.page.locator("#act"), alone.page.locator("#act .reply")
    alone.expect_round(1)
    expect(act).to_contain_text("Go to the first round after which R̂1 is below 0.3.")
    alone.button("It is this round").click()
    expect(reply).to_contain_text("Not this one. After round 1 R̂1 is")
    alone.at(5)
    alone.button("It is this round").click()
    expect(reply).to_contain_text("Right. After round 5 R̂1 is")
    expect(reply).to_contain_text("Found.")
    alone.expect_round(6)
    alone.page.keyboard.press("PageDown")
    expect(act).to_contain_text("Flip one answer of h1")
    alone.at(5)
    alpha = alone.page.locator(".rv-line .rv-alpha")
    expect(alpha).to_have_text(ALPHA)
    act.get_by_role("button", name="h1 of a: yes").click()
    expect(reply).to_contain_text("Not yet. Now h1 reverses")
    expect(alone.page.get_by_text("was computed in your browser")).to_be_visible()
    expect(alpha).to_have_text(FLIPPED)
    expect(alone.page.locator("#theorems")).to_be_hidden()
    alone.at(1)
    act.get_by_role("button", name="h1 of d: no").click()
    expect(reply).to_have_text("Right. Now h1 reverses 0 pairs.")
    expect(act.locator(".flipped")).to_have_text("●")
    alone.at(5)
    expect(alpha).to_have_text(FLIPPED)
    alone.page.keyboard.press("PageDown")
    alone.at(5)
    expect(alpha).to_have_text(ALPHA)
    expect(alone.page.locator("#theorems")).to_be_visible()
    alone.page.keyboard.press("PageUp")
    alone.at(5)
    expect(alpha).to_have_text(FLIPPED)  # it is done
    alone.page.keyboard.press("PageDown")
    slider = act.get_by_role("slider", name="α")
    slider.press("Home")
    expect(alone.page.get_by_text("RB-C, what if").first).to_be_visible()
    expect(reply).to_contain_text("Not yet. α is")
    slider.press("End")
    expect(reply).to_contain_text("Right. α is")
    alone.page.keyboard.press("PageDown")
    alone.page.keyboard.press("ArrowRight")
    alone.expect_round(1)
    options = act.locator(".option")
    expect(options).to_have_text(["It rises", "It falls"])
    options.first.click()
    expect(reply).to_contain_text("Not this one. It goes to")
    alone.button("Show the answer").click()
    expect(reply).to_contain_text("The answer: It falls: it goes to")
    alone.expect_round(2)
    alone.page.keyboard.press("PageDown")
    expect(options).not_to_have_count(0)
    alone.page.keyboard.press("PageUp")
    expect(reply).to_contain_text("Ê2 is")


def test_an_answer_flipped_in_a_saved_page_is_kept_by_the_page(new_page: NewPage, tmp_path: Path) -> None:
    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], 12)
    (tmp_path / "run.html").write_bytes(page.page(trace))
    alone = opened(new_page, tmp_path / "run.html", viewport=DESK)
    alone.page.goto((tmp_path / "run.html").as_uri() + "?t=3&look=tiles:pick.losses")
    alone.expect_round(3, 12)
    losses = alone.panel("Loss and bound")
    before, wifi = losses.inner_text(), alone.page.get_by_role("button", name="wifi of Loft", exact=True)
    sea = alone.page.get_by_role("button", name="sea view of Mill", exact=True)
    said = [str(each.get_attribute("aria-pressed")) for each in (wifi, sea)]
    for place in (wifi, sea):
        box = place.bounding_box()
        alone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(alone.page.get_by_text("What follows was computed in your browser")).to_be_visible()
        expect(alone.page.locator(".rv-stage")).to_have_attribute("data-kept", "")
    for place, was in zip((wifi, sea), said, strict=True):  # one stays as the next is flipped
        expect(place).to_have_attribute("aria-pressed", "false" if was == "true" else "true")
    assert losses.inner_text() != before
    expect(alone.page.locator("#theorems")).to_be_hidden()
    alone.page.keyboard.press("Escape")
    alone.wait_until(lambda: losses.inner_text() == before, "the run as it was")
    expect(alone.page.locator("#theorems")).to_be_visible()
