"""docs/data.md: the lines of pandas that make TREC files and one's own votes into a SOURCE."""

import re
from pathlib import Path

import pytest

import rankviz

TEXT = (Path(__file__).parents[3] / "docs/data.md").read_text(encoding="utf-8")
TREC, VOTES = re.findall(r"```python\n(import pandas.*?)```", TEXT, flags=re.S)


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


def test_votes_become_scores_by_each_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(VOTES, {})
    said = capsys.readouterr().out
    assert said.count("8 votes on 3 pairs of 3 items: 6 decided, 1 tied (12.5%), 1 both bad (12.5%).") == 3
    assert said.count("nan") == 0 and said.count("good enough") == 2  # the rule, and its item
    for worth in (0.0, 0.5):
        problem = rankviz.load(f"duels:votes.csv?tie={worth}")
        weights = dict(zip(map(tuple, problem.pairs.tolist()), problem.pair_weights, strict=True))
        x, z = (problem.item_ids.index(name) for name in "xz")
        assert weights[x, z] == 1 + 2 * worth and weights[z, x] == 1 + 2 * worth
