"""Multilabel data as rankings: the format, its errors, and RB-D on it as AdaBoost.MR round by round."""

import io

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import dump_svmlight_file, make_multilabel_classification
from twins import adaboost_mr as twin

import rankviz
from rankviz.engine.data.multilabel import read
from rankviz.engine.data.multilabel.ranked import ranked
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.sniffing import sniff
from rankviz.engine.data.sources import load_upload
from rankviz.engine.errors import DataError

FILE = b"""# three items with labels, one without, one with all
1,3 1:0.5 3:2
2 1:1.5 2:-1e-1

3,1,2 2:4
 2:7 3:1
10,2 1:0.25
"""


def test_a_file_becomes_a_query_for_each_item() -> None:
    problem = load_upload("multilabel", FILE, "f.txt")
    assert problem.n_queries == 5 and problem.n_items == 5 * 4 and problem.n_features == 4 * 3
    assert problem.query_ids[:2] == ("item 1", "item 2") and problem.item_ids[1] == "item 1: label 2"
    assert problem.feature_names[:4] == ("label 1: f1", "label 1: f2", "label 1: f3", "label 2: f1")
    assert_array_equal(
        problem.grades.reshape(5, 4), [[1, 0, 1, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0], [0, 1, 0, 1]]
    )
    X = problem.X.reshape(5, 4, 4, 3)
    for label in range(4):
        assert_array_equal(
            X[:, label, label], [[0.5, 0, 2], [1.5, -0.1, 0], [0, 4, 0], [0, 7, 1], [0.25, 0, 0]]
        )
        assert np.isnan(np.delete(X[:, label], label, axis=1)).all()
    # A pair is an item's label against one it has not.
    assert problem.n_pairs == 2 * 2 + 1 * 3 + 3 * 1 + 0 + 2 * 2
    assert any("1 of 5 queries hold no critical pair" in note for note in problem.notes)


def test_a_file_written_by_scikit_learn_is_read() -> None:
    X, Y = make_multilabel_classification(30, 5, n_classes=4, random_state=0)
    file = io.BytesIO()
    dump_svmlight_file(X, Y, file, multilabel=True, zero_based=False)
    problem = read(file.getvalue(), name="sklearn.txt")
    assert sniff(file.getvalue()) == "multilabel"
    assert_array_equal(problem.grades.reshape(30, 4), Y)
    own = problem.X.reshape(30, 4, 4, 5)[:, range(4), range(4)]
    assert_array_equal(own, np.repeat(X[:, None], 4, axis=1))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (b"1,2 1:1\n1,,3 1:2\n", 2, "not a list of labels"),
        (b"1,1 1:1\n", 1, "not a list of labels"),
        (b"1,2 1:1\n\n2 1:x\n", 3, "not a feature"),
        (b"1,2 1:1 1:2\n", 1, "not a feature"),
        (b"1,2 1:nan\n", 1, "not a feature"),
        (b"1,2 -1:2\n", 1, "not a feature"),
        (b"1,2\n2\n", None, "no line has a feature"),
        (b"1 1:1\n1 1:2\n", None, "nothing to rank"),
        (b"1,2 1:1\n3 9999:1\n", None, "beyond the"),
    ],
)
def test_a_line_that_is_not_multilabel_is_refused_with_its_number(
    text: bytes, line: int | None, says: str
) -> None:
    with pytest.raises(DataError, match=says) as caught:
        read(text, name="f.txt")
    assert caught.value.line == line and "f.txt" in str(caught.value)


def test_more_labels_and_features_than_can_be_held_are_refused() -> None:
    for lines, told in (
        (
            [f"{i},{i + 1} {j}:1" for i in range(90) for j in (1, 60)],
            "56 labels: 20,509,440 values are more than",
        ),
        ([",".join(map(str, range(90))) + " 1:1 60:1"], "5,400 features are more than the 5,000"),
        (["1,2 1:1"] * 25_001, "25,001 items with 2 labels: 50,002 items are more than the 50,000"),
    ):
        with pytest.raises(DataError, match=told) as caught:
            read("\n".join(lines).encode(), name="f.txt")
        assert "keep fewer of one of them" in str(caught.value)


def test_files_of_other_kinds_are_no_multilabel_files() -> None:
    assert sniff(FILE) == "multilabel"
    assert sniff(b"2 qid:1 1:0.5\n") == sniff(b"1 1:0.5\n") == "letor"
    assert sniff(b"item,a,grade\nx,1,2\n") == "table"


# ---------------------------------------------------------------- AdaBoost.MR


def drawn(counts: list[int]) -> tuple[np.ndarray, list[set[int]]]:
    """24 examples of 3 features and 4 labels; so many labels each, more often those that a feature speaks for."""
    rng = np.random.default_rng(8)
    X = rng.normal(size=(24, 3)).round(2)
    pull = np.column_stack([X, -X.sum(axis=1)]) + rng.normal(0, 1.5, (24, 4))
    return X, [set(np.argsort(-row)[: counts[i % len(counts)]].tolist()) for i, row in enumerate(pull)]


def problem_of(X: np.ndarray, sets: list[set[int]]) -> Problem:
    has = np.array([[label in own for label in range(4)] for own in sets])
    return ranked(X, has, labels="abcd", features=["f", "g", "h"], items=[f"x{i}" for i in range(len(X))])


@pytest.mark.parametrize(
    ("counts", "by_example"), [([2], True), ([1, 2, 3], False)], ids=["as the paper", "pairs alike"]
)
def test_rb_d_on_it_is_adaboost_mr_round_by_round(counts: list[int], by_example: bool) -> None:
    """With as many labels each, the paper's D_1 is that of all pairs alike, which RB-D begins with."""
    X, sets = drawn(counts)
    problem = problem_of(X, sets)
    trace = rankviz.trace(problem, "rb-d", rounds=12)
    run, mr = trace.runs[0], twin.boost(X, sets, 4, 12, by_example=by_example)
    assert run.n_rounds == 12
    assert_allclose(run.alpha, mr.alpha, rtol=1e-9)
    assert_allclose(run.z, mr.z, rtol=1e-9)
    for t in range(12):
        assert_array_equal(2.0 * trace.pool.output(int(run.ranker[t])) - 1.0, mr.h[t].ravel())
        weight = trace.weights(run, t + 1)
        typed = [mr.D[t][right // 4, wrong % 4, right % 4] for right, wrong in problem.pairs.tolist()]
        assert_allclose(weight, typed, rtol=1e-9)
    f = sum(alpha * h for alpha, h in zip(mr.alpha, mr.h, strict=True)).ravel()
    higher, lower = problem.pairs.T
    g = trace.scores(run)
    assert_allclose(g[higher] - g[lower], 0.5 * (f[higher] - f[lower]), atol=1e-9)


def test_the_example_can_be_learned() -> None:
    trace = rankviz.trace(
        rankviz.load("synthetic:multilabel"), ("rb-d", "rb-plus"), rounds=40, undefined="limit"
    )
    assert all(run.metrics["r2"][-1] < 0.1 < 0.3 < run.metrics["r2"][0] for run in trace.runs)
    assert trace.problem.n_queries == 40
