"""The scikit-learn face of the engine: scikit-learn's own checks, and agreement with the Trace."""

import pickle
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError, UnsetMetadataPassedError
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from twins.rankboost import stumps

import rankviz
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.runs.estimators.base import Ranker
from rankviz.estimators import VARIANTS, KernelGradientDescent, QBRank, RankBoost, SmoothMargin


def graded(n: int = 60, queries: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    X = rng.normal(size=(n, 4)).round(1)
    X[rng.random(X.shape) < 0.05] = np.nan
    y = np.clip(np.round(np.nan_to_num(X[:, 0]) + rng.normal(0, 0.5, n) + 1), 0, 3)
    return X, y, np.arange(n) % queries


# The array API check skips itself unless an environment variable is set before scipy is imported.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [
        *(RankBoost(n_rounds=5, variant=variant) for variant in VARIANTS),
        SmoothMargin(n_rounds=5),
        QBRank(n_rounds=5),
        KernelGradientDescent(n_rounds=5),
    ]
)
def test_scikit_learns_own_checks(estimator: Ranker, check: object) -> None:
    check(estimator)


OTHERS: tuple[tuple[str, Ranker], ...] = (
    ("smooth-margin", SmoothMargin(n_rounds=20)),
    ("smooth-margin", SmoothMargin(n_rounds=20, margin_step="exact", unbounded_weight=2.0)),
    ("qbrank", QBRank(n_rounds=8)),
    ("qbrank", QBRank(n_rounds=8, pair_loss="logistic", weighting="newton", leaves=4, tolerance=0.2)),
    ("qbrank", QBRank(n_rounds=8, pair_loss="listwise", w=1.0, labels="none", ridge=0.1)),
    ("kernel-gd", KernelGradientDescent(n_rounds=8)),
    ("kernel-gd", KernelGradientDescent(n_rounds=8, loss="hinge", kernel="laplacian", pairs_per_step=20)),
    ("kernel-gd", KernelGradientDescent(n_rounds=8, loss="least-squares", kernel="polynomial", step=0.01)),
)


@pytest.mark.parametrize(("algorithm", "model"), OTHERS)
def test_other_learners_are_their_trace_too_and_come_back_from_a_pickle(
    algorithm: str, model: Ranker
) -> None:
    X, y, _ = graded()
    y = (y > 1).astype(float)
    held = np.random.default_rng(3).normal(size=(15, 4))
    fitted = clone(model).fit(X, y)
    params = {
        name: value
        for name, value in model.get_params().items()
        if name not in ("n_rounds", "random_state", "positive")
    }
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, y), algorithm, model.n_rounds, **params)
    run = trace.runs[0]
    assert (fitted.n_iter_, fitted.stopped_) == (run.n_rounds, run.stopped)
    np.testing.assert_allclose(fitted.predict(X), trace.scores(run), rtol=0, atol=1e-12)
    for t, stage in enumerate(fitted.staged_predict(X), 1):
        np.testing.assert_allclose(stage, trace.scores(run, t), rtol=0, atol=1e-12)
    assert len(fitted.rounds_) == run.n_rounds
    assert fitted.score(X, y) == pytest.approx(1.0 - run.metrics["r2"][-1], abs=1e-12)
    back = pickle.loads(pickle.dumps(fitted))
    assert_array_equal(back.predict(held), fitted.predict(held))
    again = back.trace(X, y)
    assert_array_equal(again.weights(again.runs[0], 2), trace.weights(run, 2))


@pytest.mark.parametrize("kind", [SmoothMargin, QBRank, KernelGradientDescent])
def test_an_estimator_has_every_parameter_of_its_algorithm_at_its_default(kind: type[Ranker]) -> None:
    model = kind()
    known = {each.name: each.default for each in ALGORITHMS[model._algorithm].parameters}
    own = {
        name: value for name, value in model.get_params().items() if name not in ("n_rounds", "random_state")
    }
    own.pop("positive", None)
    assert own == known


def test_a_kernel_method_makes_two_classes_of_grades() -> None:
    X, y, _ = graded()
    lowest = KernelGradientDescent(n_rounds=5).fit(X, y)
    assert lowest.positive_ == np.unique(y)[1]
    assert_array_equal(lowest.predict(X), KernelGradientDescent(n_rounds=5).fit(X, y > y.min()).predict(X))
    given = KernelGradientDescent(n_rounds=5, positive=2).fit(X, y)
    assert given.positive_ == 2.0
    assert given.score(X, y) == pytest.approx(roc_auc_score(y >= 2, given.predict(X)))
    with pytest.raises(ValueError, match="no pairs"):
        KernelGradientDescent().fit(X, pairs=[(0, 1)])
    with pytest.raises(ValueError, match="loses|grade"):
        KernelGradientDescent(positive=99).fit(X, y)
    with pytest.raises(ValueError, match="quer"):
        KernelGradientDescent().fit(X, y, np.arange(len(X)) % 2)


def test_other_learners_learn_inside_queries_and_go_into_a_search() -> None:
    X, y, qid = graded(90, 9)
    for model in (SmoothMargin(n_rounds=10), QBRank(n_rounds=10)):
        assert model.fit(X, y, qid).score(X, y, qid) > 0.7
    search = GridSearchCV(QBRank(n_rounds=5), {"leaves": [2, 8]}, cv=3).fit(X, y)
    assert search.best_params_["leaves"] in (2, 8)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("undefined", ["halt", "infinite", "cap", "limit"])
def test_fit_is_the_trace(variant: str, undefined: str) -> None:
    X, y, qid = graded()
    model = RankBoost(variant, n_rounds=30, undefined=undefined, cap=3.0).fit(X, y, qid)
    trace = rankviz.trace(
        rankviz.Problem.from_arrays(X, y, qid), variant, rounds=30, undefined=undefined, cap=3.0
    )
    run = trace.runs[0]
    assert model.n_iter_ == run.n_rounds and model.stopped_ == run.stopped
    assert_array_equal(model.predict(X), trace.scores(run))
    for t, stage in enumerate(model.staged_predict(X), 1):
        assert_array_equal(stage, trace.scores(run, t))
    assert model.score(X, y, qid) == pytest.approx(1 - run.metrics["r2"][-1], abs=1e-15)
    assert dict(zip(map(str, model.rankers_), model.weights_, strict=True)) == {
        str(trace.pool.describe(ranker)): weight for ranker, weight in run.weights_at(run.n_rounds).items()
    }
    assert list(model.rounds_["t"]) == list(range(1, run.n_rounds + 1))


@settings(max_examples=40)
@given(cases(), st.sampled_from(sorted(VARIANTS)), st.sampled_from(["halt", "infinite", "cap", "limit"]))
def test_the_last_stage_is_the_prediction(case: Case, variant: str, undefined: str) -> None:
    problem = problem_of(case)
    assume(len(stumps(problem.X)) > 0)  # rankers that are all constant, read as features, are refused
    model = RankBoost(variant, n_rounds=8, undefined=undefined)
    model.fit(problem.X, problem.grades, problem.qid, pairs=problem.explicit_pairs)
    stages = list(model.staged_predict(problem.X))
    assert len(stages) == model.n_iter_
    assert_array_equal(model.predict(problem.X), stages[-1] if stages else np.zeros(problem.n_items))
    before = [stage.copy() for stage in stages]
    for stage in stages:
        assert np.isfinite(stage).all()
    assert_array_equal(before, list(model.staged_predict(problem.X)))
    assert 0.0 <= model.score(problem.X, problem.grades, problem.qid, pairs=problem.explicit_pairs) <= 1.0


def test_explicit_pairs_are_learned() -> None:
    X = np.arange(6, dtype=float)[:, None]
    pairs = [(i + 1, i) for i in range(5)]
    model = RankBoost("rb-c", n_rounds=50).fit(X, pairs=pairs)
    assert (np.diff(model.predict(X)) > 0).all()
    assert model.score(X, pairs=pairs) == 1.0


@pytest.mark.parametrize("variant", ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal"])
def test_a_pair_of_weight_three_is_as_three_pairs(variant: str) -> None:
    X = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 1]], dtype=float)
    pairs, weights = [(0, 1), (1, 2), (2, 0), (3, 0)], np.array([3, 1, 2, 1])
    model = RankBoost(variant, n_rounds=6, undefined="cap")
    weighted = model.fit(X, pairs=pairs, pair_weights=weights).predict(X)
    share = model.score(X, pairs=pairs, pair_weights=weights)
    listed = np.repeat(pairs, weights, axis=0)
    np.testing.assert_allclose(weighted, model.fit(X, pairs=listed).predict(X), atol=1e-9)
    assert share == pytest.approx(model.score(X, pairs=listed))
    assert share != pytest.approx(model.score(X, pairs=pairs))


def test_weights_need_pairs_and_an_algorithm_that_takes_them() -> None:
    X = np.arange(6, dtype=float)[:, None]
    with pytest.raises(ValueError, match="There are pair weights and no pairs"):
        RankBoost(n_rounds=2).fit(X, [0, 1, 2, 3, 4, 5], pair_weights=[1.0])
    with pytest.raises(ValueError, match="counts all pairs alike"):
        SmoothMargin(n_rounds=2).fit(X, pairs=[(1, 0), (2, 0)], pair_weights=[1.0, 2.0])
    with pytest.raises(ValueError, match="2 pair weights for 1 pairs"):
        RankBoost(n_rounds=2).fit(X, pairs=[(1, 0)], pair_weights=[1.0, 2.0])


def test_score_is_the_auc_of_two_classes() -> None:
    X, y, _ = graded()
    y = (y > 1).astype(float)
    for variant in VARIANTS:
        model = RankBoost(variant, n_rounds=20).fit(X[:40], y[:40])
        assert model.score(X[40:], y[40:]) == pytest.approx(roc_auc_score(y[40:], model.predict(X[40:])))


def test_an_estimator_that_is_not_fitted_says_what_is_missing() -> None:
    X, y, qid = graded()
    model = RankBoost(n_rounds=3)
    for unfitted in (
        lambda: model.predict(X), lambda: next(model.staged_predict(X)), lambda: model.rounds_,
        lambda: model.score(X, y),
    ):  # fmt: skip
        with pytest.raises(NotFittedError):
            unfitted()
    for call, words in (
        (lambda: model.fit(X), "requires y"),
        (lambda: model.fit(X, np.ones(len(X))), "no critical pair"),
        (lambda: model.fit(X, y, qid[:-1]), "inconsistent"),
        (lambda: model.fit(X, pairs=[(0, 999)]), "names row"),
        (lambda: RankBoost("rb-x").fit(X, y), "no variant"),
        (lambda: RankBoost(n_rounds=0).fit(X, y), "rounds"),
        (lambda: model.fit(X, y).predict(X[:, :2]), "features"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


def test_clone_params_and_pickle() -> None:
    X, y, qid = graded()
    model = RankBoost("rb-d", n_rounds=7, undefined="cap", cap=2.0, random_state=4)
    twin = clone(model)
    assert twin.get_params() == model.get_params() and not hasattr(twin, "trace_")
    assert twin.set_params(variant="rb-c").variant == "rb-c"
    model.fit(X, y, qid)
    back = pickle.loads(pickle.dumps(model))
    assert_array_equal(back.predict(X), model.predict(X))
    assert back.score(X, y, qid) == model.score(X, y, qid)
    assert back.n_iter_ == model.n_iter_ and back.stopped_ == model.stopped_
    with pytest.raises(AttributeError, match=r"trace\(X, y\) makes it again"):
        _ = back.rounds_
    assert_array_equal(back.trace(X, y, qid).runs[0].metrics["r2"], model.trace_.runs[0].metrics["r2"])


@pytest.mark.parametrize("undefined", ["limit", "infinite"])
@pytest.mark.parametrize("weak", ["stumps", "regions"])
def test_scores_after_a_pickle_are_those_of_the_trace(weak: str, undefined: str) -> None:
    """Also of new items with missing values, where weights are infinite."""
    X, y, qid = graded()
    X[::5, 1] = np.nan
    model = RankBoost("rb-d", n_rounds=20, undefined=undefined, weak=weak).fit(X, y, qid)
    back = pickle.loads(pickle.dumps(model))
    assert_array_equal(back.predict(X), model.trace_.scores(model.trace_.runs[0]))
    other = np.where(np.random.default_rng(1).random(X.shape) < 0.1, np.nan, X[::-1])
    assert_array_equal(list(back.staged_predict(other)), list(model.staged_predict(other)))


@pytest.mark.parametrize("model", [RankBoost(), SmoothMargin(), QBRank(leaves=3)])
def test_a_pickle_has_no_value_of_the_training_data(model: Ranker) -> None:
    """A kernel method's function is a sum over its items, and says so."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 5))
    fitted = model.set_params(n_rounds=10).fit(X, X[:, 0] + rng.normal(size=400) > 0)
    kept = pickle.dumps(fitted)
    whole = [kept[shift : shift + (len(kept) - shift) // 8 * 8] for shift in range(8)]
    values = np.concatenate([np.frombuffer(part, order) for part in whole for order in ("<f8", ">f8")])
    assert len(kept) < 30_000 and not np.isin(X, values).any()


def test_feature_names_come_along() -> None:
    X, y, qid = graded()
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    model = RankBoost(n_rounds=5).fit(frame, y, qid)
    assert list(model.feature_names_in_) == ["a", "b", "c", "d"] and model.n_features_in_ == 4
    assert {ranker["feature"] for ranker in model.rankers_} <= {"a", "b", "c", "d"}


def test_random_state_may_be_a_generator_or_nothing() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(600, 1)), rng.integers(0, 2, 600)
    same = [RankBoost(n_rounds=3, random_state=np.random.RandomState(1)).fit(X, y) for _ in range(2)]
    assert_array_equal(same[0].predict(X), same[1].predict(X))
    assert RankBoost(n_rounds=3, random_state=None).fit(X, y).n_iter_ == 3


def test_the_estimator_works_in_pipelines_and_searches() -> None:
    X, y, qid = graded()
    assert make_pipeline(MinMaxScaler(), RankBoost(n_rounds=5)).fit(X, y).score(X, y) > 0.6
    search = GridSearchCV(RankBoost(), {"n_rounds": [1, 20], "variant": ["rb-c", "rb-plus"]}, cv=3).fit(X, y)
    assert search.best_params_["n_rounds"] == 20
    assert (cross_val_score(RankBoost(n_rounds=5), X, y, groups=qid, cv=GroupKFold(3)) > 0.5).all()


def test_queries_reach_fit_and_score_by_metadata_routing() -> None:
    """Each fold's score is the one of a model fitted and scored by hand, inside its queries."""
    X, y, qid = graded(90, 9)
    y = y + 10 * qid  # between queries the grades say something else than inside
    folds = GroupKFold(3)
    with sklearn.config_context(enable_metadata_routing=True):
        model = RankBoost(n_rounds=10).set_fit_request(qid=True).set_score_request(qid=True)
        found = cross_val_score(model, X, y, cv=folds, params={"qid": qid, "groups": qid})
        search = GridSearchCV(model, {"n_rounds": [1, 10]}, cv=folds).fit(X, y, qid=qid, groups=qid)
        request = clone(pickle.loads(pickle.dumps(model))).get_metadata_routing()
        assert request.fit.requests == {"qid": True}
        assert request.score.requests == {"qid": True, "sample_weight": None}
        # Doubling is exact, so the weak rankers of the pipeline are the same.
        pipeline = make_pipeline(FunctionTransformer(lambda features: 2 * features), model)
        assert_array_equal(
            cross_val_score(pipeline, X, y, cv=folds, params={"qid": qid, "groups": qid}), found
        )
        fitted = pipeline.fit(X, y, qid=qid)
        assert fitted.score(X, y, qid=qid) == model.fit(X, y, qid).score(X, y, qid)
        with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
            fitted.score(X, y, qid=qid, sample_weight=np.ones(len(X)))
    by_hand = [
        RankBoost(n_rounds=10).fit(X[a], y[a], qid[a]).score(X[b], y[b], qid[b])
        for a, b in folds.split(X, y, qid)
    ]
    assert_array_equal(found, by_hand)
    assert search.best_score_ == pytest.approx(np.mean(by_hand)) and search.best_params_ == {"n_rounds": 10}


def test_row_numbers_are_not_routed() -> None:
    for request in ({"pairs": True}, {"pair_weights": True}):
        with sklearn.config_context(enable_metadata_routing=True), pytest.raises(TypeError, match="pair"):
            RankBoost().set_fit_request(**request)


def test_pairs_that_are_no_row_numbers_are_refused() -> None:
    X = np.arange(6, dtype=float)[:, None]
    with pytest.raises(ValueError, match="0.7 is not a row index"):
        RankBoost(n_rounds=2).fit(X, pairs=[[0.7, 3.2]])
    model = RankBoost(n_rounds=2, undefined="cap").fit(X, pairs=[[1.0, 0.0]])
    assert model.score(X, pairs=[[1, 0]]) == 1.0


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(rankviz.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert any("set_score_request" in example for example in examples)
    for example in examples:
        with sklearn.config_context():  # what an example sets is set back
            exec(example, {})
    assert "{'rankboost__n_rounds': 30}" in capsys.readouterr().out
