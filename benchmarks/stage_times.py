"""Measuring the stage from inside a real Chromium: a click until it is painted, Play, scrubbing, the first paint."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

from helpers.browser.serving import Server, launch_chromium  # noqa: E402
from helpers.browser.stage_page import StagePage  # noqa: E402

__all__ = ["Server", "StagePage", "launch_chromium"]

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

# Move the scrubber one round per frame, as a hand does that crosses it in three seconds.
SCRUB = """async ([slider, rounds]) => {
  const begin = performance.now();
  for (let t = 1; t <= rounds; t++) {
    slider.value = String(t);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - begin;
}"""

# Click Play and wait until the stage says round `last`, or the end, within a minute; then click Pause.
PLAY = """async ([play, where, last]) => {
  const round = () => Number(where.textContent.match(/\\d+/)[0]);
  const end = performance.now() + 60000;
  play.click();
  while (round() < last && performance.now() < end) await new Promise(requestAnimationFrame);
  if (play.innerText.includes("Pause")) play.click();
}"""

# From the fetch of the run until its panels have been painted. Runs before the page's own scripts.
FIRST = """() => {
  performance.setResourceTimingBufferSize(5000); // a page asks for more than the 250 that are kept otherwise
  const shown = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
    .some((host) => host.shadowRoot?.querySelector(".rv-panel"));
  const look = () => {
    if (!shown()) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(() => (window.firstPainted = performance.now())));
  };
  look();
}"""
ARRIVED = """() => {
  const run = performance.getEntriesByType("resource").find((entry) => entry.name.includes("/api/run/"));
  const { encodedBodySize, decodedBodySize, startTime, responseEnd } = run;
  return [encodedBodySize, decodedBodySize, responseEnd - startTime, window.firstPainted - startTime];
}"""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def line(what: str, figures: str, target: str, met: bool | None = None) -> None:
    """One line of the report."""
    mark = "" if met is None else "  met" if met else "  MISSED"
    print(f"{what:42}{figures:58}{target}{mark}", flush=True)


def opened(
    browser: Browser, base: str, view: dict[str, int], link: dict[str, Any], path: str = "", **context: Any
) -> StagePage:
    """The page on a link, at rest. `context` is more for the browser's context."""
    new = browser.new_context(viewport=view, color_scheme="light", **context)  # type: ignore[arg-type]
    stage = StagePage(new.new_page(), base)
    stage.page.add_init_script(f"({FIRST})()")  # before the page's own scripts
    stage.open(path, **link)
    stage.where.wait_for(timeout=120_000)
    stage.page.wait_for_timeout(1500)
    stage.idle()
    return stage


def timed(stage: StagePage, steps: int) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of that many steps: (click to paint, script of the click, two frames of rest)."""
    t, last = stage.round()
    if t + steps > last:
        stage.page.keyboard.press("Home")
    handles = [stage.button("Step").element_handle(), stage.where.element_handle()]
    spent, own, floor = stage.page.evaluate(STEP, [*handles, steps])
    return spent, own, floor


def told(what: str, spent: Sequence[float], target: tuple[float, float], more: str = "") -> None:
    """A line on clicks until they are painted; `target` is (median, 95th percentile)."""
    middle, high = statistics.median(spent), percentile(spent, 0.95)
    line(
        f"click to paint, {what}",
        f"median {middle:.1f} ms, 95th percentile {high:.1f} ms ({more or f'{len(spent)} steps'})",
        f"{target[0]:g} / {target[1]:g} ms",
        middle <= target[0] and high <= target[1],
    )


def stepping(stage: StagePage, steps: int, name: str) -> None:
    """Click to paint, its own floor, and the bytes meanwhile."""
    timed(stage, min(10, steps))
    stage.page.wait_for_timeout(800)
    begin = time.monotonic()
    spent, own, floor = timed(stage, steps)
    stepped = time.monotonic()
    stage.page.wait_for_timeout(1500)
    sent = stage.bytes_between(begin, stepped, "sent")
    after = stage.bytes_between(stepped, time.monotonic(), "sent")
    told(name, spent, (35, 50))
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
    rounds = [t for k, (t, _) in enumerate(visited) if k == 0 or t != visited[k - 1][0]]
    skipped = sum(max(0, b - a - 1) for a, b in zip(rounds, rounds[1:], strict=False))
    return (len(rounds) - 1) / (visited[-1][1] - visited[0][1]) * 1000, skipped


FASTEST = "(speed) => { speed.value = '60'; speed.dispatchEvent(new Event('change')); }"
"""Set the speed of Play, also on a phone, whose bar has no room for the choice."""


def playing(stage: StagePage, most: int = 10_000) -> None:
    """Play at its fastest, and a hand on the scrubber, through the first `most` rounds."""
    stage.page.keyboard.press("Home")
    last = min(most, stage.round()[1])
    where = stage.where.element_handle()
    stage.page.locator("select[aria-label=Speed]").evaluate(FASTEST)
    stage.record()
    stage.page.evaluate(PLAY, [stage.button("Play").element_handle(), where, last])
    moved("Play at 60 rounds a second", stage)
    stage.page.keyboard.press("Home")
    stage.record()
    stage.page.evaluate(SCRUB, [stage.slider.element_handle(), last])
    moved("scrubbing, one round per frame", stage)


def moved(what: str, stage: StagePage) -> None:
    """A line on the rounds the stage has said since it was asked to record them."""
    rate, skipped = pace(stage.recorded())
    line(
        what,
        f"{rate:.1f} rounds/s, {skipped} skipped",
        "30, none skipped",
        rate >= 30 and not skipped,
    )
