"""The drawings of an experiment, their SVG and PDF, and the figures of the page."""

from __future__ import annotations

import re
import zlib
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.experiments import SIX, made

from rankviz.experiments import quality
from rankviz.experiments.figures import colours, curves, pdf, series, svg, tasks, ticks
from rankviz.experiments.figures.drawing import Drawing, Marks, Words
from rankviz.experiments.figures.duels import duel
from rankviz.experiments.figures.helvetica import width
from rankviz.experiments.reporting import selection
from rankviz.marks import CORNERS

SVG = "{http://www.w3.org/2000/svg}"


def drawings(**how: object) -> dict[str, Drawing]:
    found = made(12, **how)  # type: ignore[arg-type]
    return selection.drawings(found, selection.compare(found))


@pytest.mark.parametrize("algorithms", [("rb-d", "rb-c", "rb-plus"), SIX])
def test_nothing_reaches_over_the_edge_of_a_drawing(algorithms: tuple[str, ...]) -> None:
    for name, drawing in drawings(algorithms=algorithms).items():
        for part in drawing.parts:
            points = (part.at,) if isinstance(part, Words) else part.points
            ends = [x for x, _ in points]
            if isinstance(part, Words):
                shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[part.anchor] * width(part.text, part.size)
                ends = [part.at[0] - shift, part.at[0] - shift + width(part.text, part.size)]
            assert min(ends) >= -1.5 and max(ends) <= drawing.width + 1.5, (name, part)
            assert all(0 <= y <= drawing.height for _, y in points), (name, part)


def test_svg_is_real_text_in_plain_colours_and_the_same_each_time() -> None:
    found = drawings()
    for drawing in found.values():
        text = svg.write(drawing)
        assert text == svg.write(drawing) and "nan" not in text.lower()
        root = ElementTree.fromstring(text)
        words = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
        assert "RB-C" in " ".join(words) and all(words)
        for each in root.iter():
            for name in ("fill", "stroke"):
                assert re.fullmatch("none|#[0-9A-F]{6}", each.get(name, "none")), each.attrib
        assert not {"textLength", "dx", "style"} & {name for each in root.iter() for name in each.attrib}
    assert "R̂1" in svg.write(found["ranks"])
    assert "light-dark(" in svg.write(found["ranks"], themed=True)


def test_every_algorithm_has_a_mark_of_its_own_besides_its_colour() -> None:
    for name, drawing in drawings(algorithms=SIX).items():
        by_colour: dict[str, set[str]] = {}
        for part in drawing.parts:
            if isinstance(part, Marks):
                by_colour.setdefault(part.colour, set()).add(part.shape)
        shapes = [shape for each in by_colour.values() for shape in each]
        assert len(shapes) == len(set(shapes)) >= 2, name
    assert len(set(colours.marks([f"a{k}" for k in range(18)]))) == len(CORNERS) == 18
    assert len(set(colours.marks(["RB-D", "RB-D (cap 2)", "RB-C"]))) == 3


def test_the_pdf_has_a_page_a_figure_and_its_table_of_places_is_right() -> None:
    found = list(drawings(algorithms=SIX).values())
    file = pdf.write(found, "A (title) with R̂1")
    assert file == pdf.write(found, "A (title) with R̂1") and len(file) < 200_000
    start = int(re.search(rb"startxref\n(\d+)\n", file)[1])  # type: ignore[index]
    assert file[start:].startswith(b"xref\n")
    places = [int(each) for each in re.findall(rb"(\d{10}) 00000 n ", file[start:])]
    for number, place in enumerate(places, start=1):
        assert file[place:].startswith(f"{number} 0 obj\n".encode())
    streams = [zlib.decompress(each) for each in re.findall(rb"stream\n(.*?)\nendstream", file, re.S)]
    assert len(streams) == len(found) == file.count(b"/Type/Page/")
    assert rb"(RankBoost+)" in streams[0] and rb"[(\210)" in streams[0]  # the circumflex of R̂1
    assert not re.search(rb"nan|inf", b"".join(streams))


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.41, 0.97, ["0.5", "0.6", "0.7", "0.8", "0.9"]),
        (0.7, 6.0, ["1", "2", "5"]),
        (0.0004, 300.0, ["0.001", "0.01", "0.1", "1", "10", "100"]),
        (1e-9, 1e21, ["10⁻⁵", "1", "10⁵", "10¹⁰", "10¹⁵", "10²⁰"]),
    ],
)
def test_logarithmic_axes_have_round_numbers(low: float, high: float, texts: list[str]) -> None:
    found = ticks.logarithmic(low, high)
    assert [text for _, text in found] == texts
    assert all(low <= value <= high for value, _ in found)


def test_linear_axes_have_round_numbers() -> None:
    assert [text for _, text in ticks.linear(0.31, 0.47)] == ["0.35", "0.40", "0.45"]
    assert [text for _, text in ticks.linear(-20, 90)] == ["0", "50"]
    assert ticks.linear(1.0, 1.0) == [(1.0, "1")]


def test_test_and_training_curves_start_at_the_same_round() -> None:
    found = made(4)
    for name in ("r1", "ndcg5", "e1", "e2"):
        assert {int(curve.rounds[0]) for curve in series.of(found, name)} == {1}
    figure = curves.convergence(found, ("e1", "e2"))
    assert {trace.x[0] for trace in figure.data} == {1}
    for axis in (figure.layout.yaxis, figure.layout.yaxis2):
        assert axis.type == "log" and len(axis.tickvals) == len(set(axis.ticktext)) >= 2
    lines = [trace for trace in figure.data if trace.mode == "lines+markers"]
    assert len({trace.marker.symbol for trace in lines}) == 3
    assert {trace.marker.maxdisplayed for trace in lines} == {series.MARKS}


def test_one_task_has_no_band() -> None:
    for curve in series.of(made(1), "r1"):
        assert (curve.low == curve.mean).all() and (curve.high == curve.mean).all()


def test_the_scatter_has_equal_axes_and_says_who_won_how_often() -> None:
    found = made(12)
    metric = quality.find("r1")
    figure = tasks.scatter(found, metric, 0, 2)
    assert figure.layout.yaxis.scaleanchor == "x" and figure.layout.xaxis.range == figure.layout.yaxis.range
    compared = found.compare(metric)
    assert compared is not None
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
