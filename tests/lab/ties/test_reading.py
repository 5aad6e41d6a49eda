"""Runs and judgements from files of every format, and what is said of files that do not fit."""

import gzip
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.refused import refused
from helpers.tied_runs import Qrels, Run, draw, judged_run
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rankviz.engine.errors import DataError
from rankviz.lab.ties import audit, measure
from rankviz.lab.ties.judged import UNJUDGED, JudgedRun
from rankviz.lab.ties.reading import files

MEASURES = measure.read_all("ndcg@3,map,mrr,bpref")
LETOR = "2 qid:7 1:0.5 #docid = a\n0 qid:7 1:0.1 #docid = b\n1 qid:9 1:0.2 #docid = a\n"


def trec_run(run: Run, between: str = " ", end: str = "\n") -> bytes:
    lines = [
        between.join((query, "Q0", document, str(place), repr(score), "mine"))
        for query, found in run.items()
        for place, (document, score) in enumerate(found.items())
    ]
    return (end.join(lines) + end).encode()


def trec_qrels(qrels: Qrels) -> bytes:
    return "".join(
        f"{q} 0 {d} {grade}\n" for q, judged in qrels.items() for d, grade in judged.items()
    ).encode()


def table(by_query: dict[str, dict[str, float]] | Qrels) -> pd.DataFrame:
    rows = [(query, document, x) for query, found in by_query.items() for document, x in found.items()]
    return pd.DataFrame(rows, columns=["q_id", "doc_id", "score"])


def documents(run: JudgedRun) -> list[str]:
    return [run.documents[i] for i in range(len(run.documents))]


def same(found: JudgedRun, wanted: JudgedRun) -> None:
    assert list(found.queries) == list(wanted.queries)
    assert documents(found) == documents(wanted)
    for name in ("start", "scores", "grades", "judged_start", "judged"):
        np.testing.assert_array_equal(getattr(found, name), getattr(wanted, name), err_msg=name)
    assert (found.missing, found.extra, found.refused) == (wanted.missing, wanted.extra, wanted.refused)


names = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=5)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0.0, 1.0, 1e-9])


@st.composite
def runs(draw: st.DrawFn) -> tuple[Run, Qrels]:
    queries = names.filter(lambda name: name[0] != "#")  # which begins a comment
    run = draw(st.dictionaries(queries, st.dictionaries(names, numbers, min_size=1), min_size=1, max_size=3))
    grades = st.dictionaries(names, st.integers(-2, 3), max_size=3)
    qrels: Qrels = {}
    for query, found in run.items():
        judged = {document: draw(st.integers(-1, 3)) for document in found if draw(st.booleans())}
        qrels[query] = judged | draw(grades) or {"x": 1}
    return run, qrels | draw(st.dictionaries(queries, grades.filter(bool), max_size=2))


@settings(max_examples=60)
@example(({"{": {"0": 0.0}}, {"{": {"x": 1}}), " ", "\n")
@example(({'{"': {"0": 0.0}}, {'{"': {"x": 1}}), " ", "\n")
@given(runs(), st.sampled_from([" ", "\t", " \t  "]), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_a_trec_run_comes_back(both: tuple[Run, Qrels], between: str, end: str) -> None:
    run, qrels = both
    same(files.read(trec_run(run, between, end), trec_qrels(qrels)), judged_run(run, qrels))


@settings(max_examples=40)
@given(runs())
def test_json_csv_and_parquet_come_back(both: tuple[Run, Qrels]) -> None:
    run, qrels = both
    wanted = judged_run(run, qrels)
    same(files.read(json.dumps(run).encode(), json.dumps(qrels).encode()), wanted)
    as_csv = (table(each).to_csv(index=False).encode() for each in (run, qrels))
    same(files.read(*as_csv), wanted)
    as_parquet = (table(each).to_parquet(index=False) for each in (run, qrels))
    same(files.read(*as_parquet), wanted)


def test_the_formats_mix_and_paths_are_read(data_folder: Path) -> None:
    run, qrels = draw(np.random.default_rng(3), queries=4, least=-1)
    wanted = judged_run(run, qrels)
    for name, data in (
        ("run.txt", trec_run(run)),
        ("run.txt.gz", gzip.compress(trec_run(run))),
        ("run.json", json.dumps(run).encode()),
        ("run.json.gz", gzip.compress(json.dumps(run).encode())),
        ("run.parquet", table(run).to_parquet()),
        ("run.csv", table(run).to_csv().encode()),
        ("qrels", trec_qrels(qrels)),
    ):
        (data_folder / name).write_bytes(data)
    for path in sorted(data_folder.glob("run*")):
        same(files.read(path, str(data_folder / "qrels")), wanted)
    same(files.read("run.txt.gz", "qrels"), wanted)


def test_comments_and_further_columns_are_passed_over_and_counted() -> None:
    """As by trec_eval 10; in ids # is a letter, and judgements have no further column."""
    run = b"# a run\n7 Q0 b#2 1 2.5 mine rerun of may\n  # between\n7 Q0 #a 2 2.5 mine\n8 Q0 g 1 .5 mine see notes\n#"
    qrels = b"#by two people\r\n7 0 #a 0\r\n7 0 b#2 1\r\n# second\r\n8 0 g 2\r\n"
    found = files.read(run, qrels, run_name="run", name="qrels")
    wanted = judged_run(
        {"7": {"b#2": 2.5, "#a": 2.5}, "8": {"g": 0.5}}, {"7": {"#a": 0, "b#2": 1}, "8": {"g": 2}}
    )
    same(found, wanted)
    assert found.notes[:3] == (
        "run: 3 lines begin with # and are skipped, as by trec_eval 10.",
        "run: 2 lines have more than 6 columns; the further ones are skipped, as by trec_eval.",
        "qrels: 2 lines begin with # and are skipped, as by trec_eval 10.",
    )
    with pytest.raises(DataError, match="qrels, line 3: 5 columns where 4 are needed"):
        files.read(run, b"# two\n7 0 a 0\n7 0 b 1 more\n", name="qrels")


@pytest.mark.parametrize("ending", ["tsv", "csv", "tsv.gz"])
def test_trec_files_are_known_by_their_lines_whatever_their_ending(ending: str) -> None:
    """MS MARCO's qrels.dev.small.tsv are TREC's; BEIR's .tsv have a header."""
    run, qrels = draw(np.random.default_rng(3), queries=4, least=-1)
    pack = gzip.compress if ending.endswith("gz") else bytes
    for head in (b"", b"# by hand\n"):
        sent = pack(head + trec_run(run, "\t")), pack(head + trec_qrels(qrels).replace(b" ", b"\t"))
        same(files.read(*sent, run_name=f"run.{ending}", name=f"qrels.{ending}"), judged_run(run, qrels))
    beir = b"query-id\tcorpus-id\tscore\n7\ta\t0\n7\tb\t1\n"
    found = files.read(b"7 Q0 a 1 2.5 mine\n", pack(beir), run_name="run.txt", name=f"qrels.{ending}")
    same(found, judged_run({"7": {"a": 2.5}}, {"7": {"a": 0, "b": 1}}))


def test_interleaved_queries_are_brought_together() -> None:
    found = files.read(b"a Q0 x 1 3 t\nb Q0 x 1 2 t\na Q0 y 2 3 t\n", b"b 0 x 1\na 0 y 1\n")
    same(found, judged_run({"a": {"x": 3, "y": 3}, "b": {"x": 2}}, {"b": {"x": 1}, "a": {"y": 1}}))


def test_scores_stand_beside_a_letor_file(tmp_path: Path) -> None:
    (tmp_path / "test.txt").write_text(LETOR)
    wanted = judged_run({"7": {"a": 3, "b": 3}, "9": {"a": 0.25}}, {"7": {"a": 2, "b": 0}, "9": {"a": 1}})
    for judgements in (f"letor:{tmp_path}/test.txt", str(tmp_path / "test.txt"), LETOR.encode()):
        same(files.read(b"3\n3.0\n\n+.25\n", judgements), wanted)
    same(files.read(b"7 Q0 a 1 3 t\n7 Q0 b 1 3 t\n9 Q0 a 1 .25 t\n", LETOR.encode()), wanted)


def test_a_letor_file_without_docids_or_queries(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("1 1:2\n0 1:3\n1 1:4\n")
    (tmp_path / "data.query").write_text("2\n1\n")
    found = files.read(b"1\n1\n1\n", f"letor:{tmp_path}/data")
    assert list(found.queries) == ["1", "2"] and documents(found) == ["1", "2", "3"]
    assert found.notes[0] == "data has no docids: each document is called by its line."


def test_documents_twice_unjudged_ones_and_grades_below_0_are_said() -> None:
    run = b"q Q0 a 1 1 t\nq Q0 b 2 3 t\nq Q0 a 3 2 t\nr Q0 a 1 1 t\n"
    found = files.read(run, b"q 0 a 1\nq 0 a 2\nq 0 c -1\np 0 a 1\n", run_name="run", name="qrels")
    assert documents(found) == ["a", "b"] and found.scores.tolist() == [2, 3]
    assert found.grades.tolist() == [2, UNJUDGED] and found.judged.tolist() == [2, -1]
    counted = audit.audit(found, MEASURES)
    assert counted.measures[0].counters["trec_eval"] == "it refuses a document twice in a query"
    assert found.notes == (
        "run: 1 row gives a document that its query has already. trec_eval refuses such a file; here, as in Python's "
        "dictionaries, the last one counts.",
        "qrels: 1 row gives a document that its query has already. trec_eval refuses such a file; here, as in Python's "
        "dictionaries, the last one counts.",
        "1 judged query not in the run: p. trec_eval leaves such a query out of the mean, ranx counts it 0.",
        "1 query of the run without judgements, left out by all.",
        "1 document of the run without a judgement: no gain, and no part of bpref.",
        "There are grades below 0. They gain nothing; for trec_eval they mean not judged, for ranx judged irrelevant, "
        "and scikit-learn, LightGBM and XGBoost refuse them.",
    )


def test_a_json_key_twice_is_no_less_a_document_twice() -> None:
    found = files.read(b'{"q": {"a": 1, "b": 2, "a": 3}, "q": {"c": 1}}', b"q 0 a 1\n")
    assert documents(found) == ["a", "b", "c"] and found.scores.tolist() == [3, 2, 1]
    assert found.refused


RUN, QRELS = b"q Q0 a 1 2.5 t\nq Q0 b 2 2.5 t\n", b"q 0 a 1\n"
BROKEN = {
    "a score that is no number": (
        (b"q Q0 a 1 2.5 t\nq Q0 b 2 high t\n", QRELS),
        'run, line 2: the score "high" is not a finite number. Write a number such as 2 or 12.5.',
    ),
    "an infinite score": (
        (b"\n\nq Q0 a 1 inf t\n", QRELS),
        'run, line 3: the score "inf" is not a finite number. Write a number such as 2 or 12.5.',
    ),
    "a score with an underscore": (
        (b"q Q0 a 1 +1 t\r\nq Q0 b 1 1_000 t\r\n", QRELS),
        'run, line 2: the score "1_000" is not a finite number. Write a number such as 2 or 12.5.',
    ),
    "columns that lack": (
        (b"q Q0 a 1 2.5 t\nq Q0 b 2 2.5\n", QRELS),
        "run, line 2: 5 columns where 6 are needed: query Q0 document rank score name. "
        "Give a TREC file, or name a CSV, JSON or Parquet file with its ending.",
    ),
    "judgements for a run": (
        (QRELS, QRELS),
        "run, line 1: 4 columns where 6 are needed: query Q0 document rank score name. "
        "Give a TREC file, or name a CSV, JSON or Parquet file with its ending.",
    ),
    "a run for judgements": (
        (RUN, RUN),
        "qrels, line 1: 6 columns where 4 are needed: query 0 document grade. "
        "Give a TREC file, or name a CSV, JSON or Parquet file with its ending.",
    ),
    "a grade between": (
        (RUN, b"q 0 a 1\nq 0 b 0.5\n"),
        "qrels: the grade 0.5 of document b in query q is not a whole number. "
        "Give whole grades, such as 0, 1 and 2.",
    ),
    "a grade beyond": (
        (RUN, b"q 0 a 5000000000\n"),
        "qrels: the grade 5e+09 of document a in query q is beyond 1,000,000,000, the largest that is counted. "
        "Give whole grades, such as 0, 1 and 2.",
    ),
    "other queries": (
        (RUN, b"p 0 a 1\n"),
        "run: no query of the run is judged: it has q, and the judgements have p. "
        "Give the judgements of the same queries.",
    ),
    "an empty file": ((b" \n", QRELS), "run: the file is empty. Choose a file with data in it."),
    "an image": (
        (b"\x89PNG\r\n", QRELS),
        "run: this is an image, not plain text. Give the text file itself.",
    ),
    "half a gzip": (
        (gzip.compress(RUN)[:-9], QRELS),
        "run: the gzip data is damaged or cut off. Pack or download it again.",
    ),
    "other text than UTF-8": (
        (RUN + "q Q0 ä 1 2.5 t\n".encode("latin-1"), QRELS),
        "run, line 3: byte 0xe4 is not UTF-8 text. Save the file again as UTF-8.",
    ),
    "JSON cut off": (
        (b'{"q": {"a": 1,\n', QRELS),
        "run, line 2: this is not JSON (Expecting property name enclosed in double quotes). Save the run again.",
    ),
    "JSON of another kind": (
        (b'{"q": [1, 2]}', QRELS),
        'run: query "q" has no documents with numbers. Save it with ranx, as {query: {document: number}}.',
    ),
    "JSON without numbers": (
        (b'{"q": {"a": "high"}}', QRELS),
        'run: document "a" of query "q" has no finite number. Write a number such as 3.5.',
    ),
    "JSON without a document": ((b'{"q": {}}', QRELS), "run: no query has a document. Save the run again."),
    "a CSV without the column": (
        (b"q_id,doc_id,place\nq,a,1\n", QRELS),
        "run, line 1: no column is named score, grade, rel, relevance, label or sim. "
        "Name the columns q_id, doc_id and score.",
    ),
    "a CSV with an empty cell": (
        (b"q_id,doc_id,score\nq,a,1\nq,,2\n", QRELS),
        'run, line 3, column "doc_id": the cell is empty. Name a query and a document in every row.',
    ),
    "a CSV with a word": (
        (b"q_id,doc_id,score\nq,a,1\nq,b,high\n", QRELS),
        'run, line 3, column "score": "high" is not a finite number. Write a number such as 3.5.',
    ),
    "scores beside TREC's judgements": (
        (b"0.5\n0.25\n", QRELS),
        "run: scores without documents are read only with a LETOR file. "
        "Give the judgements as letor:PATH, or the scores as a TREC run.",
    ),
    "too few scores": (
        (b"0.5\n0.25\n", LETOR.encode()),
        "run: 2 scores for the 3 documents of qrels. "
        "Give one score for each document, in the order of the LETOR file.",
    ),
    "a score beside LETOR that is none": (
        (b"0.5\n\nnan\n1\n", LETOR.encode()),
        'run, line 3: "nan" is not a finite number. Write one score per line.',
    ),
    "scores that are missing in Parquet": (
        (table({"q": {"a": 1.0, "b": np.nan, "c": np.nan}}).to_parquet(), QRELS),
        'run, line 2, column "score": the cell is empty; 2 of 3 rows have no value. Write a number such as 3.5.',
    ),
    "Parquet cut off": (
        (table({"q": {"a": 1.0}}).to_parquet()[:-20], QRELS),
        "run: the Parquet file is damaged. Write it again.",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_told_with_its_line_and_a_remedy(what: str) -> None:
    (run, qrels), message = BROKEN[what]
    assert refused(files.read, run, qrels, run_name="run", name="qrels") == message


def test_a_path_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        files.read(tmp_path / "gone.txt", QRELS)


@pytest.mark.parametrize("digits", ["9" * 400, "1e999"])
def test_json_numbers_beyond_all_measure(digits: str) -> None:
    with pytest.raises(DataError, match="has no finite number|too many digits"):
        files.read(f'{{"q": {{"a": {digits}}}}}'.encode(), QRELS)
