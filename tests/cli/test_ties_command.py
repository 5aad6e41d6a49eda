"""The command `ties`: numbers over all queries and for each, in a terminal, as CSV and JSON; exit codes for CI."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.tied_runs import draw, judged_run, written
from twins import tied as twin

from rankviz.cli.main import main
from rankviz.lab.ties import audit, measure
from rankviz.lab.ties.counters import COUNTERS

DEFAULT = ["ndcg@10", "map", "mrr@10", "p@10", "recall@100", "bpref"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """A run and judgements of two queries, some scores equal."""
    return written(tmp_path, *draw(np.random.default_rng(5), documents=6))


def told(out: Path, *arguments: str) -> dict[str, Any]:
    assert main(["ties", *arguments, "--out", str(out)]) in (0, 1)
    return json.loads(out.read_text(encoding="utf-8"))


def test_the_json_has_every_number_over_all_queries_and_for_each(
    tmp_path: Path, files: tuple[str, str]
) -> None:
    run, qrels = draw(np.random.default_rng(5), documents=6)
    found = told(tmp_path / "a.json", *files)
    wanted = audit.audit(judged_run(run, qrels), measure.read_all(",".join(DEFAULT)))
    assert list(found["measures"]) == DEFAULT
    names = [counter.name for counter in COUNTERS.values()]
    assert list(found["ties"]) == names
    for each in wanted.measures:
        of = found["measures"][each.measure.name]
        assert (of["least"], of["expected"], of["largest"]) == each.mean
        assert list(of["counters"]) == names
        for name, counter in COUNTERS.items():
            mean = each.means[name]
            assert of["counters"][counter.name] == (None if np.isnan(mean) else mean)
            assert (counter.name in of["not_counted"]) == isinstance(each.counters[name], str)
    for query, scores in run.items():
        for name in DEFAULT:
            of = found["queries"][query][name]
            assert list(of["counters"]) == names
            if max(qrels[query].values()) < 1:
                assert of["least"] is of["expected"] is of["largest"] is None
                continue
            one = measure.read(name)
            values = [twin.value(order, qrels[query], one.kind, one.k) for order in twin.orders(scores)]
            assert of["least"] == pytest.approx(min(values), abs=1e-12)
            assert of["expected"] == pytest.approx(np.mean(values), abs=1e-12)
            assert of["largest"] == pytest.approx(max(values), abs=1e-12)
            for value in of["counters"].values():
                assert value is None or 0.0 <= value <= 1.0


def test_a_table_and_the_terminal_have_the_same_numbers(
    tmp_path: Path, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(tmp_path / "a.json", *files)
    said = capsys.readouterr().out
    assert main(["ties", *files, "--out", str(tmp_path / "a.csv")]) == 0
    again = capsys.readouterr()
    assert again.out == said
    assert "1 query without a relevant document. It is left out of the means of the intervals" in again.err
    for of in found["measures"].values():
        row = next(line for line in said.splitlines() if line.startswith(f"{of['label']}  "))
        assert f"{of['least']:.4f}" in row and f"{of['largest']:.4f}" in row
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(DEFAULT) * (1 + len(found["queries"]))
    for row in rows:
        of = (found if row["query"] == "all" else {"measures": found["queries"][row["query"]]})["measures"]
        for name in ("least", "expected", "largest"):
            value = of[row["measure"]][name]
            assert row[name] == ("" if value is None else repr(value))
        for name, value in of[row["measure"]]["counters"].items():
            assert row[name] == ("" if value is None else repr(value))


def test_a_constant_scorer_has_any_reciprocal_rank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = [f"d{i:03}" for i in range(1000)]
    run = {"q": dict.fromkeys(documents, 1.0)}
    files = written(tmp_path, run, {"q": {document: int(document == "d000") for document in documents}})
    found = told(tmp_path / "a.json", *files, "--measure", "mrr@10")["measures"]["mrr@10"]
    assert (found["least"], found["largest"]) == (0.0, 1.0)
    assert found["counters"]["MTEB before 2.18.19"] == 1.0
    assert found["counters"]["MTEB 2.18.19"] == 0.0
    assert "Widest in MRR@10: q [0.0000, 1.0000]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("second", "code", "says"),
    [
        ({"a": 1.0, "b": 2.0}, 1, "Which run is ahead depends on the order of equal scores in MRR@10."),
        ({"a": 2.0, "b": 1.0}, 1, "Which run is ahead depends"),
        ({"b": 3.0, "c": 2.0, "a": 1.0}, 0, "In no measure does the order"),
    ],
    ids=["may be level", "may be behind", "ahead"],
)
def test_the_exit_code_says_whether_a_comparison_hangs_on_ties(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], second: dict[str, float], code: int, says: str
) -> None:
    files = written(tmp_path, {"q": {"a": 1.0, "b": 1.0}}, {"q": {"a": 1, "b": 0}})
    (tmp_path / "other").mkdir()
    against, _ = written(tmp_path / "other", {"q": second}, {"q": {"a": 1}})
    out = tmp_path / "a.json"
    assert main(["ties", *files, "--against", against, "--measure", "mrr@10", "--out", str(out)]) == code
    assert says in capsys.readouterr().out
    found = json.loads(out.read_text())["against"]
    assert found["run"] == Path(against).name and found["hangs"] == bool(code)
    assert found["measures"]["mrr@10"]["hangs"] == bool(code)
    assert main(["ties", *files, "--measure", "mrr@10"]) == 0, "without a second run nothing hangs"


def test_a_run_without_ties_says_that_nothing_depends_on_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(tmp_path, {"q": {"a": 1.0, "b": 2.0}}, {"q": {"a": 1, "b": 0}})
    assert main(["ties", *files]) == 0
    assert "In no query does the order of equal scores change a measure." in capsys.readouterr().out


def test_a_report_names_the_command_that_makes_it_again(tmp_path: Path, files: tuple[str, str]) -> None:
    out = tmp_path / "a report.html"
    assert main(["ties", *files, "--measure", "map", "--out", str(out)]) == 0
    assert f"ties {files[0]} {files[1]} --measure map --out &#x27;{out}&#x27;" in out.read_text(
        encoding="utf-8"
    )


def test_a_packed_run_beside_a_letor_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data.txt").write_text("2 qid:7 1:0.5 #docid = a\n0 qid:7 1:0.1 #docid = b\n")
    (tmp_path / "scores.txt.gz").write_bytes(gzip.compress(b"0.5\n0.5\n"))
    arguments = [str(tmp_path / "scores.txt.gz"), f"letor:{tmp_path / 'data.txt'}"]
    assert main(["ties", *arguments, "--measure", "mrr@10"]) == 0
    assert "0.5000" in capsys.readouterr().out
