"""The ties of a Trace, round by round: as the other way to count NDCG has them, and MQ2008's own numbers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rankviz
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.ndcg_counting import HERE, ndcg_as
from rankviz.estimators import RankBoost
from rankviz.lab.ties import audit, measure, rounds

EXP2 = measure.read("ndcg-exp2@10")
SOURCE = "synthetic:letor?documents=30&queries=20"


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    return rankviz.trace(rankviz.load(SOURCE), ["rb-d", "rb-plus", "lambdamart"], rounds=12, holdout=0.3)


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.slow
def test_each_round_reaches_as_far_as_the_order_of_ties_that_ndcg_is_counted_in(
    trace: rankviz.Trace, held_out: bool
) -> None:
    problem = trace.holdout if held_out else trace.problem
    assert problem is not None
    for run in trace.runs:
        found = rounds.by_round(trace, run, EXP2, held_out=held_out)
        assert found.shape == (run.n_rounds + 1, 4)
        staged = list(trace.staged_scores(run)) if not held_out else rounds.held_scores(trace, run)
        for t in (0, 3, run.n_rounds):
            for column, ties in enumerate(("worst", "mean", "best")):
                counted = ndcg_as(problem, staged[t], 10, replace(HERE, ties=ties), scale=0.0)
                assert found[t, column] == pytest.approx(counted, abs=1e-12)


@pytest.mark.slow
def test_before_the_first_round_all_scores_are_equal_and_a_round_is_audited_as_a_run_is(
    trace: rankviz.Trace,
) -> None:
    run, asked = trace.runs[0], measure.read_all("ndcg-exp2@10,mrr@10,map")
    start = rounds.by_round(trace, run, EXP2)[0]
    assert start[3] == 1.0 and start[0] < 0.3 and start[2] == 1.0
    last = rounds.audit(trace, run, asked)
    assert last.measures[0].mean == tuple(rounds.by_round(trace, run, EXP2)[-1, :3])
    assert last.run.name == f"{run.label}, round {run.n_rounds}"
    assert set(last.measures[0].counters) == set(audit.COUNTERS)


@pytest.mark.slow
def test_what_cannot_be_audited_says_so(trace: rankviz.Trace) -> None:
    with pytest.raises(DataError, match="so there is no round 99"):
        rounds.audit(trace, trace.runs[0], [EXP2], 99)
    without = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d"], rounds=1)
    with pytest.raises(DataError, match="pairs and no grades"):
        rounds.by_round(without, without.runs[0], EXP2)
    whole = rankviz.trace(rankviz.load(SOURCE), ["rb-d"], rounds=1)
    with pytest.raises(DataError, match="holds no items out"):
        rounds.audit(whole, whole.runs[0], [EXP2], held_out=True)


@pytest.mark.slow
def test_ties_alone_move_ndcg_on_mq2008_from_566_to_829(data_dir: Path) -> None:
    """Five rounds of RB-C, learned on the first half of the queries; the table of docs/ties.md has more."""
    path = data_dir / "mq2008-fold1-vali.txt"
    if not path.exists():
        pytest.skip(f"{path.name} is not in RANKVIZ_DATA_DIR")
    problem = rankviz.load(f"letor:{path}")
    first = problem.qid < problem.qid.max() // 2
    rest = problem.subset(np.flatnonzero(~first))
    assert problem.grades is not None
    means = {}
    for variant in ("rb-d", "rb-c", "rb-plus"):
        for t in (5, 20, 100):
            model = RankBoost(variant=variant, n_rounds=t)
            model.fit(problem.X[first], problem.grades[first], problem.qid[first])
            run = rounds.judged(rest, model.predict(rest.X))
            means[variant, t] = audit.audit(run, [EXP2], counters=False).measures[0].mean
    low, _, high = means["rb-c", 5]
    assert (round(low, 3), round(high, 3)) == (0.566, 0.829)
    told = (Path(__file__).parents[3] / "docs/ties.md").read_text(encoding="utf-8")
    for t in (5, 20, 100):
        cells = [
            f"{low:.3f}" if low == high else f"{low:.3f} to {high:.3f}"
            for low, _, high in (means[variant, t] for variant in ("rb-d", "rb-c", "rb-plus"))
        ]
        assert f"| {t} | {' | '.join(cells)} |" in told
