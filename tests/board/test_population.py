"""The population's error: fresh items follow the law of the data, and the share of wrong pairs is counted right."""

import math

import numpy as np
import pytest
from helpers.own_model import suited

import rankviz
from rankviz.board.curves import best_rounds
from rankviz.board.panels import population
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm
from rankviz.engine.data.sources import FAMILIES
from rankviz.engine.runs import fresh_items
from rankviz.insight.theory.law import law_of

SYNTHETIC = FAMILIES["synthetic"].entries


def test_the_law_is_known_of_made_up_data_with_grades() -> None:
    for name in SYNTHETIC:
        graded = rankviz.load(f"synthetic:{name}").grades is not None
        # The index, or the words of a topic, are drawn with the seed: further queries ask another.
        of_a_draw = name.startswith(("letor", "multilabel"))
        assert fresh_items.has_law(f"synthetic:{name}") == (graded and not of_a_draw), name
    for other in ("bundled:wine", "scenario:lemma-1", "upload:mine", "no source"):
        assert not fresh_items.has_law(other)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SYNTHETIC if fresh_items.has_law(f"synthetic:{name}")])
def test_fresh_items_are_other_items_of_the_same_kind(name: str) -> None:
    source = f"synthetic:{name}?seed=4"
    data, items = rankviz.load(source), fresh_items.draw(source)
    assert items.feature_names == data.feature_names
    assert np.allclose(items.X.mean(axis=0), data.X.mean(axis=0), atol=data.X.std(axis=0).max())
    assert (
        items.n_items / items.n_queries == pytest.approx(data.n_items / data.n_queries)
        or items.n_queries == 1
    )
    assert items.grades is not None and data.grades is not None
    assert set(np.unique(items.grades)) == set(np.unique(data.grades))
    assert not set(map(tuple, items.X.tolist())) & set(map(tuple, data.X.tolist())) or name == "coarse"
    assert np.array_equal(fresh_items.draw(source).X, items.X)


@pytest.mark.parametrize("source", ["synthetic:rings", "synthetic:blobs?distance=1.5&seed=2"])
def test_the_best_score_there_is_has_the_error_that_is_known(source: str) -> None:
    """The fresh pairs' share in the wrong order is 1 − AUC* of the law, up to four standard errors."""
    law = law_of(rankviz.load(source))
    assert law is not None
    pairs = population.fresh_pairs(fresh_items.draw(source))
    scores = law.best(pairs.X)
    wrong = float(np.mean(scores[pairs.higher] < scores[pairs.lower]))
    assert abs(wrong - (1.0 - law.best_auc)) < 4 * math.sqrt(0.25 / fresh_items.ITEMS)


def test_errors_are_those_of_the_pairs_one_by_one() -> None:
    problem = rankviz.load("synthetic:coarse?queries=4&seed=1")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], 6, positive=2)
    items = fresh_items.draw(problem.source).two_grades(2)
    pairs = population.fresh_pairs(items)
    assert len(pairs.higher) == population.PAIRS
    found = population.picture(trace)
    for k, run in enumerate(trace.runs):
        scores = np.zeros(len(pairs.X))
        for t in range(run.n_rounds + 1):
            if t:
                scores = scores + run.alpha[t - 1] * trace.pool.apply(int(run.ranker[t - 1]), pairs.X)
            wrong = tied = 0
            for i, j in zip(pairs.higher.tolist(), pairs.lower.tolist(), strict=True):
                apart = scores[i] - scores[j]
                tied += abs(apart) < 1e-9
                wrong += apart < -1e-9
            shares = (wrong + tied) / population.PAIRS, (wrong + tied / 2) / population.PAIRS
            assert found.arrays[str(k)][:, t] == pytest.approx(shares, abs=1e-12)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_on_held_out_pairs_errors_are_the_held_out_ones(name: str) -> None:
    """Of every learner, by a way of its own: those are counted round by round while it runs."""
    trace = rankviz.trace(suited(rankviz.load("synthetic:blobs?n=80&seed=3"), name), [name], 5, holdout=0.4)
    run, held = trace.runs[0], trace.holdout
    found = population.errors(trace, run, population.FreshPairs(held.X, *held.pairs.T))
    assert found.shape == (2, run.n_rounds + 1)
    assert (len(set(found[1].tolist())) == 1) == ALGORITHMS[
        name
    ].of_items  # who knows no features ties new items
    assert found == pytest.approx(np.array([run.metrics["r1_holdout"], run.metrics["r2_holdout"]]), abs=1e-12)


@pytest.mark.parametrize(
    "name", [name for name, entry in ALGORITHMS.items() if isinstance(entry, ScoredAlgorithm)]
)
def test_a_learner_without_weak_rankers_has_the_population_s_error(name: str) -> None:
    trace = rankviz.trace(suited(rankviz.load("synthetic:blobs?n=60"), name), ["rb-d", name], 4)
    scored = trace.runs[1].scored
    assert np.array(list(scored.staged(trace.problem.X))) == pytest.approx(scored.scores, abs=1e-12)
    assert len(list(scored.first(1).staged(trace.problem.X))) == 2
    pairs = population.fresh_pairs(fresh_items.draw(trace.problem.source))
    last = list(scored.staged(pairs.X))[-1]
    wrong = np.mean(last[pairs.higher] < last[pairs.lower] - 1e-9)
    tied = np.mean(abs(last[pairs.higher] - last[pairs.lower]) <= 1e-9)
    drawn = population.picture(trace).arrays["1"]
    assert drawn[:, 0].tolist() == [1.0, 0.5]
    assert drawn[:, -1] == pytest.approx([wrong + tied, wrong + tied / 2], abs=1e-12)


def test_pairs_are_of_one_query_and_of_two_grades() -> None:
    items = fresh_items.draw("synthetic:single-grade")
    pairs = population.fresh_pairs(items)
    assert items.grades is not None
    at = {row.tobytes(): i for i, row in enumerate(items.X)}
    higher, lower = (
        np.array([at[pairs.X[i].tobytes()] for i in side]) for side in (pairs.higher, pairs.lower)
    )
    assert (items.qid[higher] == items.qid[lower]).all()
    assert (items.grades[higher] > items.grades[lower]).all()


def test_the_best_held_out_round_is_the_earliest_least() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=60"), ["rb-plus"], 25, holdout=0.3)
    run = trace.runs[0]
    for name, best in best_rounds(run).items():
        values = run.metrics[name].tolist()
        assert values[best] == (max if name == "ndcg5_holdout" else min)(values)
        assert values[best] not in values[:best]
    assert set(best_rounds(run)) == {"r1_holdout", "r2_holdout", "ndcg5_holdout"}
    assert best_rounds(rankviz.trace(trace.problem, ["rb-d"], 3).runs[0]) == {}
