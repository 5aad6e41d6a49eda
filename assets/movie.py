"""Record README's moving picture, the first rounds of a first visit: ``.venv/bin/python assets/movie.py``.

Opens the app as a newcomer does, presses *Step* round by round, and writes ``assets/rounds.webp``: what the browser
showed while the tiles moved, then each round at rest for long enough to be read. Pillow comes with Matplotlib.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path

from film import Frames, filmed
from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]

from helpers.browser.serving import Server, launch_chromium  # noqa: E402
from helpers.browser.stage_page import StagePage  # noqa: E402

FILE = HERE / "rounds.webp"
SIZE = {"width": 1250, "height": 870}
"""In these rounds no tile has to be scrolled and no name is shortened at this size; a narrower page shortens names."""
BAR = 56
"""Pixels at the top without the run: the menus."""
LASTS = (7500, 7500, 3000, 3000, 3000)
"""Milliseconds to record after each *Step*: the first two rounds play their beats."""
FIRST, REST, LAST = 2000, 3000, 4000
"""Milliseconds for which the opening, each round and the last round stand still."""
APART = 60
"""Milliseconds between two frames at least."""
COLOURS = 128
"""One palette for all frames, from the last: lossless, a third smaller, and no grain that crawls."""
MOST = 1_500_000
"""Bytes of the file at most."""


def picture(data: str) -> Image.Image:
    """One frame below the bar."""
    image = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    return image.crop((0, BAR, SIZE["width"], SIZE["height"]))


def thinned(frames: Frames) -> Frames:
    """The frames after the press in their order, so many milliseconds apart; the last is always among them."""
    kept: Frames = []
    for at, data in sorted(frames[1:], key=lambda frame: frame[0]):
        if kept and at - kept[-1][0] < APART:
            kept.pop()
        kept.append((at, data))
    return kept


def main() -> None:
    pictures: list[Image.Image] = []
    durations: list[int] = []

    def show(image: Image.Image, milliseconds: int) -> None:
        if pictures and image.tobytes() == pictures[-1].tobytes():
            durations[-1] += milliseconds
        else:
            pictures.append(image)
            durations.append(milliseconds)

    with Server() as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright, "--force-color-profile=srgb", "--hide-scrollbars")
        stage = StagePage(browser.new_page(viewport=SIZE), server.url).open()
        for number, lasts in enumerate(LASTS, 1):
            frames = filmed(stage.page, "ArrowRight", lasts, "png")
            stage.rest()
            if number == 1:
                show(picture(frames[0][1]), FIRST)
            moving = thinned(frames)
            for (at, data), (until, _) in zip(moving, moving[1:], strict=False):
                show(picture(data), round(until - at))
            show(picture(moving[-1][1]), LAST if number == len(LASTS) else REST)
        stage.check()
        browser.close()
    palette = pictures[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    few = [image.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB") for image in pictures]
    few[0].save(
        FILE, save_all=True, append_images=few[1:], duration=durations, loop=0, lossless=True, method=6
    )
    size = FILE.stat().st_size
    print(
        f"{FILE.relative_to(HERE.parent)}: {size:,} bytes, {len(pictures)} frames, {sum(durations) / 1000:.0f} s"
    )
    if size > MOST:
        raise SystemExit(f"That is more than {MOST:,} bytes.")


if __name__ == "__main__":
    main()
