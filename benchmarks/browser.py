"""How fast the page is in a real Chromium: steps, Play and scrubbing. One command:

    python benchmarks/browser.py [--steps 80] [--smoke]

Starts the app, opens three algorithms on 60 items for 200 rounds with the whole board in view, and prints one line a
figure with its target. Times are taken inside the page: from the click's event to the second animation frame
after the stage says the new round, so that the frame with all tiles has been painted. The floor is two frames.

A second part does the same with 500 items for 1,000 rounds: the whole board, then on a phone each tile brought into
view in turn, and once more with Chrome's processor slowed down four times. With --smoke each part is done once, on few
items and rounds: to see that all of it runs.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from stage_times import (
    ARRIVED,
    Server,
    StagePage,
    launch_chromium,
    line,
    opened,
    playing,
    stepping,
    timed,
    told,
)

SIXTY = {"data": "bundled:diabetes?items=60", "rounds": 200, "holdout": 0, "t": 20}
SCREEN = {"width": 1366, "height": 768}
PROJECTOR = {"width": 1920, "height": 1080}
LARGE = {"data": "synthetic:linear?n=500", "rounds": 1000, "holdout": 0, "t": 500}
PHONE = {"width": 390, "height": 844}
PHONE_CONTEXT = {"device_scale_factor": 3, "is_mobile": True, "has_touch": True}


def smaller(link: dict[str, Any]) -> dict[str, Any]:
    """The same link with few items and rounds."""
    data = re.sub(r"(n|items)=\d+", r"\1=24", link["data"])
    return {**link, "data": data, "rounds": 12, "t": 1}


def share(steps: int, part: int) -> int:
    """How many of the steps are done at each of many panels: five at least, where as many are asked for."""
    return max(min(5, steps), steps // part)


def everywhere(stage: StagePage, steps: int, name: str) -> None:
    """Steps with each panel in the middle of the screen; all of them count."""
    spent: list[float] = []
    slowest, worst = "", 0.0
    for panel in stage.page.locator(".rv-panel").all():
        panel.evaluate("(el) => el.scrollIntoView({ block: 'center' })")
        timed(stage, min(10, steps))
        stage.rest()
        here = timed(stage, steps)[0]
        spent += here
        if statistics.median(here) > worst:
            slowest, worst = panel.get_by_role("heading").first.inner_text(), statistics.median(here)
    told(name, spent, (100, 100), f"{len(spent)} steps; slowest {slowest}, {worst:.0f} ms")


def arrived(stage: StagePage) -> None:
    """What the run weighs, and how long it took from its fetch until it was painted."""
    wire, unpacked, fetching, painted = stage.page.evaluate(ARRIVED)
    line("the run on the wire", f"{wire / 1e6:.1f} MB, unpacked {unpacked / 1e6:.1f} MB", "")
    line("from the fetch to the first paint", f"{painted:.0f} ms, of which the fetch {fetching:.0f} ms", "")


def large(browser: Browser, base: str, steps: int, link: dict[str, Any], slower: tuple[int, ...]) -> None:
    """1,000 rounds × 500 items × 3 algorithms; on a phone with its processor slowed by each of these factors."""
    stage = opened(browser, base, SCREEN, link)
    arrived(stage)
    timed(stage, min(10, steps))
    told("the whole board", timed(stage, steps)[0], (100, 100))
    playing(stage, 200)
    stage.check()
    stage.page.context.close()
    for slowed in slower:
        stage = opened(browser, base, PHONE, link, **PHONE_CONTEXT)
        devtools = stage.page.context.new_cdp_session(stage.page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        everywhere(stage, share(steps, 6), "phone" if slowed == 1 else f"phone, processor {slowed}× slower")
        playing(stage, 200)
        stage.check()
        stage.page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--smoke", action="store_true", help="each part once, on few items and rounds")
    args = parser.parse_args()
    sixty, many = (smaller(link) if args.smoke else link for link in (SIXTY, LARGE))
    with Server() as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before"
        print(f"Chromium {browser.version}; {load}; three algorithms, 60 diabetes patients, 200 rounds\n")
        stage = opened(browser, server.url, SCREEN, sixty)
        stepping(stage, args.steps, "the whole board")
        playing(stage)
        stage.check()
        if not args.smoke:
            stage = opened(browser, server.url, PROJECTOR, sixty)
            stepping(stage, args.steps, "the whole board, 1920 × 1080")
            playing(stage)
            stage.check()
        print("\n500 items, 100,000 pairs × 1,000 rounds × 3 algorithms")
        large(browser, server.url, args.steps, many, (1,) if args.smoke else (1, 4))
        browser.close()


if __name__ == "__main__":
    main()
