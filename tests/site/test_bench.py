"""The workbench of the playground: tables in links, every edit, and the same drawing and words as in the app."""

import json
from typing import Any

import pytest
from helpers.workbench import tables
from hypothesis import given

import rankviz
from rankviz.engine.data.builtin.inline import EXAMPLE, Table
from rankviz.site.playground.computed_run import written
from rankviz.site.playground.pages import is_here, read, starts
from rankviz.site.playground.playground_api import PlaygroundApi
from rankviz.ui.pages.workbench import edits
from rankviz.ui.pages.workbench.rounds import drawing
from rankviz.ui.pages.workbench.tools import STARTS
from rankviz.ui.pages.workbench.written import source, table_of
from rankviz.ui.state.state import State

EMPTY = STARTS["An empty table"]


def ask(api: PlaygroundApi, what: str, **question: Any) -> dict[str, Any]:
    text, _ = api.answer(json.dumps({"ask": what} | question))
    return json.loads(text)


def link_of(table: Table | str) -> str:
    return written("workbench", State(data=table if isinstance(table, str) else source(table), rounds=4))


def edited(api: PlaygroundApi, link: str, **edit: Any) -> Table:
    return table_of(str(read(ask(api, "edit", link=link, edit=edit)["link"])[2]["data"]))


@given(tables())
@pytest.mark.slow
def test_a_table_travels_in_a_link(table: Table) -> None:
    name, page, state, messages = read(link_of(table))
    assert (name, page.named, messages) == ("workbench", "Workbench", [])
    assert table_of(str(state["data"])) == table


def test_a_bare_link_opens_the_example_and_its_run() -> None:
    api = PlaygroundApi()
    opened = ask(api, "link", link="workbench")
    assert opened["bench"] is None and opened["messages"] == []
    assert [group["title"] for group in opened["groups"]] == ["Run", "Options"], "the table is the data"
    bench = ask(api, "run", link=opened["link"])["bench"]
    trace = rankviz.trace(rankviz.load(source(EXAMPLE)), ["rb-d", "rb-c", "rb-plus"], rounds=20)
    assert bench["drawing"] == json.loads(json.dumps(drawing(EXAMPLE, trace)))
    assert bench["says"] == "" and bench["remedies"] == []
    assert bench["rows"].splitlines()[:2] == ["name, h1, h2, h3", "a, 1, 1, 0"]


def test_edits_of_the_drawing_the_buttons_and_the_rows() -> None:
    api, link = PlaygroundApi(), link_of(EXAMPLE)
    assert edited(api, link, do="toggle", ranker="h1", item="c") == edits.toggle(EXAMPLE, "h1", "c")
    assert edited(api, link, tool="add-Item") == edits.add_item(EXAMPLE)
    assert edited(api, link, tool="grade-Order items by grades") == edits.by_grades(EXAMPLE)
    rows = edited(api, link, rows="name, grade, x\nAda, 2, 1.5\nBo, 1, 0")
    assert rows == Table(("Ada", "Bo"), features=(("x", (1.5, 0.0)),), grades=(2.0, 1.0))
    assert edited(api, link, put=source(rows)) == rows
    assert edited(api, f"{link}&fork=rb-d:1:alpha=1", tool="add-Item") == edits.add_item(EXAMPLE)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"do": "rename", "item": "a", "to": "b"}, "Two items are called"),
        ({"tool": "add-Feature y"}, "That button has nothing to do"),
        ({"rows": "Ada, 2, 1"}, "fewer than two items"),
        ({"put": "bundled:wine"}, "up to 10 items"),
        ({"do": "paint"}, "an unknown edit"),
    ],
)
def test_an_edit_that_makes_no_table_is_refused_in_a_sentence(edit: dict[str, str], words: str) -> None:
    assert words in ask(PlaygroundApi(), "edit", link=link_of(EXAMPLE), edit=edit)["refused"]


def test_a_table_without_a_pair_says_so_before_there_is_a_run() -> None:
    api, link = PlaygroundApi(), link_of(EMPTY)
    found = ask(api, "link", link=link)["bench"]
    assert "nothing to learn" in found["says"] and found["drawing"]["runs"] == []
    paired = ask(api, "edit", link=link, edit={"do": "pair", "higher": "a", "lower": "b"})["link"]
    assert ask(api, "link", link=paired)["bench"] is None
    assert ask(api, "run", link=paired)["bench"]["drawing"]["pairs"] == [[0, 1]]


def test_a_run_without_a_round_says_why_and_what_mends_it() -> None:
    api, link = PlaygroundApi(), link_of("scenario:lemma-2")
    opened = ask(api, "link", link=link)["link"]
    bench = ask(api, "run", link=opened)["bench"]
    assert "RB-D halted: α is undefined in round 1" in bench["says"] and "Switch a dot" in bench["says"]
    ((_, name, value),) = bench["remedies"]
    mended = ask(api, "change", link=opened, name=name, value=value)["link"]
    assert ask(api, "run", link=mended)["bench"]["says"] == ""


def test_other_data_become_a_table_or_stay_on_watch() -> None:
    assert is_here(link_of("scenario:lemma-3")) and not is_here(link_of("bundled:wine"))
    name, _, state, messages = read(link_of("bundled:wine"))
    assert table_of(str(state["data"])) == EXAMPLE and "Open these data in Watch" in messages[0]
    shelf = dict(starts("workbench"))["Workbench"]
    assert [title for _, title in shelf] == list(STARTS)
    assert all(is_here(link) for link, _ in shelf)


def test_an_answer_is_flipped_on_watch_where_the_data_are_a_table() -> None:
    api = PlaygroundApi()
    link = written("watch", State(data=source(EXAMPLE), alg=("rb-d", "rb-c"), rounds=4))
    assert "cannot be flipped" in ask(api, "flip", link=link, cell="0:2")["refused"], "there is no run yet"
    assert ask(api, "run", link=link)["flips"]
    other = ask(api, "flip", link=link, cell="0:2")["link"]
    found = table_of(str(read(other)[2]["data"]))
    assert other.startswith("watch?") and found.rankers == EXAMPLE.flipped("h1", 2).rankers
    assert sorted(found.pairs) == sorted(EXAMPLE.pairs)
    assert not ask(api, "run", link="watch?data=bundled:wine&alg=rb-d&rounds=3")["flips"]
