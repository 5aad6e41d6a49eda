"""JupyterLab and marimo with a notebook that shows a run twice: by itself, and as a widget that Python shares.

Only where they are installed beside anywidget (see CONTRIBUTING.md).
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from helpers.browser.serving import free_port

ROOT = Path(__file__).parents[3]
STARTED = 120
"""Seconds until a notebook's server answers, on a busy machine."""
LAST, FROM, TO = 12, 3, 7
"""Rounds of the run; in the second one that its reader steps to, Python goes on to the third."""
RUN = f"""import rankviz
trace = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "rb-plus"], {LAST})"""
WIDGET = f"""import time
w = trace.widget()

def heard(change):
    with open("heard.txt", "a") as file:
        print(change["new"], time.time(), file=file)
    if change["new"] == {FROM}:
        w.round = {TO}

w.observe(heard, "round")"""
"""Python writes down which round it hears of, and when."""
Host = Callable[[Path], AbstractContextManager[str]]
"""Opens the notebook in a folder of its own; gives its address."""


@contextmanager
def jupyter_lab(folder: Path) -> Iterator[str]:
    """Skips the test where there is none."""
    _needed("jupyterlab")
    cells = [RUN, "trace", f"{WIDGET}\nw"]
    code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    spec = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = {
        "cells": [{**code, "id": f"cell-{k}", "source": text} for k, text in enumerate(cells)],
        "metadata": spec,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / "run.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    command = ["jupyterlab", "--no-browser", "--allow-root", "--IdentityProvider.token="]
    with _serving([*command, f"--ServerApp.root_dir={folder}"], folder) as url:
        yield f"{url}/lab/tree/run.ipynb"


@contextmanager
def marimo(folder: Path) -> Iterator[str]:
    """Skips the test where there is none."""
    _needed("marimo")
    bodies = [f"{RUN}\ntrace", f"{WIDGET}\nimport marimo\nmarimo.ui.anywidget(w)"]
    cells = [
        "def _():\n" + "".join(f"    {line}\n" for line in bodies[0].split("\n")) + "    return (trace,)"
    ]
    cells += ["def _(trace):\n" + "".join(f"    {line}\n" for line in bodies[1].split("\n")) + "    return"]
    text = "\n\n".join(["import marimo\n\napp = marimo.App()", *(f"@app.cell\n{cell}" for cell in cells)])
    (folder / "run.py").write_text(f'{text}\n\nif __name__ == "__main__":\n    app.run()\n', encoding="utf-8")
    (folder / "pyproject.toml").write_text("[tool.marimo.runtime]\nauto_instantiate = true\n")
    with _serving(
        ["marimo", "edit", "run.py", "--headless", "--no-token", "--skip-update-check"], folder
    ) as url:
        yield url


def opened(page: Page, url: str) -> None:
    """The notebook with all its cells run."""
    page.goto(url)
    if "/lab/" in url:
        expect(page.get_by_text("| Idle")).to_be_visible()  # the kernel is there
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
    expect(page.locator(".rv-where")).to_have_text(f"Round 0 of {LAST}")


def heard(folder: Path) -> list[tuple[int, float]]:
    """The rounds that Python heard of, and when: seconds as the page's `Date.now()` has them."""
    file = folder / "heard.txt"
    lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
    return [(int(t), float(at)) for t, at in map(str.split, lines)]


def _needed(name: str) -> None:
    for each in (name, "anywidget"):
        pytest.importorskip(each, reason=f"{each} is not installed here: pip install {name} anywidget")


@contextmanager
def _serving(command: list[str], folder: Path) -> Iterator[str]:
    port, home = free_port(), folder / "home"
    home.mkdir()
    own = {
        name: str(home / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {
        **os.environ,
        **own,
        "XDG_CONFIG_HOME": str(home),
        "IPYTHONDIR": str(home),
        "PYTHONPATH": paths,
    }
    log = folder / "server.log"
    with log.open("wb") as said:
        running = subprocess.Popen(
            [sys.executable, "-m", *command, "--port", str(port)],
            cwd=folder,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait(url, running, log)
        yield url
    finally:
        running.terminate()
        running.wait(30)


def _wait(url: str, running: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + STARTED
    while running.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"The notebook's server did not start: {log.read_text(errors='replace')[-2000:]}")
