"""What can be taken away: the run in three formats, panels as pictures, figures as HTML, the lines that repeat it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Download, Locator, expect
from samples import engine
from stage_page import StagePage

from rankviz.runs.export import read_frame, to_dict, to_frame

LINK = {"rounds": 15, "t": 7, "seed": 2, "neg": 0}
SAME = "rounds=15&seed=2&neg=0"


def download(stage: StagePage, button: Locator) -> Download:
    """What a button saves."""
    with stage.page.expect_download() as waiting:
        button.click()
    return waiting.value


def test_the_run_as_files(stage: StagePage, tmp_path: Path) -> None:
    """JSON is schema 1 and the engine's to the last digit; CSV and Parquet hold the same table."""
    stage.open(**LINK)
    panel = stage.tab("Export and share")
    trace = engine(SAME)
    frames = []
    for name, ending in (("JSON", ".json"), ("CSV", ".csv"), ("Parquet", ".parquet")):
        saved = download(stage, panel.get_by_role("button", name=name))
        assert saved.suggested_filename.endswith(ending)
        path = tmp_path / f"run{ending}"
        saved.save_as(path)
        frames.append(read_frame(path))
    found = json.loads((tmp_path / "run.json").read_text())
    assert found["schema"] == 1
    assert found == json.loads(json.dumps(to_dict(trace)))
    for frame in frames:
        want = to_frame(trace)
        assert list(frame["ranker"]) == list(want["ranker"])
        np.testing.assert_allclose(frame["alpha"], want["alpha"], rtol=1e-12)
        np.testing.assert_allclose(frame["e2"], want["e2"], rtol=1e-12)


def test_the_lines_that_repeat_it(stage: StagePage) -> None:
    """The link, the Python and the command shown belong to this run; the Python gives its numbers."""
    stage.open(**LINK)
    codes = stage.tab("Export and share").locator("pre")
    expect(codes.nth(2)).to_be_visible()
    texts = [code.inner_text().strip() for code in codes.all()]
    link = next(text for text in texts if text.startswith("http"))
    assert "rounds=15" in link and "t=7" in link and "seed=2" in link
    assert any("rankviz trace" in text and "--no-negative-alpha" in text for text in texts)
    lines = next(text for text in texts if "import rankviz" in text)
    done = subprocess.run(
        [sys.executable, "-c", lines], capture_output=True, text=True, check=True, timeout=60
    )
    for run, line in zip(engine(SAME).runs, done.stdout.strip().split("\n"), strict=True):
        assert line.startswith(run.label)
        assert float(line.split()[-1]) == run.metrics["r2"][-1]


def test_panels_as_pictures(stage: StagePage) -> None:
    """SVG of a chart and PNG of a map: well-formed, self-contained, and something is drawn on them."""
    stage.open(t=9)
    stage.rest()

    def save(title: str, kind: str) -> bytes:
        panel = stage.panel(title)
        panel.get_by_text("Save", exact=True).click()
        return download(stage, panel.get_by_role("button", name=kind)).path().read_bytes()

    drawing = save("Losses and bounds", "SVG").decode()
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg") and "Losses and bounds" in drawing
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 10
    assert "http" not in drawing.replace("http://www.w3.org", "")
    picture = np.asarray(Image.open(io.BytesIO(save("Pair weights", "PNG"))).convert("RGB"))
    assert min(picture.shape[:2]) > 300
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_a_figure_as_html(stage: StagePage) -> None:
    """A figure to study is drawn, and saved as one file that needs no network."""
    stage.open(t=9)
    panel = stage.tab("Figures")
    stage.wait_until(lambda: panel.locator("svg.main-svg").count() > 0, "the figure is drawn")
    saved = download(stage, panel.get_by_role("button", name="HTML"))
    page = saved.path().read_text()
    assert saved.suggested_filename.endswith(".html")
    assert "<html" in page and "Plotly.newPlot" in page and 'src="http' not in page
