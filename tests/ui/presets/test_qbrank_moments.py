"""The moments of the page QBRank show what their sentences say, read from the runs' numbers."""

from functools import lru_cache

import numpy as np
import pytest

from rankviz.engine.algorithms.qbrank.loop import normalised
from rankviz.engine.metrics.ranking import precision_at
from rankviz.engine.runs.held_scores import held_scores
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.theory import monitor
from rankviz.ui.pages.qbrank.page import PAGE
from rankviz.ui.presets.presets import MOST_WORDS, preset_of
from rankviz.ui.presets.qbrank import GLANCE, MOMENTS, P2_AGAINST_L2
from rankviz.ui.runs import runs
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.state import State

OF = {moment.title: moment for moment in MOMENTS}
WITH_L1, PRODUCT, SHORT_STEPS, SMALL_STEPS, LISTS, PRUNED = (
    moment.state.but(t=0, look="") for moment in MOMENTS[1:]
)


def said(title: str) -> str:
    """What stands above the stage in the round in which a moment opens."""
    moment = OF[title]
    found = {each.t: each.words for each in moment.captions(trace(moment.state))}
    return found[int(moment.state["t"])]


def trace(state: State) -> Trace:
    return _trace(state.but(t=0, look=""))


@lru_cache(maxsize=8)
def _trace(state: State) -> Trace:
    return runs.request(state).spec.trace(runs.problem(state))


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


def test_the_page_opens_with_queries_of_a_single_grade_and_few_leaves() -> None:
    assert MOMENTS[1].state.but(t=1, look=GLANCE) == PAGE.start  # with a first tree to look at
    problem = runs.problem(PAGE.start)
    grades = [len(np.unique(problem.known_grades[rows])) for rows in problem.query_rows()]
    assert min(grades) == 1 < max(grades)  # L1 beside P2, as in the paper's experiment
    assert PAGE.start["weighting"] == "bound" and PAGE.start["leaves"] <= 8


def test_pairs_beat_labels_of_the_same_pages_from_the_first_round_on() -> None:
    found = trace(P2_AGAINST_L2)
    qbrank, gbt, svm = (ordered(found, name) for name in ("qbrank", "gbt", "ranksvm"))
    assert (qbrank[1:] > gbt[1:]).all()
    assert svm[-1] < gbt[-1] < qbrank[-1]
    words = said("Preferences or labels, as in QBRank's Table 1")
    assert all(f"{each[-1]:.3f}" in words for each in (qbrank, gbt, svm))
    risk = found.run("qbrank").scored.details.risk
    assert risk.labels is None and not risk.labelled.any()  # P2 alone
    queries = found.problem.query_rows()
    assert all(len(np.unique(found.problem.grades[rows])) > 1 for rows in queries)  # and L2 alone


def test_labels_without_pairs_help_where_the_sentence_says() -> None:
    with_l1, without = trace(WITH_L1), trace(WITH_L1.but(w=1.0))
    words = said("Add L1")
    assert all(f"{ordered(with_l1, name)[-1]:.3f}" in words for name in ("qbrank", "ranksvm"))
    assert "Without L1 QBRank does worse on this draw" in words
    assert ordered(without, "qbrank")[-1] < ordered(with_l1, "qbrank")[-1] - 0.03
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
    event = int(OF["Where stumps fail"].state["t"])
    words = said("Where stumps fail")
    assert all(f"{ordered(found, name)[event]:.3f}" in words for name in ("qbrank", "rb-plus"))
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
    assert OF["A step too short"].state["t"] == needed and f"{risks[needed]:.1f}" in said("A step too short")
    assert ordered(short, "qbrank")[-1] > ordered(full, "qbrank")[-1]


def test_small_steps_of_one_size_keep_below_the_promised_rate() -> None:
    """Each step moves the scores equally far, by the norm of the theorem, and lowers the risk."""
    found = trace(SMALL_STEPS)
    run, event = found.run("qbrank"), int(OF["Small steps, as Theorem 1 requires"].state["t"])
    details = run.scored.details
    moved = np.diff(np.array(details.descent.scores), axis=0)
    sizes = [normalised(details.risk.total, each) for each in moved]
    assert sizes == pytest.approx([SMALL_STEPS["eta"] ** 2] * run.n_rounds)
    assert (np.diff(run.extra["risk"]) < 0).all() and run.n_rounds > event == 31
    (rate,) = [row for row in monitor.rows(found, run, event) if row.key == "qb-small-steps"]
    assert rate.verdict == monitor.HOLDS and rate.left < rate.right
    assert f"{rate.left:.1f}" in said("Small steps, as Theorem 1 requires") and rate.right > 5 * rate.left


def test_lists_have_the_better_top_and_order_fewer_pairs() -> None:
    found = trace(LISTS)
    pairs, lists = found.runs
    event = int(OF["Whole lists against pairs"].state["t"])
    top = [f"{run.metrics['ndcg5'][event]:.3f}" for run in (lists, pairs)]
    order = [f"{precision_at(found.problem, found.scores(run, event), 100):.3f}" for run in (lists, pairs)]
    words = said("Whole lists against pairs")
    assert f"NDCG@5 is {top[0]}, against {top[1]}" in words and top[0] > top[1]
    assert f"It orders {order[0]} of all pairs, against {order[1]}" in words and order[0] < order[1]
    other = trace(LISTS.but(data=str(LISTS["data"]).replace("seed=4", "seed=2")))
    assert other.runs[1].metrics["ndcg5"][event] < other.runs[0].metrics["ndcg5"][event]


def test_pruned_trees_learn_less_at_first_and_at_last() -> None:
    found = trace(PRUNED)
    whole, pruned = found.runs
    assert PRUNED["t"] == 0 and [tree(run, 1).n_leaves for run in (whole, pruned)] == [6, 4]
    left = [
        f"{run.extra['risk'][1]:,.1f}" if run is whole else f"{run.extra['risk'][1]:,.0f}"
        for run in found.runs
    ]
    held = [held_scores(found, run)[-1] for run in (pruned, whole)]
    order = [precision_at(found.holdout, scores, 100) for scores in held]
    words = said("A worse weak learner")
    assert f"the risk to {left[0]}" in words and f"fewer leaves, only to {left[1]}" in words
    assert "end in worse order" in words and order[0] < order[1] - 0.02
