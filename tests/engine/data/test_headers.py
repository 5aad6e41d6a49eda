"""Headers that are none, stand below titles, or come twice: what is asked, and what the options read."""

import pytest
from helpers.refused import refused

from rankviz.engine.data import duels, tables
from rankviz.engine.data.tables import Table, headers

BODY = "a,3,1\nb,4,2\nc,4,3\n"
NUMBERS = "0,501,0.37\n1,501,0.70\n2,502,0.81\n1,502,0.64\n"


@pytest.mark.parametrize(
    ("text", "where", "options"),
    [
        (NUMBERS, "line 1: this line should name the columns", {"header": "none"}),
        ("Hotels 2024\n\nname,price,stars\n" + BODY, "line 1: this line looks like a title", {"skip": "1"}),
        ("Hotels,,\nBy me,,\nname,price,stars\n" + BODY, "and line 3 like the header", {"skip": "1-2"}),
        ("name,price,stars\nText,EUR,score\n" + BODY, "line 2: this line looks like a second", {"skip": "2"}),
        ("name,price,stars\n,EUR,1 to 5\n" + BODY, "line 2: this line looks like a second", {"skip": "2"}),
        ("Place,,Stars\nlat,lon,stars\n1.5,2,3\n4,5,4\n7,8,1\n", "line 2: this line", {"skip": "1"}),
        (
            'id,Q1\nID,Easy?\n"{""ImportId"":""_id""}","{""ImportId"":""Q1""}"\nR1,fine\nR2,bad\n',
            "lines 2 to 3 look like further headers",
            {"skip": "2-3"},
        ),
    ],
)
def test_a_header_in_doubt_is_asked_and_the_options_settle_it(text, where, options) -> None:
    table = Table(text.encode(), "own.csv")
    with pytest.raises(headers.HeaderInDoubt, match=where):
        table.all()
    assert table.settled() == options
    read = table.read_as(**options)
    assert read.settled() == {}
    assert "header=first" in refused(table.all)


@pytest.mark.parametrize(
    "text",
    [
        "name,price,stars\n" + BODY,
        ",x\nHotel A,good\nHotel B,bad\nHotel C,good\n",
        "name,word,stars\nHotel,good,NA\nInn,bad,2\nBarn,bad,3\n",
        "item,2019,2020,grade\na,1,2,3\nb,2,3,4\n",
        "model_a,model_b,winner\nx,y,model_a\ny,z,tie\n",
    ],
)
def test_plain_headers_are_not_asked_about(text) -> None:
    assert Table(text.encode()).settled() == {}


def test_without_a_header_columns_are_numbered_and_no_row_is_lost() -> None:
    problem = tables.read(NUMBERS.encode(), header="none", grade="1", query="2")
    assert (problem.n_items, problem.n_queries, problem.feature_names) == (4, 2, ("3",))
    assert tables.read(NUMBERS.encode(), header="first", grade="0", query="501").n_items == 3


def test_decimals_among_the_names_are_noted() -> None:
    problem = tables.read(b"a,3.5,4\nb,4.5,5\nc,2.5,6\n", item="a", grade="4")
    assert any('"3.5" among them; header=none' in note for note in problem.notes)


def test_votes_and_pairs_have_no_header_either() -> None:
    votes = duels.read(b"x,y,x\ny,z,tie\nz,x,z\n", header="none", columns="1,2,3")
    assert votes.item_ids == ("x", "y", "z")
    assert "header=none" in refused(duels.read, b"x,y,x\ny,z,tie\nz,x,z\n")
    items = b"item,f\n1,0.5\n2,0.7\n3,0.1\n"
    assert "pair_header=none" in refused(tables.read, items, pairs=b"1,2\n3,1\n")
    assert tables.read(items, pairs=b"1,2\n3,1\n", pair_header="none", pair_columns="1,2").n_pairs == 2


def test_lines_that_are_left_out_keep_the_numbers_of_the_others() -> None:
    words = refused(tables.read, b"Hotels\nname,price,stars\na,3,1\nb,many,2\nc,4,x\n", skip="1")
    assert "line 4" in words or "line 5" in words


@pytest.mark.parametrize("text", ["x", "0", "2-1", "1-", "9999"])
def test_lines_that_are_none_are_refused(text) -> None:
    assert "names no lines" in refused(headers.skipped_lines, text)


def test_lines_are_written_as_they_are_read() -> None:
    assert headers.as_lines(headers.skipped_lines("5, 1-3,2")) == "1-3,5"
