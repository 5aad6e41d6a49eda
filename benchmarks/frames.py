"""How smooth the five beats of a round are with the processor slowed four times. One command:

    python benchmarks/frames.py [--rounds 2] [--turns 4] [--slowed 4] [--against CHECKOUT …] [--profile FILE]

Opens three algorithms on 60 items in a real Chromium and goes through some rounds beat by beat, as Shift+arrow does
and as *One round in five beats* does. Prints for each how many frames of what moves reached the screen (the
compositor's, which draws the motion of beats), the time between animation frames of the main thread, and what a round
of beats costs it: script, layout, style and all its tasks, in the thread's own time (as slowed), and the longest
task. Other checkouts have their turns in between, so that the load of the machine is much the same for all. The floor
is the same page at rest.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from stage_times import Server, StagePage, launch_chromium, line, opened

SIXTY = {"data": "bundled:diabetes?items=60", "rounds": 60, "holdout": 0, "t": 10}
SCREEN = {"width": 1366, "height": 768}
SMOOTH = 17.5
"""A frame on time, ms: 60 a second, and what clocks round."""
REST = 700
"""Milliseconds from one press to the next: a beat, and a rest after it."""
PLAYED = 1250
"""Milliseconds from one beat that is played to the next."""
COSTS = {
    "ScriptDuration": "script",
    "LayoutDuration": "layout",
    "RecalcStyleDuration": "style",
    "TaskDuration": "all tasks",
}

# Frames until it is stopped: milliseconds between them, and long tasks.
WATCH = """() => {
  const seen = (window.seen = { frames: [], long: [], on: true });
  const long = (list) => seen.on && seen.long.push(...list.getEntries().map((e) => e.duration));
  new PerformanceObserver(long).observe({ type: "longtask" });
  let before = performance.now();
  const frame = (now) => {
    seen.frames.push(now - before);
    before = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => ((before = now), requestAnimationFrame(frame)));
}"""
SEEN = "() => ((window.seen.on = false), [window.seen.frames, window.seen.long])"


def counted(devtools: CDPSession) -> dict[str, float]:
    """Milliseconds the main thread has spent, by what on."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {COSTS[m["name"]]: 1000 * m["value"] for m in found if m["name"] in COSTS}


@contextmanager
def at_rest(stage: StagePage) -> Iterator[Callable[[], None]]:
    """Nothing happens for as long as the beats take."""
    yield lambda: stage.page.wait_for_timeout(REST)


@contextmanager
def pressed(stage: StagePage) -> Iterator[Callable[[], None]]:
    """Shift+arrow, a beat and a rest."""

    def beat() -> None:
        stage.page.keyboard.press("Shift+ArrowRight")
        stage.page.wait_for_timeout(REST)

    yield beat


@contextmanager
def played(stage: StagePage) -> Iterator[Callable[[], None]]:
    """A round that the button plays, and the next one when it is over."""
    button = stage.page.locator(".rv-beats")

    def beat() -> None:
        if stage.button("Play").is_visible():
            button.click()
        stage.page.wait_for_timeout(PLAYED)

    yield beat
    stage.page.keyboard.press("Home")
    stage.rest()


WAYS = {"at rest": at_rest, "Shift+arrow": pressed, "one round": played}
"""How one goes through beats: what makes, or waits for, the next."""


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
    """One checkout's page, slowed."""

    def __init__(self, name: str, browser: Browser, base: str, slowed: float) -> None:
        self.name = name
        self.stage = opened(browser, base, SCREEN, SIXTY)
        self.devtools = self.stage.page.context.new_cdp_session(self.stage.page)
        # The thread's own time: what others take of the processor meanwhile does not count.
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.beats("Shift+arrow", 5)  # the browser compiles what it meets
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})

    def beats(self, way: str, count: int) -> None:
        """Go through so many beats."""
        with WAYS[way](self.stage) as beat:
            for _ in range(count):
                beat()

    def go(self, way: str, rounds: int) -> dict[str, Any]:
        """Frames, long tasks and costs of `rounds` rounds of beats."""
        with WAYS[way](self.stage) as beat:
            browser = self.stage.page.context.browser
            assert browser is not None
            browser.start_tracing(page=self.stage.page, categories=["cc", "benchmark"])
            self.stage.page.evaluate(WATCH)
            before = counted(self.devtools)
            for _ in range(5 * rounds):
                beat()
            after = counted(self.devtools)
            frames, long = self.stage.page.evaluate(SEEN)
            moved = drawn(browser.stop_tracing())
        return {
            "frames": frames,
            "long": long,
            "moved": moved,
            "costs": {name: (after[name] - before[name]) / rounds for name in after},
        }

    def profile(self, path: Path) -> None:
        """Where one round of beats spends its script, for the developer tools."""
        self.devtools.send("Profiler.enable")
        self.devtools.send("Profiler.setSamplingInterval", {"interval": 200})
        self.devtools.send("Profiler.start")
        self.beats("Shift+arrow", 10)
        path.write_text(json.dumps(self.devtools.send("Profiler.stop")["profile"]), encoding="utf-8")


def told(name: str, way: str, found: list[dict[str, Any]]) -> None:
    """Three lines on one way through the beats."""
    moved, dropped = (sum(each["moved"][i] for each in found) for i in range(2))
    if moved:
        line(f"{name}, {way}", f"{1 - dropped / moved:.1%} of {moved} frames of motion on screen", "")
    frames = [ms for each in found for ms in each["frames"]]
    smooth = sum(ms <= SMOOTH for ms in frames) / len(frames)
    middle = statistics.median(frames)
    line(
        f"{'  main thread' if moved else f'{name}, {way}'}",
        f"median {1000 / middle:.0f}/s, on time {smooth:.1%}, worst {max(frames):.0f} ms",
        "60/s",
        1000 / middle >= 59,
    )
    costs = {key: statistics.median(each["costs"][key] for each in found) for key in COSTS.values()}
    long = [ms for each in found for ms in each["long"]]
    line(
        "  a round of beats, ms",
        ", ".join(f"{key} {ms:.0f}" for key, ms in costs.items()),
        f"{len(long)} tasks > 50 ms, longest {max(long, default=0):.0f}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--slowed", type=float, default=4)
    parser.add_argument("--turns", type=int, default=4, help="how often each checkout has its turn")
    parser.add_argument("--against", type=Path, action="append", default=[], metavar="CHECKOUT")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="write a CPU profile of two rounds")
    args = parser.parse_args()
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = launch_chromium(playwright)
        print(f"Chromium {browser.version}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before")
        servers = {"here": stack.enter_context(Server())} | {
            path.name: stack.enter_context(Server(root=path.resolve())) for path in args.against
        }
        pages = [Watched(name, browser, server.url, args.slowed) for name, server in servers.items()]
        for way in WAYS:
            found: dict[str, list[dict[str, Any]]] = {page.name: [] for page in pages}
            for _ in range(args.turns):
                for page in pages:
                    page.stage.page.bring_to_front()
                    found[page.name].append(page.go(way, args.rounds))
            for name, each in found.items():
                told(name, way, each)
        if args.profile:
            pages[0].profile(args.profile)
        for page in pages:
            page.stage.check()
        browser.close()


if __name__ == "__main__":
    main()
