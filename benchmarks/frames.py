"""How smooth Step, Back, Play and the five beats of a round are, the processor slowed four times. One command:

    python benchmarks/frames.py [--rounds 2] [--turns 4] [--slowed 4] [--against CHECKOUT …] [--only WAY …]
        [--profile FILE]

Steps on and back and plays two rounds a second on the board of a first visit, and goes through rounds beat by beat on
60 items, as Shift+arrow does and as *One round in five beats* does. Prints for each how many frames of what moves
reached the screen (of what the compositor draws), the animation frames of the main thread, of a step those while it
moves, and what it costs that thread: script, layout, style and all its tasks, in the thread's own time (as slowed),
and the longest task. Of a press of Step or Back also how long it takes until the second frame of its round is made,
the first that is moved. Other checkouts have their turns in between, so that the load of the machine is much the same
for all. The floor is the page at rest.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from stage_times import Server, StagePage, launch_chromium, line, opened, percentile

GROWN = 4
"""The round at which all tiles of the opening's story are there, until the last round brings the rest."""
SIXTY: dict[str, Any] = {"data": "bundled:diabetes?items=60", "rounds": 60, "holdout": 0, "t": 10}
SCREEN = {"width": 1366, "height": 768}
SMOOTH = 17.5
"""A frame on time, ms: 60 a second, and what clocks round."""
REST = 700
"""Milliseconds from one press to the next: a beat, and a rest after it."""
PLAYED = 1250
"""Milliseconds from one beat that is played to the next."""
MOVES = 380
"""Milliseconds for which a round is seen to move: DURATION in stage/beats/motion.js."""
COSTS = {
    "ScriptDuration": "script",
    "LayoutDuration": "layout",
    "RecalcStyleDuration": "style",
    "TaskDuration": "all tasks",
}

# Frames until it is stopped: milliseconds between them, of those while a round moves, and from a press to the second
# frame of its round; and long tasks.
WATCH = """([where, moves]) => {
  const seen = (window.seen = { frames: [], moving: [], begun: [], long: [], on: true });
  const long = (list) => seen.on && seen.long.push(...list.getEntries().map((e) => e.duration));
  new PerformanceObserver(long).observe({ type: "longtask" });
  let [said, since, pressed] = [where.textContent, -Infinity, null];
  document.addEventListener("keydown", (event) => seen.on && (pressed = event.timeStamp), true);
  let before = performance.now();
  const frame = (now) => {
    seen.frames.push(now - before);
    if (now - since <= moves) {
      seen.moving.push(now - before);
      if (pressed !== null) seen.begun.push(performance.now() - pressed);
      pressed = null;
    }
    if (where.textContent !== said) [said, since] = [where.textContent, now];
    before = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => ((before = now), requestAnimationFrame(frame)));
}"""
SEEN = "() => ((window.seen.on = false), window.seen)"


# A field of the bar that the opening has no room for.
SET = """(field, value) => {
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}"""


def counted(devtools: CDPSession) -> dict[str, float]:
    """Milliseconds the main thread has spent, by what on."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {COSTS[m["name"]]: 1000 * m["value"] for m in found if m["name"] in COSTS}


Gestures = AbstractContextManager[Callable[[], None]]


@contextmanager
def at_rest(stage: StagePage) -> Iterator[Callable[[], None]]:
    """Nothing happens for as long as a beat takes."""
    yield lambda: stage.page.wait_for_timeout(REST)


def pressed(key: str) -> Callable[[StagePage], Gestures]:
    """A key, and a rest."""

    @contextmanager
    def gestures(stage: StagePage) -> Iterator[Callable[[], None]]:
        def press() -> None:
            stage.page.keyboard.press(key)
            stage.page.wait_for_timeout(REST)

        yield press

    return gestures


@contextmanager
def played(stage: StagePage) -> Iterator[Callable[[], None]]:
    """A round that the button plays, and the next one when it is over."""
    button = stage.page.locator(".rv-beats")

    def beat() -> None:
        if stage.button("Play").is_visible():
            button.evaluate("button => button.click()")  # on a narrow screen it stands in a menu
        stage.page.wait_for_timeout(PLAYED)

    yield beat
    stage.page.keyboard.press("Home")
    stage.rest()


@contextmanager
def twice_a_second(stage: StagePage) -> Iterator[Callable[[], None]]:
    """Play, for a round each."""
    stage.page.locator("select[aria-label=Speed]").evaluate(SET, "2")
    stage.page.keyboard.press("Space")
    yield lambda: stage.page.wait_for_timeout(500)
    stage.page.keyboard.press("Space")
    stage.rest()


@dataclass(frozen=True)
class Way:
    """One way through rounds: its board, what makes the next move, how many there are in a row, and what one is called.

    `begins`: the round to begin at, None for where it is.
    """

    board: str
    gestures: Callable[[StagePage], Gestures]
    times: int = 6
    each: str = "a step"
    begins: int | None = None


BOARDS: dict[str, dict[str, Any]] = {"opening": {}, "all its tiles": {}, "60 items": SIXTY}
WAYS = {
    f"{name}, {board}": Way(board, gestures, begins=begins)
    for board in ("opening", "all its tiles")
    for name, gestures, begins in (
        ("Step", pressed("ArrowRight"), GROWN),
        ("Back", pressed("ArrowLeft"), GROWN + 7),
        ("Play", twice_a_second, GROWN),
    )
} | {
    "at rest": Way("60 items", at_rest, 5, "a round of beats"),
    "Shift+arrow": Way("60 items", pressed("Shift+ArrowRight"), 5, "a round of beats"),
    "one round": Way("60 items", played, 5, "a round of beats"),
}


def drawn(trace: bytes) -> tuple[int, int]:
    """(frames in which something moved by the compositor, those of them that never reached the screen)."""
    reports = [
        event["args"].get("chrome_frame_reporter") or event["args"].get("frame_reporter") or {}
        for event in json.loads(trace)["traceEvents"]
        if event["name"] == "PipelineReporter" and event["ph"] == "b"
    ]
    states = [report["state"] for report in reports if report.get("has_compositor_animation")]
    wanted = [state for state in states if state != "STATE_NO_UPDATE_DESIRED"]
    return len(wanted), wanted.count("STATE_DROPPED")


class Watched:
    """One checkout's board, slowed."""

    def __init__(self, browser: Browser, base: str, board: str, slowed: float) -> None:
        self.stage = opened(browser, base, SCREEN, BOARDS[board])
        if board == "all its tiles":
            self.stage.button("Show everything").click()
        self.devtools = self.stage.page.context.new_cdp_session(self.stage.page)
        # The thread's own time: what others take of the processor meanwhile does not count.
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.moves(
            next(way for way in WAYS.values() if way.board == board)
        )  # the browser compiles what it meets
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})

    def begin(self, way: Way) -> None:
        """Go to the round where it begins."""
        self.stage.page.bring_to_front()
        if way.begins is not None:
            self.stage.page.locator("input[aria-label=Round]").evaluate(SET, str(way.begins))
            self.stage.rest()

    def moves(self, way: Way) -> None:
        """Go that way."""
        self.begin(way)
        with way.gestures(self.stage) as move:
            for _ in range(way.times):
                move()

    def go(self, way: Way) -> dict[str, Any]:
        """Frames, long tasks and costs of going that way."""
        self.begin(way)
        browser = self.stage.page.context.browser
        assert browser is not None
        with way.gestures(self.stage) as move:
            browser.start_tracing(page=self.stage.page, categories=["cc", "benchmark"])
            self.stage.page.evaluate(WATCH, [self.stage.where.element_handle(), MOVES])
            before = counted(self.devtools)
            for _ in range(way.times):
                move()
            after = counted(self.devtools)
            seen: dict[str, Any] = self.stage.page.evaluate(SEEN)
            moved = drawn(browser.stop_tracing())
        return {**seen, "moved": moved, "costs": {name: after[name] - before[name] for name in after}}

    def profile(self, way: Way, path: Path) -> None:
        """Where it spends its script, for the developer tools."""
        self.devtools.send("Profiler.enable")
        self.devtools.send("Profiler.setSamplingInterval", {"interval": 200})
        self.devtools.send("Profiler.start")
        self.moves(way)
        path.write_text(json.dumps(self.devtools.send("Profiler.stop")["profile"]), encoding="utf-8")


def told(name: str, way: Way, found: list[dict[str, Any]], slowed: float) -> None:
    """What was found of one way."""
    print(name)
    every: dict[str, list[float]] = {
        key: [ms for each in found for ms in each[key]] for key in ("frames", "moving", "begun", "long")
    }
    moved, dropped = (sum(each["moved"][i] for each in found) for i in range(2))
    if moved:
        line("  moved by the compositor", f"{1 - dropped / moved:.1%} of {moved} frames on screen", "")
    step = way.each == "a step"
    frames = every["moving" if step else "frames"]
    rate = 1000 / (statistics.fmean(frames) if step else statistics.median(frames))
    wanted = 50 if step and slowed > 1 else 59
    smooth = sum(ms <= SMOOTH for ms in frames) / len(frames)
    line(
        f"  main thread{' while it moves' if step else ''}",
        f"{rate:.0f} frames/s, on time {smooth:.1%}, worst {max(frames):.0f} ms",
        f"{wanted}/s",
        rate >= wanted,
    )
    if begun := every["begun"]:
        middle, high = statistics.median(begun), percentile(begun, 0.95)
        target = None if slowed > 1 else middle <= 35 and high <= 50
        line(
            "  press to the frame that moves",
            f"median {middle:.0f} ms, 95 % {high:.0f} ms",
            "35 / 50",
            target,
        )
    per = way.times if step else 1
    costs = {key: statistics.median(each["costs"][key] for each in found) / per for key in COSTS.values()}
    line(
        f"  {way.each}, ms",
        ", ".join(f"{key} {ms:.0f}" for key, ms in costs.items()),
        f"{len(every['long'])} tasks > 50 ms, longest {max(every['long'], default=0):.0f}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2, help="how often one goes each way in a turn")
    parser.add_argument("--slowed", type=float, default=4)
    parser.add_argument("--turns", type=int, default=4, help="how often each checkout has its turn")
    parser.add_argument("--against", type=Path, action="append", default=[], metavar="CHECKOUT")
    parser.add_argument("--only", nargs="+", choices=WAYS, default=list(WAYS), metavar="WAY")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="write a CPU profile of the last way")
    args = parser.parse_args()
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = launch_chromium(playwright)
        print(f"Chromium {browser.version}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before")
        servers = {"here": stack.enter_context(Server())} | {
            path.name: stack.enter_context(Server(root=path.resolve())) for path in args.against
        }
        pages: dict[str, dict[str, Watched]] = {}
        for name, way in ((name, WAYS[name]) for name in args.only):
            if way.board not in pages:
                pages[way.board] = {
                    name: Watched(browser, server.url, way.board, args.slowed)
                    for name, server in servers.items()
                }
            found: dict[str, list[dict[str, Any]]] = {checkout: [] for checkout in servers}
            for _ in range(args.turns):
                for checkout, page in pages[way.board].items():
                    found[checkout] += [page.go(way) for _ in range(args.rounds)]
            for checkout, each in found.items():
                told(f"{checkout}: {name}", way, each, args.slowed)
        if args.profile:
            way = WAYS[args.only[-1]]
            pages[way.board]["here"].profile(way, args.profile)
        for page in (page for each in pages.values() for page in each.values()):
            page.stage.check()
        browser.close()


if __name__ == "__main__":
    main()
