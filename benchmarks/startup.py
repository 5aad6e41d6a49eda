"""From `streamlit run app.py` to a first page that answers a click, with compiled kernels cached and without.

    python benchmarks/startup.py [--repeats 3] [--empty 1] [--against CHECKOUT]

The clock starts with the process and stops when a click on Step has shown its round in a browser that was open
before. Beside the seconds of the clock stand the processor seconds that the server had used by then, which a busy
machine stretches less. The empty cache is a new folder in NUMBA_CACHE_DIR and XDG_CACHE_HOME. Python's own
bytecode is there for all of them, as an installation leaves it, whatever the environment says of it. With `--against`,
both checkouts take turns, and the last lines are ratios.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

from helpers.browser.serving import ROOT, Server, launch_chromium  # noqa: E402
from helpers.browser.stage_page import StagePage  # noqa: E402

PATIENCE = 180_000
"""Milliseconds until the first page has to be there."""
TARGETS = {"empty kernel cache": 12.0, "cached kernels": 4.0}
"""Seconds of the clock on two idle cores."""


class Start(NamedTuple):
    """Seconds from the start of the process until …, and processor seconds of the server until the click."""

    answers: float
    shows: float
    stands: float
    interactive: float
    processor: float


def processor(pid: int) -> float:
    """Processor seconds of a process so far, user and system; 0 where there is no /proc."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(browser: Browser, root: Path, cache: Path | None) -> Start:
    """Start one checkout with its kernels cached in `cache`, or as usual, and click Step as soon as it is there."""
    caches = {} if cache is None else {"NUMBA_CACHE_DIR": str(cache), "XDG_CACHE_HOME": str(cache)}
    server = Server(root=root, **caches)
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    stage = StagePage(context.new_page(), server.url)
    stage.page.set_default_timeout(PATIENCE)
    begin = time.perf_counter()
    with server:
        answers = time.perf_counter() - begin
        stage.page.goto(server.url, wait_until="commit")
        stage.page.get_by_role("navigation").first.wait_for()
        shows = time.perf_counter() - begin
        stage.button("Step").wait_for()
        expect(stage.where).to_be_visible(timeout=PATIENCE)
        stands = time.perf_counter() - begin
        t, rounds = stage.round()
        stage.button("Step").click()
        expect(stage.where).to_have_text(f"Round {t + 1} of {rounds}")
        interactive = time.perf_counter() - begin
        used = processor(server.pid)
    context.close()
    return Start(answers, shows, stands, interactive, used)


def iter_starts(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """What is started in which order: (which cache, which checkout); the checkouts take turns."""
    sides = ["here", "against"] if args.against else ["here"]
    for k in range(args.empty):
        yield from (("empty kernel cache", side) for side in sides[:: 1 if k % 2 else -1])
    for k in range(args.repeats):
        yield from (("cached kernels", side) for side in sides[:: 1 if k % 2 else -1])


def with_bytecode(folder: Path, roots: list[Path]) -> None:
    """Let Python keep bytecode in a folder, and load the engine of each checkout once."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    for root in roots:
        load = "import app\nfrom rankviz.ui.startup import warm_up\nwarm_up.compile_ahead()"
        subprocess.run([sys.executable, "-c", load], cwd=root, check=True, capture_output=True)


def line(name: str, starts: list[Start]) -> None:
    """The medians of some starts."""
    middle = Start(*map(statistics.median, zip(*starts, strict=True)))
    cells = "".join(f"{value:13.2f} s" for value in middle)
    print(f"{name:38}{cells}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3, help="starts with cached kernels")
    parser.add_argument("--empty", type=int, default=1, help="starts without, at least one")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="another checkout, to compare with")
    parser.add_argument("--smoke", action="store_true", help="one start with this machine's own cache")
    args = parser.parse_args()
    args.empty, args.repeats = (0, 1) if args.smoke else (max(1, args.empty), args.repeats)
    found: dict[tuple[str, str], list[Start]] = defaultdict(list)
    print(" " * 38 + "".join(f"{name:>15}" for name in Start._fields))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with_bytecode(folder, [ROOT, *([args.against.resolve()] if args.against else [])])
        browser = launch_chromium(playwright)
        for cache, side in iter_starts(args):
            place = folder / side / (str(len(found[cache, side])) if cache.startswith("empty") else "0")
            root = args.against.resolve() if side == "against" else ROOT
            found[cache, side].append(start(browser, root, None if args.smoke else place))
            line(f"{cache}, {side}", found[cache, side][-1:])
        browser.close()
    report(found)


def report(found: dict[tuple[str, str], list[Start]]) -> None:
    """The medians, the targets and the ratios."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for (cache, side), starts in found.items():
        line(f"{cache}, {side} (median of {len(starts)})", starts)
    for cache, target in TARGETS.items():
        here = found[cache, "here"]
        if not here:
            continue
        clock = statistics.median(each.interactive for each in here)
        print(f"{cache}: target {target:g} s {'met' if clock <= target else 'MISSED'}")
        if other := found.get((cache, "against")):
            ratios = (
                statistics.median(getattr(each, name) for each in here)
                / statistics.median(getattr(each, name) for each in other)
                for name in ("interactive", "processor")
            )
            print("  here / against: {:.2f} of the clock, {:.2f} of the processor".format(*ratios))


if __name__ == "__main__":
    main()
