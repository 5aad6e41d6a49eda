"""The moments of the page of margins: each begins one round before its event, and its numbers do what it says."""

import re
from functools import cache

import numpy as np
import pytest

import rankviz
from rankviz.board.panels import margins
from rankviz.engine.algorithms.boosting.equations import log_ratio
from rankviz.engine.boards import MARGINS
from rankviz.engine.data.builtin.scenarios import MARGIN_CYCLE
from rankviz.lessons.captions import ShownCaption
from rankviz.ui.pages.margins.moments import GLANCE, MOMENTS, PageMoment, moment_of
from rankviz.ui.pages.margins.page import PAGE
from rankviz.ui.state.link import from_link, to_link

CIRCLE, ESCAPE, MORE, REAL, APART, BALANCED, SKEWED = MOMENTS
MOST_CHARACTERS = 110
SHORT = 24
"""What a question has room for on one line when presenting."""


@cache
def run_of(moment: PageMoment) -> rankviz.Trace:
    state = moment.state
    return rankviz.trace(
        rankviz.load(str(state["data"])), state["alg"], rounds=state["rounds"], **state.parameters()
    )


def picks(moment: PageMoment, algorithm: str) -> list[str]:
    trace = run_of(moment)
    return [trace.pool.label(int(ranker)) for ranker in trace.run(algorithm).ranker]


def told(moment: PageMoment) -> tuple[ShownCaption, ...]:
    """The captions of a moment with the numbers of its run; each is true of it."""
    found = moment.banner(run_of(moment)).captions
    assert [said.t for said in found] == [caption.t for caption in moment.seen]
    return found


def says(moment: PageMoment, t: int, *words: str) -> None:
    """Hold the caption of a round to the words that the test is about."""
    caption = [said.words for said in told(moment) if said.t <= t][-1]
    assert all(word in caption for word in words), caption


each = pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.title)


@each
def test_it_is_found_from_its_link_and_can_be_stepped(moment: PageMoment):
    state, said = from_link(to_link(moment.state, whole=True))
    assert said == [] and moment_of(state) is moment and moment_of(state.but(t=17)) is moment
    assert moment_of(state.but(rounds=77)) is None and moment_of(state.but(alg=("rb-plus",))) is None
    banner = PAGE.of(state).banner
    assert banner is not None and banner(run_of(moment)) == moment.banner(run_of(moment))
    rounds = [said.t for said in told(moment)]
    assert rounds == sorted(rounds) and rounds[0] == 0 and moment.state["t"] < moment.state["rounds"]
    assert len(moment.question) <= SHORT
    for text in (moment.question, *(said.words for said in told(moment))):
        assert len(text) <= MOST_CHARACTERS and text[-1] in ".?"


@each
def test_an_event_is_in_the_next_round(moment: PageMoment):
    """The caption of the next round is another one, but where the event is that nothing ever happens."""
    assert moment is APART or moment.state["t"] + 1 in [caption.t for caption in moment.seen]


def test_pairs_that_are_held_out_make_another_run():
    assert moment_of(MORE.state.but(holdout=30)) is None and moment_of(MORE.state.but(seed=5)) is None


def test_the_page_opens_with_the_circle_and_a_click_on_rb_c_asks_why_it_escapes():
    assert moment_of(CIRCLE.state.but(alg=(*CIRCLE.state["alg"], "rb-c"))) is ESCAPE
    assert PAGE.start == CIRCLE.state and PAGE.of(PAGE.start).board is MARGINS


def test_the_page_opens_with_three_symbols_and_no_number_of_an_equation():
    """Of the first moment; a link without a look shows the whole board, as it always did."""
    assert PAGE.start["look"] == GLANCE == "tiles:smooth.margins.ranking"
    state, said = from_link(
        {"data": "scenario:margin-cycle", "alg": "smooth-margin,rb-d", "neg": "0", "rounds": "300"}
    )
    assert not said and state["look"] == "" and moment_of(state.but(holdout=0)) is CIRCLE
    words = " ".join((CIRCLE.question, *(said.words for said in told(CIRCLE))))
    assert not re.search(r"\(\d+\)|\b[dλ]\b\*?|G̃|λ", words), words


def test_rankboost_circles_and_smooth_margin_comes_to_rho():
    smooth, circle = (run_of(CIRCLE).run(name) for name in ("smooth-margin", "rb-d"))
    g = smooth.metrics["smooth_margin"]
    assert g[4] < 0 < g[5] and np.array_equal(smooth.alpha[:5], circle.alpha[:5])
    says(CIRCLE, 5, f"{g[5]:.3f}")
    says(CIRCLE, 6, "the shorter one")
    assert smooth.alpha[5] < circle.alpha[5]
    says(CIRCLE, 10, "h4, h2, h4, h3 again and again", "below a third")
    assert picks(CIRCLE, "rb-d")[6:] == (["h4", "h2", "h4", "h3"] * 100)[:294]
    assert np.nanmax(circle.metrics["margin"]) < 1 / 3
    assert circle.metrics["margin"][-1] == pytest.approx(1 / 3, abs=2e-3)
    made = margins.picture(run_of(CIRCLE))
    star = dict(zip(made.meta["share_of"], made.arrays["share_star"], strict=True))
    says(CIRCLE, 24, "h1 or h5", "more than half")
    assert star["h1"] + star["h5"] > 0.5
    assert {"h1", "h5"} <= set(picks(CIRCLE, "smooth-margin")[24:])
    at = [run.metrics["margin"][100] for run in (smooth, circle)]
    says(CIRCLE, 100, f"μ of {at[0]:.3f}", f"RB-D {at[1]:.3f}", f"ρ = {made.meta['rho']:.3f}")
    assert made.meta["rho"] == pytest.approx(5 / 13) == pytest.approx(smooth.metrics["margin"][-1], abs=6e-3)


def test_rb_c_escapes_by_its_shorter_step_at_ties():
    """From every state of RB-D's circle a step with α of RB-C leads to h1 or h5, where RB-D's own leads to h4."""
    trace = run_of(ESCAPE)
    d, c = trace.run("rb-d"), trace.run("rb-c")
    assert picks(ESCAPE, "rb-d")[2] == "h1" == picks(ESCAPE, "rb-c")[2] and c.eps_tied[2] == pytest.approx(
        0.1
    )
    says(ESCAPE, 2, "h1", "a tenth")
    says(ESCAPE, 3, *(f"{run.metrics['margin'][3]:.3f}" for run in (c, d)))
    assert c.alpha[2] < d.alpha[2]
    assert np.array_equal(d.alpha[:2], c.alpha[:2]) and not d.eps_tied[:2].any()
    M = np.array(MARGIN_CYCLE)
    after = {"own": set(), "as RB-C": set()}
    for t in range(100, 104):
        weight, j = trace.weights(d, t), int(d.ranker[t])
        right, wrong = (float(weight[M[:, j] == side].sum()) for side in (1, -1))
        own, short = log_ratio(right, wrong), log_ratio(1 + right - wrong, 1 - right + wrong)
        assert own == pytest.approx(d.alpha[t])
        if not (M[:, j] == 0).any():
            assert short == pytest.approx(own)
            continue
        assert short < own
        for name, alpha in (("own", own), ("as RB-C", short)):
            edges = (weight * np.exp(-alpha * M[:, j])) @ M
            after[name].add(f"h{int(np.argmax(edges)) + 1}")
    says(ESCAPE, 10, "leads back to h4", "to h1 or h5")
    assert after == {"own": {"h4"}, "as RB-C": {"h1", "h5"}}
    assert not {"h1", "h5"} & set(picks(ESCAPE, "rb-d")[6:]) and {"h1", "h5"} <= set(
        picks(ESCAPE, "rb-c")[200:]
    )
    made = margins.picture(trace)
    k = [run.algorithm for run in trace.boosted].index("rb-c")
    assert made.arrays[f"share.{k}"][-1] == pytest.approx(made.arrays["share_star"], abs=0.01)
    assert c.metrics["margin"][-1] == pytest.approx(made.meta["rho"], abs=2e-3)


def test_on_more_data_rb_d_halts_and_only_g_never_falls():
    smooth, d, c = (run_of(MORE).run(name) for name in ("smooth-margin", "rb-d", "rb-c"))
    assert d.n_rounds == 93 == MORE.state["t"] + 1 and "reverses no pair" in str(d.stopped)
    g = smooth.metrics["smooth_margin"]
    assert (
        g[40] < 0 < g[41] and (np.diff(g[41:]) >= 0).all() and np.array_equal(smooth.alpha[:41], d.alpha[:41])
    )
    says(MORE, 93, f"{d.metrics['margin'][-1]:.3f}")
    falls = np.diff(c.metrics["margin"][93:]) < 0
    assert falls.mean() > 0.5 and (np.diff(smooth.metrics["margin"][200:]) < 0).any()


def test_real_pairs_that_hold_the_margin_down():
    trace = run_of(REAL)
    for name, t in (("smooth-margin", 22), ("rb-c", 72)):
        g = trace.run(name).metrics["smooth_margin"]
        assert np.nanmax(g[1:t]) < 0 < g[t]
    made = margins.picture(trace)
    assert (
        made.meta["rho"] == pytest.approx(0.2) and trace.problem.n_pairs == 3375 and made.meta["pairs"] == 14
    )
    ids = trace.problem.item_ids
    first = int(np.flatnonzero([ids[i] == "41" for i in made.arrays["higher"]])[0])
    pair = (made.arrays["higher"][first], made.arrays["lower"][first])
    assert ids[pair[1]] == "239" and made.arrays["weight"][first] == pytest.approx(0.12)
    row = int(np.flatnonzero((trace.problem.pairs == pair).all(axis=1))[0])
    by = [trace.weights(trace.run(name), 300)[row] for name in ("rb-c", "smooth-margin")]
    says(REAL, 300, f"{made.arrays['weight'][first]:.3f}", *(f"{each:.3f}" for each in by))
    for k in range(2):
        weight = made.arrays[f"d.{k}"].sum(axis=1)
        assert weight[100] > 30 * weight[0] and weight[300] > weight[100]


def test_what_cannot_be_separated_never_comes_above_0():
    assert margins.picture(run_of(APART)).meta["rho"] == 0
    assert np.nanmax(run_of(APART).run("smooth-margin").metrics["smooth_margin"]) < 0
    assert set(run_of(APART).run("smooth-margin").extra["phase"][1:]) == {1.0}


def test_the_constant_balances_the_classes_and_adaboost_ranks_as_rankboost():
    trace = run_of(BALANCED)
    ada, d = trace.run("adaboost"), trace.run("rb-d")
    skew = ada.extra["f_skew"]
    assert skew[0] == -8 and skew[1] == pytest.approx(0, abs=1e-12) == skew[5] and abs(skew[2]) > 0.5
    assert [name for name in picks(BALANCED, "adaboost")[:5] if name == "constant"] == ["constant"] * 2
    least = margins.picture(trace).meta["least"]
    says(BALANCED, 40, f"{least:.2f}", f"{1 - d.metrics['r2'][40]:.3f}")
    assert np.abs(skew[40:]).max() < 2e-3
    assert ada.extra["f_tilde"][40:] == pytest.approx(least, abs=5e-3)
    assert ada.extra["auc"][40:] == pytest.approx(1 - d.metrics["r2"][40], abs=1e-12)


def test_without_the_constant_adaboost_ranks_worse_than_a_coin():
    trace = run_of(SKEWED)
    ada = trace.run("adaboost").extra
    says(SKEWED, 3, f"{ada['auc'][3]:.3f}")
    says(SKEWED, 4, f"{ada['auc'][4]:.3f}")
    assert ada["auc"][3] > 0.5 and (ada["auc"][4:] == ada["auc"][4]).all() and ada["auc"][4] < 0.5
    assert ada["f_skew"][4:].max() < -7 and ada["f_tilde"][4:].min() > 46
    assert ada["f_plus"][20] + ada["f_minus"][20] == pytest.approx(
        (ada["f_plus"] + ada["f_minus"]).min(), abs=5e-3
    )
    assert ada["f_tilde"][20] > margins.picture(trace).meta["least"] + 7
    says(SKEWED, 20, f"{ada['f_tilde'][20]:.2f}", "far above its minimum")
