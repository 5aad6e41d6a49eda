"""The step of a round along its coordinate: both curves end where the engine's next round is."""

import numpy as np
import pytest

import rankviz
from rankviz.board.panels import coordinate


@pytest.fixture(scope="module")
def cycle() -> rankviz.Trace:
    problem = rankviz.load("scenario:margin-cycle")
    return rankviz.trace(problem, ("smooth-margin", "rb-d"), rounds=60, negative_alpha=False)


def test_the_step_taken_leads_to_the_engines_next_values(cycle: rankviz.Trace):
    run = cycle.run("smooth-margin")
    made = coordinate.arrays(cycle, run)
    np.testing.assert_allclose(made["along_marks"][:, 4], run.z, rtol=1e-9)
    np.testing.assert_allclose(made["along_marks"][:, 5], run.metrics["smooth_margin"][1:], atol=1e-9)
    np.testing.assert_allclose(made["along_f"][:, 0], 1.0)
    np.testing.assert_allclose(made["along_g"][1:, 0], run.metrics["smooth_margin"][1:-1], atol=1e-9)
    assert np.isnan(made["along_g"][0, 0]), "before any weight there is no G̃"


def test_rankboosts_step_is_the_least_f_and_the_longer_one(cycle: rankviz.Trace):
    made = coordinate.arrays(cycle, cycle.run("smooth-margin"))
    marks = made["along_marks"]
    assert (marks[:, 1] <= made["along_f"].min(axis=1) + 1e-12).all()
    assert np.array_equal(marks[:5, :3], marks[:5, 3:]), "until G̃ > 0 both are one"
    assert (marks[5:, 3] < marks[5:, 0]).all() and (marks[:, [0, 3]] <= 1).all()


def test_only_smooth_margin_has_it_and_an_unbounded_step_has_no_curve(cycle: rankviz.Trace):
    assert coordinate.arrays(cycle, cycle.run("rb-d")) == {}
    trace = rankviz.trace(
        rankviz.Problem.from_arrays(np.array([[1.0], [0.0]]), np.array([1.0, 0.0])),
        ("smooth-margin",),
        rounds=2,
    )
    made = coordinate.arrays(trace, trace.runs[0])
    assert np.isnan(made["along_two"]).all() and np.isnan(made["along_f"]).all()
