"""No word on a board is cut off or covered, on a laptop and on projectors of 16 to 9 and 4 to 3, presented or not."""

import pytest
from helpers.browser.cut_text import CUT
from helpers.browser.stage_page import NewPage

SCREENS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080))
BOARDS = {
    "patients": "?t=3",
    "long names": "?data=bundled:wine?items=40&alg=rb-d,rb-c,rb-plus&t=5",
    "margins": "margins?t=12",
    "qbrank": "qbrank?t=2",
    "kernel": "kernel?t=3",
}


@pytest.mark.parametrize("board", BOARDS)
def test_no_word_is_cut_or_covered(new_page: NewPage, board: str) -> None:
    width, height = SCREENS[0]
    stage = new_page(viewport={"width": width, "height": height})
    found = {}
    for presented in ("", "&present=1"):
        stage.goto(f"{stage.base}{BOARDS[board]}{presented}")
        stage.wait_for_stage()
        for width, height in SCREENS:
            stage.page.set_viewport_size({"width": width, "height": height})
            stage.rest()
            if cut := stage.page.evaluate(CUT):
                found[f"{width}x{height}{presented}"] = cut
    assert found == {}


def test_a_round_as_code_is_seen_whole_in_the_opening(new_page: NewPage) -> None:
    """Its tile scrolls where it is smaller, so that no word of it is cut: nobody knows then what the last line says."""
    stage = new_page(viewport={"width": 1280, "height": 720})
    stage.goto(stage.base)
    stage.step(2)
    for width, height in SCREENS[1:]:
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.rest()
        code = stage.page.locator(".rv-code")
        assert code.evaluate("code => code.scrollHeight <= code.clientHeight + 2"), (width, height)


def test_a_board_before_an_audience_stands_wholly_on_a_screen_of_4_to_3(new_page: NewPage) -> None:
    """Lay out every board on a projector's screen: whether four tiles fit depends on each page's own head."""
    stage = new_page(viewport={"width": 1024, "height": 768})
    for page in BOARDS.values():
        stage.goto(f"{stage.base}{page}&present=1")
        stage.wait_for_stage()
        boxes = stage.page.locator("[data-tile]").evaluate_all(
            "all => all.map((tile) => tile.getBoundingClientRect()).map(({ bottom, right }) => [right, bottom])"
        )
        assert len(boxes) == 4 and all(right <= 1024 and bottom <= 768 for right, bottom in boxes), page
