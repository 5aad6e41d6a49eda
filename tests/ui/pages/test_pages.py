"""The pages, driven without a browser: every page launches, every control does something, nothing bad gets through."""

import gzip
import random
import re

import pytest
from helpers.pages import ITEMS, app, get, shown_state, stage_data, upload, widget, words

from rankviz.engine.data import sources
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.serving import frontend
from rankviz.ui.serving.store import STORE, PackStore
from rankviz.ui.state import catalog
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

PATIENTS = {"data": catalog.DEFAULT}
"""What a link without data means, and the bare address does not."""


def test_a_bare_address_opens_the_example_before_its_first_round():
    test = app()
    data = stage_data(test)
    assert data["round"] == 0
    assert data["run_url"].split("/")[-1] in STORE
    assert not test.error
    assert not test.warning
    assert shown_state(test) == OPENING
    assert {"data", "alg", "t"} <= set(test.query_params), (
        "reloaded with a round in it, it would mean other data"
    )


@pytest.mark.parametrize(
    "link",
    [{"t": "3"}, {"t": "10"}, {"rounds": "60"}, {"alg": "rb-c"}, {"seed": "0"}, {"colour": "red"}],
    ids=str,
)
def test_a_link_with_any_choice_means_what_it_always_meant(link):
    test = app(**link)
    expected, _ = from_link(link)
    assert expected["data"] == catalog.DEFAULT
    assert shown_state(test) == expected
    assert stage_data(test)["round"] == expected["t"]


def test_the_old_default_state_has_an_address_that_is_not_bare():
    test = app(rounds="40")
    widget(test, "number_input", "rounds").set_value(60).run()
    assert shown_state(test) == State()
    assert {"data", "alg"} <= set(test.query_params)


def test_a_link_that_says_the_state_is_left_alone():
    test = app(rounds="40", t="3")
    assert dict(test.query_params) == {"rounds": "40", "t": "3"}


def test_back_to_the_bare_address_is_back_to_the_example():
    test = app(**PATIENTS)
    test.query_params.clear()
    test.session_state["written_at"] = -1e9  # long ago, so that it is the Back button
    test.run()
    assert shown_state(test) == OPENING
    assert stage_data(test)["round"] == 0


def test_the_first_visit_to_watch_from_a_page_with_choices_of_its_own_opens_the_example():
    test = app("pages/margins.py")
    test.query_params.clear()
    test.switch_page("pages/watch.py").run()
    assert shown_state(test) == OPENING


def test_the_bare_page_data_shows_the_example_too():
    test = app("pages/data.py")
    assert test.title[0].value == "Eight places to stay" and not test.error and not test.warning


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
@pytest.mark.slow
def test_every_preset_opens_as_it_says(preset):
    test = app(**to_link(preset.state, whole=True))
    assert not test.error and not test.warning
    assert shown_state(test) == preset.state
    assert stage_data(test)["round"] == preset.state["t"]


@pytest.mark.parametrize(
    ("kind", "name", "value", "choice"),
    [
        ("number_input", "rounds", 30, "rounds"),
        ("number_input", "seed", 5, "seed"),
        ("slider", "holdout", 10, "holdout"),
        ("toggle", "negative_alpha", False, "negative_alpha"),
        ("slider", "bundled-diabetes-items", 45, "data"),
        ("slider", "bundled-diabetes-grades", 3, "data"),
    ],
)
@pytest.mark.slow
def test_every_control_shows_another_run_and_changes_the_link(kind, name, value, choice):
    test = app(**PATIENTS)
    before = stage_data(test)["run_url"]
    widget(test, kind, name).set_value(value).run()
    assert stage_data(test)["run_url"] != before
    assert shown_state(test)[choice] != State()[choice]


def test_the_policy_for_an_undefined_weight_brings_its_cap():
    test = app(data="scenario:lemma-2", holdout="0", rounds="5")
    halted = stage_data(test)["run_url"]
    test.segmented_control(key=f"{WIDGET}undefined").set_value("cap").run()
    capped = stage_data(test)["run_url"]
    widget(test, "number_input", "cap").set_value(3.0).run()
    assert len({halted, capped, stage_data(test)["run_url"]}) == 3
    assert shown_state(test)["cap"] == 3.0


MADE = [(scheme, name) for scheme, family in sources.FAMILIES.items() for name in family.entries]


@pytest.mark.parametrize(("family", "name"), MADE, ids=lambda value: value)
@pytest.mark.slow
def test_every_data_set_of_the_menus_opens(family, name):
    test = app(rounds="5")
    widget(test, "selectbox", "family").set_value(family).run()
    widget(test, "selectbox", family).set_value(name).run()
    assert not test.error
    assert test.session_state["good"]["data"].startswith(f"{family}:{name}")


def folder_source(scheme: str) -> str:
    return next(each.source for each in sources.list_data_dir() if each.source.startswith(scheme))


def chosen_from_folder(scheme: str, **link: str):
    test = app(rounds="5", **link)
    widget(test, "selectbox", "family").set_value(catalog.FOLDER).run()
    return widget(test, "selectbox", "file").set_value(folder_source(scheme)).run()


def test_a_movielens_user_is_chosen_from_a_menu(data_dir):
    test = chosen_from_folder("movielens:")
    users = widget(test, "selectbox", "user")
    assert "100 ratings" in users.options[0]
    users.set_value("276").run()
    assert not test.error
    assert "user=276" in str(shown_state(test)["data"])


def test_letor_queries_are_chosen_from_a_menu(data_dir):
    test = chosen_from_folder("letor:", holdout="0")
    assert not test.error
    queries = test.multiselect(key=f"{WIDGET}queries")
    first = queries.options[0].split(" ")[0]
    queries.set_value([first]).run()
    assert f"queries={first}" in str(test.session_state["state"]["data"])


@pytest.mark.slow
def test_every_part_of_the_drawer_shows_something_and_a_shut_one_nothing():
    test = app(**PATIENTS)
    assert not test.tabs
    parts = {"candidates": "dataframe", "data": "dataframe", "figures": "plotly_chart", "export": "code"}
    for name, kind in parts.items():
        test.session_state["state"] = test.session_state["state"].but(tab=name)
        test.run()
        assert test.get(kind), name
        assert stage_data(test)["tab"] == name


def test_the_round_a_viewer_rests_on_is_followed():
    test = app(tab="candidates", t="10", **PATIENTS)
    assert "best candidates of round 10" in words(test, "caption")
    test.session_state["state"] = test.session_state["state"].but(t=3)
    test.run()
    assert stage_data(test)["round"] == 3
    assert "best candidates of round 3" in words(test, "caption")


def test_a_branch_ends_with_the_data_it_was_made_on():
    test = app(data="synthetic:coarse", rounds="12", fork="rb-c:3:alpha=0.1")
    assert shown_state(test)["fork"]
    widget(test, "number_input", "rounds").set_value(13).run()
    assert shown_state(test)["fork"]
    widget(test, "selectbox", "synthetic").set_value("linear").run()
    assert catalog.canonical(shown_state(test).source).text.startswith("synthetic:linear")
    assert not shown_state(test)["fork"]


def test_choices_survive_a_visit_to_another_page():
    test = app(data="scenario:lemma-1?n=6", rounds="12", holdout="0")
    before = stage_data(test)["run_url"]
    test.switch_page("pages/data.py").run()
    assert "infinite α" in test.title[0].value
    test.switch_page("pages/watch.py").run()
    assert stage_data(test)["run_url"] == before
    assert shown_state(test)["data"] == "scenario:lemma-1?n=6"


@pytest.mark.parametrize(
    "link",
    [
        {"data": "nonsense"},
        {"data": "letor:../../etc/passwd"},
        {"data": "movielens:/etc/hosts?user=1"},
        {"data": "bundled:wine?items=abc"},
        {"rounds": "1e9"},
        {"t": "-4"},
        {"alg": "boost"},
        {"cap": "nan"},
        {"<script>": "[x](http://example.com)"},
    ],
    ids=str,
)
@pytest.mark.slow
def test_a_link_with_nonsense_is_said_and_something_is_shown(link):
    test = app(**link)
    assert test.warning
    assert stage_data(test)["run_url"].split("/")[-1] in STORE
    assert "](http" not in test.warning[0].value


def test_a_link_to_a_user_who_is_not_there_is_said_and_the_link_mended(data_dir):
    test = app(data=f"{folder_source('movielens:')}?user=999999", rounds="5")
    assert test.error or test.warning or "user=" in str(shown_state(test)["data"])
    assert stage_data(test)["run_url"].split("/")[-1] in STORE
    assert "999999" not in str(shown_state(test)["data"])


def test_an_upload_is_run_and_kept_and_said_not_to_travel():
    test = upload(app(), "table", "mine.csv", ITEMS)
    assert not test.error
    assert test.query_params["data"].startswith("upload:")
    test.session_state["state"] = test.session_state["state"].but(tab="export")
    test.run()
    assert "stay on this server" in words(test, "warning") and "table:mine.csv" in words(test, "code")
    labels = [button.label for button in test.get("download_button")]
    assert {"JSON", "Round 0 as LaTeX", "BibTeX", "Checking script"} <= set(labels)
    test.switch_page("pages/data.py").run()
    assert "mine" in test.title[0].value
    test.switch_page("pages/watch.py").run()
    assert test.query_params["data"].startswith("upload:")
    assert not test.error


@pytest.mark.parametrize(
    ("scheme", "name", "content", "words"),
    [
        ("table", "empty.csv", b"", "empty.csv"),
        ("table", "book.csv", b"PK\x03\x04" + bytes(200), "zip"),
        ("table", "words.csv", ITEMS.replace(b"i3,3", b"i3,tall"), "tall"),
        ("table", "one-grade.csv", b"item,x,grade\na,1,1\nb,2,1\n", "grade"),
        ("table", "twice.csv", b"item,x,grade\na,1,1\na,2,0\n", "twice.csv"),
        ("letor", "picture.txt", b"\x89PNG\r\n\x1a\n" + bytes(50), "image"),
        ("letor", "flat.txt", b"1 qid:1 1:0.5\n1 qid:1 1:0.2\n", "grade"),
        ("letor", "cut.txt", b"1 qid:1 1:0.5 2:0.1\n0 qid:1 1:0.2 2:\n", "cut.txt"),
        ("movielens", "u.data", b"1\t2\tgood\t3\n", "good"),
        ("weak", "rankers.csv", b"item,h1\na,1\nb,0\n", "pairs"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.slow
def test_a_bad_upload_is_one_sentence_and_the_run_before_stays(scheme, name, content, words):
    test = app()
    before = stage_data(test)["run_url"]
    upload(test, scheme, name, content)
    assert len(test.error) == 1
    said = test.error[0].value.replace("\\", "")
    assert words in said
    assert len(re.findall(r"\.(\s|$)", said)) <= 3, f"more than a sentence and its remedy: {said}"
    assert "still shows the previous run" in test.error[0].value
    assert not any("Learning from" in each.value for each in test.caption), "sizes of the run before"
    assert stage_data(test)["run_url"] == before


def test_a_run_is_sent_once_and_for_good():
    raw = b"RVZ1" + bytes(1000)
    address = frontend.run_url(STORE.put(raw))
    status, headers, body = get(address, accept_encoding="gzip, br")
    assert (status, gzip.decompress(body)) == (200, raw)
    assert headers["content-encoding"] == "gzip"
    assert "immutable" in headers["cache-control"]
    assert get(address, if_none_match=headers["etag"])[0] == 304
    assert get(address)[2] == raw


def test_an_unknown_run_is_not_found_and_not_remembered():
    status, headers, _ = get(frontend.run_url("0" * 40))
    assert status == 404
    assert headers["cache-control"] == "no-store"


def test_the_stage_comes_under_the_hash_of_its_files():
    _, headers, body = get(frontend.stage_url())
    assert b"export" in body and "immutable" in headers["cache-control"]
    folder = frontend.stage_url().rsplit("/", 1)[0]
    assert get(f"{folder}/../server.py")[0] == 404
    assert get("/api/stage/0000/index.js")[0] == 404


def test_the_store_is_bounded_and_forgets_the_oldest():
    store = PackStore(limit=3000)
    packs = [random.Random(i).randbytes(1000) for i in range(5)]
    digests = [store.put(pack) for pack in packs]
    assert digests[-1] in store
    assert digests[0] not in store
    assert store.put(packs[-1]) == digests[-1]
