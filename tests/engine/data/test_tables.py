"""Tables of one's own, CSV and Parquet, with grades or pairs; and weak-ranker tables."""

import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.refused import refused

from rankviz.engine.data import tables
from rankviz.engine.data.sources import load
from rankviz.engine.data.tables import csv_cells
from rankviz.engine.errors import DataError

ITEMS = "item,height,width,grade\na,1,2.5,2\nb,3,,1\nc,5,0.5,0\n"
PAIRS = "higher,lower\na,b\nb,c\nc,a\n"
WEAK = "item,tall,wide\na,1,0\nb,0,1\nc,0,0\n"


def parquet(text: str) -> bytes:
    buffer = io.BytesIO()
    pd.read_csv(io.StringIO(text)).to_parquet(buffer)
    return buffer.getvalue()


def read(text: str | bytes, pairs: str | bytes | None = None, **options):
    data = text.encode() if isinstance(text, str) else text
    pairs = pairs.encode() if isinstance(pairs, str) else pairs
    return tables.read(data, name="items.csv", pairs=pairs, pairs_name="pairs.csv", **options)


def error(*texts: str | bytes | None, **options) -> str:
    return refused(read, *texts, **options)


def test_a_table_with_grades_is_read_whatever_its_separator():
    for data in (
        ITEMS, parquet(ITEMS), ITEMS.replace(",", ";"), ITEMS.replace(",", "\t"), ITEMS.replace("\n", "\r\n"),
    ):  # fmt: skip
        problem = read(data)
        np.testing.assert_array_equal(problem.X, [[1, 2.5], [3, np.nan], [5, 0.5]])
        assert problem.grades.tolist() == [2, 1, 0]
        assert problem.item_ids == ("a", "b", "c")
        assert problem.feature_names == ("height", "width")
        assert problem.n_pairs == 3 and not problem.explicit


def test_pairs_may_run_in_circles_and_grades_are_left_out():
    for items, pairs in ((ITEMS, PAIRS), (parquet(ITEMS), parquet(PAIRS))):
        problem = read(items, pairs)
        assert problem.pairs.tolist() == [[0, 1], [1, 2], [2, 0]]
        assert problem.explicit and problem.has_cycle() and problem.grades is None
        assert problem.feature_names == ("height", "width")
        assert any('"grade" is left out' in note for note in problem.notes)


def test_columns_of_other_names_can_be_the_grades_and_queries():
    text = "q,stars,x\nu,1,1\nu,2,2\nv,1,3\nv,3,1\n"
    problem = read(text, grade="stars", query="q")
    assert problem.query_ids == ("u", "v") and problem.n_pairs == 2
    assert problem.feature_names == ("x",) and problem.item_ids == ("1", "2", "3", "4")
    assert "two queries" in error("item,q,x\n1,u,1\n2,v,2\n", "higher,lower\n1,2\n", query="q")


def test_numbers_as_ids_match_across_formats():
    items = parquet("item,x\n1,1\n2,2\n")
    floats = io.BytesIO()
    pd.DataFrame({"higher": [1.0], "lower": [2.0]}).to_parquet(floats)
    assert read(items, floats.getvalue()).pairs.tolist() == [[0, 1]]


def test_the_nameless_first_column_of_pandas_holds_ids():
    frame = pd.DataFrame({"x": [1, 2], "grade": [0, 1]}, index=["p", "q"])
    assert read(frame.to_csv()).item_ids == ("p", "q")


def test_weak_rankers_have_values_from_0_to_1():
    problem = tables.read_weak(WEAK.encode(), pairs=PAIRS.encode())
    assert problem.binary and problem.feature_names == ("tall", "wide")
    assert problem.X.tolist() == [[1, 0], [0, 1], [0, 0]]
    with pytest.raises(DataError, match='items.csv, line 3, column "tall": "1.5" is not from 0 to 1'):
        tables.read_weak(WEAK.replace("b,0", "b,1.5").encode(), pairs=PAIRS.encode(), name="items.csv")
    between = tables.read_weak(WEAK.replace("b,0", "b,0.5").encode(), pairs=PAIRS.encode())
    assert not between.binary and between.X.tolist() == [[1, 0], [0.5, 1], [0, 0]]
    yes = tables.read_weak(WEAK.replace("0", "no").replace("1", "yes").encode(), pairs=PAIRS.encode())
    assert yes.binary and yes.X.tolist() == problem.X.tolist()
    with pytest.raises(DataError, match='line 2, column "tall": the column holds text such as "top"'):
        tables.read_weak(WEAK.replace("a,1", "a,top").replace("b,0", "b,x").encode(), pairs=PAIRS.encode())
    with pytest.raises(DataError, match="table of pairs"):
        load("weak:rankers.csv")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("3,,1", "abc,,1", 'items.csv, line 3, column "height": "abc" is not a finite number'),
        ("3,,1", "inf,,1", '"inf" is not a finite number'),
        ("3,,1", "1e999,,1", '"1e999" is not a finite number'),
        ("3,,1", "TRUE,,1", '"TRUE" is not a finite number'),
        ("3,,1", "3,,", 'line 3, column "grade": the cell is empty'),
        ("3,,1", "3,,x", 'line 3, column "grade": "x"'),
        ("b,3,,1", "b,3", "line 3: there are 2 cells, but the header has 4"),
        ("b,3,,1", "b,3,,1,9", "line 3: there are 5 cells"),
        ("b,3,,1", "a,3,,1", 'line 3, column "item": item "a" was named before'),
        ("b,3,,1", ",3,,1", "the item has no id"),
        ("b,3,,1", '"b,3,,1', "broken"),
        ("b,c", "b,z", 'pairs.csv, line 3, column "lower": there is no item "z"'),
        ("b,c", "b,b", 'pairs.csv, line 3: item "b" is above itself'),
        ("b,c", "b", "pairs.csv, line 3: there are 1 cells"),
        ("higher,lower", "x,y", "no column says which item is the higher one; the columns are x, y"),
        ("a,b\nb,c\nc,a\n", "", "no row"),
    ],
)
def test_one_bad_cell_is_named(old, new, words):
    pairs = PAIRS.replace(old, new, 1) if old in PAIRS else None
    assert words in error(ITEMS.replace(old, new, 1), pairs)


def test_pairs_may_have_a_verdict_and_names_of_their_own():
    for pairs in (
        "left,right,preferred\na,b,left\nc,b,right\nc,a,left\n",
        "A,B,Winner\na,b,a\nc,b,B\nc,a,c\n",
        "model_a,model_b,winner\na,b,model_a\nc,b,model_b\nc,a,model_a\na,c,tie (bothbad)\n",
        "first,second,label\na,b,1\nc,b,2\nc,a,1\na,c,0\n",
        "left,right,verdict\na,b,1\nc,b,-1\nc,a,1\n",
        "Left,Right,Verdict\na,b,1\nc,b,0\nc,a,1.0\na,c,½\n",
        "left,right,verdict\na,b, LEFT \nc,b,Right\nc,a,C\n",
        "winner,loser\na,b\nb,c\nc,a\n",
    ):
        problem = read(ITEMS, pairs)
        assert problem.pairs.tolist() == [[0, 1], [1, 2], [2, 0]], pairs
        assert ("1 of 4 pairs is a tie" in " ".join(problem.notes)) == ("\na,c," in pairs)
    own = "u,v,who\na,b,u\nb,c,u\nc,a,u\n"
    assert read(ITEMS, own, pair_columns="u,v,who").n_pairs == 3
    assert read(ITEMS, own, pair_columns="v,u").pairs.tolist() == [[0, 2], [1, 0], [2, 1]]
    assert 'no column "w"' in error(ITEMS, own, pair_columns="u,w")
    assert "two or three columns" in error(ITEMS, own, pair_columns="u,u")
    assert '"3" says neither left nor right nor tie' in error(ITEMS, "left,right,label\na,b,1\nb,c,3\n")
    assert '"0" says neither left nor right nor tie' in error(ITEMS, "left,right,label\na,b,0\n")
    assert "all pairs are ties" in error(ITEMS, "left,right,label\na,b,tie\n")


def test_a_column_says_how_much_each_pair_counts():
    problem = read(ITEMS, "higher,lower,Count\nb,c,3\na,b,120\nc,a,40.5\n")
    assert problem.pairs.tolist() == [[0, 1], [1, 2], [2, 0]]
    assert problem.pair_weights.tolist() == [120.0, 3.0, 40.5]
    assert 'Column "Count" weighs the pairs, 163.5 in all.' in problem.notes
    told = read(ITEMS, "left,right,preferred,weight\na,b,right,2\nb,c,tie,9\na,c,left,5\n")
    assert told.pairs.tolist() == [[0, 2], [1, 0]] and told.pair_weights.tolist() == [5.0, 2.0]
    assert read(ITEMS, "higher,lower,weight\na,b,2\nb,c,2\n").pair_weights is None  # all alike


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("0", "the weight of a pair is 0"),
        ("-3", "is -3"),
        ("", "the cell is empty"),
        ("many", "not a finite"),
    ],
)
def test_a_weight_that_is_none_is_refused_with_its_line(cell, words):
    with pytest.raises(DataError, match=f'line 3, column "count": .*{words}'):
        read(ITEMS, f"higher,lower,count\na,b,2\nb,c,{cell}\n")


def test_pairs_that_cannot_be_used_are_counted_and_left_out_on_request_only():
    pairs = PAIRS + "a,z\ny,b\nb,b\n"
    said = error(ITEMS, pairs)
    assert 'pairs.csv, line 5, column "lower": there is no item "z"; 2 of 6 pairs name items' in said
    assert "leave them out with drop=1" in said
    problem = read(ITEMS, pairs, drop=True)
    assert problem.n_pairs == 3
    notes = " ".join(problem.notes)
    assert "2 of 6 pairs name items that are not in the table: left out." in notes
    assert "1 of 6 pairs put an item above itself: left out." in notes
    queries = "item,q,x\n1,u,1\n2,v,2\n3,v,3\n"
    problem = read(queries, "higher,lower\n1,2\n2,3\n", query="q", drop=True)
    assert problem.n_pairs == 1 and "1 of 2 pairs join items of two queries: left out." in problem.notes


def test_rows_without_a_grade_are_counted_and_left_out_on_request_only():
    text = "item,x,grade\na,1,2\nb,2,\nc,3,NA\nd,4,0\n"
    assert 'line 3, column "grade": the cell is empty; 2 of 4 rows have no value' in error(text)
    for data in (text, parquet(text)):
        problem = read(data, drop=True)
        assert problem.item_ids == ("a", "d") and "2 of 4 items have no grade: left out." in problem.notes


def test_tables_that_say_nothing():
    assert "no critical pair" in error("item,x,grade\na,1,1\nb,2,1\n")
    assert "no stump" in error("item,x,grade\na,1,1\nb,1,2\n")
    assert "no feature" in error("item,grade\na,1\nb,2\n")
    assert "columns: item, x" in error("item,x\na,1\nb,2\n")
    assert "no row" in error("item,x,grade\n")
    for text in ("", "\x1f", "\ufeff", "\x1c\n\x1d"):
        assert "empty" in error(text)


def test_line_numbers_count_lines_and_not_rows():
    text = 'item,x,grade\n"two\nlines",1,1\n\nb,no,2\n'
    assert "line 5" in error(text)


def test_wrong_kinds_of_file():
    assert "line 2" in error("item,x,grade\ncafé\x81,1,2\n".encode("latin-1"))
    assert "damaged" in error(parquet(ITEMS)[:-20])
    assert "damaged" in error(b"PAR1" + b"x" * 50 + b"PAR1")


def test_parquet_names_that_stand_twice_are_refused():
    table = pa.Table.from_arrays([pa.array([1, 2]), pa.array([2, 1]), pa.array([0, 1])], ["x", "x", "grade"])
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    assert 'two columns are named "x"' in error(buffer.getvalue())


def test_parquet_cells_that_are_not_numbers_are_refused():
    assert 'column "x"' in error(parquet("item,x,grade\na,red,1\nb,2,2\n"))
    infinite = io.BytesIO()
    pd.DataFrame({"x": [1.0, np.inf], "grade": [1, 2]}).to_parquet(infinite)
    assert '"inf" is not a finite number' in error(infinite.getvalue())


def test_the_first_rows_are_those_of_the_table():
    for data in (ITEMS.encode(), parquet(ITEMS)):
        head = tables.Table(data).first()
        assert list(head) == ["item", "height", "width", "grade"]
        assert list(head["item"]) == ["a", "b", "c"]
    long = "item,x\n" + "".join(f"{i},1\n" for i in range(9_000)) + "broken"
    assert len(tables.Table(long.encode()).first()) == 5_000


def test_a_table_whose_first_rows_were_looked_at_is_read_on_from_there(monkeypatch):
    text = "item,x,grade\n" + "".join(f"i{i},{i % 7},{i % 3}\n" for i in range(12_000))
    taken = []
    rows = csv_cells.rows
    seen = lambda *about: (taken.append(line) or (cells, line) for cells, line in rows(*about))  # noqa: E731
    monkeypatch.setattr(csv_cells, "rows", seen)
    for data in (text.encode(), parquet(text)):
        table = tables.Table(data, "t")
        pd.testing.assert_frame_equal(table.first(), table.all().head(5_000))
        pd.testing.assert_frame_equal(table.first(), tables.Table(data, "t").all().head(5_000))
        pd.testing.assert_frame_equal(table.all(), tables.Table(data, "t").all())
        once, whole = read(table), read(data)
        np.testing.assert_array_equal(once.X, whole.X)
        assert once.item_ids == whole.item_ids and once.title == "t"
    fresh = 3 * 12_001  # the tables that were made beside the first, each read once
    assert sorted(taken)[0] == 1 and len(taken) == 12_001 + fresh


def test_a_fault_behind_the_first_rows_is_told_each_time_that_all_are_asked_for():
    long = "item,x,grade\n" + "".join(f"i{i},1,{i}\n" for i in range(6_000)) + "broken"
    table = tables.Table(long.encode(), "t")
    assert len(table.first()) == 5_000
    for _ in range(2):
        with pytest.raises(DataError, match="t, line 6002: there are 1 cells"):
            table.all()
    assert len(table.first()) == 5_000


def test_a_number_too_large_to_learn_from_is_told_with_its_line_and_column() -> None:
    words = refused(tables.read, b"item,x,y,grade\na,1,2,0\nb,2,1e301,1\n")
    assert 'line 3, column "y": 1e+301 is beyond 1e+300' in words
