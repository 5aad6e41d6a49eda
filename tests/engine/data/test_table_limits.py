"""Small or strange tables that stand for gigabytes: refused by a sentence, before the memory is asked for."""

import datetime
import gzip
import io
import sys
import tracemalloc

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.interpreter import printed
from helpers.refused import refused

from rankviz.engine.data import tables
from rankviz.engine.data.sources import LIMITS, load_upload
from rankviz.engine.data.tables import csv_cells, parquet_cells
from rankviz.engine.errors import DataError


def parquet(columns: dict, **options) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer, **options)
    return buffer.getvalue()


def error(data: bytes, scheme: str = "table", **options) -> str:
    return refused(load_upload, scheme, data, "f", **options)


GRADES = pa.array(np.arange(2_000) % 3)
ONE_TEXT = pa.DictionaryArray.from_arrays(pa.array(np.zeros(2_000, np.int32)), ["x" * 2**20])
BOMBS = {
    "one text of 1 MB": ({"grade": GRADES, "x": ONE_TEXT}, {"store_schema": False}, "more than 1,000 bytes"),
    "the same as a category": ({"grade": GRADES, "x": ONE_TEXT}, {}, "more than 1,000 bytes"),
    "shared beginnings": (
        {"grade": GRADES[:20], "x": pa.array([f"{'x' * 2**18}{i}" for i in range(20)])},
        {"use_dictionary": False, "column_encoding": {"x": "DELTA_BYTE_ARRAY", "grade": "PLAIN"}},
        "DELTA_BYTE_ARRAY",
    ),
    "a list": ({"grade": GRADES[:2], "x": pa.array([[1.0] * 1_000_000, []])}, {}, 'column "x": the column holds lists'),
    "a record": ({"grade": GRADES[:2], "x": pa.array([{"a": 1}] * 2)}, {}, "lists or records"),
    "a map": ({"grade": GRADES[:2], "x": pa.array([[("a", 1)]] * 2, pa.map_(pa.string(), pa.int64()))}, {}, "lists"),
    "bytes": ({"grade": GRADES[:2], "x": pa.array([b"a", b"b"])}, {}, "holds bytes"),
    "too many rows": ({"grade": pa.array(np.zeros(200_000, np.int8))}, {}, "200,000 items are more"),
    "too many columns": ({f"c{i}": GRADES[:2] for i in range(5_100)}, {}, "5,100 columns are more"),
}  # fmt: skip

BOUNDED = """
import resource, sys
from rankviz.engine.errors import DataError
from rankviz.engine.data.sources import load_upload
load_upload("table", open(sys.argv[2], "rb").read(), "f")  # what is loaded once and for all
with open("/proc/self/statm") as file:
    now = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (now + int(sys.argv[1]) * 2**20,) * 2)
for path in sys.argv[3:]:
    try:
        print(load_upload("table", open(path, "rb").read(), "f").n_items)
    except DataError as error:
        print(error)
"""


def bounded(tmp_path, megabytes: int, files: dict[str, bytes]) -> list[str]:
    """What comes of reading files in a process that may ask for that much memory more."""
    fine = tmp_path / "fine"
    ids = pa.array(map(str, range(2_000)))
    fine.write_bytes(parquet({"grade": GRADES, "x": pa.array(np.arange(2_000.0)), "item": ids}))
    paths = [fine]
    for number, data in enumerate(files.values()):
        paths.append(tmp_path / str(number))
        paths[-1].write_bytes(data)
    return printed(BOUNDED, str(megabytes), *map(str, paths)).splitlines()


@pytest.mark.skipif(sys.platform != "linux", reason="limits and measures memory as Linux does")
@pytest.mark.slow
def test_parquet_bombs_are_refused_in_little_memory(tmp_path):
    files = {name: parquet(columns, **options) for name, (columns, options, _) in BOMBS.items()}
    said = bounded(tmp_path, 700, files)
    for (name, (_, _, words)), sentence in zip(BOMBS.items(), said, strict=True):
        assert words in sentence, name


def test_parquet_texts_that_unpack_to_too_much_together_are_refused(monkeypatch):
    text = pa.DictionaryArray.from_arrays(pa.array(np.zeros(2_000, np.int32)), ["x" * 1_000])
    data = parquet({"grade": GRADES, **{f"t{i}": text for i in range(4)}})
    assert len(data) < 20_000 and 'column "t0"' in error(data)
    monkeypatch.setattr(parquet_cells, "MAX_UNPACKED", 7 * 2**20)
    assert "unpack to more than 7 MB" in error(data)


def test_parquet_numbers_that_unpack_to_too_much_are_refused(monkeypatch):
    monkeypatch.setattr(parquet_cells, "MAX_UNPACKED", 10_000)
    data = parquet({"grade": GRADES, "x": pa.array(np.arange(2_000.0))})
    assert "unpack to more than" in error(data)


def test_a_parquet_file_whose_description_lies_is_called_damaged():
    data = parquet({"grade": GRADES, "x": pa.array(np.arange(2_000.0))}, write_statistics=False)
    size = int.from_bytes(data[-8:-4], "little")
    at, lies = len(data) - 8 - size, 0
    while (at := data.find(bytes([0xA0, 0x1F]), at + 1)) >= 0:  # 2,000 as Thrift writes it
        lied = data[:at] + bytes([0xA2, 0x1F]) + data[at + 2 :]
        about = pq.read_metadata(io.BytesIO(lied))
        group = about.row_group(0)
        if {about.num_rows, group.num_rows} != {2_000}:
            assert "damaged" in error(lied)
            lies += 1
    assert lies == 2
    assert "damaged" in error(data[:-8] + b"\xff\xff\xff\x7f" + data[-4:])


KINDS = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_parquet_text_of_every_kind_is_read(kind):
    text = pa.array([" a", "b ", "ü"])
    text = text.dictionary_encode().cast(kind) if pa.types.is_dictionary(kind) else text.cast(kind)
    number = pa.array(["1", None, " 2.5"]).cast(pa.string())
    problem = load_upload(
        "table", parquet({"item": text, "x.y": number, "x": [1.0, 2, 3], "grade": [1, 2, 3]}), "f"
    )
    assert problem.item_ids == ("a", "b", "ü") and problem.feature_names == ("x.y", "x")
    np.testing.assert_array_equal(problem.X, [[1, 1], [np.nan, 2], [2.5, 3]])


def test_parquet_columns_of_numbers_dates_and_truth_values_are_read():
    frame = pd.DataFrame({
        "item": pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"]).date,
        "a": [True, False, True],
        "b": pd.array([1, None, 3], dtype="Int8"),
        "c": np.array([1, 2, 3], np.float16),
        "d": pd.Categorical([3, 1, 2]),
        "grade": np.array([1, 2, 3], np.uint64),
    })  # fmt: skip
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    problem = load_upload("table", buffer.getvalue(), "f")
    assert problem.item_ids[0] == "2020-01-01"
    np.testing.assert_array_equal(problem.X, [[1, 1, 1, 3], [0, np.nan, 2, 1], [1, 3, 3, 2]])


@pytest.mark.slow
def test_a_header_of_many_names_is_read_in_linear_time():
    names = [f"c{i}" for i in range(5_000)]
    text = (
        ",".join(["item", "grade", *names]) + "\n" + "a,1" + ",1" * 5_000 + "\n" + "b,2" + ",2" * 5_000 + "\n"
    )
    assert load_upload("table", text.encode(), "f").n_features == 5_000
    header = ",".join(f"c{i}" for i in range(100_000)).encode() + b"\n"
    assert "100,000 columns are more than the 5,003" in error(header)
    with pytest.raises(DataError, match="100,000 columns"):
        tables.Table(header).first()


MANY = {
    "two cells per row": (b"a,b\n" + b"1,\n" * 200_000, "items are more"),
    "one row": (b"item,x,grade\n" + b"," * 4_000_000, "a row has more than 1,000,000 characters"),
    "one row of many lines": (b"item,x,grade\n" + b'1,"\n",' * 1_000_000, "a row has more than"),
    "one cell": (b"item,x,grade\na," + b"1" * 4_000_000, "a row has more than"),
    "an open quote": (b'item,x,grade\na,"' + b"1\n" * 2_000_000, "more than|broken"),
    "line ends": (b"a,b\n" + b"\n" * 10_000_001, "lines are more than the 10,000,000"),
    "other line ends": (b"item,x,grade\na,1,1" + b"\r" * 10_000_001, "lines are more than"),
    "gzip members": (gzip.compress(b"") * 100_001 + gzip.compress(b"x"), "more than 100,000 parts"),
}


@pytest.mark.parametrize("kind", MANY)
@pytest.mark.slow
def test_text_that_would_take_many_times_its_size_is_refused_in_little_memory(kind):
    data, words = MANY[kind]
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match=words):
            load_upload("table", data, "f")
        assert tracemalloc.get_traced_memory()[1] < 150 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("scheme", ["letor", "movielens"])
def test_letor_and_movielens_files_of_line_ends_are_refused(scheme):
    line = {"letor": b"1 qid:1 1:1\n", "movielens": b"1\t1\t5\t0\n"}[scheme]
    assert "lines are more than the 10,000,000" in error(line + b"\n" * 10_000_001, scheme)


@pytest.mark.slow
def test_short_lines_of_a_letor_file_are_counted_as_they_are_read():
    tracemalloc.start()
    try:
        assert "items are more than the 50,000" in error(b"1 1:1\n" * 1_500_000, "letor")
        assert tracemalloc.get_traced_memory()[1] < 500 * 2**20
    finally:
        tracemalloc.stop()


def test_a_table_of_pairs_may_be_long():
    items = b"item,x\n" + b"".join(b"i%d,%d\n" % (i, i) for i in range(500))
    pairs = b"higher,lower\n" + b"".join(
        b"i%d,i%d\n" % (i, (i + k) % 500) for i in range(500) for k in range(1, 130)
    )
    assert load_upload("table", items, "f", pairs=pairs).n_pairs == 64_500


def test_lines_and_cells_across_chunks(monkeypatch):
    text = "item,x,y,grade\n" + "".join(f"i{i},{i / 7},,{i % 3}\n\n" for i in range(100)) + "last,no,1,1\n"
    whole = tables.read(text.replace("last,no,1,1\n", "").encode())
    for size in (1, 7, 64):
        monkeypatch.setattr(csv_cells, "_CHUNK", size)
        found = tables.read(text.replace("last,no,1,1\n", "").encode())
        np.testing.assert_array_equal(found.X, whole.X)
        assert found.item_ids == whole.item_ids
        assert 'line 202, column "x": "no"' in error(text.encode())


def test_limits_are_stated_beside_the_upload():
    for words in ("100 MB", "50,000 items", "5,000 features", "20 million values", "10 million lines"):
        assert words in LIMITS


def test_parquet_times_are_days_with_their_note_in_any_unit() -> None:
    for unit in ("s", "ms", "us", "ns"):
        when = pa.array([86_400 * 19_723, None, -43_200], pa.timestamp("s")).cast(pa.timestamp(unit, "UTC"))
        took = pa.array([129_600, 0, None], pa.duration("s")).cast(pa.duration(unit))
        at = pa.array([datetime.time(12), datetime.time(6), None])
        problem = tables.read(
            parquet({"item": ["a", "b", "c"], "when": when, "took": took, "at": at, "grade": [1, 2, 3]})
        )
        expected = [[19_723, 1.5, 0.5], [np.nan, 0, 0.25], [-0.5, np.nan, np.nan]]
        assert np.array_equal(problem.X, expected, equal_nan=True)
        said = " ".join(problem.notes)
        assert "Dates as days since 1970: when." in said and "Durations in days: took." in said


def test_parquet_columns_that_cannot_be_read_are_refused_unless_they_are_left_out() -> None:
    data = parquet(
        {
            "item": ["a", "b"],
            "x": [1, 2],
            "emb": [[1.0], [2.0]],
            "meta": [{"a": 1}, {"a": 2}],
            "grade": [1, 2],
        }
    )
    words = refused(tables.read, data)
    assert 'column "emb": the column holds lists or records. Leave it out, ignore=emb,meta' in words
    problem = tables.read(data, ignore="emb,meta")
    assert problem.feature_names == ("x",)


def test_parquet_whole_numbers_that_no_double_holds_are_noted_and_stay_ids() -> None:
    big = [2**53 + 1, 2**53 + 2, None]
    problem = tables.read(
        parquet({"item": [2**53, 2**53 + 1, 5], "x": big, "y": [2**53, 1, 2], "grade": [1, 2, 3]})
    )
    assert problem.item_ids[:2] == (str(2**53), str(2**53 + 1))
    assert [note for note in problem.notes if "2⁵³" in note] == [
        "Whole numbers beyond 2⁵³ are rounded, as doubles are: x."
    ]


def test_limits_tell_the_size_and_the_variable_that_sets_them() -> None:
    words = refused(tables.read, b"x,grade\n" + b"1,2\n" * 60_000)
    assert "60,000 items are more than the 50,000" in words and "RANKVIZ_MAX_ITEMS" in words
    words = refused(tables.read, b"x" * (110 * 2**20))
    assert "the file has 110.0 MB" in words and "RANKVIZ_MAX_FILE_MB" in words
