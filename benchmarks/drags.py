"""How smooth the board follows what is dragged, at full speed and with the processor slowed. One command:

    python benchmarks/drags.py [--slowed 4] [--moves 90] [--only PRESET …] [--strip FOLDER]

Drags what a tie is worth too, a grade of the Workbench, and an item of its plane.

Opens presets of Watch on whose runs a branch can be computed in the browser, at round 2 with the step of the round, and
drags the α of each run to and fro, a move of the mouse per frame. Prints for each the frames between two pictures, how
many branches were computed and the longest task. `--strip` writes pictures of one drag of each preset, 50 ms apart, to
be looked at; that takes time of its own, so that those drags are not counted.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Locator, sync_playwright
from stage_times import Server, StagePage, launch_chromium, line, opened, percentile

from rankviz.ui.pages.playlists.bundled import of_preset
from rankviz.ui.presets.presets import PRESETS

SCREEN = {"width": 1366, "height": 768}
TARGETS = {False: 16.8, True: 33.4}
"""The 95 % of frames, ms, at full speed and slowed."""
LONGEST = 50
"""A task, ms."""
DEFAULT = (
    "Eight places to stay",
    "Fifty real patients",
    "Ties everywhere",
    "Few against many",
    "Twenty searches",
    "Going in circles",
    "Votes with ties",
    "Workbench",
    "Workbench, plane",
)
HANDLES = (".rv-grip:visible", ".rv-worth-grip:visible")
BENCH = {
    "Workbench": ("h1=110101&h2=101000&h3=010011", ".wb-badge:visible >> nth=1"),
    "Workbench, plane": ("x=1,3,5,7,9,4&y=8,2,6,4,5,7", ".wb-item:visible >> nth=3"),
}
"""Columns of six graded items, and what is dragged: a grade, or an item."""
ON_BENCH = {"alg": "rb-d,rb-c,rb-plus", "undefined": "cap", "t": 2}
VERTICAL = 240
"""How far what is dragged up and down is, px."""
THUMB = """(el) => {
  if (el.matches(".wb-badge, .wb-item")) {
    const box = el.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2, 0];
  }
  const box = el.getBoundingClientRect(), share = el.value / el.max;
  return [box.left + box.height / 2 + share * (box.width - box.height), box.top + box.height / 2, box.width];
}"""
WATCH = """() => {
  const seen = (window.dragged = { frames: [], long: [], on: true });
  new PerformanceObserver((list) => seen.on && seen.long.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask" });
  let before = performance.now();
  const frame = (now) => {
    seen.frames.push(now - before);
    before = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => ((before = now), requestAnimationFrame(frame)));
}"""
SEEN = "() => ((window.dragged.on = false), window.dragged)"


def link_of(title: str) -> dict[str, Any]:
    """The link of a preset of Watch, at the step of its second round."""
    preset = next(each for each in PRESETS if each.title == title)
    found: dict[str, Any] = dict(parse_qsl(of_preset(preset).link.partition("?")[2]))
    return found | {"t": 2, "look": "step"}


def drag(stage: StagePage, handle: Locator, moves: int, strip: Path | None = None) -> dict[str, Any]:
    """Drag a handle to and fro, and give the run back: frames and long tasks."""
    page = stage.page
    x, y, width = handle.evaluate(THUMB)  # of no width is what is dragged up and down
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH)
    for k in range(moves):
        there = abs((k + moves // 4) % moves / moves - 0.5) - 0.25
        page.mouse.move(x + 0.6 * there * width, y if width else y + VERTICAL * there)
        if strip:
            page.wait_for_timeout(50)
            page.screenshot(path=strip / f"{k:02}.png")
        else:
            page.wait_for_timeout(16)
    seen: dict[str, Any] = page.evaluate(SEEN)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(200)
    return seen


def told(name: str, found: list[dict[str, Any]], slowed: bool) -> None:
    """What was found of a preset."""
    frames, long = ([ms for each in found for ms in each[key]] for key in ("frames", "long"))
    high, longest = percentile(frames, 0.95), max(long, default=0.0)
    line(
        f"{name}{', slowed' if slowed else ''}",
        f"95 % of {len(frames)} frames within {high:.1f} ms, worst {max(frames):.0f} ms; longest task {longest:.0f} ms",
        f" {TARGETS[slowed]} / {LONGEST}",
        high <= TARGETS[slowed] and longest <= LONGEST,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--slowed", type=float, default=4)
    parser.add_argument("--moves", type=int, default=90, help="moves of the mouse in a drag")
    parser.add_argument("--only", nargs="+", default=DEFAULT, metavar="PRESET")
    parser.add_argument("--strip", type=Path, metavar="FOLDER", help="write film strips")
    args = parser.parse_args()
    with sync_playwright() as playwright, Server() as server:
        browser = launch_chromium(playwright)
        print(f"Chromium {browser.version}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before")
        for title in args.only:
            columns, handle = BENCH.get(title, ("", ""))
            data = f"inline:?items=a,b,c,d,e,f&{columns}&grades=3,2,1,0,1,2"
            place = (ON_BENCH | {"data": data}, "workbench") if columns else (link_of(title), "")
            stage = opened(browser, server.url, SCREEN, *place)
            devtools = stage.page.context.new_cdp_session(stage.page)
            held = (handle,) if handle else HANDLES
            handles = [each for one in held for each in stage.page.locator(one).all()]
            drag(stage, handles[0], args.moves // 3)  # the browser compiles what it meets
            for slowed in (False, True):
                devtools.send("Emulation.setCPUThrottlingRate", {"rate": args.slowed if slowed else 1})
                told(title, [drag(stage, handle, args.moves) for handle in handles], slowed)
            if args.strip:
                devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
                folder = args.strip / title.replace(" ", "-").lower()
                folder.mkdir(parents=True, exist_ok=True)
                drag(stage, handles[-1], 12, folder)
            stage.check()
            stage.page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
