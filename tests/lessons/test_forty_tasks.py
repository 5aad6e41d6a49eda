"""The sentence about 40 tasks says what the experiment gives when it is done again."""

import re
from collections import Counter
from pathlib import Path

import pytest
from helpers.thorough import usually

from rankviz.cli.main import main
from rankviz.lessons import forty_tasks
from rankviz.lessons.registry import LESSONS
from rankviz.ui.pages.experiments import link


def test_the_page_experiments_opens_with_these_tasks() -> None:
    chosen = link.Chosen()
    assert (chosen.src, chosen.rounds, chosen.seed) == (forty_tasks.SOURCE, forty_tasks.ROUNDS, 0)


@pytest.mark.slow
@pytest.mark.usefixtures("no_pdf")
def test_the_numbers_are_those_of_the_experiment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Slow, because 40 tasks are cross-validated; nothing else compares what lessons 2 and 3 say with them."""
    ahead = Counter[str]()
    for seed in range(usually(1, forty_tasks.DRAWS)):
        asked = ["experiment", forty_tasks.SOURCE, "--metrics", "r2", "--rounds", str(forty_tasks.ROUNDS)]
        assert main([*asked, "--seed", str(seed), "--jobs", "1", "--out", str(tmp_path / str(seed))]) == 0
        said = capsys.readouterr().out
        rows = [re.findall(r"\d\.\d+", line) for line in said.splitlines() if line.startswith("R̂2")]
        means, (*ranks, difference) = rows
        if seed == 0:
            assert means == list(forty_tasks.MEANS.values())
            assert (ranks, difference) == (list(forty_tasks.RANKS.values()), forty_tasks.DIFFERENCE)
        assert min(means) == means[2]
        leads = zip(forty_tasks.AHEAD_OF, ranks, strict=False)
        ahead.update(name for name, rank in leads if float(rank) - float(ranks[2]) > float(difference))
    if seed + 1 == forty_tasks.DRAWS:
        assert ahead == forty_tasks.AHEAD_OF
    text = " ".join(LESSONS["three-ways-to-count-a-tie"].summary)
    for number in (forty_tasks.DRAWS, *forty_tasks.AHEAD_OF.values()):
        assert f" {number}" in text
