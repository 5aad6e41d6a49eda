"""Tables as people have them, in the folder messy: what becomes of each, the guesses in words, and what is asked."""

from pathlib import Path

import numpy as np
import pyarrow
import pytest
from helpers.refused import refused

from rankviz import Problem, load
from rankviz.engine.data import tables
from rankviz.engine.data.listing import listing
from rankviz.engine.data.sniffing import sniff
from rankviz.engine.data.sources import canonical, load_upload
from rankviz.engine.data.tables import readings
from rankviz.engine.data.tables.dates import DAY_FIRST, days
from rankviz.engine.errors import DataError

MESSY = Path(__file__).parent / "messy"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(MESSY))


def column(problem: Problem, name: str) -> np.ndarray:
    return problem.X[:, problem.feature_names.index(name)]


READ = {
    "table:hotels.csv": (
        140, "city = Köln", [0, 0, 1], ('item "id", grade "quality"', "lowest first: bad < fair < good"),
    ),
    "table:hotels.csv?grade=quality&item=id&ignore=url,name": (
        140, "city = Köln", [0, 0, 1],
        ("decimal comma: price", '"38 %" is 38|"9 %" is 9', "bad < fair < good", '"-" (2), "NA" (1)', "Dates as days"),
    ),
    "table:hotels_words.csv?grade=quality": (108, "price", [50, 57, 64], ("lowest first: bad < fair < good",)),
    "table:hotels_windows.csv?grade=quality&item=id&ignore=url,name": (
        140, "wifi", [0, 1, 0], ('Windows-1252 (Western Europe) ("ö"', "decimal comma: price"),
    ),
    "table:hotels_same_names.csv": (
        6, "price (2)", [95, 140, 70],
        ('column 3 is now "price (2)", column 4 is now "column 4"', 'grade "stars"', "left out: name"),
    ),
    "letor:three.txt": (36, "f2", None, ()),
    "table:docs.parquet": (
        42, "lang = en", [1, 0, 1], ('item "title", query "query_id", grade "relevance"', "Categories"),
    ),
    "letor:rank.train": (13, "f1", None, ("rank.train.query",)),
    "table:money.csv": (78, "Sold", [1200, 1531, 1862], ('"$1,000.00" is 1000', 'item "Product", grade "Stars"')),
    "table:thousands.csv?cells=population:number": (27, "population", [1000, 2137, 3274], ('"1,000" is 1000',)),
    "table:dates_us.csv": (48, "listed", [19358, 19394, 19427], ("month first, as days since 1970: listed",)),
    "table:dates_unclear.csv?cells=listed:day-month": (27, "listed", [19358, 19479, 19603], ("day first",)),
    "table:survey.csv?grade=agreement&item=respondent": (
        102, "member", [1, 0, np.nan], ("UTF-16", "S < M < L < XL", "Yes as 1", "strongly disagree < disagree <"),
    ),
    "table:excel_sep.csv?grade=Note&item=Artikel&ignore=column 5": (
        54, "Einwohner", [1000, 2211, 3422], ('"100,00 €" is 100', "Windows-1252"),
    ),
    "table:accounts.csv?grade=Bewertung&item=Produkt&ignore=column 5": (
        8, "Gewinn", [1299, -15.5, np.nan], ('"1.299,00 €" is 1299', '"k. A." (1)', "schlecht < mittel < gut"),
    ),
    "table:traffic.csv?grade=status&cells=status:green>amber>red": (48, "lanes", [1, 2, 3], ("red < amber < green",)),
    "table:spaces.csv?grade=note&item=nom": (
        37, "habitants", [1000, 2173, 3346], ('"0,5 %" is 0.5', '"1 000" is 1000'),
    ),
}  # fmt: skip


READ |= {
    "table:items.csv?pairs=items_pairs.csv&drop=1": (
        64, "height", [0, 3, 6], ("2 of 66 pairs name items that are not in the table: left out",),
    ),
    "table:items.csv?pairs=items_preferred.csv": (24, "height", [0, 3, 6], ("6 of 30 pairs are ties",)),
    "table:arena_models.csv?pairs=arena.csv": (10, "open", [1, 1, 0], ("10 of 20 pairs are ties", "Yes as 1")),
    "table:gaps.csv?drop=1": (33, "y", [0, np.nan, 3], ("2 of 12 items have no grade: left out", '"?" (3)')),
}  # fmt: skip


@pytest.mark.parametrize("source", READ)
def test_a_file_is_read_and_each_guess_is_said(source: str) -> None:
    pairs, name, values, words = READ[source]
    problem = load(source)
    assert canonical(problem.source) == problem.source
    assert problem.n_pairs == pairs and name in problem.feature_names
    if values:
        np.testing.assert_array_equal(column(problem, name)[:3], values)
    notes = " ".join(problem.notes)
    for each in words:
        assert any(word in notes for word in each.split("|")), (each, notes)


REFUSED = {
    "table:items.csv?pairs=items_pairs.csv": (
        'items_pairs.csv, line 11, column "lower": there is no item "p99"; 2 of 66 pairs name items that are not in',
        "switch “Leave out what cannot be used” on",
    ),
    "table:thousands.csv": (
        'line 2, column "population": "1,000" is 1000 or 1. Say which: cells=population:number or cells=',
        "Choose how the column is read",
    ),
    "table:dates_unclear.csv": (
        'line 3, column "listed": "02/05/2023" may have the day first or the month. Say which: cells=listed:day-month',
        "Choose how the column is read",
    ),
    "table:traffic.csv?grade=status": (
        "their order is not known: amber, green, red. Say it, the highest first: cells=status:HIGHEST>…>LOWEST",
        "Put the words in order",
    ),
    "table:two_currencies.csv": (
        'line 4, column "price": "$ 11" is in $, and other cells are in €',
        "choose another format for the column",
    ),
    "table:gaps.csv": ('line 4, column "grade": "n/a" is not a grade', "Write a number"),
    "letor:qrels.txt": ("TREC's format of judgements", ""),
    "table:spaces.csv": ('no column "grade" to take the grades from', "Mark the column of grades"),
    "table:hotels.csv?cells=prize:comma": ("does not begin with a column and a colon", ""),
    "table:hotels.csv?cells=price:komma": ("does not name a reading", ""),
}


@pytest.mark.parametrize("source", REFUSED)
def test_what_is_in_doubt_is_asked_with_line_column_and_value(source: str) -> None:
    command, page = REFUSED[source]
    with pytest.raises(DataError) as caught:
        load(source)
    assert command in str(caught.value)
    assert page in str(caught.value.on_page())
    assert not page or "=" not in str(caught.value.on_page())


def test_options_of_an_upload_are_text() -> None:
    data = (MESSY / "gaps.csv").read_bytes()
    assert load_upload("table", data, "gaps.csv", drop="1").n_items == 10
    for wrong in ({"drop": "0"}, {"drop": "perhaps"}, {"encoding": "latin"}):
        with pytest.raises(DataError):
            load_upload("table", data, "gaps.csv", **wrong)


def test_bytes_and_the_file_are_read_alike() -> None:
    source = load("table:hotels.csv?grade=quality&item=id&ignore=url,name")
    data = (MESSY / "hotels.csv").read_bytes()
    same = tables.read(data, name="hotels.csv", grade="quality", item="id", ignore="url,name")
    windows = load("table:hotels_windows.csv?grade=quality&item=id&ignore=url,name")
    for other in (same, windows):
        np.testing.assert_array_equal(source.X, other.X)
        assert source.feature_names == other.feature_names and source.grades.tolist() == other.grades.tolist()


def test_an_encoding_can_be_said_and_a_wrong_one_is_refused() -> None:
    source = "table:hotels_windows.csv?grade=quality&item=id&ignore=url,name"
    assert "city = Kцln" in load(f"{source}&encoding=cp1251").feature_names
    with pytest.raises(DataError, match="byte 0xf6 is not UTF-8 text"):
        load(f"{source}&encoding=utf-8")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings_are_recognised_in_the_folder_too(encoding, data_folder) -> None:
    text = "item,größe,grade\n" + "".join(f"i{i},{i * i % 7},{i % 3}\n" for i in range(9))
    (data_folder / "own.csv").write_bytes(text.encode(encoding))
    assert sniff(text.encode(encoding)) == "table"
    assert [entry.source for entry in listing().entries] == ["table:own.csv"]
    assert load("table:own.csv").feature_names == ("größe",)


def one_column(cells: str) -> str:
    rows = "".join(f"i{n};{cell};{n};{n % 2}\n" for n, cell in enumerate(cells.split(";")))
    return f"item;x;y;grade\n{rows}"


def read(text: str, **options: str) -> Problem:
    return tables.read(text.encode(), name="own.csv", **options)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ("1;2;NA;n/a;-;NULL;;?", [1, 2] + [np.nan] * 6),
        ("1.5;−2;+3;1e3", [1.5, -2, 3, 1000]),
        ("€ 12;€ 1,200.50;-€3;0", [12, 1200.5, -3, 0]),
        ("12,5;1.234,5;-3,25;7", [12.5, 1234.5, -3.25, 7]),
        ("12,5 kr;1 234,5 kr", [12.5, 1234.5]),
        ("1'234.5;2", [1234.5, 2]),
        ("1,234,567;2", [1234567, 2]),
        ("38 %;7%;0", [38, 7, 0]),
        ("Yes;no;n/a;Y", [1, 0, np.nan, 1]),
        ("true;FALSE;T", [1, 0, 1]),
        ("1970-01-02;1970-01-03 12:00;NA", [1, 2.5, np.nan]),
        ("1970/01/02;1971/1/1", [1, 365]),
        ("2 Jan 1970;January 3, 1970", [1, 2]),
        ("31.12.1970;1.1.1970 06:00", [364, 0.25]),
        ("12/31/1970;01/02/1970", [364, 1]),
        ("31/12/70;01/02/70", [364, 31]),
        ("good;bad;fair;Good", [2, 0, 1, 2]),
        ("L;S;M", [2, 0, 1]),
        (
            "0001-01-01;2024-01-05;9999-12-31",
            [-719162, 19727, 2932896],
        ),  # years that nanoseconds do not reach
    ],
)
def test_cells_of_one_column(cells: str, values: list[float]) -> None:
    np.testing.assert_array_equal(column(read(one_column(cells)), "x"), values)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("1;2;3;abc", 'line 5, column "x": "abc" is not a finite number'),
        ("12,5;3,4;1,234.5", 'line 4, column "x": "1,234.5" is not a finite number'),
        ("38 %;7 %;0.4", '"0.4" has no %, which other cells have'),
        ("2024-01-01;2024-02-30;2024-03-01", 'line 3, column "x": "2024-02-30" is not a date'),
        ("yes;no;yes;perhaps", '"perhaps" is neither yes nor no'),
        ("$$5;1;2", '"$$5" is not'),
    ],
)
def test_a_cell_that_does_not_fit_its_column_is_named(cells: str, words: str) -> None:
    assert words in refused(read, one_column(cells))


def test_thousands_with_points_follow_the_decimal_comma_of_another_column_and_else_stay_what_they_were() -> (
    None
):
    text = "item;size;people;grade\na;1,5;1.200;0\nb;2,5;3.400;1\nc;7;5;2\n"
    assert column(read(text), "people").tolist() == [1200, 3400, 5]
    assert column(read(text, ignore="size"), "people").tolist() == [1.2, 3.4, 5]
    assert column(read(text, cells="people:number"), "people").tolist() == [1.2, 3.4, 5]


def test_a_missing_category_is_in_none_of_the_columns() -> None:
    rows = [("red", 1), ("blue", 0), ("NA", 2), ("red", 1), ("blue", 1), ("red", 0)]
    problem = read("item,c,grade\n" + "".join(f"{i},{c},{g}\n" for i, (c, g) in enumerate(rows)))
    assert problem.feature_names == ("c = blue", "c = red")
    np.testing.assert_array_equal(problem.X[:3], [[0, 1], [1, 0], [np.nan, np.nan]])


def test_readings_are_the_same_after_a_link() -> None:
    said = {"a,b": readings.Reading("comma"), "q": readings.Reading("order", ("bad", "so: so", "good"))}
    option = readings.as_option(said)
    assert readings.parse(option, ["q", "a,b"]) == said
    source = canonical(f"table:x.csv?cells={option.replace(',', '%2C')}")
    assert canonical(source) == source


def test_strict_tables_say_nothing_new() -> None:
    problem = read("item,x,y,grade\na,1.234,,2\nb,2.5e3,7,1\nc,-1,3,0\n")
    np.testing.assert_array_equal(problem.X, [[1.234, np.nan], [2500, 7], [-1, 3]])
    assert problem.notes == ("1 feature value (16.7%) is missing and counts as below all known ones.",)


def test_a_year_of_two_digits_is_of_this_century_up_to_68() -> None:
    found = days(pyarrow.array(["1.1.68", "1.1.69"]), DAY_FIRST)
    assert found.tolist() == [35794.0, -365.0]
