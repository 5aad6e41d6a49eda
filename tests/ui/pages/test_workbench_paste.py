"""Rows from a spreadsheet: each way they may be written, each way they may be wrong, and the field on the page."""

import pytest
from helpers.pages import app, press
from helpers.workbench import built, drawing, tables, undo_is_off
from hypothesis import given
from hypothesis import strategies as some

from rankviz.engine.data.builtin.inline import EXAMPLE, MAX_ITEMS, Table
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench.paste import TEXT
from rankviz.ui.pages.workbench.pasted import as_text, from_text

PLAYERS = Table(("Ada", "Bo"), rankers=(("h1", (1, 0)), ("h2", (0, 1))), grades=(2.0, 1.0))
POINTS = Table(("Ada", "Bo"), features=(("x", (1.5, 0.0)), ("y", (-3.0, 1.0))), grades=(2.0, 1.0))


@given(tables())
def test_a_table_comes_back_from_its_rows(table):
    assert from_text(as_text(table), table) == table


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("Ada\t2\t1\t0\nBo\t1\t0\t1", PLAYERS),
        ("Ada, 2, 1, 0\nBo, 1, 0, 1\n", PLAYERS),
        ("name,grade,likes,knows\n\nAda,2,1,0\nBo,1,0,1", PLAYERS),
        ("who;likes;knows;Grade\nAda;1;0;2\nBo;0;1;1", PLAYERS),
        ('item\tgrade\tx\ty\r\n"Ada"\t2\t1,5\t-3\r\nBo\t1\t0\t1', POINTS),
        ("Ada;2;1,5;-3\nBo;1;0;1", POINTS),
        ("Ada,2\nBo,1", Table(("Ada", "Bo"), rankers=(("h1", (0, 0)),), grades=(2.0, 1.0))),
        ("name,h1\na,1\nc,0\nz,1", Table(("a", "c", "z"), rankers=(("h1", (1, 0, 1)),), pairs=(("a", "c"),))),
    ],
)
def test_rows_as_spreadsheets_write_them(text, table):
    assert from_text(text, EXAMPLE) == table


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "fewer than two items"),
        ("Ada,2,1", "fewer than two items"),
        ("Ada,2,1\nBo,1", "Line 2 has 2 cells, and line 1 has 3"),
        ("name,grade,h1\nAda,2,1\n\nBo,one,0", 'Line 4 has "one" in column 2'),
        ("Ada,high\nBo,low", 'Line 1 has "high" in column 2'),
        ("Ada,2,1\nBo,,0", "Line 2 has"),
        ("Ada,2,nan\nBo,1,0", "Line 1 has"),
        ("Ada,2,1\nAda,1,0", 'Line 2 names "Ada" again'),
        ("Ada,2,1\n,1,0", "Line 2 has a name that cannot be"),
        ("Ada,2,1\na>b,1,0", "Line 2 has a name that cannot be"),
        ("\n".join(f"i{k},{k},1" for k in range(MAX_ITEMS + 2)), "Line 11 is one item too many"),
        ("Ada,2,1,0,1,0,1,0\nBo,1,0,0,0,0,0,0", "Line 1 has 6 columns of 0 and 1; the most is 5"),
        ("Ada,2,1,5,7\nBo,1,0,2,3", "Line 1 has 3 features; the most is 2"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_names_the_line(text, words):
    with pytest.raises(DataError) as caught:
        from_text(text, EXAMPLE)
    assert words in str(caught.value) and "\n" not in str(caught.value)


@given(some.text(max_size=60))
def test_any_text_is_a_table_or_one_sentence(text):
    try:
        from_text(text, EXAMPLE)
    except DataError as error:
        assert str(error).count("\n") == 0


@given(tables(), some.sampled_from("\t;"))
def test_a_table_written_out_comes_back(table, apart):
    """As a spreadsheet would copy it, with a header; names, values, and grades or the pairs that were there."""
    columns = [*table.rankers, *table.features, *([("grade", table.grades)] if table.grades else [])]
    rows = zip(table.items, *(values for _, values in columns), strict=True)
    lines = [("name", *(name for name, _ in columns)), *rows]
    again = from_text("\n".join(apart.join(map(str, line)) for line in lines), table)
    assert (again.items, again.grades, again.pairs) == (table.items, table.grades, table.pairs)
    values = [column for _, column in table.rankers or table.features]
    assert [column for _, column in again.rankers or again.features] == values


def test_pasted_rows_take_the_tables_place_and_a_wrong_line_changes_nothing():
    test = app("pages/workbench.py")
    wrong = "Ada,2,1,0\nBo,1,0"
    test.text_area(key=TEXT).set_value(wrong)
    press(test, "Use these rows")
    assert any("Line 2 has 3 cells" in error.value for error in test.error)
    assert built(test) == EXAMPLE and undo_is_off(test)
    assert test.text_area(key=TEXT).value == wrong, "what was typed stays"
    test.text_area(key=TEXT).set_value(f"{wrong},1")
    press(test, "Use these rows")
    assert built(test) == PLAYERS and not test.error
    assert drawing(test)["grades"] == [2, 1] and test.text_area(key=TEXT).value == ""
    press(test, "Undo")
    assert built(test) == EXAMPLE
