"""A run as a widget: what Python sets and follows, what the browser gets, and what stands there without anywidget."""

import base64
import gzip
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rankviz
from rankviz.board.offline import modules, widget
from rankviz.board.wire import unpack
from rankviz.engine.algorithms.boosting.loop import Fork


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    return rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "rb-plus:cap=2"], 3)


@pytest.fixture
def anywidget() -> Iterator[None]:
    """Where anywidget is installed, as the extra `test` has it."""
    pytest.importorskip("anywidget")
    yield


def test_round_and_algorithm_are_shared(trace: rankviz.Trace, anywidget: None) -> None:
    w = trace.widget()
    seen: list[tuple[str, object]] = []
    w.observe(lambda change: seen.append((change["name"], change["new"])), ["round", "algorithm"])
    assert (w.round, w.algorithm) == (0, trace.runs[0].contender)
    w.set_state({"round": 2})  # as the browser does
    w.algorithm = trace.runs[1].contender
    assert seen == [("round", 2), ("algorithm", trace.runs[1].contender)]
    assert trace.run(w.algorithm) is trace.runs[1]
    with pytest.raises(Exception, match="no round 4: give 0 to 3"):
        w.round = 4
    with pytest.raises(Exception, match='no run of "qbrank": give one of rb-d, '):
        w.algorithm = "qbrank"
    assert (w.round, w.algorithm) == (2, trace.runs[1].contender)


def test_a_fork_has_a_name_of_its_own(trace: rankviz.Trace, anywidget: None) -> None:
    made = [Fork("rb-d", 2, alpha=0.5), Fork("rb-d", 2, alpha=0.123456789012)]
    forked = rankviz.trace(trace.problem, ["rb-d", "rb-plus:cap=2"], 3, forks=made)
    names = [run.name for run in forked.runs]
    assert sorted(names) == ["rb-d", "rb-d:2:alpha=0.123456789012", "rb-d:2:alpha=0.5", "rb-plus:cap=2"]
    w = forked.widget()
    assert w._opening["contenders"] == names and w.algorithm == names[0]
    for name, run in zip(names, forked.runs, strict=True):
        w.algorithm = name
        assert forked.run(w.algorithm) is run
    assert forked.run("rb-plus") is forked.runs[1]


@pytest.mark.parametrize(
    "rounds, words",
    [
        ("a", 'given as "a"'),
        (2.5, r"given as 2\.5"),
        ((0,), r"given as \(0,\)"),
        ((0, 1, 2), r"given as \(0, 1, 2\)"),
        ((0, 1.5), r"given as \(0, 1\.5\)"),
        (("a", "b"), "are"),
        (True, "given as True"),
        (0, "would have 0 rounds"),
    ],
)
def test_rounds_that_are_none_are_refused_in_words(trace: rankviz.Trace, rounds: Any, words: str) -> None:
    with pytest.raises(rankviz.DataError, match=rf"excerpt .*{words}.*(Give|Choose)"):
        widget.parts(trace, rounds)


def test_rounds_may_be_numpys_or_a_list(trace: rankviz.Trace) -> None:
    assert widget.part_of(trace, np.int64(2)) == (0, 2, 3)
    assert widget.part_of(trace, [1, np.int32(2)]) == (1, 2, 3)


def test_the_widget_holds_its_parts(trace: rankviz.Trace, anywidget: None) -> None:
    state, made = trace.widget().get_state(), widget.parts(trace)
    assert (state["_esm"], state["_opening"], bytes(state["_run"])) == made
    texts, _ = unpack(gzip.decompress(made.run))
    assert [run["algorithm"] for run in texts["runs"]] == [run.algorithm for run in trace.runs]


def test_its_module_carries_all_it_needs() -> None:
    found = re.search(r'const CARRIED = "([A-Za-z0-9+/=]+)"', widget.esm("watch"))
    assert found
    code = json.loads(gzip.decompress(base64.b64decode(found[1])))
    assert code == modules.carried(modules.SAVED, "watch") | {"colours": code["colours"]}
    assert ":host" in code["colours"] and list(code["styles"]) == [modules.STAGE]


def test_without_anywidget_a_sentence_says_what_to_do(
    trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(rankviz.DataError, match=r'not installed here.*pip install "rankviz\[notebook\]"'):
        trace.widget()


def test_a_run_that_is_too_large_says_what_fits(
    trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(widget, "MOST_BYTES", 100)
    with pytest.raises(rankviz.DataError, match=r"more than the 0 MB.*Choose fewer queries or items"):
        widget.parts(trace)


def test_the_excerpt_that_fits_is_named(trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget, "MOST_BYTES", len(widget.parts(trace, (1, 3)).run) - 1)
    with pytest.raises(rankviz.DataError, match=r"trace\.widget\(rounds=\(1, 2\)\)"):
        widget.parts(trace, (1, 3))


def test_an_excerpt_has_its_rounds_alone_and_begins_with_the_first(
    trace: rankviz.Trace, anywidget: None
) -> None:
    w = trace.widget(rounds=(1, 2))
    assert (w.round, w.algorithm) == (1, trace.runs[0].contender)
    w.round = 2
    for away in (0, 3):
        with pytest.raises(Exception, match=f"no round {away}: give 1 to 2"):
            w.round = away
    texts, arrays = unpack(gzip.decompress(bytes(w._run)))
    assert texts["part"] == [1, 2] and texts["rounds"] == 3
    whole, _ = unpack(gzip.decompress(widget.parts(trace).run))
    assert "part" not in whole and not arrays["0.scores"][3].any()
    assert trace.widget(rounds=2).round == 0
    with pytest.raises(rankviz.DataError, match="rounds 3 to 4, but the run has 3 rounds"):
        trace.widget(rounds=(3, 4))
