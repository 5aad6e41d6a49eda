"""How fast the page is in a real Chromium: steps, Play, scrubbing, a changed parameter. One command:

    python benchmarks/browser.py [--steps 80] [--changes 8]

Starts the app, opens three algorithms on 60 items for 200 rounds with every panel in view, and prints one line a
figure with its target. Times are taken inside the page: from the click's event to the second animation frame
after the stage says the new round, so that the frame with all panels has been painted. The floor is two frames.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests" / "browser")]

from serving import Server, launch_chromium  # noqa: E402
from stage_page import StagePage  # noqa: E402

SIXTY = {"data": "bundled:diabetes?items=60", "rounds": 200, "holdout": 0, "t": 20}
WINE = {"data": "bundled:wine", "rounds": 100, "holdout": 0, "t": 20}
ALL_PANELS = {"width": 1600, "height": 3600}
SCREEN = {"width": 1366, "height": 768}

# Click Step; when the stage's text has changed, wait for two animation frames.
STEP = """async ([step, where, times]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const spent = [], own = [], floor = [];
  for (let i = 0; i < times; i++) {
    await new Promise((after) => setTimeout(after, 30 + (i * 7) % 17));
    const before = where.textContent;
    const begin = performance.now();
    step.click();
    own.push(performance.now() - begin);
    while (where.textContent === before) await frame();
    await frame();
    await frame();
    spent.push(performance.now() - begin);
    await new Promise((after) => setTimeout(after, 30 + (i * 7) % 17));
    const rest = performance.now();
    await frame();
    await frame();
    floor.push(performance.now() - rest);
  }
  return [spent, own, floor];
}"""

# Move the scrubber one round a frame, as a hand does that crosses it in three seconds.
SCRUB = """async ([slider, rounds]) => {
  const begin = performance.now();
  for (let t = 1; t <= rounds; t++) {
    slider.value = String(t);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - begin;
}"""

# Milliseconds from the key Enter until the stage says another number of rounds, painted.
CHANGED = """(where) => {
  const said = () => where.isConnected && where.textContent.match(/of (\\d+)/)?.[1];
  const before = said();
  window.changed = new Promise((done) => {
    const look = () => {
      if (said() === before) return requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(done));
    };
    document.addEventListener("keydown", function once(event) {
      if (event.key !== "Enter") return;
      document.removeEventListener("keydown", once, true);
      window.pressedAt = performance.now();
    }, true);
    look();
  }).then(() => performance.now() - window.pressedAt);
}"""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line(what: str, figures: str, target: str, met: bool | None = None) -> None:
    """One line of the report."""
    mark = "" if met is None else "  met" if met else "  MISSED"
    print(f"{what:42}{figures:58}{target}{mark}", flush=True)


def opened(browser: Browser, base: str, view: dict[str, int], link: dict[str, Any]) -> StagePage:
    """The page on a link, at rest."""
    stage = StagePage(browser.new_context(viewport=view, color_scheme="light"), base)  # type: ignore[arg-type]
    stage.open(**link)
    stage.page.wait_for_timeout(1500)
    stage.idle()
    return stage


def stepping(stage: StagePage, steps: int, name: str) -> None:
    """Click to paint, its own floor, and the bytes meanwhile."""
    handles = [stage.button("Step").element_handle(), stage.where.element_handle()]
    stage.page.evaluate(STEP, [*handles, 10])
    stage.page.wait_for_timeout(800)
    begin = time.monotonic()
    spent, own, floor = stage.page.evaluate(STEP, [*handles, steps])
    stepped = time.monotonic()
    stage.page.wait_for_timeout(1500)
    sent = stage.bytes_between(begin, stepped, "sent")
    after = stage.bytes_between(stepped, time.monotonic(), "sent")
    middle, high = statistics.median(spent), percentile(spent, 0.95)
    line(
        f"click to paint, {name}",
        f"median {middle:.1f} ms, 95th percentile {high:.1f} ms ({steps} steps)",
        "35 / 50 ms",
        middle <= 35 and high <= 50,
    )
    line(
        "  of which drawing (script of the click)",
        f"median {statistics.median(own):.1f} ms, 95th {percentile(own, 0.95):.1f} ms",
        "",
    )
    line(
        "  floor: two frames",
        f"median {statistics.median(floor):.1f} ms, 95th {percentile(floor, 0.95):.1f} ms",
        "",
    )
    line(
        "  sent to the server while stepping",
        f"{sum(sent)} bytes, then {sum(after)} bytes at rest",
        "0",
        not sent,
    )


def pace(visited: list[tuple[int, float]]) -> tuple[float, int]:
    """(rounds a second, rounds skipped) of what the stage said."""
    rounds = [t for t, _ in visited]
    skipped = sum(max(0, b - a - 1) for a, b in zip(rounds, rounds[1:], strict=False))
    return (len(rounds) - 1) / (visited[-1][1] - visited[0][1]) * 1000, skipped


def playing(stage: StagePage) -> None:
    """Play at its fastest, and a hand on the scrubber."""
    stage.page.keyboard.press("Home")
    stage.page.get_by_role("combobox", name="Speed").select_option("60")
    stage.record()
    stage.button("Play").click()
    stage.button("Play").wait_for(timeout=60_000)
    rate, skipped = pace(stage.recorded())
    line(
        "Play at 60 rounds a second",
        f"{rate:.1f} rounds/s, {skipped} skipped",
        "30, none skipped",
        rate >= 30 and not skipped,
    )
    stage.page.keyboard.press("Home")
    _, rounds = stage.round()
    stage.record()
    stage.page.evaluate(SCRUB, [stage.slider.element_handle(), rounds])
    rate, skipped = pace(stage.recorded())
    line(
        "scrubbing, one round a frame",
        f"{rate:.1f} rounds/s, {skipped} skipped",
        "30, none skipped",
        rate >= 30 and not skipped,
    )


def changing(stage: StagePage, changes: int) -> None:
    """From Enter in the field Rounds until the new run is painted; each number of rounds is a run never made before."""
    field = stage.page.get_by_role("spinbutton", name="Rounds")
    spent = []
    for k in range(changes):
        field.fill(str(101 + k))
        stage.where.evaluate(CHANGED)
        field.press("Enter")
        spent.append(float(stage.page.evaluate("() => window.changed")))
        stage.page.wait_for_timeout(900)
        stage.idle()
    middle = statistics.median(spent)
    line(
        "changed parameter to new run painted",
        f"median {middle:.0f} ms, worst {max(spent):.0f} ms ({changes} changes)",
        "700 ms",
        middle <= 700,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--changes", type=int, default=8)
    args = parser.parse_args()
    with Server() as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before"
        print(f"Chromium {browser.version}; {load}; three algorithms, 60 diabetes patients, 200 rounds\n")
        stage = opened(browser, server.url, ALL_PANELS, SIXTY)
        stepping(stage, args.steps, "all panels in view")
        playing(stage)
        stage.check()
        stage = opened(browser, server.url, SCREEN, SIXTY)
        stepping(stage, args.steps, "1366 × 768 screen")
        playing(stage)
        stage.check()
        print("\nWine: 10,429 pairs × 100 rounds × 3 algorithms")
        stage = opened(browser, server.url, SCREEN, WINE)
        changing(stage, args.changes)
        stage.check()
        browser.close()


if __name__ == "__main__":
    main()
