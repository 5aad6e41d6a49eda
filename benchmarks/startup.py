"""From `streamlit run app.py` to a first page that answers a click, with compiled kernels cached and without.

    python benchmarks/startup.py [--repeats 3]

The clock starts with the process and stops when a click on Step has shown its round in a browser that was
already open. The empty cache is a new folder in NUMBA_CACHE_DIR and XDG_CACHE_HOME.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests" / "browser")]

from serving import Server, launch_chromium  # noqa: E402
from stage_page import StagePage  # noqa: E402


def start(browser: Browser, cache: Path) -> tuple[float, float, float, list[str]]:
    """Seconds until the server answers, something is on the page, Step works; and what was said meanwhile."""
    server = Server(NUMBA_CACHE_DIR=str(cache), XDG_CACHE_HOME=str(cache))
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    begin = time.perf_counter()
    with server:
        answers = time.perf_counter() - begin
        stage = StagePage(context, server.url)
        stage.page.goto(server.url, wait_until="commit")
        said: list[str] = []
        shows = 0.0
        while not stage.where.is_visible():
            for box in stage.page.get_by_test_id("stAlert").all():
                text = box.inner_text().split("\n")[-1].strip() if box.is_visible() else ""
                if text and text not in said:
                    said.append(text)
            if not shows and stage.page.get_by_role("navigation").count():
                shows = time.perf_counter() - begin
            if time.perf_counter() - begin > 120:
                raise RuntimeError("The first page did not come within 120 s")
            stage.page.wait_for_timeout(20)
        stage.panel("Losses and bounds").wait_for()
        t, rounds = stage.round()
        stage.button("Step").click()
        expect(stage.where).to_have_text(f"Round {t + 1} of {rounds}")
        ready = time.perf_counter() - begin
    context.close()
    return answers, shows or ready, ready, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch_chromium(playwright)
        cache = Path(folder) / "kernels"
        answers, shows, ready, said = start(browser, cache)
        print(f"{'':28}{'server answers':>16}{'page shows':>14}{'interactive':>14}   target")
        met = "met" if ready <= 15 else "MISSED"
        print(f"{'empty kernel cache':28}{answers:14.2f} s{shows:12.2f} s{ready:12.2f} s   15 s {met}")
        print(f"  said meanwhile: {'; '.join(said) or 'nothing'}")
        runs = [start(browser, cache) for _ in range(args.repeats)]
        middle = [statistics.median(run[i] for run in runs) for i in range(3)]  # type: ignore[type-var]
        met = "met" if middle[2] <= 4 else "MISSED"
        name = f"cached kernels (median of {args.repeats})"
        print(f"{name:28}{middle[0]:14.2f} s{middle[1]:12.2f} s{middle[2]:12.2f} s   4 s {met}")
        print(f"  said meanwhile: {'; '.join(dict.fromkeys(s for r in runs for s in r[3])) or 'nothing'}")
        browser.close()


if __name__ == "__main__":
    main()
