"""How soon Python has the round that is stepped to in a notebook. One command:

    python benchmarks/notebook.py [--steps 12]

Opens a run as a widget in JupyterLab and in marimo, which must be installed, and steps on and back. Prints the time
from the click in the page until the callback of `w.observe` runs in the kernel, with its target.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from stage_times import launch_chromium, line

from helpers.browser.notebooks import FROM, LAST, TO, heard, jupyter_lab, marimo, opened  # isort: skip

TARGET = 200
"""Milliseconds."""


def delays(page: Page, folder: Path, steps: int) -> list[float]:
    """Milliseconds of each step, after the round to which Python goes by itself."""
    on, back = (page.get_by_role("button", name=name, exact=True) for name in ("Step", "Back"))
    for t in range(1, FROM + 1):
        on.click()
        page.get_by_text(f"Round {TO if t == FROM else t} of {LAST}").last.wait_for()
    found = []
    for k in range(steps):
        before = len(heard(folder))
        button = on if k % 2 else back
        pressed = button.evaluate("(button) => { const now = Date.now(); button.click(); return now; }")
        while len(heard(folder)) == before:
            time.sleep(0.01)
        found.append(1000 * heard(folder)[before][1] - pressed)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=12)
    steps = parser.parse_args().steps
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for name, host in (("JupyterLab", jupyter_lab), ("marimo", marimo)):
            with tempfile.TemporaryDirectory() as folder, host(Path(folder)) as url:
                page = browser.new_page(viewport={"width": 1366, "height": 2600})
                opened(page, url)
                found = delays(page, Path(folder), steps)
                page.close()
            figures = f"median {statistics.median(found):.0f} ms, slowest {max(found):.0f} ms of {steps}"
            line(f"{name}: a step until Python has it", figures, f"≤ {TARGET} ms", max(found) <= TARGET)
        browser.close()


if __name__ == "__main__":
    main()
