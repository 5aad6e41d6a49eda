"""One algorithm twice on the same data, with parameters of its own each time."""

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.theorems import violated
from hypothesis import given
from hypothesis import strategies as st

import rankviz
from rankviz.cli import main
from rankviz.engine.algorithms.contenders import contender, contenders
from rankviz.engine.errors import DataError
from rankviz.engine.runs import export, forks
from rankviz.engine.runs.spec import RunSpec

LEMMA_1 = "scenario:lemma-1?n=4"
POLICIES = ("halt", "infinite", "cap", "limit")
FOUR = tuple(f"rb-d:undefined={policy}" for policy in POLICIES)


def test_every_contender_equals_its_run_alone() -> None:
    problem = rankviz.load(LEMMA_1)
    trace = rankviz.trace(problem, FOUR, 10)
    assert [run.label for run in trace.runs] == [f"RB-D (undefined {policy})" for policy in POLICIES]
    assert [run.contender for run in trace.runs] == list(FOUR)
    for policy, run in zip(POLICIES, trace.runs, strict=True):
        (alone,) = rankviz.trace(problem, "rb-d", 10, undefined=policy).runs
        assert run.params == alone.params and run.stopped == alone.stopped and run.outcome == alone.outcome
        np.testing.assert_array_equal(run.alpha, alone.alpha)
        for name, values in run.metrics.items():
            np.testing.assert_array_equal(values, alone.metrics[name])
        assert trace.run(f"rb-d:undefined={policy}") is run
    assert not violated(trace, [10])
    assert trace.run("rb-d") is trace.runs[0]
    with pytest.raises(DataError, match="no run of"):
        trace.run("rb-c")


def test_parameters_of_all_hold_where_none_of_its_own_do() -> None:
    made = contenders(
        ("rb-d:cap=4:undefined=cap", "rb-d", "rb-c", "kernel-gd:loss=hinge"), {"undefined": "infinite"}
    )
    assert [each.key for each in made] == ["rb-d:cap=4:undefined=cap", "rb-d", "rb-c", "kernel-gd:loss=hinge"]
    assert [each.params.get("undefined") for each in made] == ["cap", "infinite", "infinite", None]
    assert made[0].params["cap"] == 4.0 and made[3].params["loss"] == "hinge"


@given(st.permutations(["undefined=cap", "cap=4", "choose=step"]))
def test_a_contender_has_one_name_whatever_the_order(parts: list[str]) -> None:
    assert contender(":".join(["rb-d", *parts]), {}).key == "rb-d:cap=4:choose=step:undefined=cap"


def test_the_same_contender_runs_once_and_plain_names_are_as_before() -> None:
    problem = rankviz.load(LEMMA_1)
    trace = rankviz.trace(problem, ["rb-d", "rb-d:undefined=cap", "rb-d", " rb-d:undefined=cap"], 5)
    assert [run.contender for run in trace.runs] == ["rb-d", "rb-d:undefined=cap"]
    plain = rankviz.trace(problem, ["rb-d", "rb-c"], 5)
    assert [(run.algorithm, run.contender, run.label) for run in plain.runs] == [
        ("rb-d", "rb-d", "RB-D"),
        ("rb-c", "rb-c", "RB-C"),
    ]
    assert "contender" not in export.to_dict(plain)["runs"][0] and "contender" not in export.to_frame(plain)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rb-d:frobnicate=1", "RB-D has no parameter"),
        ("rb-d:undefined=never", "undefined is"),
        ("rb-d:", "RB-D has no parameter"),
        ("rb-x:undefined=cap", "There is no algorithm"),
        ("rb-d:cap=-3", "cap is"),
    ],
)
def test_a_text_that_is_not_a_contender_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        rankviz.trace(rankviz.load(LEMMA_1), [text], 5)


def test_a_fork_names_its_contender() -> None:
    fork = forks.read("rb-d:undefined=cap:2:alpha=0.5")
    assert fork == rankviz.Fork("rb-d:undefined=cap", 2, alpha=0.5)
    assert forks.read(forks.write(fork)) == fork
    trace = rankviz.trace(rankviz.load(LEMMA_1), ["rb-d:undefined=cap", "rb-d"], 5, forks=[fork])
    assert [run.label for run in trace.runs] == [
        "RB-D (undefined cap)",
        "RB-D",
        "RB-D (undefined cap), what if",
    ]
    assert trace.runs[2].alpha[1] == 0.5 and trace.runs[2].params["undefined"] == "cap"
    with pytest.raises(DataError, match="does not run"):
        rankviz.trace(
            rankviz.load(LEMMA_1), ["rb-d:undefined=cap"], 5, forks=[rankviz.Fork("rb-d", 1, alpha=0.5)]
        )


@pytest.mark.parametrize("ending", [".json", ".csv", ".parquet"])
def test_files_tell_two_runs_of_one_algorithm_apart(
    tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"run{ending}"
    names = "rb-d:undefined=cap,rb-d:undefined=limit,rb-plus"
    assert main.main(["trace", LEMMA_1, "--algorithms", names, "--rounds", "5", "--out", str(path)]) == 0
    found = export.read_frame(path)
    assert dict.fromkeys(found["contender"].fillna("").tolist()) == dict.fromkeys([*names.split(",")[:2], ""])
    assert set(found["algorithm"]) == {"rb-d", "rb-plus"}
    if ending == ".json":
        runs = json.loads(path.read_text())["runs"]
        assert [run.get("contender") for run in runs] == [*names.split(",")[:2], None]
    assert main.main(["trace", LEMMA_1, "--algorithms", names, "--rounds", "5"]) == 0
    assert "RB-D (undefined limit)" in capsys.readouterr().out


def test_a_spec_with_contenders_says_the_same_run_in_python_and_on_the_command_line() -> None:
    spec = RunSpec(LEMMA_1, ("rb-d:undefined=cap", "rb-d"), 5, parameters={"cap": 4.0, "undefined": "halt"})
    assert spec.parameters == (("cap", 4.0),)
    space: dict[str, object] = {}
    exec(spec.python().rpartition("for run")[0], space)
    made = space["trace"]
    assert [run.params["cap"] for run in made.runs] == [4.0, 4.0]
    assert "--algorithms rb-d:undefined=cap,rb-d" in spec.command("run.json")
