"""Data of LETOR's shape: what LETOR promises of its files holds, and features are what their names say."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import search_index as twin

from rankviz.engine.data import letor
from rankviz.engine.data.builtin import letor_like, search_index
from rankviz.engine.data.letor.writer import fold_files, lines
from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.data.sources import load
from rankviz.engine.errors import DataError

SMALL = st.fixed_dictionaries(
    {
        "queries": st.integers(2, 8),
        "documents": st.integers(5, 12),
        "empty": st.sampled_from([0.0, 0.25, 0.5, 0.75]),
        "missing": st.booleans(),
        "grades": st.sampled_from([3, 5]),
        "seed": st.integers(0, 10**6),
    }
)


@settings(max_examples=25)
@given(SMALL)
def test_the_shape_is_letors(options):
    problem = letor_like.letor_like(**options)
    X, qid = problem.X, problem.qid
    known = np.where(np.isnan(X), 0.5, X)
    assert known.min() >= 0 and known.max() <= 1 and (np.round(known, 6) == known).all()
    assert np.isnan(X).any() <= options["missing"]
    assert problem.n_features == {3: 46, 5: 136}[options["grades"]] == len(set(problem.feature_names))
    assert set(problem.grades) <= set(range(options["grades"]))
    for query in range(options["queries"]):
        rows = X[qid == query]
        for column in rows.T:
            values = column[~np.isnan(column)]
            ends = (values.min(), values.max()) if len(values) else (0, 0)
            assert ends in ((0, 0), (0, 1)), "scaled within the query, 0 where it has one value"
        assert options["documents"] // 2 <= len(rows) <= options["documents"] + options["documents"] // 2
    idle = int((pairs_per_query(problem) == 0).sum())
    assert idle == min(round(options["empty"] * options["queries"]), options["queries"] - 1)


def test_nulls_are_language_models_of_texts_without_a_word_of_the_query():
    problem = load("synthetic:letor")
    nulls = np.isnan(problem.X)
    names = [name for name, some in zip(problem.feature_names, nulls.any(axis=0), strict=True) if some]
    assert names and all(name.startswith("LM ") for name in names)
    column = problem.feature_names.index
    for stream in search_index.STREAMS:
        lacking = nulls[:, column(f"LM JM {stream}")]
        assert (problem.X[lacking, column(f"TF {stream}")] == 0).all()
        assert (lacking == nulls[:, column(f"LM ABS {stream}")]).all()
    plain = load("synthetic:letor?missing=0")
    np.testing.assert_array_equal(plain.X, np.where(nulls, 0.0, problem.X))


def test_features_go_together_and_few_say_something_new():
    problem = load("synthetic:letor?missing=0&queries=40")
    alike = [i for i in range(problem.n_features) if np.ptp(problem.X[:, i])]
    strong = np.linalg.svd(np.corrcoef(problem.X[:, alike].T), compute_uv=False)
    assert strong[:12].sum() > 0.8 * strong.sum(), "a dozen directions hold nearly all that 41 features say"
    higher, lower = problem.pairs.T
    right = {
        name: float(np.mean(np.sign(column[higher] - column[lower]))) / 2 + 0.5
        for name, column in zip(problem.feature_names, problem.X.T, strict=True)
    }
    assert right["BM25 document"] > 0.7 and right["PageRank"] > 0.53
    assert all(abs(right[name] - 0.5) < 0.05 for name in ("outlinks", "child pages", "IDF body"))


def test_the_counts_give_the_features_by_their_formulas():
    """BM25, the language models, TF·IDF and the spreads of one document, word by word in plain Python."""
    index = search_index.draw(np.random.default_rng(5), 4, 6)
    got = {**letor_like._of_terms(index), **letor_like._models(index), **letor_like._spreads(index)}
    for i, s in ((0, 0), (3, 1), (7, 2), (11, 3), (12, 4), (len(index.qid) - 1, 0)):
        asked = np.flatnonzero(index.asked[i])
        average = float(np.mean(index.length[:, s]))
        expected = twin.features(
            index.tf[i, s, asked].tolist(),
            index.rarity[i, asked].tolist(),
            float(index.length[i, s]),
            average,
        )
        for name, value in expected.items():
            assert got[name][i, s] == pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True), name


def test_letor_lines_are_read_back_exactly(tmp_path):
    problem = load("synthetic:letor?queries=4&documents=6")
    path = tmp_path / "all.txt"
    path.write_text("".join(lines(problem, problem.query_ids)))
    again = letor.read(path)
    np.testing.assert_array_equal(again.X, problem.X)
    np.testing.assert_array_equal(again.grades, problem.grades)
    assert (again.query_ids, again.item_ids) == (problem.query_ids, problem.item_ids)


def written(folder, files):
    """Write (path, contents) below a folder and return the paths."""
    paths = []
    for name, contents in files:
        paths.append(folder / name)
        paths[-1].parent.mkdir(exist_ok=True)
        paths[-1].write_bytes(contents)
    return paths


def test_folds_cover_the_queries_as_letors_do(tmp_path):
    problem = load("synthetic:letor?queries=7&documents=5&empty=0")
    files = written(tmp_path, fold_files(problem, 3, seed=2))
    found = [str(file.relative_to(tmp_path)) for file in files[:4]]
    assert found == ["Fold1/train.txt", "Fold1/vali.txt", "Fold1/test.txt", "Fold2/train.txt"]
    parts = [[set(letor.read(file).query_ids) for file in files[3 * f : 3 * f + 3]] for f in range(3)]
    everything = set(problem.query_ids)
    for f, (train, vali, test) in enumerate(parts):
        assert train | vali | test == everything and len(train) + len(vali) + len(test) == len(everything)
        assert vali == parts[(f + 1) % 3][2], "what validates here tests in the next fold"


def test_problems_with_single_pairs_cannot_be_written_as_letor_files():
    with pytest.raises(DataError, match="LETOR files hold grades, not single pairs"):
        list(fold_files(load("synthetic:cycles"), 3))


def test_queries_without_numbers_get_some(tmp_path):
    named = Problem.from_arrays(
        [[i * 0.1] for i in range(12)],
        [0, 1] * 6,
        qid=[name for name in "abcdef" for _ in range(2)],
        item_ids=[f"x {i}" for i in range(12)],
    )
    files = written(tmp_path, fold_files(named, 3))
    found = {query for file in files for query in letor.read(file).query_ids}
    assert found == {"1", "2", "3", "4", "5", "6"}
