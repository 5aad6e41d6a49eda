"""The moments of the page QBRank show what their sentences say, read from the runs' numbers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from rankviz.algorithms.qbrank.loop import normalised
from rankviz.metrics.ranking import precision_at
from rankviz.runs.held_scores import held_scores
from rankviz.runs.trace import Run, Trace
from rankviz.theory import monitor
from rankviz.ui.pages.qbrank.page import PAGE
from rankviz.ui.presets.presets import MOST_WORDS, preset_of
from rankviz.ui.presets.qbrank import (
    LISTS,
    MOMENTS,
    P2_AGAINST_L2,
    PRODUCT,
    PRUNED,
    SHORT_STEPS,
    SMALL_STEPS,
    WITH_L1,
)
from rankviz.ui.runs import runs
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import State

TEXTS = {moment.state: moment.text for moment in MOMENTS}


@lru_cache(maxsize=8)
def trace(state: State) -> Trace:
    return runs.spec(state).trace(runs.problem(state))


def ordered(of: Trace, name: str) -> np.ndarray:
    """(T + 1,) the share of held-out pairs that a run does not contradict, after every round."""
    run = of.run(name)
    return np.array([precision_at(of.holdout, scores, 100) for scores in held_scores(of, run)])


def tree(run: Run, t: int):
    return run.scored.details.descent.fitted[t - 1].tree


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.title)
def test_a_moment_is_found_again_with_its_parameters_and_not_without(moment) -> None:
    state, said = from_link(to_link(moment.state, whole=True))
    assert said == [] and preset_of(state) is moment and preset_of(state.but(t=7)) is moment
    assert preset_of(state.but(eta=0.77)) is None
    assert len(moment.text.split()) <= MOST_WORDS


def test_the_page_opens_on_the_first_with_full_steps_of_the_bound_and_few_leaves() -> None:
    assert MOMENTS[0].state.but(t=1) == PAGE.start  # with a first tree to look at
    assert (PAGE.start["eta"], PAGE.start["weighting"]) == (1.0, "bound") and PAGE.start["leaves"] <= 8


def test_pairs_beat_labels_of_the_same_pages_from_the_first_round_on() -> None:
    found = trace(P2_AGAINST_L2)
    qbrank, gbt, svm = (ordered(found, name) for name in ("qbrank", "gbt", "ranksvm"))
    assert P2_AGAINST_L2["t"] == 0 and (qbrank[1:] > gbt[1:]).all()
    assert svm[-1] < gbt[-1] < qbrank[-1]
    risk = found.run("qbrank").scored.details.risk
    assert risk.labels is None and not risk.labelled.any()  # P2 alone
    queries = found.problem.query_rows()
    assert all(len(np.unique(found.problem.grades[rows])) > 1 for rows in queries)  # and L2 alone


def test_labels_without_pairs_help_where_the_sentence_says() -> None:
    with_l1, without = trace(WITH_L1), trace(WITH_L1.but(w=1.0))
    assert f"{ordered(with_l1, 'qbrank')[-1]:.0%}".replace("%", " %") in TEXTS[WITH_L1]
    assert f"{ordered(without, 'qbrank')[-1]:.0%}".replace("%", " %") in TEXTS[WITH_L1]
    assert (ordered(with_l1, "qbrank")[3:] > ordered(without, "qbrank")[3:]).all()


@pytest.mark.slow
def test_other_seeds_do_differ() -> None:
    def gain(seed: int) -> float:
        state = WITH_L1.but(data=f"synthetic:single-grade?seed={seed}", alg=("qbrank",))
        return float(ordered(trace(state), "qbrank")[-1] - ordered(trace(state.but(w=1.0)), "qbrank")[-1])

    assert gain(1) < 0 < gain(3)


def test_a_tree_of_three_leaves_sees_what_stumps_never_do() -> None:
    found = trace(PRODUCT)
    held = found.run("qbrank").metrics["r2_holdout"]
    event = int(PRODUCT["t"]) + 1
    assert event == 3 and held[event - 1] > 0.4 and held[event] < 0.15
    assert found.run("rb-plus").metrics["r2_holdout"][1:].min() > 0.45
    split = tree(found.run("qbrank"), event)
    asked = {found.problem.feature_names[j] for j in split.feature[split.left >= 0]}
    assert asked == {"f1", "f2"}
    stumps = trace(PRODUCT.but(alg=("qbrank",), leaves=2)).run("qbrank")
    assert stumps.metrics["r2_holdout"].min() > 0.4


def test_short_steps_are_slow_and_end_better() -> None:
    short, full = trace(SHORT_STEPS), trace(P2_AGAINST_L2)
    risks = short.run("qbrank").extra["risk"]
    needed = int(np.argmax(risks <= full.run("qbrank").extra["risk"][2]))
    assert f"{needed} rounds" in TEXTS[SHORT_STEPS]
    assert ordered(short, "qbrank")[-1] > ordered(full, "qbrank")[-1]


def test_small_steps_of_one_size_keep_below_the_promised_rate() -> None:
    """Each step moves the scores equally far, by the norm of the theorem, and lowers the risk."""
    found = trace(SMALL_STEPS)
    run, event = found.run("qbrank"), int(SMALL_STEPS["t"]) + 1
    details = run.scored.details
    moved = np.diff(np.array(details.descent.scores), axis=0)
    sizes = [normalised(details.risk.total, each) for each in moved]
    assert sizes == pytest.approx([SMALL_STEPS["eta"] ** 2] * run.n_rounds)
    assert (np.diff(run.extra["risk"]) < 0).all() and run.n_rounds > event == 31
    (rate,) = [row for row in monitor.rows(found, run, event) if row.key == "small-steps"]
    assert rate.verdict == monitor.HOLDS and rate.left < rate.right
    assert f"{rate.left:,.0f}, and the rate promises {rate.right:,.0f}" in TEXTS[SMALL_STEPS]


def test_lists_have_the_better_top_and_order_fewer_pairs() -> None:
    found = trace(LISTS)
    pairs, lists = found.runs
    event = int(LISTS["t"]) + 1
    top = [f"{run.metrics['ndcg5'][event]:.2f}".removeprefix("0") for run in (lists, pairs)]
    order = [
        f"{precision_at(found.problem, found.scores(run, event), 100):.0%}".replace("%", " %")
        for run in (lists, pairs)
    ]
    said = TEXTS[LISTS]
    assert f"round {event} NDCG@5 is {top[0]}, with pairs {top[1]}" in said and top[0] > top[1]
    assert f"Of all pairs it orders {order[0]}, not {order[1]}" in said and order[0] < order[1]
    other = trace(LISTS.but(data=str(LISTS["data"]).replace("seed=4", "seed=2")))
    assert other.runs[1].metrics["ndcg5"][event] < other.runs[0].metrics["ndcg5"][event]


def test_pruned_trees_learn_less_at_first_and_at_last() -> None:
    found = trace(PRUNED)
    whole, pruned = found.runs
    assert PRUNED["t"] == 0 and [tree(run, 1).n_leaves for run in (whole, pruned)] == [6, 4]
    left = [
        f"{run.extra['risk'][1] / run.extra['risk'][0]:.0%}".replace("%", " %") for run in (pruned, whole)
    ]
    held = (held_scores(found, run)[-1] for run in (pruned, whole))
    order = [f"{precision_at(found.holdout, scores, 100):.0%}".replace("%", " %") for scores in held]
    said = TEXTS[PRUNED]
    assert "of 6 leaves to 4" in said and f"Round 1 leaves {left[0]} of the risk, not {left[1]}" in said
    assert f"round {PRUNED['rounds']} orders {order[0]} of held-out pairs, not {order[1]}" in said
