"""Film strips of the stage's motion, to look at: ``.venv/bin/python assets/film.py FOLDER [--tiles all] [--slowed 1]``.

Presses *Step* and *Back* and plays at one and at two rounds a second on the board of a first visit, as it runs, and
writes a PNG of each into the folder: frames of the browser's own, with the milliseconds since the press.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests")]

from helpers.browser.serving import Server, launch_chromium  # noqa: E402
from helpers.browser.stage_page import StagePage  # noqa: E402

SIZE = {"width": 1366, "height": 768}
BEGINS = 4
"""The round at which all tiles of the opening's story are there."""
SPEED = "(field, speed) => { field.value = speed; field.dispatchEvent(new Event('change')); }"
STRIP = """<style>
body { margin: 0; display: grid; grid-template-columns: repeat(%d, auto); gap: 6px; font: 20px sans-serif; }
img { display: block; width: 683px; }
</style>"""

Frames = list[tuple[float, str]]
"""Milliseconds since the press, and the picture in base64."""


def filmed(page: Page, key: str, lasts: int, kind: str = "jpeg") -> Frames:
    """Return the last frame before a key is pressed, and all that follow for so many milliseconds."""
    devtools = page.context.new_cdp_session(page)
    frames: Frames = []

    def shown(event: dict[str, object]) -> None:
        metadata = event["metadata"]
        assert isinstance(metadata, dict)
        frames.append((1000 * metadata["timestamp"], str(event["data"])))
        devtools.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    devtools.on("Page.screencastFrame", shown)
    devtools.send("Page.startScreencast", {"format": kind, "quality": 90})
    page.wait_for_timeout(300)
    begin = float(page.evaluate("Date.now()"))
    page.keyboard.press(key)
    page.wait_for_timeout(lasts)
    devtools.remove_listener("Page.screencastFrame", shown)
    devtools.send("Page.stopScreencast")
    devtools.detach()
    before = [frame for frame in frames if frame[0] <= begin][-1:]
    return [(at - begin, data) for at, data in before + [frame for frame in frames if frame[0] > begin]]


def chosen(frames: Frames, count: int, lasts: float) -> Frames:
    """So many of them, evenly over the time: before the press, and then what is on screen at each moment."""
    moments = [lasts * i / (count - 1) for i in range(1, count)]
    last = [max(frame for frame in frames if frame[0] <= moment) for moment in moments]
    return list(dict.fromkeys([frames[0], *last]))


def strip(browser: Browser, frames: Frames, path: Path, columns: int) -> None:
    """Write frames as one picture."""
    page = browser.new_page(viewport={"width": 689 * columns, "height": 400})
    pictures = (f'<div>{at:.0f} ms<img src="data:image/jpeg;base64,{data}"></div>' for at, data in frames)
    page.set_content(STRIP % columns + "".join(pictures))
    page.screenshot(path=path, full_page=True)
    page.close()
    print(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tiles", choices=["story", "all"], default="story")
    parser.add_argument("--slowed", type=float, default=1, help="the processor")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with Server() as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        stage = StagePage(browser.new_page(viewport=SIZE), server.url).open()
        page = stage.page
        if args.tiles == "all":
            stage.button("Show everything").click()
        devtools = page.context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": args.slowed})

        def film(name: str, key: str, begins: int, lasts: int, count: int, after: Callable[[], None]) -> None:
            slider = page.locator("input[aria-label=Round]")
            slider.evaluate("(s, t) => { s.value = t; s.dispatchEvent(new Event('input')); }", str(begins))
            stage.rest()
            frames = chosen(filmed(page, key, lasts + 100), count, lasts)
            after()
            stage.rest()
            strip(browser, frames, args.folder / f"{name}-{args.tiles}.png", 3)

        for name, key, begins in (("step", "ArrowRight", BEGINS), ("back", "ArrowLeft", BEGINS + 4)):
            film(name, key, begins, 400, 9, lambda: None)
        for speed in ("1", "2"):
            page.locator("select[aria-label=Speed]").evaluate(SPEED, speed)
            film(f"play-{speed}", "Space", BEGINS, 4500, 18, lambda: page.keyboard.press("Space"))
        stage.check()
        browser.close()


if __name__ == "__main__":
    main()
