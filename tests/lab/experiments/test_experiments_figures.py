"""The panels of an experiment's report, their SVG and PDF, and the figures of the page."""

import hashlib
import os
import re
import sys
import zlib
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from helpers.experiments import SIX, made
from helpers.interpreter import printed

from rankviz.engine.marks import CORNERS
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.figures import canvas, colours, curves, series, tasks, ticks
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.figures.duels import duel
from rankviz.lab.experiments.reporting import selection

SVG = "{http://www.w3.org/2000/svg}"
METRICS = ("r1", "ndcg5")


def panels(**how: object) -> list[Drawing]:
    found = made(12, **{"metrics": METRICS, **how})  # type: ignore[arg-type]
    return [each for drawn in selection.drawings(found, selection.compare(found)).values() for each in drawn]


@pytest.mark.parametrize("algorithms", [("rb-d", "rb-c", "rb-plus"), SIX])
def test_nothing_reaches_over_the_edge_of_a_panel(algorithms: tuple[str, ...]) -> None:
    for panel in panels(algorithms=algorithms):
        with canvas.open_figure(panel) as figure:
            figure.draw_without_rendering()  # which finds the places of everything
            taken = figure.get_tightbbox()
            wide, high = figure.get_size_inches()
        assert wide * 25.4 == pytest.approx(84.0), panel.name
        assert taken.x0 > -0.02 and taken.x1 < wide + 0.02, panel.name
        assert taken.y0 > -0.02 and taken.y1 < high + 0.02, panel.name


def test_svg_is_real_text_in_plain_colours_and_the_same_each_time() -> None:
    for panel in panels():
        text = canvas.svg(panel)
        assert text == canvas.svg(panel) and "nan" not in text.lower()
        root = ElementTree.fromstring(text)
        assert root.findtext(f"{SVG}title") == panel.title and root.get("role") == "img"
        words = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
        assert words and all(words)
        paints = re.findall(r"(?:fill|stroke): ([^;\"]+)", text)
        assert paints and all(re.fullmatch("none|#[0-9a-f]{6}", paint) for paint in paints)
        sizes = [float(size) for size in re.findall(r"font-size: ([\d.]+)px", text)]
        assert min(sizes) >= 7
        # Nothing in a page has the same name twice, but what is the same: marks and clips are named after themselves.
        assert all(re.fullmatch("[mp][0-9a-f]{10}", each.get("id", "m0123456789")) for each in root.iter())
        assert "light-dark(" in canvas.svg(panel, themed=True)
    first = canvas.svg(panels()[0])
    assert "R\u03021" in first and ">RB-C</text>" in first


def test_every_algorithm_has_a_mark_of_its_own_besides_its_colour() -> None:
    looks = colours.looks(made(2, SIX).labels)
    assert len({look.shape for look in looks}) == len({look.colour for look in looks}) == 6
    for panel in panels(algorithms=SIX):
        with canvas.open_figure(panel) as figure:
            lines = [line for line in figure.axes[0].lines if line.get_marker() not in ("None", "", " ")]
            drawn = {line.get_color(): np.array(line.get_marker().vertices).tobytes()
                     if not isinstance(line.get_marker(), str) else b"o" for line in lines}  # fmt: skip
        assert len(set(drawn.values())) == len(drawn) >= 2, panel.name
    assert len(set(colours.marks([f"a{k}" for k in range(len(CORNERS))]))) == len(CORNERS)
    assert len(set(colours.marks(["RB-D", "RB-D (cap 2)", "RB-C"]))) == 3


def test_panels_share_a_key_that_a_page_shows_once_and_a_file_has() -> None:
    found = made(6, SIX, metrics=METRICS)
    figures = selection.drawings(found, selection.compare(found))
    for name in ("ranks", "convergence"):
        shown = canvas.figure(figures[name])
        assert [each.name for each, _ in shown] == [canvas.KEY, *(panel.name for panel in figures[name])]
        for label in found.labels:
            assert f">{label}</text>" in shown[0][1] and label in shown[0][0].title
            assert f">{label}</text>" in canvas.svg(figures[name][0])
        assert ">RankBoost+ (undefined cap, cap 4)</text>" not in shown[1][1]
    assert [each.name for each, _ in canvas.figure(figures["tasks"])] == ["tasks-r1", "tasks-ndcg5"]


@pytest.mark.slow
def test_the_pdf_has_a_page_a_panel_and_its_fonts_in_it() -> None:
    found = panels(algorithms=SIX)
    file = canvas.pdf(found, "A (title) with R\u03021")
    assert file == canvas.pdf(found, "A (title) with R\u03021") and len(file) < 300_000
    assert len(re.findall(rb"/Type /Page\b", file)) == len(found)
    widths = {float(wide) for wide in re.findall(rb"/MediaBox \[ 0 0 ([\d.]+)", file)}
    assert [wide / 72 * 25.4 for wide in widths] == pytest.approx([84.0])
    fonts = set(re.findall(rb"/BaseFont /(\S+)", file))
    assert fonts and all(re.fullmatch(rb"[A-Z]{6}\+DejaVuSans", font) for font in fonts), fonts
    assert (
        file.count(b"/FontFile2") == len(fonts)
        and b"/Subtype /CIDFontType2" in file
        and b"/Type3" not in file
    )
    assert b"Date" not in file
    streams = map(zlib.decompress, re.findall(rb"FlateDecode[^>]*>>\nstream\n(.*?)\nendstream", file, re.S))
    assert not re.search(rb"\b(nan|inf)\b", b"".join(each for each in streams if b" Tf" in each))


@pytest.mark.slow
def test_another_process_draws_the_same_bytes_and_loads_matplotlib_for_that_alone() -> None:
    """Expensive because a process loads the engine, then Matplotlib, and another order of hashes exists only there."""
    script = (
        "import hashlib, sys\n"
        "from helpers.experiments import made\n"
        "from rankviz.lab.experiments.figures import canvas\n"
        "from rankviz.lab.experiments.reporting import report, selection\n"
        "found = made(3, metrics=('r1',))\n"
        "assert 'matplotlib' not in sys.modules\n"
        "drawn = selection.drawings(found, selection.compare(found))['tasks']\n"
        "print(hashlib.sha256(canvas.pdf(drawn, '') + canvas.svg(drawn[0]).encode()).hexdigest())\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    found = made(3, metrics=("r1",))
    drawn = selection.drawings(found, selection.compare(found))["tasks"]
    mine = hashlib.sha256(canvas.pdf(drawn, "") + canvas.svg(drawn[0]).encode()).hexdigest()
    there = {"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    assert printed(script, **there) == mine


def test_settings_of_matplotlib_neither_change_a_figure_nor_are_changed() -> None:
    panel = panels()[0]
    plain = canvas.svg(panel)
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": None, "lines.linewidth": 9}):
        before = dict(mpl.rcParams)
        assert canvas.svg(panel) == plain
        assert dict(mpl.rcParams) == before


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.41, 0.97, ["0.5", "0.6", "0.7", "0.8", "0.9"]),
        (0.7, 6.0, ["1", "2", "5"]),
        (0.0004, 300.0, ["0.001", "0.01", "0.1", "1", "10", "100"]),
        (1e-9, 1e21, ["10⁻⁵", "1", "10⁵", "10¹⁰", "10¹⁵", "10²⁰"]),
        (0.2, 5e4, ["1", "10", "100", "1,000", "10,000"]),
    ],
)
def test_logarithmic_axes_have_round_numbers(low: float, high: float, texts: list[str]) -> None:
    found = ticks.logarithmic(low, high)
    assert [text for _, text in found] == texts
    assert all(low <= value <= high for value, _ in found)


def test_test_and_training_curves_start_at_the_same_round() -> None:
    found = made(4)
    for name in ("r1", "ndcg5", "e1", "e2"):
        assert {int(curve.rounds[0]) for curve in series.curves_of(found, name)} == {1}
    figure = curves.convergence(found, ("e1", "e2"))
    assert {trace.x[0] for trace in figure.data} == {1}
    for axis in (figure.layout.yaxis, figure.layout.yaxis2):
        assert axis.type == "log" and len(axis.tickvals) == len(set(axis.ticktext)) >= 2
    lines = [trace for trace in figure.data if trace.mode == "lines+markers"]
    assert len({trace.marker.symbol for trace in lines}) == 3
    assert {trace.marker.maxdisplayed for trace in lines} == {series.MARKS}


def test_one_task_has_no_band() -> None:
    for curve in series.curves_of(made(1), "r1"):
        assert (curve.low == curve.mean).all() and (curve.high == curve.mean).all()


def test_the_scatter_has_equal_axes_and_says_who_won_how_often() -> None:
    found = made(12)
    metric = quality.find("r1")
    figure = tasks.scatter(found, metric, 0, 2)
    assert figure.layout.yaxis.scaleanchor == "x" and figure.layout.xaxis.range == figure.layout.yaxis.range
    compared = found.compare(metric)
    won, _, lost = (int(n) for n in compared.wins[0, 2])
    names = [trace.name for trace in figure.data if trace.name]
    assert names == [f"RB-D better on {won}", f"RankBoost+ better on {lost}"]
    shown = sorted(
        int(each[0]) for trace in figure.data if trace.customdata is not None for each in trace.customdata
    )
    assert shown == list(range(12))


def test_tasks_that_are_equal_are_neither_sides() -> None:
    values = np.full((4, 5, 3, 1), 0.5)
    values[0, :, 2] = 0.4
    found = duel(made(4, metrics=["r1"], test=values), quality.find("r1"), 0, 2)
    assert [side.words for side in found.sides] == [
        "RB-D better on 0",
        "RankBoost+ better on 1",
        "equal on 3",
    ]


def test_the_time_of_a_round_is_that_of_a_fold_over_its_rounds() -> None:
    found = made(3)
    for outcome in found.outcomes:
        outcome.seconds[:], outcome.rounds[:] = 0.6, 30
        outcome.rounds[:, 1], outcome.rounds[0, 2] = 1, 0
    whole, each = tasks.times(found).data[:3], tasks.times(found).data[3:]
    assert [box.median[0] for box in whole] == pytest.approx([600.0] * 3)
    assert [box.median[0] for box in each] == pytest.approx([20.0, 600.0, 20.0])
    assert np.isnan(found.seconds_a_round()[0, 2])  # a fold without a round has no time of one
    for outcome in found.outcomes:
        outcome.rounds[:, 0] = 0
    assert [box.name for box in tasks.times(found).data[3:]] == found.labels[1:]


def test_figures_of_the_page_are_made_of_numbers() -> None:
    found = made(6, SIX)
    for figure in (curves.convergence(found, ("r2", "e1")), tasks.times(found)):
        text = figure.to_json()
        assert "NaN" not in text and "Infinity" not in text and len(figure.data) >= 1


def test_algorithms_have_the_colours_of_the_stage_in_figures_of_many_tasks() -> None:
    labels = ["RankBoost+", "RB-C", "GBT", "RankSVM", "RB-D", "RB-D (undefined cap)", "AdaBoost"]
    found = colours.palette(labels)
    assert [found[k] for k in (0, 1, 2, 3, 4, 6)] == [colours.COLOURS[labels[k]] for k in (0, 1, 2, 3, 4, 6)]
    assert len(set(found)) == 7
    assert colours.palette(["GBT"]) == colours.palette(["QBRank", "GBT"])[1:]  # whoever else is there
    assert len(set(colours.palette([f"a{k}" for k in range(8)]))) == 8
