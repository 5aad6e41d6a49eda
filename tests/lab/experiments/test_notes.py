"""What must be said of an experiment's numbers stands wherever its table does; the default policy lets RB-D run."""

import html
import io
import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from helpers.experiments import made

from rankviz.cli.main import main
from rankviz.lab.experiments.definition import define, from_dict
from rankviz.lab.experiments.evaluation import notes, summary
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.reporting import exports, latex, paper, report, selection, tables, text

NEVER_WRONG = "scenario:lemma-1?n=6"
"""Its first ranker is never wrong, so RB-D's α is undefined in round 1."""


def halted(**how: object) -> Results:
    """Results in which RB-D stopped before round 1 in three folds, and one task has no numbers."""
    found = made(6, params={"undefined": "halt"}, **how)
    found.outcomes[0].rounds[:3, 0] = 0
    *rest, last = found.outcomes
    return replace(found, outcomes=tuple(rest), failed=(replace(last, failed="It is too small."),))


def test_every_file_with_the_table_has_what_the_terminal_says_below_it() -> None:
    found = halted()
    said = notes.notes(found)
    assert said[0].startswith("RB-D learned nothing in 3 of 25 folds: it stopped before round 1.")
    for words in ("the policy “halt”", "No numbers for task-5: It is too small.", "Folds by item", "Holm"):
        assert words in " ".join(said), words
    assert text.tables(found)[-len(said) :] == said
    assert json.loads(exports.summary_json(found))["notes"] == said
    frame = pd.read_csv(io.StringIO(exports.as_csv(summary.table_rows(found))))
    assert set(frame["notes"]) == {" ".join(said)} and len(frame) == 3 * len(found.experiment.metrics)
    (table,) = tables.main(found, selection.compare(found))
    assert list(table.notes[: len(said)]) == said
    source, page = exports.tables_tex(found), report.page(found)
    for sentence in said:
        assert latex.escape(sentence) in source and f"% {sentence}" in source
        assert html.unescape(page).count(sentence) >= 2  # in the summary, and below the table


@pytest.mark.usefixtures("no_pdf")
def test_rb_d_runs_by_default_and_halts_only_when_told_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for policy, stopped in (("", False), ("halt", True)):
        out = tmp_path / (policy or "default")
        asked = ["experiment", NEVER_WRONG, "--rounds", "3", "--folds", "3", "--jobs", "1", "--metrics", "r1"]
        assert main([*asked, *(["--undefined", policy] if policy else []), "--out", str(out)]) == 0
        told = capsys.readouterr().out
        assert ("RB-D learned nothing" in told) is stopped
        assert f"have the policy “{policy or 'limit'}”" in told
        command = json.loads((out / "experiment.json").read_text())["experiment"]
        assert {each["params"]["undefined"] for each in command["algorithms"]} == {policy or "limit"}


def test_the_command_of_an_experiment_makes_it_again_whatever_its_policy() -> None:
    for policy in ("halt", "limit", "cap"):
        made_so = define("synthetic:linear", params={"undefined": policy})
        assert ("undefined" in made_so.command()) is (policy != "limit")
        names = made_so.command().split("--algorithms ")[1].split()[0].split(",")
        again = define("synthetic:linear", names)
        assert [each.params for each in again.contenders] == [each.params for each in made_so.contenders]
        assert from_dict(made_so.as_dict()) == made_so


def test_algorithms_without_the_policy_have_none() -> None:
    found = define("synthetic:linear", ["gbt", "ranksvm"])
    assert notes.undefined(found) == [] and all("undefined" not in each.params for each in found.contenders)


@pytest.mark.parametrize("source", ["synthetic:linear", "movielens:u.data"])
def test_no_table_of_three_algorithms_is_cut_in_latex(source: str) -> None:
    found = halted(source=source)
    compared = selection.compare(found)
    by_order = compared[0].rank[None].repeat(4, axis=0)
    ordered = [replace(each, by_order=by_order) for each in compared]  # with the column of ties
    beside = paper.comparison(found, compared, judged=False)
    assert (beside is None) is (source != "movielens:u.data")
    for table in (
        *tables.main(found, ordered),
        tables.wins(compared, found.labels),
        tables.pairs(compared, found.labels),
        *([beside] if beside else []),
    ):
        assert table is not None and latex.fitting(table) == [table], table.caption
    assert "continued" not in exports.tables_tex(found)


def test_a_long_table_is_cut_between_its_groups() -> None:
    found = made(3, ["rb-d", "rb-c", "rb-plus", "push", "gbt", "qbrank"])
    table = tables.pairs(selection.compare(found), found.labels)
    assert table is not None and len(table.rows) == 8 * 15
    parts = latex.fitting(table)
    assert [len(part.rows) for part in parts] == [45, 45, 30] and all(part.rows[0][0].text for part in parts)
    assert parts[1].caption.endswith(", continued") and parts[1].notes == ()
