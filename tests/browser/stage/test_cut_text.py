"""No word on a board is cut off or covered, on a laptop and on projectors of 16 to 9 and 4 to 3, presented or not."""

import pytest
from helpers.browser.cut_text import CUT
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import ViewportSize

SCREENS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080))
FIRST: ViewportSize = {"width": 1024, "height": 768}
BOARDS: dict[str, tuple[str, dict[str, object]]] = {
    "patients": ("", {"t": 3}),
    "long names": ("", {"data": "bundled:wine?items=40", "alg": "rb-d,rb-c,rb-plus", "t": 5}),
    "margins": ("margins", {"t": 12}),
    "qbrank": ("qbrank", {"t": 2}),
    "kernel": ("kernel", {"t": 3}),
}

CODE = {"data": "scenario:places-to-stay", "alg": "rb-d,rb-c,rb-plus", "t": 2, "look": "tiles:pick.code.ties"}

pytestmark = pytest.mark.one_page


def cut_or_covered(stage: StagePage) -> dict[str, list[str]]:
    """What is, by the size of the screen."""
    found = {}
    for width, height in SCREENS:
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.rest()
        if cut := stage.page.evaluate(CUT):
            found[f"{width}x{height}"] = cut
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_no_word_is_cut_or_covered(stage: StagePage, board: str) -> None:
    path, link = BOARDS[board]
    stage.page.set_viewport_size(FIRST)
    stage.open(path, **link)
    assert cut_or_covered(stage) == {}


def test_a_round_as_code_is_seen_whole_beside_two_tiles(new_page: NewPage) -> None:
    """Its tile scrolls where it is smaller, so that no word of it is cut: nobody knows then what the last line says."""
    stage = new_page(viewport=FIRST).open(**CODE)
    for width, height in SCREENS[1:]:
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.rest()
        code = stage.page.locator(".rv-code")
        assert code.evaluate("code => code.scrollHeight <= code.clientHeight + 2"), (width, height)


@pytest.mark.new_visitor  # a link within the page leaves presenting as it is
@pytest.mark.parametrize("board", BOARDS)
def test_before_an_audience_no_word_is_cut_and_a_screen_of_4_to_3_has_all_tiles(
    new_page: NewPage, board: str
) -> None:
    """Present every board: whether four tiles fit depends on each page's own head."""
    path, link = BOARDS[board]
    stage = new_page(viewport=FIRST).open(path, **link, present=1)
    boxes = stage.page.locator("[data-tile]").evaluate_all(
        "all => all.map((tile) => tile.getBoundingClientRect()).map(({ bottom, right }) => [right, bottom])"
    )
    assert len(boxes) == 4 and all(right <= 1024 and bottom <= 768 for right, bottom in boxes)
    assert cut_or_covered(stage) == {}
