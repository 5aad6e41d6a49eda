"""Reading the stage: tiles linked by pointing, dark and light, on a phone, by keyboard alone."""

import io

import numpy as np
import pytest
from helpers.browser.agreement import assert_engine, assert_same, assert_shows
from helpers.browser.in_page import FOCUSED, TOO_WIDE
from helpers.browser.samples import engine
from helpers.browser.shared import shared_stage
from helpers.browser.sizes import TALL
from helpers.browser.stage_page import NewPage, StagePage
from helpers.browser.tabs import SEEN
from PIL import Image
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.tall


shared, stage = shared_stage(lambda stage: stage.open(t=10), lambda stage: stage.at(10), viewport=TALL)


def canvases(stage: StagePage, title: str) -> list[str]:
    return [str(c.evaluate("(c) => c.toDataURL()")) for c in stage.panel(title).locator("canvas").all()]


def columns(stage: StagePage, title: str) -> list[str]:
    """What is drawn in a tile, one entry per algorithm: the nodes and the canvas of its image."""
    images = stage.panel(title).get_by_role("img").all()
    return [
        str(i.evaluate("(i) => i.innerHTML + (i.querySelector('canvas')?.toDataURL() ?? '')")) for i in images
    ]


def brightness(part: Locator) -> float:
    """Mean brightness of what is painted there, 0 to 255."""
    return float(np.asarray(Image.open(io.BytesIO(part.screenshot(style=SEEN))).convert("L")).mean())


def test_pointing_at_a_pair_lights_it_up_everywhere(stage: StagePage) -> None:
    """A pair named in one tile is marked in the maps, the rankings and the ensembles; leaving takes it back."""
    stage.rest()
    stage.page.mouse.move(2, 2)
    rest = stage.picture()
    before = {title: columns(stage, title) for title in ("Pair weights", "Ranking", "Ensemble weights")}
    assert [len(images) for images in before.values()] == [3, 3, 1]
    stage.panel("Pair weights").get_by_role("listitem").first.hover()
    stage.rest()
    for title, was in before.items():
        now = columns(stage, title)
        assert all(a != b for a, b in zip(now, was, strict=True)), f"{title} marks nothing in some algorithm"
    pointed = stage.panel("Ensemble weights").inner_text()
    assert any(sign in pointed for sign in "·×")
    tip = stage.page.get_by_role("status").filter(has_text=" above ")
    expect(tip).to_be_visible()
    assert all(run.label in tip.inner_text() for run in engine().runs)
    stage.page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    assert_same(stage.picture(), rest)


def test_pointing_at_an_item_tells_its_place_and_score(stage: StagePage) -> None:
    """A name in one ranking: the tooltip has the item's place and score in each algorithm, as the engine has them."""
    stage.rest()
    maps = columns(stage, "Pair weights")
    chart = stage.panel("Ranking").locator("canvas").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box
    tip = stage.page.get_by_role("status").filter(has_text="score")
    for share in (0.1, 0.3):
        stage.page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * share)
        expect(tip).to_be_visible()
        text = tip.inner_text()
        trace = engine()
        name = text.split("\n")[0].rsplit(" (", 1)[0]
        item = [trace.problem.item_in_words(i) for i in range(trace.problem.n_items)].index(name)
        for run in trace.runs:
            own = text.split(run.label, 1)[1]
            score = trace.scores(run, 10)
            assert_shows(own.split("score", 1)[1], score[item], f"{run.label}: score of {name}")
            above = int(np.sum(score > score[item] + 1e-12))
            assert f"place {above + 1}," in own
    assert all(a != b for a, b in zip(columns(stage, "Pair weights"), maps, strict=True))


def test_dark_and_light(stage: StagePage) -> None:
    """The page follows the system's scheme while it is open; the numbers stay."""
    stage.at(8)
    stage.rest()
    panels = [stage.panel(title) for title in ("Loss and bound", "Pair weights")]
    light, numbers, maps = [brightness(p) for p in panels], stage.losses(), canvases(stage, "Pair weights")
    stage.page.emulate_media(color_scheme="dark")
    stage.wait_until(lambda: brightness(panels[0]) < 90, "the stage is dark")
    stage.rest()
    dark = [brightness(p) for p in panels]
    assert min(light) > 180 and max(dark) < 90, f"light {light}, dark {dark}"
    assert all(a != b for a, b in zip(canvases(stage, "Pair weights"), maps, strict=True))
    assert stage.losses() == numbers
    stage.step()
    stage.expect_round(9)
    assert_engine(stage)
    stage.page.emulate_media(color_scheme="light")
    stage.wait_until(lambda: brightness(panels[0]) > 180, "the stage is light again")


def test_on_a_phone(new_page: NewPage) -> None:
    """390 × 844, by touch: nothing sticks out sideways, and the transport is there and large enough."""
    stage = new_page(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    stage.open(t=6)
    stage.rest()
    assert stage.page.evaluate(TOO_WIDE) == []
    dots = stage.button("The round in words").bounding_box()
    for line in stage.page.locator(".rv-line .rv-algo b:visible, .rv-line .rv-alpha").all():
        box = line.bounding_box()
        assert box and dots and box["width"] > 20 and box["x"] + box["width"] <= dots["x"]
    for name in ("Back", "Step", "Play"):
        box = stage.button(name).bounding_box()
        assert box and box["height"] >= 36 and box["width"] >= 44, f"{name} is {box}"
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
    stage.button("Step").tap()
    stage.expect_round(7)
    stage.button("Back").tap()
    stage.expect_round(6)
    stage.rest()  # tiles out of view are drawn then
    assert_engine(stage)
    # The transport stays at hand while one reads the last tile.
    stage.panel("Ensemble weights").scroll_into_view_if_needed()
    expect(stage.panel("Ensemble weights")).to_be_in_viewport(ratio=0.9)
    expect(stage.button("Step")).to_be_in_viewport()
    assert stage.page.evaluate(TOO_WIDE) == []
    for page in ("start", "data"):
        stage.follow(page)
        expect(stage.page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_be_visible(
            timeout=60_000
        )
        stage.rest()
        assert stage.page.evaluate(TOO_WIDE) == [], page


def test_by_keyboard_alone(stage: StagePage) -> None:
    """Tab reaches the transport, visibly; Enter and arrows work it; typing a number elsewhere moves no round."""
    stage.at(5)
    stage.page.evaluate("() => document.activeElement.blur()")
    page = stage.page
    press = page.keyboard.press
    reached = []
    for _ in range(60):
        press("Tab")
        tag, name, ring = page.evaluate(FOCUSED)
        reached.append(f"{tag} {name.strip()[:30]}")
        if name.strip() == "Step":
            assert ring, "the focus on Step cannot be seen"
            break
    else:
        pytest.fail(f"Tab did not reach Step: {reached}")
    assert any("Back" in name for name in reached)
    press("Enter")
    stage.expect_round(6)
    press("Tab")
    assert "Play" in page.evaluate(FOCUSED)[1]
    press("Enter")
    expect(stage.button("Pause")).to_be_visible()
    press("Enter")
    expect(stage.button("Play")).to_be_visible()
    t, _ = stage.round()
    for _ in range(4):
        press("Tab")
        if page.evaluate(FOCUSED)[1] == "Round":
            break
    assert page.evaluate(FOCUSED)[1] == "Round", "Tab does not reach the scrubber"
    press("ArrowLeft")
    stage.expect_round(t - 1)
    press("End")
    press("ArrowLeft")
    _, rounds = stage.round()
    stage.expect_round(rounds - 1)
    # A tile is one stop; Enter goes into it, Escape out of it.
    for _ in range(10):
        press("Tab")
        if page.evaluate(FOCUSED)[1] == "Ranking":
            break
    assert page.evaluate(FOCUSED) == ["section", "Ranking", True]
    press("Enter")
    assert page.evaluate(FOCUSED)[1] != "Ranking"
    press("Escape")
    assert page.evaluate(FOCUSED)[1] == "Ranking"
    # Arrow keys in a field of the sidebar belong to that field.
    page.get_by_role("spinbutton", name="Rounds").focus()
    press("ArrowLeft")
    press("Home")
    stage.expect_round(rounds - 1)


def test_what_is_drawn_has_words(stage: StagePage) -> None:
    """Every chart, map and ranking is an image with a description that names the round's numbers."""
    stage.at(9)
    stage.rest()
    for title in ("Loss and bound", "Ties", "Margins", "Ensemble weights", "Pair weights", "Ranking"):
        images = stage.panel(title).get_by_role("img").all()
        assert images, title
        for image in images:
            assert len(image.get_attribute("aria-label") or "") > 30, title
    losses = stage.panel("Loss and bound").get_by_role("img").first
    assert "After 9 of" in str(losses.get_attribute("aria-label"))


def test_a_tall_tile_of_ties_says_all_its_numbers(stage: StagePage) -> None:
    """None of the values below a bar is cut off, in any of the rows."""
    stage.at(9)
    rows = stage.page.locator("[data-tile=ties] .rv-tie-values")
    expect(rows).to_have_count(3)
    for row in rows.all():
        box = row.bounding_box()
        assert box
        for number in row.locator("[data-explain]").all():
            own = number.bounding_box()
            assert own and own["width"] > 0 and number.inner_text().strip()
            assert own["x"] + own["width"] <= box["x"] + box["width"]
            assert own["y"] + own["height"] <= box["y"] + box["height"] + 1


def test_the_ties_of_one_run_fill_their_tile(new_page: NewPage) -> None:
    """A lesson shows them alone, for the last row of a class."""
    stage = new_page(viewport={"width": 1366, "height": 768}).open(alg="rb-d", t=3, look="tiles:ties")
    tile, note = (
        stage.page.locator(f"[data-tile=ties]{part}").bounding_box() for part in ("", " .rv-ensemble-ties")
    )
    assert tile and note
    assert 0 <= tile["y"] + tile["height"] - note["y"] - note["height"] <= 40
