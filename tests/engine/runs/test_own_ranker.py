"""A trained ranker as a run: its rounds, λ's before each tree, words, equations, theorems, SOURCEs, commands."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers import own_model as made
from helpers.theorems import by_key, violated
from numpy.testing import assert_allclose, assert_array_equal
from twins import lambdarank as lambdas_of
from twins import own as twin

import rankviz
from rankviz.cli import main
from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.lambdarank.lambdas import Lambdas
from rankviz.engine.algorithms.own.external_model import OwnDetails, rules_of
from rankviz.engine.data import sources
from rankviz.engine.data.model import Objective
from rankviz.engine.errors import DataError
from rankviz.engine.runs import export, spec
from rankviz.insight.explain.model import split_key
from rankviz.insight.explain.scored.equations import explain_scored
from rankviz.insight.narration.rounds import round_in_words
from rankviz.insight.theory import monitor

YETI = Objective("YetiRank", unknown="its loss YetiRank has no λ per pair that RankViz knows")
PAIRS = Objective("PairLogit")


def watched(objective: Objective = made.LAMBDARANK, **how: object) -> tuple[rankviz.Trace, rankviz.ScoredRun]:
    """A drawn ranker of six trees on graded queries."""
    problem = made.with_model(made.graded(queries=6, missing=0.1).problem(), objective=objective)
    trace = rankviz.trace(problem, ["own"], 6, **how)
    (run,) = trace.scored
    return trace, run


def test_each_tree_is_a_round_and_the_twin_has_the_same_scores() -> None:
    trace, run = watched(holdout=0.3)
    trees = [made.nested(run.details_as(OwnDetails).model, t) for t in range(6)]
    assert run.n_rounds == 6 and run.stopped.why is Why.ROUNDS and trace.holdout is not None
    assert_allclose(run.scored.scores, twin.scores(trees, trace.problem.X.tolist()), atol=1e-12)
    assert_allclose(run.scored.held, twin.scores(trees, trace.holdout.X.tolist()), atol=1e-12)
    details = run.details_as(OwnDetails)
    for t in range(1, 7):
        assert_allclose(details.value(t), run.scored.scores[t] - run.scored.scores[t - 1], atol=1e-12)
    assert np.isfinite(run.metrics["ndcg5_holdout"]).all() and np.isfinite(run.extra["pair_cost"]).all()


def test_rounds_beyond_the_last_tree_are_not_made() -> None:
    trace, _ = watched()
    run = rankviz.trace(trace.problem, ["own", "rb-d"], 9).scored[0]
    assert run.n_rounds == 6 and run.stopped.why is Why.NO_TREES
    assert "the model has 6 trees" in round_in_words(trace, run, 6)[-1]
    with pytest.raises(DataError, match="come without a ranker of your own"):
        rankviz.trace(made.graded().problem(), "own", 3)


def test_lambdas_before_each_tree_are_the_twins() -> None:
    for objective in (made.LAMBDARANK, PAIRS, Objective("lambdarank", True, 2.0, 3, False)):
        trace, run = watched(objective)
        problem, rules = trace.problem, rules_of(objective)
        for t in range(7):
            _, _, pulls, cost = lambdas_of.of_problem(problem, run.scored.scores[t], rules)
            share = np.array([pulls[tuple(pair)] for pair in problem.pairs.tolist()])
            assert_allclose(trace.weights(run, t), share / share.sum(), rtol=1e-9, atol=1e-15)
            assert run.extra["pair_cost"][t] == pytest.approx(cost, rel=1e-9)


@pytest.mark.parametrize("library", ["lightgbm", "xgboost"])
@pytest.mark.parametrize("objective", [True, False], ids=["ndcg", "pairwise"])
def test_the_library_followed_these_lambdas(library: str, objective: bool) -> None:
    """A leaf's value is the learning rate times −G/H of its items: its own trees say which λ's it had."""
    pytest.importorskip(library)
    rows, rate = made.graded(4, queries=8, size=45), 0.1
    if library == "lightgbm":
        more = {} if objective else {"lambdarank_truncation_level": 3, "lambdarank_norm": False}
        booster = made.train_lightgbm(rows, 8, learning_rate=rate, min_sum_hessian_in_leaf=0.0, **more)
    else:
        booster = made.train_xgboost(
            rows,
            8,
            learning_rate=rate,
            reg_lambda=0.0,
            min_child_weight=0.0,
            objective="rank:ndcg" if objective else "rank:pairwise",
        )
    trace = rankviz.from_model(booster, rows.problem())
    (run,) = trace.scored
    details = run.details_as(OwnDetails)
    rules = replace(rules_of(details.model.objective), twice=library == "xgboost")
    lambdas = Lambdas(trace.problem, rules)
    for t in range(1, 9):
        look, ends = lambdas.evaluate(run.scored.scores[t - 1]), details.ends[t - 1]
        for node in np.unique(ends):
            there = ends == node
            newton = -rate * look.gradient[there].sum() / look.hessian[there].sum()
            assert details.value(t)[there][0] == pytest.approx(newton, rel=2e-3, abs=2e-4)


def test_an_objective_without_known_lambdas_leaves_pair_weights_out_and_says_why() -> None:
    trace, run = watched(YETI)
    assert not trace.weights(run, 3).any() and run.scored.unweighed == YETI.unknown and not run.extra
    assert YETI.unknown in " ".join(round_in_words(trace, run, 0))
    assert any(YETI.unknown in note for note in trace.problem.notes)
    row = by_key(trace, run, 3)["counter-pulls"]
    assert row.verdict == monitor.DOES_NOT_APPLY and YETI.unknown in row.because
    found = explain(trace, run, "pair_cost", 3)
    assert found.value is None and YETI.unknown in found.notes[0]


def test_pairs_given_one_by_one_have_no_delta_ndcg() -> None:
    rows = made.graded(queries=1)
    problem = rankviz.Problem.from_arrays(rows.X, pairs=[(0, 1), (2, 3), (3, 4)])
    run = rankviz.trace(made.with_model(problem), "own", 3).scored[0]
    assert "needs grades" in run.scored.unweighed
    paired = rankviz.trace(made.with_model(problem, objective=PAIRS), "own", 3).scored[0]
    assert not paired.scored.unweighed and paired.extra["pairs_kept"][0] == 1.0


def explain(trace: rankviz.Trace, run: rankviz.ScoredRun, key: str, t: int):
    name, rows, _ = split_key(key)
    return explain_scored(trace, run, (key, name, rows), t, 3)


def test_equations_and_words_have_the_runs_numbers() -> None:
    trace, run = watched()
    x = 7
    for t in range(1, 7):
        found = explain(trace, run, f"item:{x}", t)
        assert found.value == pytest.approx(run.scored.scores[t][x])
        assert found.lines[0].result == pytest.approx(found.value)
        leaf = explain(trace, run, f"fitted:{x}", t)
        assert leaf.value == pytest.approx(run.details_as(OwnDetails).value(t)[x])
        assert "yes" in leaf.notes[0] or "no" in leaf.notes[0]
        assert explain(trace, run, "leaf", t).value is not None
        assert explain(trace, run, f"lambda:{x}", t).value is not None
        words = " ".join(round_in_words(trace, run, t))
        assert f"tree {t}, 4 leaves" in words and "largest λ" in words
    for t in range(7):
        assert not re.search(r"\bnan\b|\binf\b|None", " ".join(round_in_words(trace, run, t)))
        assert explain(trace, run, f"item:{x}", t).text


def test_lightgbms_zero_is_asked_as_zero() -> None:
    trace, run = watched()
    shapes = run.details_as(OwnDetails).model.shapes
    for threshold, text in (
        (1.0000000180025095e-35, "x ≤ 0"),
        (-1.0000000180025095e-35, "x < 0"),
        (0.5, "x ≤ 0.500"),
    ):
        assert replace(shapes, threshold=np.full(len(shapes.left), threshold)).question(0, "x") == text
    assert trace.problem.model is not None


def test_the_way_to_a_leaf_is_that_of_the_item() -> None:
    trace, run = watched()
    details = run.details_as(OwnDetails)
    shapes = details.model.shapes
    for x in range(12):
        node = 0
        for at, left in shapes.way(2, int(details.ends[2, x])):
            here = shapes.tree(2)
            assert at == here.start + node
            node = int((shapes.left if left else shapes.right)[here][node])
        assert node == details.ends[2, x]


@pytest.mark.parametrize("objective", [made.LAMBDARANK, PAIRS, YETI], ids=lambda each: each.name)
def test_no_theorem_is_violated_and_each_that_does_not_apply_says_why(objective: Objective) -> None:
    trace, run = watched(objective)
    assert not violated(trace)
    for t in range(7):
        rows = monitor.rows(trace, run, t)
        aside = {row.key: row.because for row in rows if row.verdict == monitor.DOES_NOT_APPLY}
        assert {"theorem-1-2", "margin", "rate", "norm"} <= set(aside) and all(aside.values())
        if objective is PAIRS and t:
            assert not {"counter-pulls", "error-cost", "quadratic-cost"} & set(aside)


# ---------------------------------------------------------------- SOURCEs, links, the command line


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """A data folder with a model of LightGBM and the LETOR file that it was trained on."""
    pytest.importorskip("lightgbm")
    rows = made.graded(queries=5)
    (data_folder / "train.txt").write_text(rows.letor())
    made.train_lightgbm(rows, 7).save_model(data_folder / "model.txt")
    return data_folder


def test_a_source_has_the_model_and_the_source_of_its_data(folder: Path) -> None:
    problem = rankviz.load("model:model.txt?data=letor:train.txt%3Fqueries=2,4")
    assert problem.model is not None and problem.n_queries == 2
    again = rankviz.load(problem.source)
    assert again.identity == problem.identity and sources.canonical(problem.source) == problem.source
    assert again.identity != rankviz.load("letor:train.txt?queries=2,4").identity
    trace = rankviz.trace(problem, ["own", "rb-plus"], 7, holdout=0.5)
    assert trace.problem.model is problem.model
    assert spec.of_trace(trace).trace().scored[0].metrics["r2"][-1] == trace.scored[0].metrics["r2"][-1]


def test_sources_of_models_that_say_too_little_are_refused(folder: Path) -> None:
    for text, why in (
        ("model:model.txt", "no data to be watched on"),
        ("model:model.txt?data=nowhere:x", 'no kind of data "nowhere"'),
        ("model:model.txt?data=model:model.txt%3Fdata%3Dbundled:wine", "cannot be a model"),
        ("model:model.txt?data=bundled:wine", "trained on 4 features, and these data have 13"),
        ("model:gone.txt?data=letor:train.txt", "gone.txt"),
        ("model:train.txt?data=letor:train.txt", "not a model that can be read"),
    ):
        with pytest.raises(DataError, match=re.escape(why)):
            rankviz.load(text)


def test_a_link_reads_models_and_their_data_inside_the_data_folder_alone(folder: Path) -> None:
    secret = folder.parent / "secret.txt"
    secret.write_text((folder / "train.txt").read_text())
    assert sources.load("model:model.txt?data=letor:train.txt", confined=True).n_items
    for text in (f"model:model.txt?data=letor:{secret}", f"model:{secret}?data=letor:train.txt"):
        with pytest.raises(DataError, match="a link can only open files of the data folder"):
            sources.load(text, confined=True)


def test_the_seed_is_that_of_the_data_inside() -> None:
    made_of = sources.parse("model:m.txt?data=synthetic:letor")
    assert made_of.takes_seed and not sources.parse("model:m.txt?data=letor:train.txt").takes_seed


def test_the_command_line_writes_the_run(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    text = "model:model.txt?data=letor:train.txt"
    assert (
        main.main(["trace", text, "--algorithms", "own,lambdamart", "--rounds", "7", "--out", str(out)]) == 0
    )
    written = json.loads(out.read_text())
    assert [run["algorithm"] for run in written["runs"]] == ["lambdamart", "own"] or "own" in str(
        written["runs"][0]
    )
    own = next(run for run in written["runs"] if run["algorithm"] == "own")
    assert own["rounds"][6]["pair_cost"] > 0 and own["rounds"][0]["ranker"] is not None


def test_an_upload_is_a_model_with_its_data(folder: Path) -> None:
    model, data = (folder / "model.txt").read_bytes(), (folder / "train.txt").read_bytes()
    problem = sources.load_upload("model", model, "model.txt", data=data, data_name="train.txt")
    assert problem.model is not None and problem.source == "upload:model.txt"
    with pytest.raises(DataError, match="A ranker needs data to be watched on"):
        sources.load_upload("model", model, "model.txt")
    with pytest.raises(DataError, match="a model cannot be shown on these data"):
        sources.load_upload("model", model, "model.txt", data=b"nothing", data_name="x")


def test_from_model_takes_files_and_boosters_and_puts_others_beside(folder: Path) -> None:
    problem = rankviz.load(f"letor:{folder / 'train.txt'}")
    trace = rankviz.from_model(folder / "model.txt", problem, beside="rb-plus", holdout=0.4)
    assert [run.name for run in trace.runs] == ["own", "rb-plus"] and trace.scored[0].n_rounds == 7
    booster = pytest.importorskip("lightgbm").Booster(model_file=folder / "model.txt")
    three = rankviz.from_model(booster, problem, rounds=3, holdout=0.4).scored[0]
    assert_array_equal(trace.scored[0].scored.scores[:4], three.scored.scores)
    with pytest.raises(DataError, match="The problem is 3"):
        rankviz.from_model(folder / "model.txt", 3)
    assert "own" in json.dumps(json.loads(export.to_json(trace))["runs"][0])
