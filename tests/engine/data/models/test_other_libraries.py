"""Rankers of LightGBM, XGBoost and CatBoost: scores after every tree are the libraries' own, whatever they hold."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import own_model as made
from numpy.testing import assert_allclose, assert_array_equal
from twins import own as twin

import rankviz
from rankviz.engine.algorithms.lambdarank.lambdas import LambdaRules, Lambdas
from rankviz.engine.algorithms.own.external_model import rules_of
from rankviz.engine.data.model import Model, Objective
from rankviz.engine.data.models import reader as models
from rankviz.engine.data.models.reader import of_booster
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import MAX_FEATURES
from rankviz.engine.errors import DataError

ROWS = {
    "plain": made.graded(),
    "missing": made.graded(1, missing=0.15),
    "categories": made.graded(2, missing=0.1, categories=True),
}
TRAIN = {"lightgbm": made.train_lightgbm, "xgboost": made.train_xgboost, "catboost": made.train_catboost}
WRITES = {"lightgbm": ("txt",), "xgboost": ("json", "ubj"), "catboost": ("cbm", "json")}
"""The endings of the files that a library can write a model to."""


def by_library(names: str, cases: Iterable[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """These cases, each where the library that it names first is installed."""
    return pytest.mark.parametrize(names, [pytest.param(*case, marks=made.needs(case[0])) for case in cases])


def saved(library: str, booster: Any, folder: Path) -> list[Path]:
    files = [folder / f"m.{ending}" for ending in WRITES[library]]
    for file in files:
        if library == "catboost":
            booster.save_model(str(file), format=file.suffix[1:])
        else:
            booster.save_model(file)
    return files


def own_scores(library: str, booster: Any, rows: made.Graded, X: np.ndarray) -> Callable[[int], np.ndarray]:
    """What the library itself predicts for items X by its first t trees."""
    if library == "lightgbm":
        return lambda t: booster.predict(X, num_iteration=t, raw_score=True)
    if library == "xgboost":
        import xgboost

        items = xgboost.DMatrix(X, feature_types=booster.feature_types, enable_categorical=True)
        return lambda t: booster.predict(items, output_margin=True, iteration_range=(0, t))
    as_trained = made.catboost_rows(rows, X)
    return lambda t: booster.predict(as_trained, prediction_type="RawFormulaVal", ntree_end=t)


def agrees(model: Model, X: np.ndarray, after: Any) -> None:
    """Scores after each tree are those of `after`, the library's own prediction by so many trees."""
    found = model.scores(model.ends(X))
    assert len(found) == model.n_trees + 1
    for t in range(1, model.n_trees + 1):
        assert_allclose(found[t], after(t), rtol=1e-6, atol=1e-6, err_msg=f"after tree {t}")


def walks_as_its_shapes_say(model: Model, X: np.ndarray) -> None:
    """The twin, which asks the questions one by one, gives the same scores; for trees without categories."""
    X = X.astype(np.float32).astype(float)[:40]
    trees = [made.nested(model, t) for t in range(model.n_trees)]
    assert_allclose(model.scores(model.ends(X)), twin.scores(trees, X.tolist(), model.start), atol=1e-9)


def fresh(kind: str) -> np.ndarray:
    """Items that the model never saw, with missing values where the others had some."""
    return made.graded(7, missing=0.0 if kind == "plain" else 0.2).X


WAYS = [
    *(("lightgbm", {"boosting": boosting, "drop_rate": 0.5}) for boosting in ("gbdt", "dart", "goss")),
    *(
        ("xgboost", {"objective": objective, **booster})
        for objective in ("rank:ndcg", "rank:pairwise")
        for booster in ({"booster": "gbtree"}, {"booster": "dart", "rate_drop": 0.5})
    ),
    *(
        ("catboost", {"grow_policy": grown, "one_hot_max_size": 2})
        for grown in ("SymmetricTree", "Lossguide", "Depthwise")
    ),
]
"""Libraries, and the parameters of a kind of model that each trains."""


@by_library("library, params, kind", [(*way, kind) for way in WAYS for kind in ROWS])
def test_scores_after_every_tree_are_the_librarys(
    library: str, params: dict[str, Any], kind: str, tmp_path: Path
) -> None:
    rows, X = ROWS[kind], fresh(kind)
    booster = TRAIN[library](rows, **params)
    for model in (*map(models.read, saved(library, booster, tmp_path)), models.of_booster(booster)):
        agrees(model, X, own_scores(library, booster, rows, X))
        if kind != "categories":
            walks_as_its_shapes_say(model, X)


REFUSED = [
    ("lightgbm", {"objective": "multiclass", "num_class": 4}, "4 classes"),
    ("lightgbm", {"boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.5}, "random forest"),
    ("lightgbm", {"linear_tree": True, "objective": "regression"}, "linear functions"),
    ("xgboost", {"objective": "multi:softprob", "num_class": 4}, "4 classes"),
    ("xgboost", {"objective": "reg:squarederror", "booster": "gblinear", "verbosity": 0}, "has no trees"),
    ("xgboost", {"objective": "reg:squarederror", "num_parallel_tree": 3}, "forest of 3 trees"),
]


@by_library("library, params, why", REFUSED)
def test_models_that_cannot_be_are_refused_with_the_reason(
    library: str, params: dict[str, Any], why: str
) -> None:
    with pytest.raises(DataError, match=why):
        models.of_booster(TRAIN[library](ROWS["plain"], 3, **params))


# ---------------------------------------------------------------- LightGBM


@made.needs("lightgbm")
def test_lightgbm_reads_what_was_never_missing_and_zeros_that_are_as_it_was_trained() -> None:
    X = fresh("missing")
    for kind, more in (
        ("plain", {}),
        ("missing", {"zero_as_missing": True}),
        ("missing", {"use_missing": False}),
    ):
        booster = made.train_lightgbm(ROWS[kind], **more)
        model = models.of_booster(booster)
        agrees(model, X, own_scores("lightgbm", booster, ROWS[kind], X))
        if not more.get("zero_as_missing"):
            walks_as_its_shapes_say(model, X)


@made.needs("lightgbm")
def test_lightgbm_stopped_early_shows_all_its_trees_and_says_which_were_kept() -> None:
    rows, valid = made.graded(3, queries=4), made.graded(4, queries=4)
    booster = made.train_lightgbm(rows, 60, valid, learning_rate=0.5)
    model = models.of_booster(booster)
    assert 0 < model.best == booster.best_iteration < model.n_trees == booster.num_trees()
    agrees(model, rows.X, own_scores("lightgbm", booster, rows, rows.X))
    trace = rankviz.from_model(booster, rows.problem())
    assert any("Early stopping" in note for note in trace.problem.notes)


@made.needs("lightgbm")
def test_lightgbms_objective_is_read_with_its_parameters(tmp_path: Path) -> None:
    more = {"lambdarank_truncation_level": 5, "lambdarank_norm": False, "sigmoid": 2.0}
    made.train_lightgbm(ROWS["plain"], **more).save_model(tmp_path / "m.txt")
    objective = models.read(tmp_path / "m.txt").objective
    assert (objective.delta, objective.at, objective.norm, objective.sigma) == (True, 5, False, 2.0)
    assert not objective.unknown
    for params, why in (
        ({"objective": "regression"}, "objective regression has no λ"),
        ({"objective": "rank_xendcg"}, "objective rank_xendcg has no λ"),
        ({"label_gain": [0, 1, 2, 3, 4]}, "label_gain"),
    ):
        assert why in models.of_booster(made.train_lightgbm(ROWS["plain"], **params)).objective.unknown


# ---------------------------------------------------------------- XGBoost


@made.needs("xgboost")
def test_xgboost_begins_at_its_base_score_and_stops_early() -> None:
    rows, valid = made.graded(3, queries=4), made.graded(4, queries=4)
    trained = made.train_xgboost(rows, 60, valid, base_score=2.5, learning_rate=0.9)
    model = models.of_booster(trained)
    assert model.start == pytest.approx(2.5, abs=1e-6)
    assert 0 < model.best == trained.best_iteration + 1 < model.n_trees
    agrees(model, rows.X, own_scores("xgboost", trained, rows, rows.X))


@made.needs("xgboost")
def test_xgboosts_objective_is_read_with_its_parameters() -> None:
    def objective(**params: Any) -> Objective:
        return models.of_booster(made.train_xgboost(ROWS["plain"], 3, **params)).objective

    assert objective() == Objective("rank:ndcg", delta=True, at=32, norm=True)
    assert objective(
        objective="rank:pairwise",
        lambdarank_num_pair_per_sample=4,
        lambdarank_normalization=False,
        lambdarank_score_normalization=False,
    ) == Objective("rank:pairwise", at=4)
    for params, why in (
        ({"lambdarank_pair_method": "mean"}, "drawn at random"),
        ({"lambdarank_unbiased": True}, "bias of places"),
        ({"ndcg_exp_gain": False}, "gains are the grades"),
        ({"lambdarank_score_normalization": False}, "one of its two normalisations"),
        ({"objective": "reg:squarederror"}, "no λ per pair"),
    ):
        assert why in objective(**params).unknown


# ---------------------------------------------------------------- what the trees followed


def away(booster: Any, rules: LambdaRules | None = None) -> float:
    """How far the leaves' values are from a line in −G/H of the λ's before each tree, as a share of their range.

    The line is the learning rate; CatBoost moves all leaves of a tree alike, so that scores keep their mean.
    """
    model, problem = models.of_booster(booster), ROWS["plain"].problem()
    ends, farthest = model.ends(problem.X), 0.0
    lambdas = Lambdas(problem, rules_of(model.objective) if rules is None else rules)
    for t, h in enumerate(model.scores(ends)[:-1]):
        look, some = lambdas.evaluate(h), np.unique(ends[t])
        gradient, hessian = (np.bincount(ends[t], each)[some] for each in (look.gradient, look.hessian))
        line = np.column_stack([-gradient / hessian, np.ones(len(some))])
        values = model.shapes.value[model.shapes.tree(t)][some]
        off = line @ np.linalg.lstsq(line, values, rcond=None)[0] - values
        farthest = max(farthest, float(np.abs(off).max() / np.ptp(values)))
    return farthest


FOLLOWED = [
    ("lightgbm", {}, ""),
    ("lightgbm", {"lambdarank_norm": False, "sigmoid": 2.0}, ""),
    ("lightgbm", {"lambdarank_truncation_level": 3, "feature_fraction": 0.5}, ""),
    (
        "lightgbm",
        {"boosting": "dart", "drop_rate": 1.0, "skip_drop": 0.0},
        "without some of the trees before it",
    ),
    ("lightgbm", {"bagging_freq": 1, "bagging_fraction": 0.5}, "samples of the rows"),
    (
        "lightgbm",
        {"use_quantized_grad": True},
        "known for use_quantized_grad=0, and its use_quantized_grad is 1",
    ),
    ("xgboost", {}, ""),
    ("xgboost", {"objective": "rank:pairwise", "lambdarank_num_pair_per_sample": 3}, ""),
    ("xgboost", {"lambdarank_normalization": False, "lambdarank_score_normalization": False}, ""),
    (
        "xgboost",
        {"booster": "dart", "rate_drop": 1.0, "skip_drop": 0.0},
        "without some of the trees before it",
    ),
    ("catboost", {}, ""),
    ("catboost", {"grow_policy": "Lossguide", "bootstrap_type": "Bayesian"}, ""),
    ("catboost", {"bootstrap_type": "Bernoulli", "subsample": 0.5}, ""),
    (
        "catboost",
        {"boosting_type": "Ordered"},
        "known for boosting_type=Plain, and its boosting_type is Ordered",
    ),
    ("catboost", {"posterior_sampling": True}, "posterior_sampling"),
    ("catboost", {"model_shrink_rate": 0.3}, "model_shrink_rate"),
]
"""Settings, and why the λ's that the leaves followed are not known for them."""
BARE = {
    "lightgbm": {},
    "xgboost": {"reg_lambda": 0.0, "base_score": 0.0},
    "catboost": {"l2_leaf_reg": 0.0, "leaf_estimation_backtracking": "No", "leaf_estimation_iterations": 1},
}
"""What makes leaves −G/H and nothing else."""
OTHERWISE = {"lightgbm": LambdaRules(True, at=30, norm=True), "xgboost": LambdaRules(True, at=32, norm=True)}
"""Rules that leaves do not follow where their own are not known."""


@by_library("library, params, why", FOLLOWED)
def test_leaves_follow_the_lambdas_just_for_the_settings_known(
    library: str, params: dict[str, Any], why: str
) -> None:
    booster = TRAIN[library](ROWS["plain"], 6, **BARE[library], **params)
    unknown = models.of_booster(booster).objective.unknown
    assert why in unknown and bool(unknown) == bool(why)
    if not why:
        assert away(booster) < (1e-5 if library == "catboost" else 1e-3)
    elif library in OTHERWISE:
        assert away(booster, OTHERWISE[library]) > 0.05


# ---------------------------------------------------------------- CatBoost


@made.needs("catboost")
def test_catboosts_objective_is_read_and_what_cannot_be_is_refused() -> None:
    import catboost

    def objective(loss: str) -> Objective:
        return models.of_booster(made.train_catboost(ROWS["plain"], 3, loss_function=loss)).objective

    assert objective("PairLogit") == Objective("PairLogit")
    assert "YetiRank has no λ" in objective("YetiRank").unknown
    assert "draws pairs" in objective("PairLogit:max_pairs=9").unknown
    rows = ROWS["plain"]
    several = catboost.CatBoost(
        {"iterations": 2, "loss_function": "MultiClass", "verbose": 0, "allow_writing_files": False}
    ).fit(rows.X, rows.grades)
    with pytest.raises(DataError, match="several classes"):
        models.of_booster(several)


@made.needs("catboost")
def test_catboost_stopped_early_keeps_the_best_trees_alone() -> None:
    rows, valid = made.graded(3, queries=4), made.graded(4, queries=4)
    trained = made.train_catboost(rows, 80, valid, learning_rate=0.8)
    model = models.of_booster(trained)
    assert model.n_trees == trained.tree_count_ < 80
    agrees(model, rows.X, own_scores("catboost", trained, rows, rows.X))


# ---------------------------------------------------------------- MQ2008, as it is in its file


SIZES = [("lightgbm", {"num_leaves": 31}), ("xgboost", {"max_depth": 6}), ("catboost", {"depth": 6})]


@pytest.mark.data
@pytest.mark.slow
@by_library("library, size", SIZES)
def test_mq2008_after_every_tree(library: str, size: dict[str, int], data_dir: Path, tmp_path: Path) -> None:
    problem = rankviz.load(f"letor:{data_dir / 'mq2008-fold1-vali.txt'}")
    rows = made.of_problem(problem)
    trained = TRAIN[library](rows, 60, **size)
    after = own_scores(library, trained, rows, problem.X)
    trace = rankviz.from_model(saved(library, trained, tmp_path)[0], problem)
    (run,) = trace.runs
    assert run.n_rounds == 60 and np.isfinite(run.extra["pair_cost"]).all()
    for t in range(1, 61):
        assert_allclose(run.scored.scores[t], after(t), rtol=1e-6, atol=1e-6, err_msg=f"after tree {t}")
    assert run.metrics["ndcg5"][-1] > run.metrics["ndcg5"][1] > run.metrics["ndcg5"][0]


# ---------------------------------------------------------------- files, features, libraries


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "model.txt"
    for content in (b"1 qid:1 1:0.5\n", b'{"a": 1}', b"\x80\x04\x95pickle", b"CBM0"):
        file.write_bytes(content)
        with pytest.raises(DataError, match="not a model that can be read"):
            models.read(file)
    with pytest.raises(DataError, match="Give a Booster"):
        models.of_booster({"trees": []})


@pytest.mark.parametrize("head", [b"tree\nversion=v4\n", b'{"learner": {}}', b"CBM1\0\0\0"])
def test_a_broken_model_is_a_sentence(head: bytes, tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(head)
    with pytest.raises(DataError, match=r"^broken: this model (of \w+ is broken: its numbers|is cut off)"):
        models.read(tmp_path / "broken")


def numbered(d: int, names: list[str] | None = None) -> Problem:
    X = np.random.default_rng(0).normal(size=(12, d))
    return Problem.from_arrays(X, np.arange(12) % 3, feature_names=names)


def test_features_are_matched_by_name_or_by_number() -> None:
    model = made.drawn(numbered(3).X)
    with pytest.raises(DataError, match="trained on 3 features, and these data have 4"):
        models.attach(model, numbered(4))
    named = replace(model, names=("b", "c", "a"))
    found = models.attach(named, numbered(4, ["a", "x", "c", "b"])).model
    assert_array_equal(found.columns, [3, 2, 0])
    with pytest.raises(DataError, match="lack 1 of them: c"):
        models.attach(named, numbered(3, ["a", "b", "d"]))


def test_a_model_of_an_svmlight_file_counts_its_features_from_0() -> None:
    whole = np.column_stack([np.zeros(12), numbered(3).X])
    model = made.drawn(whole)
    found = models.attach(model, numbered(3)).model
    assert_array_equal(found.ends(numbered(3).X), model.ends(whole))


@made.needs("lightgbm")
def test_categories_must_be_numbers_of_categories() -> None:
    rows = ROWS["categories"]
    booster, problem = made.train_lightgbm(rows), rows.problem()
    X = problem.X.copy()
    X[0, 3] = 1.5
    with pytest.raises(DataError, match=r"column \"f4\": the model takes this feature as categories"):
        rankviz.from_model(booster, Problem.from_arrays(X, problem.grades, problem.qid))


def test_a_booster_of_ones_own_may_have_more_features_than_a_file() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    X = np.zeros((40, MAX_FEATURES + 1))
    X[:, -1] = np.arange(40)
    how = {"verbose": -1, "min_data_in_leaf": 1, "num_threads": 1, "feature_pre_filter": False}
    booster = lightgbm.train(how, lightgbm.Dataset(X, X[:, -1], params=how), num_boost_round=2)
    assert of_booster(booster).n_features == MAX_FEATURES + 1
