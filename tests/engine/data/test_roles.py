"""Roles of columns: what is guessed, how a SOURCE says them, and tables whose columns are text."""

import numpy as np
import pytest
from helpers.refused import refused
from hypothesis import given
from hypothesis import strategies as some

from rankviz.engine.data import tables
from rankviz.engine.data.sources import canonical, clamp_options, load, parse
from rankviz.engine.data.tables import roles
from rankviz.engine.errors import DataError

HOTELS = """name,price,city,url,stars
Hotel A,80,Rome,http://a,3
Hotel B,120,Rome,http://b,5
Hotel C,95,Oslo,,4
Hotel D,60,Oslo,http://d,1
"""
PAGES = """title,url,query,bm25,pagerank,relevance
Home,u1,cats,3,1,2
News,u2,cats,1,4,0
Home,u1,dogs,2,1,0
Shop,u3,dogs,5,2,1
"""
LANGS = "item,query,lang,x,grade\na,q0,en,1,0\nb,q0,de,2,1\nc,q0,en,3,2\n"
PLACES = "name,height,distance\na,1,3\nb,2,2\nc,3,1\n"


def guessed(text: str) -> dict[str, str]:
    head = tables.Table(text.encode()).first()
    return roles.guess([roles.column(name, head[name]) for name in head], len(head))


def read(text: str, **options: str):
    return tables.read(text.encode(), name="own.csv", **options)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HOTELS, "item feature feature ignore grade"),
        (PAGES, "ignore ignore query feature feature grade"),
        (LANGS, "item query ignore feature grade"),
        (PLACES, "item feature feature"),
        ("id,x,score,grade\n7,1,2,0\n8,2,2,1\n", "item feature feature grade"),
        ("x,Label\n1,cat\n2,dog\n", "feature item"),
        ("x,word,other\n1,bad,S\n2,good,M\n3,fair,L\n", "feature grade feature"),
        ("x,word,other\n1,bad,poor\n2,good,good\n3,fair,fair\n", "feature feature feature"),
        ("x,word,size\n1,S,2\n2,M,3\n3,L,4\n", "feature feature feature"),
        ("x,word,grade\n1,bad,2\n2,good,3\n3,fair,4\n", "feature feature grade"),
        ("x,empty,word\n1,,a\n2,,\n", "feature ignore ignore"),
        ("item,x,grade\na,1,0\na,2,1\n", "item feature grade"),
        ("query,x,grade\na,1,0\nb,2,1\n", "item feature grade"),  # a query of each item's own compares none
        ("x,y,grade\n1,,1\n2,3,0\ntall,4,0\n", "feature feature grade"),
    ],
)
def test_roles_are_guessed_from_names_and_contents(text: str, expected: str) -> None:
    assert " ".join(guessed(text).values()) == expected


def test_no_column_of_another_name_is_taken_as_the_grade() -> None:
    found = guessed(PLACES)
    assert roles.GRADE not in found.values()
    assert "mark the column of grades" in roles.lacking(found, has_pairs=False)
    assert roles.lacking(found, has_pairs=True) == ""
    with pytest.raises(DataError, match="no column .*to take the grades from"):
        read(PLACES, **roles.as_options(found))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"a": "grade", "b": "grade", "c": "feature"}, "2 columns are marked grade (a, b)"),
        ({"a": "item", "b": "item", "c": "feature", "d": "grade"}, "2 columns are marked item"),
        ({"a": "grade", "b": "ignore"}, "No column is a feature"),
    ],
)
def test_a_missing_role_is_told_in_one_sentence(found: dict[str, str], words: str) -> None:
    assert words in roles.lacking(found, has_pairs=False)


@pytest.mark.parametrize("text", [HOTELS, LANGS])
def test_a_guess_is_what_is_read(text: str) -> None:
    problem = read(text, **roles.as_options(guessed(text)))
    assert set(problem.item_ids) <= {"Hotel A", "Hotel B", "Hotel C", "Hotel D", "a", "b", "c"}
    assert problem.feature_names in (("price", "city = Oslo", "city = Rome"), ("x",))
    assert any("Columns left out" in note for note in problem.notes)


def test_names_may_repeat_in_other_queries_but_not_in_one() -> None:
    problem = read(PAGES, item="title", query="query", ignore="url", grade="relevance")
    assert problem.item_ids == ("cats · Home", "cats · News", "dogs · Home", "dogs · Shop")
    assert problem.item_labels == ("Home", "News", "Home", "Shop")
    assert problem.n_pairs == 2
    with pytest.raises(DataError, match='own.csv, line 4, column "title": item "Home" was named before'):
        read(PAGES, item="title", ignore="url,query", grade="relevance")


def test_a_column_of_text_is_no_bad_number() -> None:
    with pytest.raises(DataError) as caught:
        read("name,url,stars\nA,http://a,3\nB,http://b,5\n", item="name", grade="stars")
    assert 'column "url": the column holds text such as "http://a". Make it the item' in str(caught.value)
    assert "Give the column another role" in str(caught.value.on_page())
    with pytest.raises(DataError, match="their order is not known: Hotel A, Hotel B"):
        read(HOTELS, ignore="city,url", grade="name")
    many = "x,word\n" + "".join(f"{i},w{i}\n" for i in range(20))
    with pytest.raises(DataError, match="Grades are numbers"):
        read(many, grade="word")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ignore": "sity"}, 'no column "sity"'),
        ({"item": "nome"}, 'no column "nome"'),
        ({"item": "name", "ignore": "name"}, '"name" is asked for twice'),
        ({"grade": "stars", "ignore": "stars"}, '"stars" is asked for twice'),
        ({"ignore": '"name'}, "close every quote"),
    ],
)
def test_wrong_roles_are_one_sentence(options: dict[str, str], words: str) -> None:
    assert words in refused(read, HOTELS, **options)


def test_the_defaults_can_be_unsaid() -> None:
    text = "item,grade,x\n1,0,5\n2,1,6\n3,1,7\n"
    assert read(text).feature_names == ("x",)
    assert read(text, item="").feature_names == ("item", "x")
    ignored = read(text, ignore="item")
    assert ignored.feature_names == ("x",) and ignored.item_ids == ("1", "2", "3")
    pairs = b"higher,lower\n2,1\n"
    assert read(text, pairs=pairs, grade="").feature_names == ("grade", "x")
    assert read(text, pairs=pairs, ignore="grade").feature_names == ("x",)


@pytest.mark.parametrize("names", [["lang", "url"], ["a,b", 'c"d', "e"], ["with space", "ü"]])
def test_lists_of_column_names_are_read_back_as_written(names: list[str]) -> None:
    assert roles.listed(roles.as_list(names)) == names


@given(some.lists(some.sampled_from(roles.ROLES), min_size=4, max_size=4))
def test_roles_are_the_same_after_a_link(given_roles: list[str]) -> None:
    found = dict(zip(("item", "grade", "a,b", 'say "x"'), given_roles, strict=True))
    if all(given_roles.count(role) < 2 for role in ("item", "query", "grade")):
        assert roles.of_options(list(found), roles.as_options(found)) == found


def test_the_defaults_need_no_options() -> None:
    assert roles.as_options(guessed("item,x,grade\na,1,0\nb,2,1\n")) == {}


def test_a_source_with_roles(data_folder) -> None:
    (data_folder / "own.csv").write_text(HOTELS)
    source = "table:own.csv?grade=stars&ignore=city,url&item=name"
    assert canonical("table:own.csv?item=name&ignore=city,url&grade=stars") == source
    assert clamp_options(source) == (parse(source), [])
    problem = load(source)
    assert problem.item_ids[0] == "Hotel A" and problem.source == source
    assert problem.feature_names == ("price",)
    np.testing.assert_array_equal(problem.grades, [3, 5, 4, 1])
    unsaid = "table:own.csv?item="
    assert canonical(unsaid) == unsaid


def test_one_role_that_is_said_leaves_the_guesses_of_the_others() -> None:
    problem = read(HOTELS, grade="stars", ignore="city")
    assert problem.item_ids[0] == "Hotel A" and problem.feature_names == ("price",)
    assert any(
        note.startswith('Guessed from names and contents: item "name", grade "stars"')
        for note in problem.notes
    )
    assert "Columns left out: city, url." in problem.notes
    problem = read(HOTELS, query="city", grade="price")
    assert problem.query_ids == ("Rome", "Oslo") and problem.feature_names == ("stars",)
    assert read(HOTELS, grade="stars", item="").item_ids == ("1", "2", "3", "4")
