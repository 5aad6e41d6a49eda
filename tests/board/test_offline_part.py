"""An excerpt of a run: what its rounds show is what the whole run's page shows, and the rest is not there."""

import numpy as np
import pytest

import rankviz
from rankviz.board.offline import part as module
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.page import layout_of
from rankviz.board.offline.part import RunPart, cut, part_of
from rankviz.board.offline.theorems import BETWEEN, theorems
from rankviz.board.payload import pack
from rankviz.board.wire import unpack
from rankviz.engine.boards import BOARDS

ROUNDS = ("mover_", "step_", "cell_", "best", "h", "target", "fitted", "pushed", "pulled", "leaf")
"""How the names of arrays begin whose first row belongs to round 1."""


def packed(algorithms: list[str], rounds: int) -> tuple[rankviz.Trace, bytes]:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=24&queries=2&noise=1", seed=1), algorithms, rounds)
    return trace, pack(trace, shareable=False, pictures=BOARDS[layout_of(trace)].pictures)


@pytest.mark.parametrize(
    ("algorithms", "rounds"),
    [(["rb-d", "rb-plus"], (40, 44)), (["qbrank", "gbt"], (36, 40)), (["rb-d", "smooth-margin"], (0, 5))],
)
def test_rows_that_its_rounds_show_stay_and_others_are_zero(
    algorithms: list[str], rounds: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BACK", 2)
    trace, whole = packed(algorithms, 50)
    part = part_of(trace, rounds)
    texts, arrays = unpack(whole)
    meta, left = unpack(cut(whole, trace, part))
    assert meta["part"] == list(rounds) and {**meta, "part": 0, "runs": 0} == {**texts, "part": 0, "runs": 0}
    assert list(left) == list(arrays)
    changed = {name for name in arrays if left[name].tobytes() != arrays[name].tobytes()}
    assert {name.rpartition(".")[2] for name in changed} >= {"scores", "place", "weight"}
    for name in changed:
        _, _, key = name.rpartition(".")
        by_round = int(key.startswith(ROUNDS))
        kept = [t - by_round for t in range(max(0, rounds[0] - 2), rounds[1] + 1) if t >= by_round]
        assert left[name][kept].tobytes() == arrays[name][kept].tobytes(), name
        if key != "h":
            others = np.setdiff1d(np.arange(len(arrays[name])), kept)
            assert not left[name][others].any() and arrays[name][others].any(), name
    for was, now in zip(texts["runs"], meta["runs"], strict=True):
        shown = slice(rounds[0], rounds[1] + 1)
        assert now["words"][shown] == was["words"][shown] and not any(now["words"][rounds[1] + 1 :])
        assert {**now, "words": 0} == {**was, "words": 0}


def test_what_the_ensemble_says_of_earlier_picks_stays() -> None:
    trace, whole = packed(["rb-d"], 60)
    (run,) = trace.runs
    part = part_of(trace, (50, 55))
    h, left = unpack(whole)[1]["0.h"], unpack(cut(whole, trace, part))[1]["0.h"]
    for t in range(50, 56):
        latest = {ranker: s for s, ranker in enumerate(run.ranker[:t].tolist())}
        assert all((left[s] == h[s]).all() for s in latest.values())
    assert not left[56:].any()


def test_of_a_run_that_ended_before_its_last_round_is_there() -> None:
    problem = rankviz.load("scenario:lemma-3")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus:negative_alpha=false"], 40)
    ends = [run.n_rounds for run in trace.runs]
    first = min(ends) + 1
    assert max(ends) > first + 1, ends
    part = part_of(trace, (first, first + 1))
    short = ends.index(min(ends))
    states = part.states(trace.runs[short])
    assert list(states) == [ends[short]]
    whole = pack(trace, shareable=False)
    name = f"{short}.place"
    assert (unpack(cut(whole, trace, part))[1][name][-1] == unpack(whole)[1][name][-1]).all()


def test_its_theorems_and_equations_are_those_of_its_rounds() -> None:
    trace, _ = packed(["rb-d", "rb-plus"], 30)
    whole, part = part_of(trace, None), part_of(trace, (20, 25))
    all_rows, some = theorems(trace, whole), theorems(trace, part)
    for was, now in zip(all_rows["runs"], some["runs"], strict=True):
        assert now["at"] == list(range(20, 26)) and was["at"] == list(range(31))
        for a, b in zip(was["rows"], now["rows"], strict=True):
            assert a["left"].split(BETWEEN)[20 - a["first"] :][:6] == b["left"].split(BETWEEN)
            assert a["verdicts"][20 - a["first"] :][:6] == b["verdicts"]
    everywhere, here = explanations(trace, whole), explanations(trace, part)
    assert here["at"] == list(range(20, 26)) and here["every"] == 1
    for name, run in here["runs"].items():
        for key, number in run["numbers"].items():
            texts = everywhere["runs"][name]["numbers"][key]["texts"].split(BETWEEN)
            assert number["texts"].split(BETWEEN) == texts[20:26]


def test_it_is_said_which_rounds_there_are() -> None:
    said = [RunPart(*rounds).words() for rounds in ((0, 900, 900), (0, 400, 1000), (300, 400, 1000))]
    assert said == ["900", "0–400 of 1,000", "300–400 of 1,000"]
