"""A run beside the same one with another tolerance: risks, what was given up, the picture, and the sentence."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from twins import qbrank as twin

import rankviz
from rankviz.insight.theory.trees.tolerance_path import TolerancePath, path_of, with_tolerance
from rankviz.lab.figures.trees.tolerance import tolerance
from rankviz.ui.pages.qbrank.tolerance import verdict

SOURCE = "synthetic:single-grade?n=100&pages=10"


def made(algorithm: str = "qbrank", *, holdout: float = 0.4, **params: object) -> rankviz.Trace:
    chosen = {"eta": 0.5, "leaves": 8, "tolerance": 0.3, **params}
    return rankviz.trace(rankviz.load(SOURCE), [algorithm], rounds=6, holdout=holdout, seed=3, **chosen)


@pytest.mark.parametrize("algorithm", ["qbrank", "gbt"])
def test_risks_and_what_was_given_up_are_the_twins(algorithm: str) -> None:
    trace = made(algorithm)
    (run,) = trace.runs
    found = path_of(trace, run)
    told = {"w": 0.0} if algorithm == "gbt" else {}
    for problem, scores, shown in (
        (trace.problem, list(trace.staged_scores(run)), found.training),
        (trace.holdout, run.scored.held, found.held),
    ):
        data = twin.data_of(problem.grades, problem.qid, None, problem.n_items, **told)
        start = twin.risk(data, np.zeros(data.n))
        assert_allclose(shown, [twin.risk(data, h) / start for h in scores], rtol=1e-9)
    each = [fitted.tolerated for fitted in run.scored.details.descent.fitted]
    assert_allclose(found.used, [told.used / told.explained for told in each], rtol=1e-12)
    assert ((found.used > 0.0) & (found.used <= 0.3)).any()
    trees = [fitted.tree for fitted in run.scored.details.descent.fitted]
    assert_array_equal(found.leaves, [int((tree.left < 0).sum()) for tree in trees])


@pytest.mark.parametrize("other", [0.0, 0.7])
def test_the_other_tolerance_is_a_run_of_its_own(other: float) -> None:
    trace, alone = made(), made(tolerance=other)
    found, whole = with_tolerance(trace, trace.runs[0], other, 3), path_of(alone, alone.runs[0])
    for name in ("training", "held", "used", "leaves"):
        assert_array_equal(getattr(found, name), getattr(whole, name))
    assert found.share == whole.share == other
    assert found.used.any() == (other > 0.0)


@pytest.mark.parametrize("holdout", [0.0, 0.4])
def test_the_picture_has_both_runs(holdout: float) -> None:
    trace = made(holdout=holdout)
    paths = path_of(trace, trace.runs[0]), with_tolerance(trace, trace.runs[0], 0.0, 3)
    risks = [line for line in tolerance(paths).data if line.yaxis == "y"]
    assert [line.name for line in risks] == [
        f"{name}, {part}"
        for name in ("ε ≤ 30\u00a0%", "ε = 0")
        for part in (["held out", "training"] if holdout else ["training"])
    ]
    assert list(risks[-1].y) == paths[1].training.tolist()
    used = [line for line in tolerance(paths).data if line.yaxis == "y2"]
    assert [list(line.y) for line in used] == [paths[0].used.tolist(), [0.3, 0.3], paths[1].used.tolist()]


def path(share: float, training: float, held: float | None, leaves: int) -> TolerancePath:
    return TolerancePath(
        share,
        np.array([1.0, 0.9, training]),
        None if held is None else np.array([1.0, 0.9, held]),
        np.full(2, share / 2),
        np.full(2, leaves),
    )


@pytest.mark.parametrize(
    ("training", "held", "words"),
    [
        (0.501, 0.699, "hardly matters"),
        (0.6, 0.8, "worse trees learn less. "),
        (0.6, None, "worse trees learn less. "),
        (0.6, 0.65, "learn less, but what they learn is better"),
        (0.4, 0.75, "learn more, but not on held-out data"),
        (0.4, 0.7, "worse trees do learn more"),
        (0.5, 0.8, "learn as much, and do worse on held-out data"),
        (0.5, 0.6, "learn as much, and do better on held-out data"),
    ],
)
def test_the_sentence_says_which_way_it_went(training: float, held: float | None, words: str) -> None:
    exact, loose = path(0.0, 0.5, None if held is None else 0.7, 8), path(0.2, training, held, 3)
    said = verdict(exact, loose)
    assert said == verdict(loose, exact) and words in said
    assert "Within ε ≤ 20\u00a0% a tree has 3.0 leaves on average, and 8.0 as it was found" in said
    assert "After round 2 the training risk is" in said and ("held-out one" in said) == (held is not None)
    assert "8.0 within 5\u00a0%" in verdict(path(0.05, 0.5, 0.7, 8), path(0.2, 0.6, 0.7, 3))
