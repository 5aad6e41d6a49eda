"""The line of JSON that a computed run leaves in the log."""

import json
import logging
from collections.abc import Iterator

import pytest

from rankviz.engine.runs.spec import RunSpec
from rankviz.ui.runs import run_log, runs
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.state import catalog


@pytest.fixture
def quiet() -> Iterator[None]:
    """The logger as nobody has set it up, before and after."""
    _untouched()
    yield
    _untouched()


def _untouched() -> None:
    run_log.LOG.handlers.clear()
    run_log.LOG.setLevel(logging.NOTSET)
    run_log.LOG.propagate = True


def computed() -> runs.Shown:
    """A run, computed; an earlier test may have left one that is computed beside it."""
    data = catalog.parse("scenario:lemma-3")
    asked = RunSpec(data.text, ("rb-d", "rb-plus"), 5)
    return runs._compute(RunRequest(asked, data), catalog.load(data, 0))


def of_run(shown: runs.Shown, lines: list[str]) -> dict[str, object]:
    """The one entry of the run."""
    (found,) = [entry for line in lines if shown.digest.startswith((entry := json.loads(line))["run"])]
    return found


def test_a_run_leaves_its_sizes_and_its_time_and_no_data(
    quiet: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RANKVIZ_LOG_RUNS", "1")
    shown = computed()
    lines = [entry.partition("rankviz.runs ")[2] for entry in capsys.readouterr().err.splitlines()]
    line = of_run(shown, lines)
    problem = shown.trace.problem
    assert 0 < line.pop("seconds") < 60 and line.pop("bytes") > 500
    assert line == {
        "run": shown.digest[:12],
        "items": problem.n_items,
        "pairs": problem.n_pairs,
        "features": problem.n_features,
        "algorithms": ["rb-d", "rb-plus"],
        "rounds": sum(run.n_rounds for run in shown.trace.runs),
    }


def test_without_the_variable_nothing_is_written(
    quiet: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RANKVIZ_LOG_RUNS", raising=False)
    shown = computed()
    assert shown.digest[: run_log.NAMED] not in capsys.readouterr().err, (
        "of this run, whatever ends beside it"
    )


def test_a_host_that_logs_by_itself_hears_it(quiet: None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "rankviz.runs"):
        shown = computed()
    assert of_run(shown, caplog.messages)["algorithms"] == ["rb-d", "rb-plus"]
