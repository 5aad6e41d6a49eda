"""A run as it is asked for: one spec for one run, and every form of the spec asks for the very same run."""

import html
import json
import shlex
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

import rankviz
from rankviz.cli import main as cli
from rankviz.engine.data.fold_choice import FoldChoice
from rankviz.engine.runs import checked_script, export
from rankviz.engine.runs.spec import RunSpec, of_trace
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.run_spec import of_state, to_state
from rankviz.ui.state.state import State

PLAIN = RunSpec("scenario:lemma-1", ("rb-d",), 4)
SPECS = (
    PLAIN,
    RunSpec("scenario:lemma-2", ("rb-d", "rb-plus"), 4, parameters={"undefined": "cap", "cap": 4.5}),
    RunSpec("synthetic:linear?n=30", ("rb-c",), 5, 3, 0.2, 2.0, rankviz.Fork("rb-c", 2, alpha=0.5)),
    RunSpec("scenario:lemma-3", ("rb-d",), 6, parameters={"negative_alpha": False}),
    RunSpec("synthetic:linear?n=24", ("rb-c",), 3, fold=FoldChoice(2, 4, "task-7")),
    RunSpec("synthetic:linear?n=20", ("qbrank",), 3, parameters={"w": 0.25, "leaves": 4}),
    RunSpec("synthetic:letor?queries=12", ("rb-c",), 3, 1, 0.25, stratified=True),
)
LONG = RunSpec(
    "synthetic:linear?n=40&noise=0.234567890123456",
    ("push:p=3.14159265358979:undefined=cap", "qbrank:eta=0.333333333333333"),
    4,
    3,
    0.271828182845905,
    0.577215664901533,
    rankviz.Fork("push:p=3.14159265358979:undefined=cap", 2, alpha=0.12345678901234568),
    {"cap": 7.38905609893065, "tau": 0.1234567890123456, "w": 1e-9},
)
"""A run whose numbers all have more than twelve digits: no form of it may round one."""
SPECS = (*SPECS, LONG)
every_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.data)


EXACT = (
    "234567890123456",
    "3.14159265358979",
    "333333333333333",
    "27.1828182845905 %",
    "0.577215664901533",
    "0.12345678901234568",
    "7.38905609893065",
    "0.1234567890123456",
    "1e-09",
)


def dumped(trace: rankviz.Trace) -> dict[str, object]:
    return json.loads(json.dumps(export.to_dict(trace)))


@every_spec
def test_a_trace_knows_the_spec_that_made_it(spec: RunSpec) -> None:
    trace = spec.trace()
    found = of_trace(trace)
    assert found == spec.but(data=trace.problem.source)  # which names the seed as well
    assert found is not None and dumped(found.trace()) == dumped(trace)


def test_parameters_of_one_contender_alone_are_those_of_no_other() -> None:
    twice = RunSpec("scenario:lemma-1", ("rb-d:undefined=cap", "rb-d"), 3, parameters={"cap": 3.0})
    assert of_trace(twice.trace()) == twice


def test_a_run_of_long_decimals_is_the_same_from_a_link() -> None:
    """The link of its page, its address as text, and the state that is read from it."""
    state, said = from_link(dict(parse_qsl(urlencode(to_link(to_state(LONG, 2), whole=True)))))
    assert not said
    found = of_state(state, state["data"])
    assert found == LONG and dumped(found.trace()) == dumped(LONG.trace())


def test_a_run_of_long_decimals_is_written_in_full_everywhere() -> None:
    trace = LONG.trace()
    found = of_trace(trace)
    assert found is not None and found.data == f"{LONG.data}&seed=3"
    whole = " · ".join([found.data, *(run.label for run in trace.runs), found.in_words()])
    assert not [number for number in EXACT if number not in whole], whole
    command = found.command("run.html")
    assert command in html.unescape(rankviz.replay.page(trace).decode())
    exec(compile(checked_script.script(trace, found), "run.py", "exec"), {})


def test_contenders_that_differ_in_the_last_digit_are_two() -> None:
    spec = PLAIN.but(algorithms=("push:p=2.00000001", "push:p=2.00000002"))
    assert [run.contender for run in spec.trace().runs] == list(spec.algorithms)


def test_a_trace_of_arrays_or_of_two_forks_has_no_spec() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0]], [0, 1, 1])
    assert of_trace(rankviz.trace(problem, ["rb-d"], 2)) is None
    forks = [rankviz.Fork("rb-d", 1, alpha=alpha) for alpha in (0.5, 0.25)]
    assert of_trace(rankviz.trace(rankviz.load("scenario:lemma-1"), ["rb-d"], 2, forks=forks)) is None


def test_specs_of_the_same_run_are_equal() -> None:
    spoken_out = PLAIN.but(parameters={"cap": 10.0, "undefined": "halt", "negative_alpha": True})
    assert spoken_out == PLAIN and hash(spoken_out) == hash(PLAIN) and spoken_out.parameters == ()
    one = PLAIN.but(parameters={"cap": 2.0, "undefined": "cap"})
    assert one == PLAIN.but(parameters=(("undefined", "cap"), ("cap", 2.0))) != PLAIN


def test_a_parameter_that_no_chosen_algorithm_has_is_not_lost() -> None:
    with pytest.raises(rankviz.DataError, match="has a parameter"):
        PLAIN.but(parameters={"tau": 1.0}).trace()


def test_every_field_makes_another_spec() -> None:
    others = {
        "data": "scenario:lemma-2",
        "algorithms": ("rb-c",),
        "rounds": 5,
        "seed": 1,
        "holdout": 0.25,
        "positive": 0.0,
        "fork": rankviz.Fork("rb-d", 1, alpha=0.5),
        "parameters": {"undefined": "infinite"},
        "fold": FoldChoice(2, 5, "lemma-1"),
        "stratified": True,
    }
    assert set(others) == set(vars(PLAIN))
    assert len({PLAIN, *(PLAIN.but(**{name: value}) for name, value in others.items())}) == 11


@every_spec
def test_a_specs_python_lines_compute_the_same_run(spec: RunSpec, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(spec.python(), "lines", "exec"), names)
    trace = names["trace"]
    assert isinstance(trace, rankviz.Trace)
    assert dumped(trace) == dumped(spec.trace())
    assert trace.runs[0].label in capsys.readouterr().out


@every_spec
def test_a_specs_command_writes_the_same_run(spec: RunSpec, tmp_path: Path) -> None:
    words = shlex.split(spec.command(str(tmp_path / "run.json")))
    assert words[:3] == ["python", "-m", "rankviz"]
    assert cli.main(words[3:]) == 0
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8")) == dumped(spec.trace())


@every_spec
def test_a_page_shows_the_run_of_the_spec(spec: RunSpec) -> None:
    state = to_state(spec, 2)
    assert state["t"] == 2
    assert of_state(state, state["data"]) == spec


def test_the_run_of_a_page_is_all_of_its_choices_but_what_is_only_shown() -> None:
    state = State(rounds=7, seed=3, holdout=20, positive=2.0, fork="rb-c:3:ranker=2", undefined="cap")
    spec = of_state(state, "bundled:wine")
    assert spec == RunSpec(
        "bundled:wine",
        ("rb-d", "rb-c", "rb-plus"),
        7,
        3,
        0.2,
        2.0,
        rankviz.Fork("rb-c", 3, ranker=2),
        {"undefined": "cap"},
    )
    shown = state.but(t=5, explain="rb-c:alpha", scale="log", present=True, tab="data", look="ties")
    assert of_state(shown, "bundled:wine") == spec
