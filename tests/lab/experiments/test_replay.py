"""A fold of an experiment is the same on the stage, on the command line and in Python: same split, same numbers."""

import json
from pathlib import Path

import numpy as np
import pytest

import rankviz
from rankviz.cli import main
from rankviz.engine.data import fold_choice
from rankviz.engine.data.fold_choice import FoldChoice
from rankviz.engine.data.folds import BY_ITEM, BY_QUERY, SPECIFIED
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import definition, task_sets
from rankviz.lab.experiments.replay import beside, replay
from rankviz.lab.experiments.worker import Outcome, work
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.run_spec import of_state, to_state


def ratings(path: Path) -> None:
    """Ratings of 12 users, the last of which has 24 of the 30 films."""
    rng = np.random.default_rng(3)
    lines = [
        f"{user}\t{film}\t{rng.integers(1, 6)}\t0"
        for user in range(1, 13)
        for film in rng.permutation(30)[: 24 if user == 12 else 18]
    ]
    path.write_text("\n".join(lines) + "\n")


def letor(path: Path) -> None:
    """Two queries of 30 lines with features that only one of them has."""
    rng = np.random.default_rng(4)
    rows = [
        f"{rng.integers(0, 3)} qid:{query} 1:{rng.random():.2f} {query}:{rng.random():.2f}"
        for query in (2, 5)
        for _ in range(30)
    ]
    path.write_text("\n".join(rows) + "\n")


def check(experiment: definition.Experiment, outcome: Outcome, fold: int, by: str) -> None:
    """Every contender that stands on the stage has there, at its chosen round, the value of the table."""
    assert outcome.cut == by and not outcome.failed
    for a in range(len(experiment.contenders)):
        spec = replay(experiment, outcome, fold, a, 4)
        state, said = from_link(to_link(to_state(spec), whole=True))
        assert not said and of_state(state, spec.data) == spec
        made = spec.trace()
        assert {run.algorithm for run in made.runs} == set(spec.algorithms)
        for run in made.runs:
            (at,) = [
                i
                for i, each in enumerate(experiment.contenders)
                if each.algorithm == run.algorithm and each.params == run.params
            ]
            for j, name in enumerate(experiment.metrics):
                t = outcome.chosen[fold, at, j]
                shown, table = run.metrics[f"{name}_holdout"][t], outcome.test[fold, at, j]
                # NDCG is summed in another order there.
                assert shown == (pytest.approx(table, rel=1e-12) if name == "ndcg5" else table), run.label
            assert run.n_rounds == outcome.rounds[fold, at]


@pytest.mark.slow
@pytest.mark.parametrize("fold", [0, 3])
def test_the_table_and_the_stage_have_the_same_numbers(data_folder: Path, fold: int) -> None:
    """One task of a single query, one user of MovieLens, one query of a file, one file of many queries."""
    ratings(data_folder / "u.data")
    letor(data_folder / "train.txt")
    for source, by in (
        ("synthetic:linear?n=40&seeds=2", BY_ITEM),
        ("movielens:u.data?users=12", BY_ITEM),
        ("letor:train.txt?least=1", BY_ITEM),
        ("synthetic:linear?n=60&queries=6&seeds=2", BY_QUERY),
    ):
        experiment = definition.define(
            source,
            ["rb-d:undefined=cap:cap=2", "rb-c", "rb-d", "gbt", "rb-plus"],
            rounds=8,
            seed=5,
            metrics=["r1", "r2", "ndcg5"],
        )
        task = task_sets.task_set(source, seed=5).tasks[-1]
        check(experiment, work(experiment, task), fold, by)


def specified(folder: Path) -> Path:
    """A fold in files, the validation file with a feature that the others have not; queries of their own."""
    folder.mkdir(parents=True)
    for part, qid, features in (("train.txt", 1, 3), ("vali.txt", 4, 5), ("test.txt", 7, 3)):
        rng = np.random.default_rng(qid)
        rows = [
            f"{rng.integers(0, 3)} qid:{query} "
            + " ".join(f"{j}:{rng.random():.2f}" for j in range(1, features + 1))
            for query in (qid, qid + 1)
            for _ in range(20)
        ]
        (folder / part).write_text("\n".join(rows) + "\n")
    return folder


@pytest.mark.parametrize("positive", [None, 1.0])
def test_a_fold_in_files_holds_its_test_file_out(data_folder: Path, positive: float | None) -> None:
    specified(data_folder / "MQ" / "Fold1")
    experiment = definition.define(
        "letor:MQ", ["rb-c", "gbt", "rb-plus"], rounds=6, metrics=["r1", "r2", "ndcg5"], positive=positive
    )
    (task,) = task_sets.task_set("letor:MQ", confined=True).tasks
    check(experiment, work(experiment, task), 0, SPECIFIED)
    made = rankviz.trace(rankviz.load("letor:MQ/Fold1/train.txt"), "rb-c", 2, fold="specified")
    assert made.holdout is not None and made.holdout.query_ids == ("7", "8")
    assert made.settings["fold"] == "specified" and made.problem.source == "letor:MQ/Fold1/train.txt"


def test_what_is_no_fold_in_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another file of the folder, files that changed or lie elsewhere, and data of another kind."""
    inside = tmp_path / "inside"
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(inside))
    fold = specified(inside / "Fold1")
    problem = rankviz.load("letor:Fold1/train.txt")
    for source in ("letor:Fold1/test.txt", "synthetic:linear?n=40"):
        with pytest.raises(DataError, match="without fold files|not the training file"):
            rankviz.trace(rankviz.load(source), "rb-c", 2, fold="specified")
    secret = tmp_path / "secret.txt"
    (fold / "test.txt").rename(secret)
    (fold / "test.txt").symlink_to(secret)
    with pytest.raises(DataError, match="not the training file"):
        rankviz.trace(problem, "rb-c", 2, fold="specified")
    (fold / "test.txt").unlink()
    secret.rename(fold / "test.txt")
    (fold / "train.txt").write_text((fold / "test.txt").read_text())
    with pytest.raises(DataError, match="not all that train.txt holds"):
        rankviz.trace(problem, "rb-c", 2, fold="specified")


def test_those_stand_beside_each_other_that_one_run_can_have() -> None:
    contenders = definition.define(
        "bundled:wine",
        ["rb-d:undefined=cap:cap=2", "rb-c", "rb-d", "adaboost:constant=true", "gbt", "ranksvm", "rb-plus"],
    ).contenders
    assert [each.key for each in beside(contenders, 1, 4)][0] == "rb-c"
    assert len(beside(contenders, 1, 4)) == 4 and len(beside(contenders, 1, 2)) == 2
    for first in range(len(contenders)):
        found = beside(contenders, first, 9)
        assert len({each.algorithm for each in found}) == len(found)
        assert not {"rb-d:cap=2:undefined=cap", "rb-d"} <= {each.key for each in found}


def test_a_fold_on_the_command_line_and_in_the_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = rankviz.load("bundled:diabetes?grades=4&items=50", seed=2)
    made = rankviz.trace(problem, "rb-c", 5, seed=2, fold="2/5:diabetes")
    assert made.settings["fold"] == "2/5:diabetes" and made.holdout is not None
    assert made.holdout.n_items == 10 and made.problem.n_items == 30
    out = tmp_path / "run.json"
    asked = [
        "trace",
        "bundled:diabetes?grades=4&items=50",
        "--algorithms",
        "rb-c",
        "--rounds",
        "5",
        "--seed",
        "2",
    ]
    assert main.main([*asked, "--fold", "2/5:diabetes", "--out", str(out)]) == 0
    told = json.loads(out.read_text())
    assert told["source"]["fold"] == "2/5:diabetes"
    assert told["runs"][0]["rounds"][-1]["r2_holdout"] == made.runs[0].metrics["r2_holdout"][-1]
    assert main.main([*asked, "--fold", "2/5", "--holdout", "0.2"]) == 2
    assert "both chosen" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["6/5", "0/5", "1/2", "1/21", "1/5:", "1/5:a b", "x", "1/5:" + "a" * 81, "²/5"]
)
def test_what_is_no_fold_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="is not a fold"):
        fold_choice.read(text)
    state, said = from_link({"data": "bundled:wine", "fold": text})
    assert state["fold"] == "" and len(said) == 1 and state["holdout"] == 25


def test_a_fold_stands_in_place_of_a_share() -> None:
    assert fold_choice.read("2/5:user-13") == FoldChoice(2, 5, "user-13")
    state, said = from_link({"data": "bundled:wine", "fold": "2/5:wine"})
    assert not said and state["holdout"] == 0 and to_link(state)["fold"] == "2/5:wine"
    _, said = from_link({"data": "bundled:wine", "fold": "2/5:wine", "holdout": "30"})
    assert len(said) == 1 and "held-out share was dropped" in said[0]
    state, said = from_link({"data": "scenario:skew", "fold": "2/5"})
    assert state["fold"] == "" and len(said) == 1
