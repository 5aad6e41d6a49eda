"""Why a run stopped: a kind that logic asks for, and a text that is a text everywhere."""

import ast
import copy
import json
import pickle
import re
from pathlib import Path

import pytest
from helpers.own_model import suited

import rankviz
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.runs import export
from rankviz.lessons.conditions import halts_before

STOPS = {
    Why.ROUNDS: ("scenario:lemma-3", "rb-d", {"rounds": 3}),
    Why.NO_EDGE: ("scenario:lemma-3", "rb-d", {"rounds": 9, "negative_alpha": False}),
    Why.UNDEFINED: ("scenario:lemma-1", "rb-d", {"rounds": 9}),
    Why.NO_WEIGHT: ("inline:?items=a,b&h1=10&pairs=a>b", "rb-d", {"rounds": 9, "undefined": "cap"}),
    Why.DIVERGED: (
        "synthetic:moons?n=40",
        "kernel-gd",
        {"rounds": 99, "step": 1000.0, "regularisation": 1.0},
    ),
    Why.STUCK: ("bundled:wine?items=20", "qbrank", {"rounds": 99, "step_rule": "small", "eta": 1.0}),
    Why.ENDLESS: ("bundled:wine", "bradley-terry", {"rounds": 99}),
    Why.NO_TREES: ("bundled:wine", "own", {"rounds": 99}),
    Why.NO_ROUNDS: ("bundled:wine", "ranksvm", {"rounds": 9}),
    Why.USER: ("scenario:lemma-3", "rb-d", {"rounds": 9, "progress": lambda *at: False}),
}


@pytest.mark.parametrize("why", STOPS, ids=lambda why: why.name)
def test_a_run_says_why_it_stopped(why: Why) -> None:
    source, name, choices = STOPS[why]
    trace = rankviz.trace(suited(rankviz.load(source), name), name, **choices)
    stopped = trace.runs[0].stopped
    assert stopped.why is why, stopped
    assert stopped.early == (stopped != "rounds") == (why is not Why.ROUNDS)
    assert stopped.by_itself == (stopped.early and why is not Why.USER)
    (told,) = json.loads(export.to_json(trace))["runs"]
    assert told["stopped"] == stopped and Why(told["stopped_code"]) is why


def test_a_stop_is_a_text_and_stays_one_in_copies_files_and_other_processes() -> None:
    for stop in (ALL_ROUNDS, by_the_user(3), Stop(Why.NO_EDGE, "before round 1 no ranker had an edge left")):
        assert isinstance(stop, str) and f"{stop}" == str(stop) == stop and hash(stop) == hash(str(stop))
        assert json.dumps(stop) == json.dumps(str(stop))
        for same in (copy.copy(stop), copy.deepcopy(stop), pickle.loads(pickle.dumps(stop))):
            assert same == stop and type(same) is Stop and same.why is stop.why
    assert ALL_ROUNDS == "rounds" and {"rounds": 1}[ALL_ROUNDS] == 1


def test_a_run_that_somebody_stopped_did_not_stop_by_itself() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), "rb-d", 9, progress=lambda name, t: t < 2)
    assert trace.runs[0].n_rounds == 2
    assert halts_before("rb-d", "5")(trace) == (False, "It did 2 rounds and would have continued.")


def reads_prose(node: ast.AST) -> bool:
    """Whether logic looks at the text of a stop or at the name of a theorem: how it begins, or what is in it."""
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("startswith", "endswith"):
        words = [each.value for each in node.args if isinstance(each, ast.Constant)]
        phrase = any(isinstance(word, str) and re.search(r"[^\W\d_] [^\W\d_]", word) for word in words)
        of_unicode = ast.unparse(node.func.value).startswith("unicodedata.")
        return getattr(node.func.value, "attr", "") == "stopped" or (phrase and not of_unicode)
    if not isinstance(node, ast.Compare):
        return False
    words = [side.value for side in (node.left, *node.comparators) if isinstance(side, ast.Constant)]
    looked_at = [getattr(side, "attr", "") for side in (node.left, *node.comparators)]
    return any(isinstance(word, str) for word in words) and (
        "stopped" in looked_at or ("name" in looked_at and isinstance(node.ops[0], (ast.In, ast.NotIn)))
    )


def test_no_code_looks_for_words_in_a_sentence() -> None:
    package = Path(rankviz.__file__).parent
    found = [
        f"{file.relative_to(package)}:{node.lineno}"
        for file in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if reads_prose(node)
    ]
    assert not found, f"ask `stopped.why` or a theorem's key instead: {', '.join(found)}"


@pytest.mark.parametrize(
    "line",
    [
        'run.stopped.startswith("before")',
        'run.stopped != "rounds"',
        '"Ê2" in claim.name',
        'name.startswith("min F")',
    ],
)
def test_code_that_looks_for_words_in_a_sentence_is_found(line: str) -> None:
    assert any(map(reads_prose, ast.walk(ast.parse(line))))
