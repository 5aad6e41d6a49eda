"""docs/data.md: the lines of pandas that make TREC files and duels of an arena into a SOURCE."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import rankviz

TEXT = (Path(__file__).parents[2] / "docs/data.md").read_text(encoding="utf-8")
TREC, ARENA = re.findall(r"```python\n(import pandas.*?)```", TEXT, flags=re.S)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_and_qrels_become_a_table_by_query(folder: Path) -> None:
    (folder / "run.txt").write_text(
        "51 Q0 d1 1 12.5 bm25\n51 Q0 d2 2 11.5 bm25\n52 Q0 d1 1 3 bm25\n52 Q0 d9 2 2 bm25\n"
    )
    (folder / "qrels.txt").write_text("51 0 d1 2\n51 0 d2 0\n52 0 d1 0\n52 0 d9 1\n")
    exec(TREC, {})
    assert "`table:trec.csv?query=query`" in TEXT
    problem = rankviz.load("table:trec.csv?query=query")
    assert problem.query_ids == ("51", "52") and problem.feature_names == ("score", "rank")
    assert problem.pairs.tolist() == [[0, 1], [3, 2]]


def test_duels_become_pairs_of_players(folder: Path) -> None:
    duels = "model_a,model_b,winner\nx,y,model_a\ny,z,model_b\nx,z,tie\nz,x,model_b\n"
    (folder / "arena.csv").write_text(duels)
    exec(ARENA, {})
    assert "`weak:players.csv?pairs=arena.csv`" in TEXT
    problem = rankviz.load("weak:players.csv?pairs=arena.csv")
    assert problem.item_ids == ("x", "y", "z") and problem.binary
    np.testing.assert_array_equal(problem.X, np.eye(3))
    assert sorted(problem.pairs.tolist()) == [[0, 1], [0, 2], [2, 1]]
    assert any("1 of 4 pairs is a tie" in note for note in problem.notes)
