"""A table of one's own comes in: roles guessed and shown, changed by the visitor, and nothing taken silently."""

from pathlib import Path

import pytest
from helpers.pages import app, labelled, shown_state, stage_data, upload, words
from streamlit.testing.v1 import AppTest

from rankviz.ui.serving import uploads, visitors

HOTELS = b"name,price,area,city,stars\n" + b"".join(
    b"Hotel %d,%d,%d,%s,%d\n" % (i, 60 + 7 * i % 31, i * i % 17, (b"Rome", b"Oslo")[i % 2], i % 4)
    for i in range(20)
)
PLACES = b"name,height,distance\n" + b"".join(b"p%d,%d,%d\n" % (i, i * 3 % 7, i % 5) for i in range(14))
WIDE = "".join(
    f"{title},{','.join(map(str, values))},{rank}\n"
    for title, values, rank in (
        ("title", [f"f{j}" for j in range(14)], "rank"),
        *((f"t{i}", [i * j % 7 for j in range(14)], i % 3) for i in range(15)),
    )
).encode()


@pytest.fixture(autouse=True)
def _visitor(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")


def role(test: AppTest, name: str):
    """The menu of a column, or of a role."""
    return labelled((menu for menu in test.selectbox if menu.key.startswith("choose-role-")), name)


def reading(test: AppTest, name: str):
    """The menu of how a column is read."""
    return labelled((menu for menu in test.selectbox if menu.key.startswith("choose-reading-")), name)


def options(test: AppTest) -> dict[str, str]:
    return uploads.find(shown_state(test).source)[1]


def alert(test: AppTest) -> str:
    return words(test, "warning", "error")


def leave_out(test: AppTest) -> None:
    labelled(test.toggle, "Leave out what cannot be used").set_value(True).run()


def choose_pairs(test: AppTest) -> None:
    """Say which columns name the items of a pair, and which its verdict."""
    for label, column in (("First item", "u"), ("Second item", "v"), ("Verdict", "who")):
        labelled(test.selectbox, label).set_value(column).run()


def test_text_columns_are_named_and_the_run_starts() -> None:
    test = upload(app(rounds="5"), "table", "own.csv", HOTELS)
    assert not alert(test)
    assert {name: role(test, name).value for name in ("name", "price", "city", "stars")} == {
        "name": "item", "price": "feature", "city": "feature", "stars": "grade",
    }  # fmt: skip
    assert options(test) == {"item": "name", "grade": "stars"}
    assert reading(test, "city").value == "categories"
    assert list(test.main.dataframe[0].value["name"])[:2] == ["Hotel 0", "Hotel 1"]
    role(test, "city").set_value("ignore").run()
    assert not test.error
    assert options(test) == {"item": "name", "grade": "stars", "ignore": "city"}
    role(test, "city").set_value("query").run()
    assert options(test) == {"item": "name", "grade": "stars", "query": "city"}
    again = app(**dict(test.query_params))
    assert not again.error and not again.warning
    assert stage_data(again)["run_url"] == stage_data(test)["run_url"]


def test_no_column_is_silently_taken_as_the_grade() -> None:
    test = app(rounds="5")
    before = stage_data(test)["run_url"]
    upload(test, "table", "places.csv", PLACES)
    assert "mark the column of grades" in alert(test)
    assert not test.error
    assert stage_data(test)["run_url"] == before
    assert not str(shown_state(test)["data"]).startswith("upload:")
    role(test, "height").set_value("ignore").run()
    role(test, "distance").set_value("grade").run()
    assert "No column is a feature" in alert(test)
    role(test, "height").set_value("feature").run()
    assert not alert(test)
    assert options(test) == {"item": "name", "grade": "distance"}
    role(test, "height").set_value("grade").run()
    assert "2 columns are marked grade" in alert(test)
    assert options(test) == {"item": "name", "grade": "distance"}


def test_pairs_do_instead_of_grades_and_what_was_chosen_stays() -> None:
    test = upload(app(holdout="0", rounds="5"), "table", "places.csv", PLACES)
    role(test, "distance").set_value("ignore").run()
    test.file_uploader[1].set_value(("pairs.csv", b"higher,lower\np1,p2\np2,p3\n", "text/csv")).run()
    assert not alert(test)
    assert role(test, "distance").value == "ignore"
    assert options(test) == {"item": "name", "ignore": "distance"}


def test_many_columns_have_a_menu_for_each_role() -> None:
    test = upload(app(rounds="5"), "table", "wide.csv", WIDE)
    assert role(test, "Item").value == "title"
    assert "mark the column of grades" in alert(test)
    role(test, "Grade").set_value("rank").run()
    assert not alert(test)
    assert options(test) == {"item": "title", "grade": "rank"}
    labelled(test.multiselect, "Ignore").set_value(["f3", "f4"]).run()
    assert options(test)["ignore"] == "f3,f4"
    role(test, "Query").set_value("rank").run()
    assert '"rank" has two roles' in alert(test)


def test_the_panel_stands_on_the_page_and_closes_to_a_line_at_the_side() -> None:
    test = upload(app(rounds="5"), "table", "own.csv", HOTELS)
    assert test.main.get("file_uploader") and not test.sidebar.get("file_uploader")
    run = stage_data(test)["run_url"]
    test.button(key="data-panel-done").click().run()
    assert not test.get("file_uploader") and stage_data(test)["run_url"] == run
    test.sidebar.button(key="data-panel-open-it").click().run()
    assert role(test, "stars").value == "grade" and test.get("file_uploader")
    assert stage_data(test)["run_url"] == run


@pytest.mark.parametrize(
    ("content", "asked"),
    [
        (b"item,x,grade\na,1,0\nb,2,1\nc,3,2\n", False),
        (b"item,lang,x,grade\na,en,1,0\nb,de,2,1\nc,fr,3,2\n", True),
    ],
)
def test_columns_of_a_file_on_the_server_are_asked_about_where_needed(content, asked, data_folder) -> None:
    (data_folder / "own.csv").write_bytes(content)
    test = app(rounds="5", holdout="0")
    test.selectbox(key="choose-family").set_value("folder").run()
    assert not test.error
    assert shown_state(test)["data"] == "table:own.csv" + ("?ignore=lang" if asked else "")
    assert bool(test.main.selectbox) == asked


MESSY = Path(__file__).parents[2] / "engine/data/messy"


def messy(name: str, **link: str) -> AppTest:
    """The page after the upload of a file that the readers' tests have."""
    test = upload(app(rounds="5", holdout="0", **link), "table", name, (MESSY / name).read_bytes())
    assert not test.error
    return test


def test_hotels_as_excel_saves_them_are_learned_at_once_and_every_guess_can_be_changed() -> None:
    test = messy("hotels_windows.csv")
    assert not test.warning and role(test, "quality").value == "grade"
    assert reading(test, "price").value == "comma" and reading(test, "opened").value == "date"
    assert labelled(test.selectbox, "Encoding").value == ""
    # Its thousands have points, as price has a decimal comma.
    assert reading(test, "rating count").value == "comma"
    for sentence in (
        "decimal comma: price, rating count",
        '"65,91" is 65.91',
        "Windows-1252",
        "Yes as 1, no as 0",
    ):
        assert sentence in words(test, "caption"), sentence
    assert not test.error
    assert "lowest first: bad < fair < good" in words(test, "caption")
    assert options(test) == {"item": "id", "grade": "quality", "ignore": "url"}
    role(test, "quality").set_value("feature").run()
    assert "mark the column of grades" in alert(test)
    role(test, "rating count").set_value("grade").run()
    assert not alert(test)
    assert options(test) == {"item": "id", "grade": "rating count", "ignore": "url"}


def test_documents_of_letor_in_the_place_of_a_table_are_known_by_their_first_lines() -> None:
    test = messy("three.txt")
    assert not test.warning
    assert str(shown_state(test)["data"]).endswith("three.txt")
    assert not [
        each for each in test.selectbox if each.key == "choose-format"
    ]  # no column to choose: it has closed
    assert "Judging by its first lines, three.txt is LETOR / svmlight." in words(test, "caption")


def test_a_letor_file_is_read_as_the_side_says_and_a_table_keeps_it_when_its_columns_change() -> None:
    """A document named twice in its query is left out, and each feature has the thresholds that were asked for."""
    twice = "".join(f"{i % 3} qid:1 1:{i} 2:{i * 5 % 11} #docid = d{i % 20}\n" for i in range(21)).encode()
    test = upload(app(rounds="5", holdout="0"), "letor", "twice.txt", twice)
    assert "d0" in alert(test)
    leave_out(test)
    labelled(test.slider, "Thresholds per feature").set_value(4).run()
    assert not alert(test)
    assert options(test) == {"drop": "1", "thresholds": "4"}

    test = upload(app(rounds="5", holdout="0"), "table", "hotels.csv", HOTELS)
    labelled(test.slider, "Thresholds per feature").set_value(6).run()
    role(test, "price").set_value("ignore").run()
    assert options(test)["thresholds"] == "6"


def test_a_doubt_is_asked_and_the_answer_is_in_the_link() -> None:
    test = messy("thousands.csv")
    assert '"1,000" is 1000 or 1. Choose how it is read' in alert(test)
    assert reading(test, "population").value is None
    assert not str(shown_state(test)["data"]).startswith("upload:")
    reading(test, "population").set_value("number").run()
    assert not alert(test)
    assert options(test) == {"cells": "population:number"}
    reading(test, "population").set_value("comma").run()
    assert options(test) == {"cells": "population:comma"}


def test_words_without_a_known_order_are_put_in_one() -> None:
    test = messy("traffic.csv")
    role(test, "status").set_value("grade").run()
    assert "put them in order" in alert(test)
    assert labelled(test.multiselect, "Highest first").options == ["amber", "green", "red"]
    labelled(test.multiselect, "Highest first").set_value(["green", "amber"]).run()
    assert "put them in order" in alert(test)
    labelled(test.multiselect, "Highest first").set_value(["green", "amber", "red"]).run()
    assert not alert(test)
    assert options(test) == {"cells": "status:green>amber>red", "grade": "status"}


def test_a_refusal_names_the_pages_controls() -> None:
    test = upload(app(rounds="5", holdout="0"), "table", "gaps.csv", (MESSY / "gaps.csv").read_bytes())
    assert 'gaps.csv, line 4, column "grade": "n/a" is not a grade' in alert(test)
    assert "grade=" not in alert(test) and "drop=1" not in alert(test)
    leave_out(test)
    assert not alert(test)
    assert options(test) == {"drop": "1"}


def test_pairs_of_unknown_items_are_left_out_when_the_visitor_says_so() -> None:
    files = [(MESSY / name).read_bytes() for name in ("items.csv", "items_pairs.csv", "items_preferred.csv")]
    test = upload(app(rounds="5", holdout="0"), "table", "items.csv", files[0], ("pairs.csv", files[1]))
    assert "2 of 66 pairs name items that are not in the table" in alert(test)
    leave_out(test)
    assert not test.error
    assert options(test) == {"drop": "1"}
    own = (
        files[2]
        .replace(b"left,right,preferred", b"u,v,who")
        .replace(b",left", b",u")
        .replace(b",right", b",v")
    )
    test.file_uploader[1].set_value(("more.csv", own, "text/csv")).run()
    assert "Choose two different columns of items" in alert(test)
    choose_pairs(test)
    assert not alert(test)
    assert options(test) == {"drop": "1", "pair_columns": "u,v,who"}


VOTES = (Path(__file__).parents[2] / "engine/data/votes/arena.csv").read_bytes()


def test_votes_in_the_place_of_a_table_are_known_and_what_a_tie_is_worth_is_chosen_at_the_side() -> None:
    test = upload(app(rounds="5"), "table", "arena.csv", VOTES)
    assert not alert(test)
    assert test.selectbox(key="choose-format").value == "duels"
    assert "Votes on model_a and model_b: the winner in winner." in words(test, "caption")
    assert options(test) == {} and shown_state(test)["holdout"] == 0
    test.slider(key="choose-votes-tie").set_value(0.25).run()
    test.selectbox(key="choose-votes-bad").set_value("drop").run()
    assert not test.error
    assert options(test) == {"tie": "0.25", "bad": "drop"}
    again = app(**dict(test.query_params))
    assert stage_data(again)["run_url"] == stage_data(test)["run_url"]
    sizes = b"item,size\nvicuna,1\nkoala,2\nllama,3\nalpaca,1\n"
    test.file_uploader[1].set_value(("items.csv", sizes, "text/csv")).run()
    assert not test.error
    assert options(test) == {"tie": "0.25", "bad": "drop"}, "the rule is the visitor's, whatever the features"


def test_the_columns_of_votes_are_asked_for_where_their_names_do_not_tell() -> None:
    rows = "".join(f"{'abc'[i % 3]},{'bcd'[i % 3]},{'uv'[i % 2]}\n" for i in range(12))
    test = upload(app(rounds="5"), "duels", "own.csv", f"u,v,who\n{rows}".encode())
    assert "Choose two different columns of items for the votes." in alert(test)
    choose_pairs(test)
    assert not alert(test)
    assert options(test) == {"columns": "u,v,who"}


def test_a_further_column_of_votes_is_offered_to_choose_by() -> None:
    rows = [
        f"{a},{b},{who},{language},{k}"
        for k, (a, b, who) in enumerate((("x", "y", "x"), ("y", "z", "tie"), ("z", "x", "x")) * 4)
        for language in ("English", "German")[: 1 + k % 2]
    ]
    own = "\n".join(["model_a,model_b,winner,language,id", *rows, ""]).encode()
    test = upload(app(rounds="5"), "table", "own.csv", own)
    by = labelled(test.selectbox, "Only votes by")
    assert by.options == ["language", "id"] and by.value is None and options(test) == {}
    by.set_value("language").run()
    value = labelled(test.selectbox, "language")
    assert value.options == ["English", "German"] and options(test) == {"only": "language:English"}
    value.set_value("German").run()
    assert not test.error
    assert options(test) == {"only": "language:German"}
    labelled(test.selectbox, "Only votes by").set_value(None).run()
    assert options(test) == {}


def test_a_first_line_of_numbers_is_data_unless_the_switch_says_no() -> None:
    rows = b"".join(b"%d,%d,%d\n" % (i % 3, i * 5 % 7, i) for i in range(15))
    test = upload(app(rounds="5"), "table", "bare.csv", rows)
    switch = labelled(test.toggle, "The first line is data")
    assert switch.value and list(test.main.dataframe[0].value)[:3] == ["1", "2", "3"]
    role(test, "1").set_value("grade").run()
    assert not alert(test)
    assert options(test) == {"grade": "1", "header": "none"}
    labelled(test.toggle, "The first line is data").set_value(False).run()
    assert not test.exception and list(test.main.dataframe[0].value)[:2] == ["0", "0 (2)"]


def test_a_second_header_is_left_out_and_shown() -> None:
    rows = b"name,size,stars\nText,m2,1 to 5\n" + b"".join(
        b"h%d,%d,%d\n" % (i, i * 5 % 7, i % 3) for i in range(15)
    )
    test = upload(app(rounds="5"), "table", "two.csv", rows)
    assert not alert(test) and options(test) == {"grade": "stars", "item": "name", "skip": "2"}
    assert "Line 2 looks like a title or a second header" in words(test.main, "caption")


def test_outcomes_that_nobody_knows_have_a_menu_each() -> None:
    rows = b"a,b,winner\n" + b"x,y,A a bit\ny,z,B a bit\nz,x,tie\n" * 4
    test = upload(app(rounds="5", alg="rb-d"), "duels", "votes.csv", rows)
    labelled(test.selectbox, "A a bit").set_value("a").run()
    labelled(test.selectbox, "B a bit").set_value("b").run()
    assert not alert(test) and options(test) == {"outcomes": "A a bit:a,B a bit:b"}


def test_newly_chosen_data_open_at_their_first_round_and_say_that_the_rounds_are_others() -> None:
    test = upload(app(), "table", "own.csv", HOTELS)
    assert shown_state(test)["t"] == 0 and stage_data(test)["round"] == 0
    assert "The 12 rounds belonged to the example." in words(test, "caption")


def test_the_fields_of_data_built_by_hand_show_the_example_and_the_link_stays_short() -> None:
    test = app(data="inline:", alg="rb-d", rounds="3")
    assert test.text_input(key="choose-inline--items").value == "a,b,c,d"
    assert shown_state(test)["data"] == "inline:"
    test.text_input(key="choose-inline--h1").set_value("0101").run()
    assert "h1=0101" in shown_state(test)["data"]


def test_a_panel_whose_file_cannot_be_used_is_not_done() -> None:
    test = upload(app(rounds="5"), "table", "own.csv", HOTELS)
    assert test.button(key="data-panel-done").label == "Done"
    test = upload(app(rounds="5"), "letor", "own.txt", b"3 qid:1 1:x\n")
    assert not [button for button in test.button if button.key == "data-panel-done"]
