"""Take README's pictures anew from the app as it is: ``.venv/bin/python assets/take.py [NAME …]``.

Starts the app on a free port, opens each picture's address in Chromium and writes ``assets/NAME.png``. The browser is
the one that tests use: RANKVIZ_CHROMIUM, else an installed one, else Playwright's.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome", "microsoft-edge")
FLAGS = ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb", "--hide-scrollbars"]
WAIT = 90_000
SETTLED = 1500
"""Milliseconds for motion, equations and late charts to come to rest."""
EXAMPLE = "?data=scenario:places-to-stay&alg=rb-d,rb-c,rb-plus&rounds=12&holdout=0"


@dataclass(frozen=True)
class Picture:
    """One picture: the address of its page, what is pressed there, and the scheme and size of the window."""

    name: str
    address: str
    keys: tuple[str, ...] = ()
    clicks: tuple[str, ...] = ()
    dark: bool = False
    size: tuple[int, int] = (1366, 768)


PICTURES = (
    Picture("opening", "", ("ArrowRight",)),
    Picture("watch", f"{EXAMPLE}&t=4&look=tiles:pick.ranking.losses.ties,curves:r2.e2"),
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
    Picture("experiments", "experiments"),
    Picture("gallery", "gallery"),
    Picture("workbench", "workbench"),
    Picture("lesson-1", "lessons?lesson=boosting-by-pairs&step=1"),
    Picture("lesson-2", "lessons?lesson=boosting-by-pairs&step=2"),
    Picture("lesson-3", "lessons?lesson=three-ways-to-count-a-tie&step=3"),
    Picture("lesson-4", "lessons?lesson=boosting-by-pairs&step=7"),
    Picture("lesson-5", "lessons?challenge=the-tie-trap"),
)


@contextmanager
def app() -> Iterator[str]:
    """Serve the app while in use; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.port",
        str(port),
        "--server.headless",
        "true",
    ]
    server = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{base}_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.3)
        yield base
    finally:
        server.terminate()
        server.wait()


def take(page: Page, base: str, picture: Picture) -> None:
    """Open the picture's page, press what it asks for, and write the file."""
    page.set_viewport_size({"width": picture.size[0], "height": picture.size[1]})
    page.emulate_media(color_scheme="dark" if picture.dark else "light", reduced_motion="reduce")
    page.goto(base + picture.address)
    page.locator(".rv-board [data-tile], h1").first.wait_for(timeout=WAIT)
    page.locator('[data-testid="stSpinner"], [data-testid="stProgress"]').first.wait_for(
        state="detached", timeout=WAIT
    )
    page.wait_for_timeout(SETTLED)
    for click in picture.clicks:
        page.locator(click).first.click()
        page.wait_for_timeout(SETTLED)
    for key in picture.keys:
        page.keyboard.press(key)
        page.wait_for_timeout(SETTLED)
    page.mouse.move(0, 0)
    page.screenshot(path=HERE / f"{picture.name}.png")


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    unknown = set(names) - {picture.name for picture in PICTURES}
    if unknown:
        raise SystemExit(f"No such picture: {', '.join(sorted(unknown))}.")
    browser = os.environ.get("RANKVIZ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    with app() as base, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        for picture in PICTURES:
            if not names or picture.name in names:
                page = chromium.new_page()
                take(page, base, picture)
                page.close()
                print(f"assets/{picture.name}.png")
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
