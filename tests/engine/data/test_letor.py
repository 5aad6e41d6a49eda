"""LETOR / svmlight files: read as published, and refused with line and remedy."""

import gzip
import io
import os
import re
from pathlib import Path

import numpy as np
import pytest
from helpers.letor import GOOD
from helpers.refused import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz.engine.data import letor, reading
from rankviz.engine.data.letor import blocks, parse
from rankviz.engine.errors import DataError


def read(text: str | bytes, **options):
    data = text.encode() if isinstance(text, str) else text
    return letor.read(data, name="some.txt", **options)


def error(text: str | bytes, **options) -> str:
    said = refused(read, text, **options)
    assert said.startswith("some.txt")
    return said


def test_values_grades_queries_and_docids():
    problem = read(GOOD)
    np.testing.assert_array_equal(
        problem.X, [[0.5, 0.25, 1], [0.1, np.nan, 0], [0.7, 0.75, 1], [0.2, 0.5, 0]]
    )
    assert problem.grades.tolist() == [2, 0, 1, 0]
    assert problem.query_ids == ("10", "20")
    assert problem.qid.tolist() == [0, 0, 1, 1]
    assert problem.feature_names == ("f1", "f2", "f3")
    # GX1 serves two queries, so ids carry their query.
    assert problem.item_ids == ("10:GX1", "10:GX2", "20:GX1", "20:GX3")
    assert problem.n_pairs == 2 and problem.n_missing == 1


def test_docids_stand_alone_where_they_can():
    assert read(GOOD, queries="20").item_ids == ("GX1", "GX3")


def test_crlf_gz_blank_lines_comments_and_buffers_give_the_same():
    plain = read(GOOD)
    messy = "# a comment\r\n\r\n" + GOOD.replace("\n", "\r\n") + "\r\n"
    for source in (messy.encode(), gzip.compress(GOOD.encode()), b"\xef\xbb\xbf" + GOOD.encode()):
        for way in (source, io.BytesIO(source)):
            problem = letor.read(way, name="other.txt")
            np.testing.assert_array_equal(problem.X, plain.X)
            assert problem.item_ids == plain.item_ids


def test_absent_is_zero_and_null_is_missing():
    problem = read("2 qid:1 3:5\n1 qid:1 1:null 2:1\n0 qid:1\n")
    np.testing.assert_array_equal(problem.X, [[0, 0, 5], [np.nan, 1, 0], [0, 0, 0]])
    assert problem.item_ids == ("1/1", "1/2", "1/3")


def test_scattered_queries_are_brought_together():
    lines = GOOD.splitlines(keepends=True)
    problem = read("".join(lines[i] for i in (0, 2, 1, 3)))
    assert problem.qid.tolist() == [0, 0, 1, 1]
    assert problem.item_ids == ("10:GX1", "10:GX2", "20:GX1", "20:GX3")
    assert any("apart" in note for note in problem.notes)


def test_query_order_is_the_files_and_choice_keeps_it():
    problem = read("1 qid:9 1:1\n0 qid:9 1:2\n1 qid:3 1:3\n0 qid:3 1:4\n1 qid:5 1:3\n0 qid:5 1:4\n")
    assert problem.query_ids == ("9", "3", "5")
    assert read(GOOD.replace("qid:10", "qid:99"), queries=" 99 , 20 ").query_ids == ("99", "20")


def test_without_query_ids_there_is_one_query():
    problem = read("1 1:1 2:3\n0 1:2\n")
    assert problem.n_queries == 1 and problem.n_pairs == 1


def test_index_zero_is_feature_f0():
    assert read("1 qid:1 0:1 1:2\n0 qid:1 0:2\n").feature_names == ("f0", "f1")


def test_the_menu_of_queries():
    table = letor.queries(GOOD.encode())
    assert table.to_dict("list") == {"query": ["10", "20"], "items": [2, 2], "pairs": [1, 1]}


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("2:0.75", "2:abc", 3, '"abc"'),
        ("2:0.75", "2:inf", 3, '"inf"'),
        ("2:0.75", "2:-Infinity", 3, '"-Infinity"'),
        ("2:0.75", "2:1e999", 3, '"1e999"'),
        ("2:0.75", "2:", 3, '"2:"'),
        ("2:0.75", "2", 3, '"2"'),
        ("2:0.75", "2:1_0", 3, '"1_0"'),
        ("2:0.75", "1:0.75", 3, "feature 1 appears twice"),
        ("2:0.75", "-2:0.75", 3, '"-2"'),
        ("1 qid:20", "good qid:20", 3, '"good"'),
        ("1 qid:20", "nan qid:20", 3, '"nan"'),
        ("1 qid:20", "1 qid:", 3, "query id is empty"),
        ("1 qid:20", "1", 3, "no query id"),
        ("3:0 #docid = GX2", "99999999999:0 #docid = GX2", 2, "99999999999"),
        ("GX2 ", "GX1 ", 2, "already on line 1"),
    ],
)
def test_one_bad_token_is_named_with_its_line(old, new, line, words):
    message = error(GOOD.replace(old, new, 1))
    assert f"line {line}" in message and words in message


def test_a_huge_index_is_refused_before_memory_is_asked_for():
    assert "more than the" in error("1 qid:1 1:1 99999999:1\n0 qid:1 1:2\n")


def test_a_line_that_was_cut_off_is_named():
    wide = [" ".join(f"{j}:0.{j + i}" for j in range(1, 8)) for i in range(4)]
    text = "".join(f"{i % 3} qid:1 {row}\n" for i, row in enumerate(wide))
    assert read(text).n_features == 7
    assert "line 4: the line stops early: it lists 3 features fewer" in error(text[:-19])
    assert 'line 4: "5:" is not a feature' in error(text[:-17])
    commented = text.replace("\n", " #docid = G\n")
    commented = "".join(line.replace("= G", f"= G{i}") for i, line in enumerate(commented.splitlines(True)))
    half = commented.splitlines(True)
    half[1] = half[1][:30] + "\n"
    assert "line 2" in error("".join(half))


def test_a_short_line_that_may_be_sparse_is_only_noted():
    problem = read("2 qid:1 1:1 2:1\n1 qid:1 1:2 2:1\n0 qid:1 1:3\n")
    assert problem.X[2].tolist() == [3, 0]
    assert any("Line 3" in note for note in problem.notes)


def test_constant_features_are_noted_and_only_constant_ones_refused():
    assert any("f3" in note for note in read(GOOD.replace("3:0", "3:1")).notes)
    assert "no stump" in error("1 qid:1 1:4\n0 qid:1 1:4\n")


def test_a_file_with_a_single_grade_is_refused():
    assert "no critical pair" in error("1 qid:1 1:4\n1 qid:1 1:5\n")


def test_unknown_query_names_some_that_are_there():
    message = error(GOOD, queries="10,30")
    assert '"30"' in message and "10, 20" in message


def test_encodings_that_are_not_utf_8_and_comments_alone():
    assert "comments" in error(b"# only\n")
    assert "UTF-16" in error(GOOD.encode("utf-16"))
    assert "zero bytes" in error(GOOD.encode("utf-16-le"))
    assert "line 2" in error(GOOD.encode().replace(b"GX2", b"GX\xe9"))


@pytest.mark.parametrize("size", [1, 7, 64, 100_000])
def test_a_file_is_the_same_in_blocks_of_any_size(size, tmp_path, monkeypatch):
    rows = [
        f"{i % 3} qid:{i // 4 + 1} " + " ".join(f"{j}:{(i * j) % 7 + i / 7}" for j in range(1, 6))
        for i in range(40)
    ]
    rows[5] += " #docid = GÉ1"
    rows[9] = rows[9].split(" 5:")[0] + " 5:NULL"
    rows[33] += " 9:1.5"
    text = "\r\n".join(["# head", *rows[:20], "", *rows[20:]])
    whole = letor.read(text.encode())
    monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
    for name, data in (("plain", text.encode()), ("packed", gzip.compress(text.encode()))):
        path = tmp_path / name
        path.write_bytes(data)
        for threads in ("1", "3"):
            monkeypatch.setenv("RANKVIZ_THREADS", threads)
            found = letor.read(path)
            np.testing.assert_array_equal(found.X, whole.X)
            np.testing.assert_array_equal(found.grades, whole.grades)
            assert (found.item_ids, found.query_ids) == (whole.item_ids, whole.query_ids)
    broken = tmp_path / "broken"
    broken.write_text(text.replace("4:", "4:x", 30).replace("4:x", "4:", 29))
    with pytest.raises(DataError, match="broken, line 32: feature 4"):
        letor.read(broken)
    broken.write_bytes(text.encode().replace(b"qid:9 ", b"qid:9 \xe9", 1))
    with pytest.raises(DataError, match="broken, line 35: byte 0xe9"):
        letor.read(broken)


def test_the_limits_of_files_on_disk(tmp_path, monkeypatch):
    path = tmp_path / "large.txt"
    path.write_text(GOOD)
    monkeypatch.setattr(reading, "MAX_ITEMS", 3)
    assert letor.read(path).n_items == 4
    monkeypatch.setattr(reading, "LARGE_ITEMS", 3)
    with pytest.raises(DataError, match="4 items are more than the 3"):
        letor.read(path)
    path.write_text("")
    with pytest.raises(DataError, match="empty"):
        letor.read(path)


TOKENS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1e6, 1e6).map(lambda x: f"{x:.6f}"),
    st.floats(-1e20, 1e20).map(lambda x: f"{x:.16g}"),
    st.floats(1e-9, 1.0).map(lambda x: f"{x:.17f}"),
    st.from_regex(r"[+-]?(\d{1,25}(\.\d{0,25})?|\.\d{1,25})([eE][+-]?\d{1,2})?", fullmatch=True).filter(
        str.isascii
    ),
)


@settings(max_examples=150)
@given(st.lists(TOKENS, min_size=1, max_size=30))
@pytest.mark.slow
def test_a_number_is_what_python_reads(tokens):
    text = "".join(f"1 qid:1 1:{token}\n" for token in tokens)
    found, _ = parse.parse(text.encode(), "x")
    np.testing.assert_array_equal(found.X[:, 0], [float(token) for token in tokens])


@given(st.text("0123456789.+-eE:xq# \n_nulNUL", max_size=12))
def test_feature_values_that_are_not_numbers_are_refused_as_python_does(token):
    """The parser and Python agree on what a feature's value is."""
    value = re.fullmatch(r"[^\s#]*", token)
    try:
        good = value is not None and "_" not in token and np.isfinite(float(token))
    except ValueError:
        good = token.upper() == "NULL"
    if value is None:
        return
    text = f"1 qid:1 1:{token}\n0 qid:1 1:1\n".encode()
    if good:
        assert parse.parse(text, "x")[0].X[1, 0] == 1.0
    else:
        with pytest.raises(DataError, match="line 1|features are more"):
            parse.parse(text, "x")


def test_more_hard_numbers_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(parse, "HARD", 1)
    values = [f"{i}.{'1234567890' * 3}" for i in range(50)]
    text = "".join(f"{value} qid:1 1:{value}\n" for value in values)
    found, _ = parse.parse(text.encode(), "x")
    expected = [float(value) for value in values]
    assert found.X[:, 0].tolist() == expected and found.grades.tolist() == expected


def test_mq2008_has_its_published_sizes():
    folder = os.environ.get("RANKVIZ_DATA_DIR", "")
    path = Path(folder) / "mq2008-fold1-vali.txt"
    if not folder or not path.is_file():
        pytest.skip("needs RANKVIZ_DATA_DIR with mq2008-fold1-vali.txt")
    problem = letor.read(path)
    assert (problem.n_items, problem.n_features, problem.n_queries) == (2707, 46, 157)
    lines = path.read_text().splitlines()
    for row in (0, 100, 2706):
        line = lines[row]
        query, doc = line.split()[1][4:], line.split("docid = ")[1].split()[0]
        item = problem.item_ids.index(f"{query}:{doc}")
        values = [float(token.split(":")[1]) for token in line.split("#")[0].split()[2:]]
        np.testing.assert_array_equal(problem.X[item], values)
        assert problem.grades[item] == float(line.split()[0])
    table = letor.queries(path)
    assert table["pairs"].sum() == problem.n_pairs and table["items"].sum() == 2707


def test_features_may_come_in_any_order_and_nan_is_missing() -> None:
    problem = letor.read(b"2 qid:1 2:5 1:3\n1 qid:1 1:2 2:nan\n0 qid:1 3:1\n")
    assert np.array_equal(problem.X, [[3, 5, 0], [2, np.nan, 0], [0, 0, 1]], equal_nan=True)


def test_query_ids_may_be_texts_and_long_numbers() -> None:
    ids = ["q-17", "18446744073709551615", "18446744073709551614", "7", "-3", "ä"]
    text = "".join(f"{g} qid:{each} 1:{g}.5 #docid = d\n" for each in ids for g in (0,)) + "".join(
        f"1 qid:{each} 1:2\n" for each in reversed(ids)
    )
    problem = letor.read(text.encode())
    assert list(problem.query_ids) == ids and problem.item_ids[0] == "q-17:d"
    some = letor.read(text.encode(), queries="ä,18446744073709551614")
    assert list(some.query_ids) == ["18446744073709551614", "ä"]
    assert list(letor.queries(text.encode())["query"]) == ids
    assert "such as q-17" in refused(letor.read, text.encode(), queries="q-18")


def test_the_largest_double_is_a_missing_value_and_other_large_ones_are_named() -> None:
    text = b"2 qid:1 1:1.79769313486e+308 2:1\n1 qid:1 1:0.25 2:0\n0 qid:1 1:0.1 2:-1.7976931348623157e308\n"
    problem = letor.read(text)
    assert problem.n_missing == 2 and "Taken as missing: 2 values of ±1.7976e+308" in problem.notes[0]
    words = refused(letor.read, text.replace(b"0.25", b"1e301"))
    assert "line 2: feature 1 has the value 1e+301" in words and "NULL" in words


def test_documents_that_come_twice_in_a_query_are_left_out_on_request() -> None:
    text = b"2 qid:1 1:1 #docid = x\n1 qid:1 1:2 #docid = x\n0 qid:1 1:3\n0 qid:2 1:3 #docid = x\n"
    assert "drop=1" in refused(letor.read, text)
    problem = letor.read(text, drop=True)
    assert problem.n_items == 3 and problem.notes[0].startswith("1 line on a document")


def test_too_large_an_index_is_told_with_its_line() -> None:
    assert "line 2: 400,000,000 features" in refused(letor.read, b"1 qid:1 1:1\n0 qid:1 400000000:1\n")
