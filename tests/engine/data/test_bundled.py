"""scikit-learn's data sets as ranking problems."""

import numpy as np
import pytest
from sklearn import datasets

from rankviz.engine.data.builtin import bundled
from rankviz.engine.data.sources import load


@pytest.mark.parametrize(
    ("name", "items", "features", "pairs"),
    [("breast-cancer", 569, 30, 212 * 357), ("wine", 178, 13, 59 * 71 + 59 * 48 + 71 * 48)],
)
def test_whole_bundled_sets_have_their_known_sizes(name, items, features, pairs):
    problem = load(f"bundled:{name}")
    assert (problem.n_items, problem.n_features, problem.n_pairs) == (items, features, pairs)
    assert problem.source == f"bundled:{name}"
    assert len(set(problem.feature_names)) == features


def test_malignant_is_above_benign():
    problem = load("bundled:breast-cancer")
    radius = problem.X[:, problem.feature_names.index("mean radius")]
    assert problem.grades.sum() == 212
    assert radius[problem.grades == 1].mean() > radius[problem.grades == 0].mean()


def test_diabetes_is_cut_at_quantiles_and_equal_progress_shares_a_grade():
    problem = load("bundled:diabetes?grades=4")
    progress = np.array([float(label.split("progress ")[1].rstrip(")")) for label in problem.item_labels])
    assert np.abs(np.bincount(problem.grades.astype(int)) - 442 / 4).max() <= 4
    order = np.argsort(progress, kind="stable")
    assert (np.diff(problem.grades[order]) >= 0).all()
    for value in np.unique(progress):
        assert len(set(problem.grades[progress == value])) == 1
    assert "body mass index" in problem.feature_names


@pytest.mark.parametrize("name", ["breast-cancer", "diabetes", "wine"])
def test_samples_are_seeded_and_stratified(name):
    whole, sample = load(f"bundled:{name}"), load(f"bundled:{name}?items=60&seed=1")
    again, other = load(f"bundled:{name}?items=60", seed=1), load(f"bundled:{name}?items=60&seed=2")
    assert sample.n_items == 60
    assert sample.item_ids == again.item_ids != other.item_ids
    assert sample.source == again.source == f"bundled:{name}?items=60&seed=1"
    for grade in np.unique(whole.grades):
        share, kept = (whole.grades == grade).mean(), (sample.grades == grade).mean()
        assert abs(share - kept) <= 1 / 60
    rows = [whole.item_ids.index(item) for item in sample.item_ids]
    np.testing.assert_array_equal(sample.X, whole.X[rows])


def test_diabetes_is_what_scikit_learn_loads():
    expected = datasets.load_diabetes(scaled=False)
    X, target = bundled._diabetes_arrays()
    assert np.array_equal(X, expected.data)
    assert np.array_equal(target, expected.target)
    assert list(bundled._DIABETES) == expected.feature_names


def test_wine_by_alcohol_hides_the_alcohol_and_cuts_it_in_four():
    problem, before = load("bundled:wine?by=alcohol"), load("bundled:wine")
    assert "alcohol" not in problem.feature_names and problem.n_features == before.n_features - 1
    alcohol = before.X[:, before.feature_names.index("alcohol")]
    assert (
        set(problem.grades) == {0.0, 1.0, 2.0, 3.0}
        and (np.diff(problem.grades[np.argsort(alcohol)]) >= 0).all()
    )
    assert load("bundled:wine?by=grower").source != problem.source and set(before.grades) == {0.0, 1.0, 2.0}
