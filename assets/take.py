"""Take README's pictures from the app as it is: ``.venv/bin/python assets/take.py [NAME …]``.

Starts the app on a free port, opens each picture's address in Chromium and writes ``assets/NAME.png``. The browser is
the one that tests use: RANKVIZ_CHROMIUM, else an installed one, else Playwright's.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]

from helpers.browser.serving import Server, launch_chromium  # noqa: E402

SIZE = {"width": 1366, "height": 768}
WAIT = 300_000
SETTLED = 1500
"""Milliseconds for motion, equations and late charts to come to rest."""


@dataclass(frozen=True)
class Picture:
    """One picture: the address of its page, what comes last on it, and whether it is dark."""

    name: str
    address: str
    last: str = ".rv-board [data-tile], h1"
    dark: bool = False


PICTURES = (
    Picture(
        "watch-dark",
        "?data=bundled:diabetes%3Fitems=50%26grades=5&t=12&look=tiles:pick.ranking.losses.ties",
        dark=True,
    ),
    Picture("start", "start"),
    Picture("data", "data"),
    Picture("margins", "margins?t=24"),
    Picture("qbrank", "qbrank"),
    Picture("kernel", "kernel"),
    Picture("experiments", "experiments", last="[role=tab]"),
    Picture("gallery", "gallery", last="text=holds >> nth=4"),
    Picture("workbench", "workbench"),
    Picture("lesson-1", "lessons?lesson=boosting-by-pairs&step=1"),
    Picture("lesson-2", "lessons?lesson=boosting-by-pairs&step=2"),
    Picture("lesson-3", "lessons?lesson=three-ways-to-count-a-tie&step=3"),
    Picture("lesson-4", "lessons?lesson=boosting-by-pairs&step=7"),
    Picture("lesson-5", "lessons?challenge=break-u1&data=scenario:lemma-1&undefined=infinite"),
)


def take(page: Page, base: str, picture: Picture) -> None:
    """Open the picture's page and write the file."""
    page.set_viewport_size(SIZE)
    page.emulate_media(color_scheme="dark" if picture.dark else "light", reduced_motion="reduce")
    page.goto(base + picture.address)
    page.locator(picture.last).first.wait_for(timeout=WAIT)
    page.locator('[data-testid="stSpinner"], [data-testid="stProgress"]').first.wait_for(
        state="detached", timeout=WAIT
    )
    page.wait_for_timeout(SETTLED)
    if page.get_by_test_id("stAlertContentWarning").count():
        raise SystemExit(f"{picture.name}: the page warns of its address.")
    page.mouse.move(0, 0)
    page.screenshot(path=HERE / f"{picture.name}.png")


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    unknown = set(names) - {picture.name for picture in PICTURES}
    if unknown:
        raise SystemExit(f"No such picture: {', '.join(sorted(unknown))}.")
    with Server() as server, sync_playwright() as playwright:
        chromium = launch_chromium(playwright, "--force-color-profile=srgb", "--hide-scrollbars")
        for picture in PICTURES:
            if not names or picture.name in names:
                page = chromium.new_page()
                take(page, server.url, picture)
                page.close()
                print(f"assets/{picture.name}.png")
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
