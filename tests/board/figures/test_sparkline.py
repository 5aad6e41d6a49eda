"""The small picture of a run: its lines are the run's, it is small, and it holds nothing that is not a number."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import rankviz
from rankviz.board.figures.sparkline import EDGE, GROUND, HEIGHT, MOST_POINTS, WIDTH, sparkline
from rankviz.engine.algorithms.registry import ALGORITHMS


def lines(picture: str) -> list[tuple[str, bool, np.ndarray]]:
    """(colour, dashed, (points, 2)) of every line, the ground left out."""
    found = []
    for path in ElementTree.fromstring(picture):
        if path.get("stroke") in (None, GROUND):
            continue
        points = [[float(x) for x in point.split()] for point in path.attrib["d"][1:].split("L")]
        found.append((path.attrib["stroke"], "stroke-dasharray" in path.attrib, np.array(points)))
    return found


@pytest.fixture(scope="module")
def example() -> rankviz.Trace:
    return rankviz.trace(rankviz.load("scenario:places-to-stay"), ("rb-d", "rb-c", "rb-plus"), rounds=12)


def test_a_line_for_each_run_in_the_stage_s_order_goes_through_its_values(example):
    drawn = lines(sparkline(example, ("e2",)))
    assert [colour for colour, _, _ in drawn] == [ALGORITHMS[run.algorithm].mark.css for run in example.runs]
    losses = [np.exp(run.metrics["log_e2"]) for run in example.runs]
    low, high = np.min(losses), np.max(losses)
    for (_, dashed, points), values in zip(drawn, losses, strict=True):
        assert not dashed and len(points) == 13
        assert points[[0, -1], 0].tolist() == [EDGE, WIDTH - EDGE]
        shown = (HEIGHT - EDGE - points[:, 1]) / (HEIGHT - 2 * EDGE)
        assert shown == pytest.approx((values - low) / (high - low), abs=0.002)


def test_further_measures_are_dashed(example):
    assert [dashed for _, dashed, _ in lines(sparkline(example, ("r1", "bound")))] == [False, True] * 3


def test_a_long_run_stays_small_and_keeps_its_ends():
    long = rankviz.trace(rankviz.load("synthetic:coarse"), ("rb-d", "rb-c", "rb-plus"), rounds=300)
    picture = sparkline(long, ("r2", "e2"))
    assert len(picture.encode()) < 4096
    drawn = [points for _, _, points in lines(picture)]
    assert all(len(points) == MOST_POINTS and points[0, 0] == EDGE for points in drawn)
    assert max(points[-1, 0] for points in drawn) == WIDTH - EDGE


def test_what_a_run_lacks_is_left_out_and_a_flat_line_has_a_place(example):
    assert lines(sparkline(example, ("r1_holdout",))) == []
    flat = rankviz.trace(rankviz.load("scenario:lemma-2"), ("rb-d",), rounds=3, undefined="cap")
    assert not re.search("nan|inf", sparkline(flat, ("r1", "margin")))
