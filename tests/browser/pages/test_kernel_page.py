"""The kernel method's page as a visitor meets it: a landscape that leads, gauges, a stop, and data that are parted."""

import re

import pytest
from helpers.browser.agreement import assert_shows
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

import rankviz
from rankviz.ui.presets.on_kernel import EARLY
from rankviz.ui.presets.starts import RINGS as START
from rankviz.ui.state.link import to_link

pytestmark = pytest.mark.one_page

PANELS = (
    "Risk and error",
    "The score, a landscape",
    "Norm and step",
    "Three losses",
    "Coefficients",
    "Ranking",
)
WHOLE = {"t": START["t"]}
"""A link with any choice shows all of the board; the bare page opens with a newcomer's tiles."""
GLANCE = ("The score, a landscape", "Risk and error", "Ranking")
PIXELS = """(picture) => {
  const canvas = picture.querySelector("canvas");
  return [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data].join();
}"""


def opened(stage: StagePage, **link: object) -> StagePage:
    return stage.open_on("kernel", "Risk and error", **(link or WHOLE))


def engine() -> dict[str, rankviz.Run]:
    trace = rankviz.trace(
        rankviz.load(f"{START['data']}&seed={START['seed']}"),
        START["alg"],
        rounds=START["rounds"],
        holdout=START["holdout"] / 100,
        seed=START["seed"],
        **START.parameters(),
    )
    return {run.label: run for run in trace.runs}


def landscape(stage: StagePage) -> list[str]:
    """Every pixel of the landscapes, one text each."""
    pictures = stage.panel("The score, a landscape").get_by_role("img")
    return [picture.evaluate(PIXELS) for picture in pictures.all()]


def gauges(stage: StagePage) -> str:
    texts = stage.panel("Norm and step").locator(".rv-gauge-value, .rv-gauge-share").all_text_contents()
    return " | ".join(texts)


def aucs(stage: StagePage) -> list[str]:
    """The AUC beside each landscape, in training and held out."""
    texts = stage.panel("The score, a landscape").locator(".rv-auc").all_inner_texts()
    return [part for text in texts for part in text.removeprefix("AUC ").split(", held out ")]


def test_it_opens_with_its_panels_and_the_engines_numbers(tall_stage: StagePage) -> None:
    """At the opening and at the end. Dear as the file's first: the server's first run of the kernel method."""
    stage = opened(tall_stage)
    for title in PANELS:
        expect(stage.panel(title)).to_be_visible()
        assert "How to read this:" in (stage.panel(title).text_content() or "")
    runs = engine()
    t, rounds = stage.round()
    assert (t, rounds) == (START["t"], START["rounds"])
    for _ in range(2):
        t, _ = stage.round()
        own = runs["Kernel GD"].extra
        shown = stage.numbers("Risk and error")
        for symbol, name in (("J", "regularised"), ("Eₛ", "risk")):
            assert_shows(shown["Kernel GD", symbol], float(own[name][t]), f"{symbol} after round {t}")
        said = re.fullmatch(
            r"‖f‖ (\S+) \| \S+ % of its limit (\S+) \| step γ (\S+) \| at the longest(?: allowed)? \S+",
            gauges(stage),
        )
        assert said, gauges(stage)
        for text, name in zip(said.groups(), ("norm", "norm_bound", "step"), strict=True):
            assert_shows(text, float(own[name][t]), name)
        wanted = [
            1 - float(runs[label].metrics[key][t])
            for label in ("Kernel GD", "RB-C")
            for key in ("r2", "r2_holdout")
        ]
        for text, value in zip(aucs(stage), wanted, strict=True):
            assert_shows(text, value, f"AUC after round {t}")
        stage.page.keyboard.press("End")
        stage.expect_round(rounds)
    law = stage.panel("The score, a landscape").get_by_role("img", name="the ideal score")
    expect(law).to_be_visible()
    seen = law.evaluate(PIXELS)
    stage.button("Back").click()
    stage.expect_round(rounds - 1)
    assert law.evaluate(PIXELS) == seen and len(set(seen.split(","))) > 20


@pytest.mark.new_visitor
def test_a_newcomer_finds_three_tiles_and_one_press_shows_all(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 1366, "height": 768}).open_on("kernel", GLANCE[0])
    tiles = stage.page.locator("[data-tile]")
    expect(tiles).to_have_count(len(GLANCE))
    for title in GLANCE:
        expect(stage.panel(title)).to_be_visible()
    stage.page.locator("summary", has_text="View").click()
    stage.button("All tiles").click()
    expect(tiles).to_have_count(len(PANELS))


def test_the_landscape_moves_with_the_round_and_back_and_names_an_item(stage: StagePage) -> None:
    opened(stage, data="synthetic:moons?n=60", alg="rb-c,kernel-gd", rounds=30, t=5)
    boxes = [each.bounding_box() for each in stage.panel("The score, a landscape").locator("canvas").all()]
    assert boxes[0]["width"] > boxes[1]["width"]  # the kernel method's leads
    before = landscape(stage)
    assert len(before) == 2
    stage.step()
    stage.expect_round(6)
    after = landscape(stage)
    assert all(a != b for a, b in zip(after, before, strict=True))
    stage.button("Back").click()
    stage.expect_round(5)
    assert landscape(stage) == before
    tip = stage.page.locator(".rv-tip")
    for step in range(60):  # along a line through the crowd some point is near
        x = boxes[0]["x"] + boxes[0]["width"] * (0.1 + 0.013 * step)
        stage.page.mouse.move(x, boxes[0]["y"] + boxes[0]["height"] * 0.45)
        if tip.is_visible():
            break
    assert re.search(r"place \d+, score", tip.inner_text())


def test_a_number_of_the_kernels_opens_its_equation(stage: StagePage) -> None:
    opened(stage)
    for panel, number in (
        ("Risk and error", "kernel-gd:regularised"),
        ("Norm and step", "kernel-gd:norm"),
        ("The score, a landscape", "rb-c:r2"),
    ):
        place = stage.panel(panel).locator(f'[data-explain="{number}"]').first
        place.dispatch_event("click")  # the drawer covers some
        expect(stage.page.locator(f"[data-explained='{number}']")).to_be_focused()
        stage.rest()  # the address is written last
        assert stage.address()["tab"] == ("step" if number.startswith("kernel") else "explain")


def test_a_flag_says_stop_where_the_held_out_risk_turns_up(stage: StagePage) -> None:
    opened(stage, **to_link(EARLY.state.but(t=31), whole=True))
    flag = stage.panel("Risk and error").locator(".rv-flag")
    expect(flag).to_have_text("stop here")
    assert flag.get_attribute("opacity") != "1"
    stage.step()
    stage.expect_round(32)
    expect(flag).to_have_attribute("opacity", "1")


def test_graded_data_are_parted_and_say_so(stage: StagePage) -> None:
    opened(stage, data="bundled:breast-cancer?items=50", alg="kernel-gd", loss="hinge", rounds=20)
    expect(stage.panel("The scores of both classes")).to_be_visible()
    assert stage.panel("The scores of both classes").locator("canvas").count() == 0
    opened(stage, data="bundled:diabetes?items=40", alg="kernel-gd", rounds=5)
    expect(stage.page.locator(".rv-caption")).to_contain_text("works with two classes: grade ≥ ")
    assert stage.page.get_by_role("alert").count() == 0


def test_steps_that_are_too_long_end_the_run_in_words(stage: StagePage) -> None:
    opened(stage, data="synthetic:moons", alg="kernel-gd", loss="least-squares", step=4, rounds=40, t=40)
    assert "the steps are too long" in stage.text()
    assert re.search(r"‖f‖ .*× its limit", gauges(stage))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_it_fits_and_the_kernels_landscape_comes_first(new_page: NewPage, width: int, height: int) -> None:
    stage = opened(new_page(viewport={"width": width, "height": height}))
    assert stage.page.evaluate("() => document.documentElement.scrollWidth") <= width
    first, second, law = (
        each.bounding_box() for each in stage.panel("The score, a landscape").locator("canvas").all()
    )
    for other in (second, law):
        assert first["width"] * first["height"] > other["width"] * other["height"]
    assert first["y"] + first["height"] < height
