"""The command `ties SOURCE`: the audit of what boosting learns, by round and of one round."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rankviz.cli.main import main

SOURCE = "synthetic:linear?n=60&queries=6"
FEW = ("--algorithms", "rb-d,rb-plus", "--rounds", "5")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ending", [".html", ".csv", ".json"])
def test_every_round_is_printed_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    out = tmp_path / f"rounds{ending}"
    assert main(["ties", SOURCE, *FEW, "--measure", "ndcg@10,map", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "held-out items" in said and said.count("Round  ") == 2
    assert "rb-plus" in out.read_text(encoding="utf-8")


def test_without_held_out_items_it_is_of_the_training_items(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rounds.json"
    assert main(["ties", SOURCE, *FEW, "--holdout", "0", "--out", str(out)]) == 0
    assert "training items: 6 queries, 60 documents" in capsys.readouterr().out
    assert json.loads(out.read_text())["items"].startswith("training items")


def test_one_round_is_audited_as_a_run_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "round.json"
    assert main(["ties", SOURCE, *FEW, "--at", "2"]) == 0
    said = capsys.readouterr().out
    assert "RB-D, round 2" in said and "RankBoost+, round 2" in said and "LightGBM" in said
    assert main(["ties", SOURCE, "--algorithms", "rb-d", "--at", "2", "--out", str(out)]) == 0
    assert json.loads(out.read_text())["run"] == "RB-D, round 2"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["scenario:lemma-3"], "these data have pairs and no grades"),
        ([SOURCE, *FEW, "--at", "9"], "RB-D has 5 rounds, so there is no round 9"),
        ([SOURCE, *FEW, "--at", "2", "--out", "{folder}/a.csv"], "the audit of one algorithm"),
        ([SOURCE, "--out", "a.pdf"], "does not end in a format that can be written"),
        ([SOURCE, "--algorithms", "rb-e"], "rb-e"),
        ([SOURCE, "--measure", "ndgc"], 'There is no measure "ndgc".'),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(["ties", *(each.format(folder=tmp_path) for each in arguments)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("rankviz: ") and said.err.count("\n") == 1
    assert says in said.err
