"""Which tasks were left out is said wherever the numbers are."""

import html
import json
from pathlib import Path

import pytest

from rankviz.cli import main as command
from rankviz.lab.experiments import definition, store, task_sets
from rankviz.ui.pages.experiments import head

SAID = "2 of 5 queries; 2 have fewer than 4 pairs; 1 has more than 100 pairs"


@pytest.fixture
def letor(tmp_path: Path) -> Path:
    """Five queries of 2, 3, 8, 10 and 30 documents, of 1, 2, 16, 25 and 225 pairs."""
    path = tmp_path / "own.txt"
    path.write_text(
        "".join(
            f"{i % 2} qid:{n} 1:{(i * 7 + n) % 5}.{i} 2:{(i * 3) % 4}\n"
            for n in (2, 3, 8, 10, 30)
            for i in range(n)
        )
    )
    return path


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("least=4&most=100", SAID),
        ("least=1", ""),
        ("least=1&limit=2", "2 of 5 queries; 3 are smaller than the 2 largest"),
        ("least=6&limit=1", "1 of 5 queries; 2 have fewer than 6 pairs; 2 are smaller than the 1 largest"),
    ],
)
def test_queries_that_are_left_out_are_counted_by_reason(letor: Path, options: str, said: str) -> None:
    assert task_sets.task_set(f"letor:{letor}?{options}").selected == said


def test_users_and_tables_that_are_left_out_are_counted(tmp_path: Path) -> None:
    ratings = tmp_path / "u.data"
    ratings.write_text(
        "".join(f"{user}\t{m}\t{1 + m % 5}\t0\n" for user in range(1, 5) for m in range(2 * user))
    )
    found = task_sets.task_set(f"movielens:{ratings}?least=4&limit=2")
    assert found.selected == "2 of 4 users; 1 has fewer than 4 ratings; 1 is smaller than the 2 largest"
    assert task_sets.task_set(f"movielens:{ratings}?users=2,3").selected == (
        "2 of 4 users; 2 are not among those asked for"
    )
    for i in range(3):
        (tmp_path / f"t{i}.csv").write_text(
            "item,x,grade\n" + "".join(f"{j},{j},{j % 2}\n" for j in range(9 + i))
        )
    assert (
        task_sets.task_set(f"folder:{tmp_path}?limit=2").selected
        == "2 of 3 tables; 1 is smaller than the 2 largest"
    )


@pytest.mark.usefixtures("no_pdf")
def test_it_stands_in_the_terminal_the_report_the_summary_the_tables_and_on_the_page(
    letor, tmp_path, capsys
) -> None:
    out = tmp_path / "out"
    source = f"letor:{letor}?least=4&most=100"
    assert (
        command.main(
            [
                "experiment",
                source,
                "--rounds",
                "3",
                "--folds",
                "3",
                "--jobs",
                "1",
                "--out",
                str(out),
                "--metrics",
                "r2",
            ]
        )
        == 0
    )
    assert SAID in capsys.readouterr().out
    report = html.unescape((out / "report.html").read_text())
    assert report.count(SAID) == 3  # in the summary, in what was measured, and below the table
    assert json.loads((out / "summary.json").read_text())["data"]["selected"] == SAID
    assert (out / "tables.tex").read_text().count(SAID) == 2  # at the top, and below the table
    experiment = definition.define(source, ("rb-d", "rb-c"), rounds=3, folds=3)
    assert SAID in " ".join(head.sentences(experiment, task_sets.task_set(source), None))


def test_results_from_before_it_was_said_are_gone_on_with(letor, tmp_path) -> None:
    experiment = definition.define(f"letor:{letor}?least=4", ("rb-d", "rb-c"), rounds=3, folds=3)
    tasks = task_sets.task_set(experiment.source)
    folder = store.Store(tmp_path / "out")
    folder.begin(experiment, tasks)
    path = tmp_path / "out" / store.DESCRIPTION
    described = json.loads(path.read_text())
    del described["data"]["selected"]
    path.write_text(json.dumps(described))
    folder.begin(experiment, tasks)
