"""The command `ties SOURCE`: the audit of what boosting learns, by round and of one round."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = "ties 'synthetic:linear?n=60&queries=6'"
FEW = f"{SOURCE} --algorithms rb-d,rb-plus --rounds 5"

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ending", [".html", ".csv", ".json"])
def test_every_round_is_printed_and_written(here: Path, prints: Callable[..., str], ending: str) -> None:
    said = prints(f"{FEW} --measure ndcg@10,map --out rounds{ending}")
    assert "held-out items" in said and said.count("Round  ") == 2
    assert "rb-plus" in (here / f"rounds{ending}").read_text(encoding="utf-8")


def test_without_held_out_items_it_is_of_the_training_items(here: Path, prints: Callable[..., str]) -> None:
    said = prints(f"{FEW} --holdout 0 --out rounds.json")
    assert "training items: 6 queries, 60 documents" in said
    assert json.loads((here / "rounds.json").read_text())["items"].startswith("training items")


def test_one_round_is_audited_as_a_run_is(here: Path, prints: Callable[..., str]) -> None:
    said = prints(f"{FEW} --at 2")
    assert "RB-D, round 2" in said and "RankBoost+, round 2" in said and "LightGBM" in said
    prints(f"{SOURCE} --algorithms rb-d --at 2 --out round.json")
    assert json.loads((here / "round.json").read_text())["run"] == "RB-D, round 2"
