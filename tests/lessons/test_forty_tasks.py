"""The sentence about 40 tasks says what the experiment gives when it is done again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rankviz.cli.main import main
from rankviz.lessons import forty_tasks
from rankviz.ui.pages.experiments import link


def test_the_page_experiments_opens_with_these_tasks() -> None:
    assert link.START == forty_tasks.SOURCE


@pytest.mark.slow
def test_the_numbers_are_those_of_the_experiment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Dear, as 40 tasks are cross-validated; nothing else compares what the lesson says with them."""
    asked = ["experiment", forty_tasks.SOURCE, "--metrics", "r2", "--jobs", "1", "--out", str(tmp_path)]
    assert main(asked) == 0
    said = capsys.readouterr().out
    rows = [re.findall(r"\d\.\d+", line) for line in said.splitlines() if line.startswith("R̂2")]
    means, (*ranks, difference) = rows
    assert means == list(forty_tasks.MEANS.values())
    assert (ranks, difference) == (list(forty_tasks.RANKS.values()), forty_tasks.DIFFERENCE)
    assert min(float(rank) - float(ranks[2]) for rank in ranks[:2]) > float(difference)
