"""Each moment of the kernel method's page shows what its sentence says, from the run's numbers, in its round."""

from functools import cache

import numpy as np
import pytest
from helpers.pages import app, shown_state

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.runs.trace import Run, ScoredRun, Trace
from rankviz.insight.theory.law import law_of
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.presets.on_kernel import BEND, EARLY, FEW, MOMENTS, TIGHT, moment_of
from rankviz.ui.presets.presets import MOST_WORDS, Preset
from rankviz.ui.runs import runs
from rankviz.ui.stage.banner import banner
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import State

BY_TITLE = {moment.title: moment for moment in MOMENTS}


@cache
def trace(state: State) -> Trace:
    return runs.run(runs.request(state)).trace


def kernel(state: State) -> ScoredRun:
    (found,) = trace(state).scored
    return found


def own(state: State, name: str) -> np.ndarray:
    return np.asarray(kernel(state).extra[name], dtype=float)


def held_auc(run: Run) -> np.ndarray:
    return 1.0 - np.asarray(run.metrics["r2_holdout"], dtype=float)


def details(state: State) -> KernelDetails:
    return kernel(state).details_as(KernelDetails)


def held_risk(state: State) -> np.ndarray:
    """E_S (T + 1,) over the held-out pairs, pair by pair."""
    grades, loss = trace(state).holdout.grades, details(state).loss
    found = []
    for scores in kernel(state).scored.held:
        z = scores[grades == 1][:, None] - scores[grades == 0][None, :]
        found.append(float(loss.value(z).mean()))
    return np.array(found)


def test_the_page_opens_on_a_fair_comparison_that_the_kernel_wins() -> None:
    """In the round it opens with the kernel method leads on both parts, with the step that the lemma allows."""
    by = {run.algorithm: run for run in trace(PAGE.start).runs}
    t = int(PAGE.start["t"])
    assert by["kernel-gd"].metrics["r2"][t] < by["rb-c"].metrics["r2"][t]
    ahead = held_auc(by["kernel-gd"])[1:] - held_auc(by["rb-c"])[1:]
    assert (ahead > 0.0).all() and ahead[t - 1] > 0.05
    assert details(PAGE.start).schedule.step_ratio(1) == 1.0


def test_one_step_bends_the_score_and_boxes_take_many() -> None:
    by = {run.algorithm: run for run in trace(BEND.state).runs}
    event = int(BEND.state["t"])
    assert event == 1
    assert held_auc(by["kernel-gd"])[event] > 0.97 and held_auc(by["rb-c"])[event] < 0.7
    assert (held_auc(by["rb-c"])[event : event + 4] < 0.9).all()


def test_the_landscape_of_the_moons_is_ahead_held_out() -> None:
    by = {run.algorithm: run for run in trace(BY_TITLE["A landscape grows"].state).runs}
    assert (held_auc(by["kernel-gd"])[1:] >= held_auc(by["rb-c"])[1:]).all()


def test_a_straight_score_cannot_and_a_bent_one_can() -> None:
    state = BY_TITLE["What a straight score cannot do"].state
    assert own(state, "auc").max() < 0.65
    assert own(state.but(kernel="gaussian"), "auc")[1:].min() > 0.95


def test_the_norm_breaks_through_its_line_in_this_round() -> None:
    state = BY_TITLE["Steps that are too long"].state
    schedule = details(state).schedule
    assert round(schedule.step_ratio(1)) == 16
    over = np.flatnonzero(own(state, "norm") > own(state, "norm_bound"))
    assert over[0] == state["t"]
    assert (np.diff(own(state, "regularised")) > 0).all()
    assert ((own(state, "auc")[1:21] > 0.5) == (np.arange(1, 21) % 2 == 1)).all()


def test_held_out_pairs_cost_least_in_this_round() -> None:
    risk, auc = held_risk(EARLY.state), own(EARLY.state, "auc_holdout")
    best = int(risk.argmin())
    assert best == EARLY.state["t"] == 32
    assert risk[-1] > 1.15 * risk[best] and auc[-1] < auc[best] - 0.05
    assert own(EARLY.state, "auc")[-1] > own(EARLY.state, "auc")[best] + 0.02


def test_the_norm_comes_near_its_line() -> None:
    share = own(TIGHT.state, "norm") / own(TIGHT.state, "norm_bound")
    assert TIGHT.state["t"] == TIGHT.state["rounds"]
    assert share[-1] > 0.94 and (share <= 1.0).all()
    margins = details(TIGHT.state)
    z = kernel(TIGHT.state).scored.scores[-1]
    assert (z[margins.positive][:, None] - z[margins.negative] < 1.0).all()  # every pair pulls


def test_few_positives_are_put_first_and_mean_little_held_out() -> None:
    grades = trace(FEW.state).problem.grades
    assert (np.count_nonzero(grades == 1), np.count_nonzero(grades == 0)) == (4, 76)
    event = int(FEW.state["t"])
    assert own(FEW.state, "auc")[event] > 0.9
    law = law_of(trace(FEW.state).problem)
    assert own(FEW.state, "auc_holdout")[event:].max() < law.best_auc - 0.1
    balanced = FEW.state.but(data=str(FEW.state["data"]).replace("=0.1", "=0.5"))
    assert own(balanced, "auc_holdout")[-1] > own(FEW.state, "auc_holdout")[-1] + 0.04


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.title)
def test_a_moment_is_found_again_from_its_link_and_says_its_sentence(moment: Preset) -> None:
    state, said = from_link(to_link(moment.state, whole=True))
    assert (state, said) == (moment.state, [])
    assert moment_of(state.but(t=0)) is moment
    shown = runs.run(runs.request(state))
    assert all(Facts(shown.trace, int(state["t"])).holds(check) for check in moment.checks)
    found = banner(state, shown)
    assert found.question == moment.title and found.captions[0][:2] == (0, moment.text)
    assert (
        len(found.captions) == 1
        if not moment.seen
        else int(state["t"]) in {said.t for said in found.captions}
    )
    assert len(moment.text.split()) <= MOST_WORDS and moment.text[-1] in ".?"


@pytest.mark.parametrize("moment", (BEND, EARLY, TIGHT, FEW), ids=lambda moment: moment.title)
def test_other_parameters_are_no_longer_the_moment(moment: Preset) -> None:
    assert moment_of(moment.state.but(regularisation=0.3)) is None


def test_the_menu_opens_a_moment() -> None:
    test = app("pages/kernel.py")
    assert shown_state(test) == PAGE.start and not test.error
    assert test.selectbox(key="kernel-moment").value == BEND.title
    test.selectbox(key="kernel-moment").set_value(TIGHT.title).run()
    assert not test.error
    assert shown_state(test) == TIGHT.state
    assert test.selectbox(key="kernel-moment").value == TIGHT.title
