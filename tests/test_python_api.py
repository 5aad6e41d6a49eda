"""The Python API at a prompt: what is printed, what Tab finds, names and labels for runs, and one sentence a misuse."""

import doctest
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

import rankviz
from rankviz.engine.algorithms.contenders import WITH_PEERS
from rankviz.engine.algorithms.registry import ALGORITHMS, named
from rankviz.engine.metrics import rank_tests
from rankviz.lab.ties import measure, rounds


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    names = ["RB-D", "RankBoost+", "rb-c:choose=step", "qbrank"]
    return rankviz.trace(rankviz.load("bundled:wine"), names, rounds=4, undefined="cap")


def test_everything_prints_as_one_line(trace: rankviz.Trace) -> None:
    for each in (trace, trace.problem, trace.pool, *trace.runs):
        text = repr(each)
        assert "\n" not in text and len(text) < 200 and text.startswith("<") and "object at" not in text
    assert repr(trace.problem) == "<Problem bundled:wine: 178 items, 13 features, 1 query, 10,429 pairs>"
    assert repr(trace.run("rb-d")) == "<BoostedRun rb-d: 4 rounds>"
    assert repr(trace).startswith("<Trace of bundled:wine: rb-d 4 rounds, rb-plus 4 rounds, ")
    halted = rankviz.trace(trace.problem, "rb-d", rounds=4)
    assert "0 rounds, stopped: α is undefined" in repr(halted.runs[0]) and "\n" not in repr(halted)


def test_tab_finds_what_the_readme_names() -> None:
    found = dir(rankviz)
    assert {"load", "trace", "experiment", "Problem", "Trace", "DataError", "metrics", "estimators"} <= set(
        found
    )
    assert {"bounds", "words", "export", "replay", "notebook", "experiments"} <= set(found)
    assert not {"sys", "Any", "Path", "import_module"} & set(found)
    for name in found:
        assert getattr(rankviz, name) is not None


def test_a_label_names_its_algorithm_in_capitals_or_not() -> None:
    for name, entry in WITH_PEERS.items():
        assert named(entry.label, WITH_PEERS) == named(entry.label.upper(), WITH_PEERS) == name
        assert named(name, WITH_PEERS) == name
    assert len({entry.label.casefold() for entry in WITH_PEERS.values()}) == len(WITH_PEERS)
    problem = rankviz.load("bundled:wine")
    by_label = rankviz.trace(problem, "RB-C:choose=step", rounds=2)
    assert by_label.runs[0].contender == "rb-c:choose=step" and "rb-c" in ALGORITHMS
    assert rankviz.trace(problem, "rankboost+", rounds=2, undefined="cap").runs[0].algorithm == "rb-plus"


def test_a_run_is_given_by_name_by_label_or_as_it_is(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for name in (run.contender, run.label, run.label.lower(), run):
            assert trace.run(name) is run
            assert_array_equal(trace.scores(name, 2), trace.scores(run, 2))
            assert_array_equal(trace.weights(name, 2), trace.weights(run, 2))
            assert_array_equal(list(trace.staged_scores(name)), list(trace.staged_scores(run)))
            assert_array_equal(list(trace.staged_weights(name)), list(trace.staged_weights(run)))
            assert rankviz.words.round_in_words(trace, name, 1) == rankviz.words.round_in_words(trace, run, 1)
    plus = trace.run("RankBoost+")
    assert trace.pool_of("RankBoost+") is trace.pool_of(trace.boosted_run(plus))
    assert_array_equal(trace.scales("rb-plus"), trace.scales(trace.boosted_run("rb-plus")))
    assert len(rankviz.bounds.rows(trace, "rb-plus", 2)) == len(rankviz.bounds.rows(trace, plus, 2))
    ndcg = measure.read("ndcg@10")
    assert_array_equal(rounds.by_round(trace, "rb-plus", ndcg), rounds.by_round(trace, plus, ndcg))


def test_to_frame_is_the_exported_table(trace: rankviz.Trace) -> None:
    pd.testing.assert_frame_equal(trace.to_frame(), rankviz.export.to_frame(trace))
    assert len(trace.to_frame()) == sum(run.n_rounds for run in trace.runs)


def test_a_frames_columns_name_the_features() -> None:
    frame = pd.DataFrame({"price": [1.0, 2.0, 3.0], 7: [3, 1, 2]}, index=["a", "b", "c"])
    problem = rankviz.Problem.from_arrays(frame, pd.Series([0, 1, 2]))
    assert problem.feature_names == ("price", "7")
    assert_array_equal(problem.X, frame.to_numpy(dtype=float))
    named_ = rankviz.Problem.from_arrays(frame, [0, 1, 2], feature_names=["x", "y"])
    assert named_.feature_names == ("x", "y")
    assert rankviz.Problem.from_arrays(frame.to_numpy(), [0, 1, 2]).feature_names == ("f1", "f2")


MODULES = [module for name in dir(rankviz) if isinstance(module := getattr(rankviz, name), ModuleType)]
PUBLIC = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in (rankviz, *MODULES)
    for name in getattr(module, "__all__", ())
}
"""Full name → the thing itself, of all that the reference of the Python API lists (docs/build.py)."""
WITH_DOCSTRING = [name for name, each in PUBLIC.items() if inspect.isclass(each) or inspect.isroutine(each)]


@pytest.mark.parametrize("name", WITH_DOCSTRING)
def test_every_public_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    finder = doctest.DocTestFinder(recurse=False)
    (example,) = finder.find(PUBLIC[name], name, globs={"rankviz": rankviz})
    assert example.examples, f"{name} has no example"
    assert name.rpartition(".")[2] in example.docstring.partition(">>>")[2], f"it does not show {name}"
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_public_value_is_in_an_example() -> None:
    examples = "".join((inspect.getdoc(PUBLIC[name]) or "").partition(">>>")[2] for name in WITH_DOCSTRING)
    values = [name.rpartition(".")[2] for name in PUBLIC.keys() - set(WITH_DOCSTRING)]
    assert values and [name for name in values if name not in examples] == []


MISUSES: dict[str, tuple[Callable[[rankviz.Trace], object], str]] = {
    "no such run": (lambda t: t.scores("rb-e"), 'no run of "rb-e". It has rb-d, rb-plus, rb-c:choose=step, qbrank'),
    "a number for a run": (lambda t: t.weights(1, 2), "no run of 1. It has"),  # type: ignore[arg-type]
    "a round too many": (lambda t: t.scores("rb-d", 5), "RB-D has 4 rounds, so there is no round 5"),
    "a round below 0": (lambda t: t.weights("rb-d", -1), "so there is no round -1"),
    "half a round": (lambda t: t.scores("qbrank", 1.5), "so there is no round 1.5"),  # type: ignore[arg-type]
    "a pool of trees": (lambda t: t.pool_of("qbrank"), "QBRank does not boost weak rankers of a pool"),
    "theorems of no run": (lambda t: rankviz.bounds.rows(t, "gbt", 1), 'no run of "gbt"'),
    "a SOURCE for a problem": (lambda t: rankviz.trace("bundled:wine", "rb-d"), "Give what rankviz.load"),  # type: ignore[arg-type]
    "no such algorithm": (lambda t: rankviz.trace(t.problem, "rb-e"), 'Did you mean "rb-d"?'),
    "no such data": (lambda _: rankviz.load("bundled:iris"), 'no bundled data called "iris"'),
    "an experiment of one": (
        lambda _: rankviz.experiment("movielens:u.data", "rb-d"), "compares algorithms. Choose at least two"
    ),
    "an experiment of nothing": (lambda _: rankviz.experiment(3), "3"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("what", MISUSES)
def test_a_misuse_is_one_sentence_and_a_value_error(trace: rankviz.Trace, what: str) -> None:
    call, says = MISUSES[what]
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is looked at below
        call(trace)
    assert isinstance(caught.value, rankviz.DataError)
    assert says in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 400


@pytest.mark.slow
@pytest.mark.usefixtures("no_pdf")
def test_an_experiment_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare the files of `rankviz.experiment` with the command's, byte by byte: each has its own defaults."""
    from rankviz.cli.main import main

    source, names = "synthetic:linear?n=40&seeds=3", ["rb-c", "RankBoost+"]
    kept = rankviz.experiment(
        source, names, rounds=5, folds=3, metrics=["r2", "map"], out=tmp_path / "python"
    )
    loose = rankviz.experiment(source, names, rounds=5, folds=3, metrics=["r2", "map"])
    command = ["experiment", source, "--algorithms", "rb-c,rb-plus", "--rounds", "5", "--folds", "3"]
    out = tmp_path / "command"
    assert main([*command, "--metrics", "r2,map", "--jobs", "1", "--out", str(out)]) == 0
    capsys.readouterr()
    for name in ("summary.json", "table.csv", "report.html", "tables.tex"):
        assert (tmp_path / "python" / name).read_bytes() == (out / name).read_bytes()
    told = json.loads((out / "summary.json").read_text())
    for found in (kept, loose):
        frame = found.to_frame()
        assert list(frame["algorithm"]) == ["rb-c", "rb-plus"] * 2 and "\n" not in repr(found)
        for row in frame.itertuples():
            assert row.mean == told["metrics"][row.metric]["mean"][row.algorithm]
            assert row.mean_rank == told["metrics"][row.metric]["rank"][row.algorithm]
        compared = found.compare(found.experiment.measured()[0])
        assert_array_equal(compared.rank, rank_tests.rank_rows(compared.values, lower=True).mean(axis=0))
    assert np.isfinite(loose.to_frame()["friedman_p"]).all()
