"""A first column without a name: ids, or a feature like any other."""

import io

import pytest

from rankviz.engine.data.tables.table import Table


@pytest.mark.parametrize(
    ("column", "name"),
    [
        ("0 1 2", "item"),
        ("1 2 3", "item"),
        ("oolong sencha assam", "item"),
        ("7.5 2 3.25", "column 1"),
        ("3 2 1", "column 1"),
        ("2 3 4", "column 1"),
    ],
)
def test_a_nameless_first_column_is_an_id_only_where_it_looks_like_one(column: str, name: str) -> None:
    rows = "".join(f"{cell},{k},{k}\n" for k, cell in enumerate(column.split()))
    table = Table(io.BytesIO(f",a,grade\n{rows}".encode()), "mine.csv")
    assert list(table.first().columns) == [name, "a", "grade"]
    assert list(table.first()[name]) == column.split()
    assert len(table.notes) == 1 and ("ids" in table.notes[0]) == (name == "item")


def test_a_separator_in_a_quoted_name_is_none() -> None:
    table = Table(io.BytesIO(b'"a;b;c;d",grade\n1,2\n2,1\n'), "mine.csv")
    assert list(table.first().columns) == ["a;b;c;d", "grade"]
