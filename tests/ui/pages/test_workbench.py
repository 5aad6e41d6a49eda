"""The workbench: inline SOURCEs, every edit, undo and redo, and the page that puts them together."""

import json

import numpy as np
import pandas as pd
import pytest
from helpers.pages import app, components, press, stage_data, words
from helpers.workbench import built, drawing, tables, undo_is_off
from hypothesis import given
from hypothesis import strategies as some
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

import rankviz
from rankviz.engine.data import sources
from rankviz.engine.data.builtin.inline import EXAMPLE, Table
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench import edits as edits
from rankviz.ui.pages.workbench.grid import frames, from_frames, typed
from rankviz.ui.pages.workbench.history import History
from rankviz.ui.pages.workbench.rounds import MOST_ROUNDS, rounds
from rankviz.ui.pages.workbench.tools import STARTS
from rankviz.ui.pages.workbench.written import source, table_of

PLANE = Table(
    ("a", "b", "c"), features=(("x", (1.0, 2.0, 3.0)), ("y", (0.0, 5.0, 9.5))), grades=(2.0, 1.0, 0.0)
)
GRADED = table_of("inline:?items=a,b,c,d&h1=1001&h2=0011&grades=2,1,1,0")
OF_TABLES = (
    edits.add_item, edits.more_columns, edits.fewer_columns, edits.as_rankers, edits.as_features,
    edits.by_grades, edits.by_pairs,
)  # fmt: skip


@given(tables())
@pytest.mark.slow
def test_a_table_travels_in_its_source(table):
    spec = source(table)
    assert table_of(spec) == table
    assert sources.canonical(spec) == spec
    found, said = sources.clamp_options(spec)
    assert (found.text, said) == (spec, [])
    problem = rankviz.load(spec)
    assert problem.source == spec
    assert problem.item_ids == table.items
    assert problem.n_pairs == len(edits.implied(table))


def test_a_source_as_people_write_it():
    problem = rankviz.load("inline:?items=a,b,c&h1=110&h2=011&pairs=a>b,b>c")
    assert problem.binary and problem.feature_names == ("h1", "h2")
    assert problem.pairs.tolist() == [[0, 1], [1, 2]]
    assert problem.X.T.tolist() == [[1, 1, 0], [0, 1, 1]]
    graded = rankviz.load("inline:?items=Ada, Bo&x=1.5,-2&grades=1,0")
    assert graded.item_ids == ("Ada", "Bo") and not graded.binary and graded.n_pairs == 1
    cycle = rankviz.load("inline:?items=a,b&h1=10&pairs=a>b,b>a")
    assert cycle.has_cycle()
    assert rankviz.trace(cycle, "rb-d", rounds=3).runs[0].n_rounds == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("items=a", "is 1 item"),
        ("h1=10&pairs=a>b", "are 0 items"),
        ("items=a,b,c,d,e,f,g,h,i,j,k&h1=10101010101&pairs=a>b", "are 11 items"),
        ("items=a,a&h1=10&pairs=a>b", 'called "a"'),
        ("items=a,&h1=10&pairs=a>b", "cannot be called"),
        ("items=a,b>c&h1=10&pairs=a>b", "cannot be called"),
        (f"items=a,{'b' * 17}&h1=10&pairs=a>b", "1 to 16 letters"),
        ("items=a,b&h1=1&pairs=a>b", "h1 has 1 values for 2 items"),
        ("items=a,b&h1=12&pairs=a>b", "0 and 1"),
        ("items=a,b&h1=10", "Nothing says which"),
        ("items=a,b&pairs=a>b", "nothing to rank by"),
        ("items=a,b&h1=10&x=1,2&pairs=a>b", "not both"),
        ("items=a,b&h1=10&pairs=a>b&grades=1,0", "one of the two"),
        ("items=a,b&h1=10&grades=1,1", "no critical pair"),
        ("items=a,b&h1=10&grades=1,x", "is not a number"),
        ("items=a,b&x=nan,1&pairs=a>b", "is not a number"),
        ("items=a,b&x=1e9,1&pairs=a>b", "−1000 to 1000"),
        ("items=a,b&x=,1&pairs=a>b", "is not a number"),
        ("items=a,b&h1=10&pairs=a<b", "is not a pair"),
        ("items=a,b&h1=10&pairs=a>c", 'names "c"'),
        ("items=a,b&h1=10&pairs=a>a", "above itself"),
        ("items=a,b&h1=10&pairs=a>b,a>b", "appears twice"),
        ("items=a,b&h6=10&pairs=a>b", "no option"),
    ],
)
def test_nonsense_is_told_in_a_sentence(options, words):
    with pytest.raises(DataError) as caught:
        rankviz.load(f"inline:?{options}")
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


@given(some.text(max_size=60))
def test_any_text_is_a_problem_or_one_sentence(text):
    try:
        rankviz.load(f"inline:?{text}")
    except DataError as error:
        assert str(error).count("\n") == 0


@given(tables(), some.data())
def test_edits_keep_a_table_whole(table, data):
    """Whatever is done to a table that can be run, its columns fit its items."""
    items = some.sampled_from(table.items)
    a, b = data.draw(items), data.draw(items)
    what = data.draw(some.sampled_from([*edits.EDITS, *OF_TABLES]))
    try:
        if callable(what):
            after = what(table)
        else:
            to = {"rename": "z", "grade": 2.5}.get(what, [1.0, 2.0])
            asked = {"do": what, "higher": a, "lower": b, "item": a, "ranker": "h1", "to": to}
            after = edits.apply(table, asked)
        after.check()
    except DataError:
        return
    assert table_of(source(after)) == after


def test_each_edit_does_what_it_says():
    assert edits.toggle(EXAMPLE, "h1", "c").rankers[0] == ("h1", (1, 1, 1, 1))
    assert edits.toggle(edits.toggle(EXAMPLE, "h2", "a"), "h2", "a") == EXAMPLE
    assert ("d", "a") in edits.add_pair(EXAMPLE, "d", "a").pairs
    assert edits.add_pair(EXAMPLE, "a", "b") == EXAMPLE
    flipped = edits.flip_pair(EXAMPLE, "a", "b")
    assert ("b", "a") in flipped.pairs and ("a", "b") not in flipped.pairs
    assert ("a", "b") not in edits.remove_pair(EXAMPLE, "a", "b").pairs
    assert edits.add_item(EXAMPLE).items == ("a", "b", "c", "d", "e")
    named = edits.rename(EXAMPLE, "a", " Ada ")
    assert named.items[0] == "Ada" and named.pairs[0] == ("Ada", "b") and named.rankers == EXAMPLE.rankers
    gone = edits.remove_item(EXAMPLE, "b")
    assert gone.items == ("a", "c", "d") and all("b" not in pair for pair in gone.pairs)
    assert edits.move(PLANE, "b", [7, 8]).features == (("x", (1.0, 7.0, 3.0)), ("y", (0.0, 8.0, 9.5)))
    assert edits.grade(PLANE, "b", 7).grades == (2.0, 7.0, 0.0)
    assert edits.by_pairs(PLANE).pairs == (("a", "b"), ("a", "c"), ("b", "c"))
    assert edits.as_rankers(PLANE).rankers[0] == ("h1", (0, 0, 1))


@pytest.mark.parametrize(
    "edit",
    [None, {}, {"do": "jump"}, {"do": "pair"}, {"do": "move", "item": "a"}, {"do": "flip"}]
    + [{"do": "grade", "item": "a", "to": 2}, {"do": "grade", "item": "a", "to": "high"}],
)
def test_a_strange_edit_is_refused(edit):
    with pytest.raises(DataError):
        edits.apply(EXAMPLE, edit)


def test_undo_and_redo():
    kept = History()
    kept.put(edits.toggle(kept.now, "h1", "a"))
    kept.put(edits.add_item(kept.now))
    last = kept.now
    kept.undo()
    kept.undo()
    assert kept.now == EXAMPLE
    kept.undo()
    assert kept.now == EXAMPLE
    kept.redo()
    kept.redo()
    assert kept.now == last
    kept.undo()
    kept.put(edits.remove_pair(kept.now, "a", "b"))
    kept.redo()
    assert ("a", "b") not in kept.now.pairs and not kept.future


@given(tables())
@pytest.mark.slow
def test_the_grids_say_the_table(table):
    assert from_frames(table, *frames(table)) == table


def test_rows_added_and_renamed_in_the_grids():
    items, pairs = frames(EXAMPLE)
    items = items.astype(object)
    items.loc[len(items)] = [None, None, True, None]
    added = from_frames(EXAMPLE, items, pairs)
    assert added.items == ("a", "b", "c", "d", "e") and added.rankers[1] == ("h2", (1, 0, 1, 0, 1))
    items, pairs = frames(EXAMPLE)
    items.loc[0, "item"] = "Ada"
    renamed = from_frames(EXAMPLE, items, pairs)
    assert renamed.items[0] == "Ada" and renamed.pairs[0] == ("Ada", "b")
    items, pairs = frames(EXAMPLE)
    fewer = from_frames(EXAMPLE, items.drop(index=1), pairs)
    assert fewer.items == ("a", "c", "d") and fewer.pairs == (("a", "c"), ("c", "d"))
    pairs = pd.concat([pairs, pd.DataFrame({"above": ["d"], "below": [None]})], ignore_index=True)
    assert from_frames(EXAMPLE, items, pairs).pairs == EXAMPLE.pairs


@pytest.mark.parametrize("name", list(STARTS))
def test_what_one_may_begin_with(name):
    begin = STARTS[name]
    table = table_of(begin)
    edits.check(table)
    if begin.startswith("scenario:"):
        mine, theirs = table.problem(), rankviz.load(begin)
        for built, given_ in zip(
            *(rankviz.trace(p, "rb-c", rounds=4).runs for p in (mine, theirs)), strict=True
        ):
            assert built.alpha.tolist() == given_.alpha.tolist()


def test_large_data_stay_in_watch():
    with pytest.raises(DataError, match="up to 10 items, .*Open these data in Watch"):
        table_of("bundled:wine")


def test_an_empty_table_comes_back_from_its_link():
    test = workbench(data=STARTS["An empty table"])
    assert not test.error and not test.warning
    assert drawing(test)["items"] == ["a", "b", "c"] and drawing(test)["pairs"] == []


def workbench(**link: str) -> AppTest:
    return app("pages/workbench.py", **link)


def test_the_page_opens_with_the_example_in_its_link():
    test = workbench()
    assert not test.error and not test.warning
    assert built(test) == EXAMPLE and not test.info, "a run with rounds needs no words"


def test_buttons_edit_and_undo():
    test = workbench()
    press(test, "Item")
    assert built(test).items == ("a", "b", "c", "d", "e")
    press(test, "Undo")
    assert built(test) == EXAMPLE
    press(test, "Redo")
    assert len(built(test).items) == 5
    press(test, "Order items by grades")
    assert built(test).grades is not None
    press(test, "Describe items by a feature")
    assert [name for name, _ in built(test).features] == ["x"]
    press(test, "Where negative α helps")
    assert len(built(test).items) == 6


def type_in(test: AppTest, grid: int, **edits: object) -> None:
    """Type into the grid of the items (0) or of the pairs (1), as the browser sends it."""
    states = test._tree.get_widget_states()
    nothing = {"edited_rows": {}, "added_rows": [], "deleted_rows": []}
    text = json.dumps({**nothing, **edits})
    states.widgets.append(WidgetState(id=test.data_editor[grid].proto.id, string_value=text))
    test._run(states)


def all_show(test: AppTest, table: Table) -> None:
    """The drawing, both grids, the address and the run are of one table."""
    drawn = drawing(test)
    assert drawn["items"] == list(table.items)
    assert [tuple(ranker["bits"]) for ranker in drawn["rankers"]] == [bits for _, bits in table.rankers]
    assert [tuple(table.items[i] for i in pair) for pair in drawn["pairs"]] == list(table.pairs)
    for grid, frame in zip(test.data_editor, frames(table), strict=True):
        assert (
            typed(grid.value, test.session_state[grid.key]).to_numpy().tolist() == frame.to_numpy().tolist()
        )
    assert built(test) == table
    assert drawn["run_url"] == stage_data(test)["run_url"] and drawn["runs"]
    again = {name: text for name, text in test.query_params.items() if name in ("data", "rounds")}
    assert stage_data(test)["run_url"] == stage_data(workbench(**again))["run_url"]


@pytest.mark.parametrize("table", [EXAMPLE, PLANE, GRADED])
def test_the_drawing_has_each_round_of_each_run(table):
    """Its picks, weights and scores are the engine's, in the drawing's own order of pairs and items."""
    trace = rankviz.trace(table.problem(), ["rb-c", "rb-plus"], rounds=5)
    names, made = trace.problem.item_ids, edits.implied(table)
    order = [[(names[a], names[b]) for a, b in trace.problem.pairs].index(pair) for pair in made]
    for drawn, run in zip(rounds(table, trace), trace.runs, strict=True):
        assert (drawn["rounds"], len(drawn["weights"])) == (run.n_rounds, run.n_rounds + 1)
        for t in range(run.n_rounds + 1):
            weights = trace.weights(run, t)[order] * len(made)
            assert drawn["weights"][t] == pytest.approx(weights, rel=1e-3)
            assert drawn["scores"][t] == pytest.approx(trace.scores(run, t), rel=1e-3)
            low, high = drawn["reach"][t]
            assert low <= min(drawn["scores"][t]) and max(drawn["scores"][t]) <= high
            assert max(drawn["weights"][t]) <= drawn["most"]
        for pick, ranker in zip(drawn["picks"], run.ranker.tolist(), strict=True):
            assert pick["text"].startswith(trace.pool.label(ranker))
            _, column = (table.rankers or table.features)[pick["column"]]
            cut = 0 if pick["threshold"] is None else pick["threshold"]
            assert [value > cut for value in column] == trace.pool.output(ranker).astype(bool).tolist()


def test_the_drawing_names_an_infinite_weight():
    problem = sources.load("scenario:lemma-1?n=2")
    trace = rankviz.trace(problem, ["rb-d:undefined=infinite", "rb-d:undefined=limit"], 4)
    for drawn, run in zip(rounds(GRADED, trace), trace.runs, strict=True):
        texts = [pick["text"] for pick in drawn["picks"]]
        assert [text.endswith("α = ∞") for text in texts] == [
            bool(undefined) for undefined in np.isnan(run.alpha)
        ]
        assert "nan" not in json.dumps(drawn).lower()


def test_the_drawing_of_held_out_items_and_of_long_runs_has_no_more_than_there_is():
    table = table_of("inline:?grades=5,4,3,2,1,0&h1=110010&h2=101000&items=a,b,c,d,e,f")
    trace = rankviz.trace(table.problem(), ["rb-c"], rounds=MOST_ROUNDS + 50, holdout=0.34)
    (drawn,) = rounds(table, trace)
    there = set(trace.problem.item_ids)
    assert [score is not None for score in drawn["scores"][0]] == [name in there for name in table.items]
    assert [weight is not None for weight in drawn["weights"][0]] == [
        {a, b} <= there for a, b in edits.implied(table)
    ]
    assert len(drawn["picks"]) == min(MOST_ROUNDS, drawn["rounds"])


def test_what_is_typed_shows_everywhere_at_once_and_is_undone():
    """No view of the table lags behind another, whichever grid it was typed into."""
    test = workbench()
    all_show(test, EXAMPLE)
    assert undo_is_off(test)
    grid = test.data_editor[0].proto.id
    type_in(test, 0, edited_rows={"2": {"h1": True}})
    ticked = edits.toggle(EXAMPLE, "h1", "c")
    all_show(test, ticked)
    assert test.data_editor[0].proto.id == grid, "the cursor stays in the grid"
    type_in(test, 0, edited_rows={"2": {"h1": True}, "0": {"item": "Ada"}})
    named = edits.rename(ticked, "a", "Ada")
    all_show(test, named)
    type_in(test, 1, added_rows=[{"above": "d", "below": "Ada"}])
    paired = edits.add_pair(named, "d", "Ada")
    all_show(test, paired)
    type_in(test, 0, edited_rows={"2": {"h1": True}, "0": {"item": "Ada"}}, added_rows=[{}])
    all_show(test, edits.add_item(paired))
    for before in (paired, named, ticked, EXAMPLE):
        press(test, "Undo")
        all_show(test, before)
    assert undo_is_off(test)


def test_what_cannot_be_is_said_and_not_taken():
    test = workbench()
    type_in(test, 0, edited_rows={"0": {"item": "b"}})
    assert "Two items are called" in words(test, "warning")
    all_show(test, EXAMPLE)
    assert undo_is_off(test)
    type_in(test, 1, added_rows=[{"above": "d"}])
    assert built(test) == EXAMPLE and undo_is_off(test), "a pair of one item says nothing yet"


def test_the_last_pair_can_go_and_an_empty_table_be_filled():
    test = workbench(data="inline:?items=a,b&h1=10&pairs=a>b")
    type_in(test, 1, deleted_rows=[0])
    assert drawing(test)["pairs"] == [] and not undo_is_off(test)
    assert "nothing to learn" in words(test, "info") and not components(test, "rankviz_stage")
    press(test, "Undo")
    all_show(test, table_of("inline:?items=a,b&h1=10&pairs=a>b"))
    press(test, "An empty table")
    assert drawing(test)["pairs"] == [] and len(drawing(test)["items"]) == 3
    type_in(test, 1, added_rows=[{"above": "a", "below": "b"}])
    all_show(test, table_of("inline:?items=a,b,c&h1=000&pairs=a>b"))


CYCLE = "inline:?items=a,b,c,d&h1=1100&h2=0110&h3=0011&pairs=a>b,b>c,c>d,d>a"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (CYCLE, "every δ is 0"),
        ("inline:?items=a,b,c&h1=100&pairs=a>b,a>c", "reverses no pair"),
        ("inline:?items=a,b&h1=10&pairs=a>b", "reverses no pair"),
        ("inline:?items=a,b,c&h1=111&h2=111&pairs=a>b,b>c", "every δ is 0"),
    ],
)
def test_a_run_without_a_round_says_why_and_what_to_change(data, why):
    test = workbench(data=data)
    (said,) = (box.value.replace("\\", "") for box in test.info)
    assert "in round 1" in said or "before round 1" in said
    assert why in said and "Switch a dot, or add or flip a pair" in said
    if why == "reverses no pair":
        press(test, "Let this ranker decide first")
        assert not test.info and test.query_params["undefined"] in ("limit", ["limit"])


def test_a_link_with_a_challenge_shows_its_conditions():
    test = workbench(challenge="no-difference")
    assert "each of 5 rounds" in words(test, "markdown")
    assert test.query_params["challenge"] in ("no-difference", ["no-difference"])


def test_a_challenge_that_asks_for_a_stop_gives_no_advice_against_it():
    test = workbench(challenge="stop-early", data="inline:?items=a,b&h1=10&pairs=a>b")
    assert not test.info and "It stopped before its first round" in words(test, "markdown")


def test_a_link_with_large_data_is_said_and_the_example_stays():
    test = workbench(data="bundled:wine")
    assert "up to 10 items" in words(test, "warning")
    assert built(test) == EXAMPLE


@pytest.mark.slow
def test_the_workbench_leaves_the_choices_of_watch_alone():
    test = app(data="scenario:lemma-1")
    test.query_params.clear()  # as the browser does on the way to another page
    test.switch_page("pages/workbench.py").run()
    press(test, "Item")
    test.query_params.clear()
    test.switch_page("pages/watch.py").run()
    assert test.session_state["state"]["data"] == "scenario:lemma-1"
    assert not test.error and not test.warning


@pytest.mark.slow
def test_a_link_from_another_page_to_the_same_run_is_followed_whole():
    """Also where it differs in its round and its look alone, which the stage writes by itself."""
    test = app(data="scenario:lemma-1", rounds="6")
    test.query_params.clear()
    test.switch_page("pages/workbench.py").run()
    test.query_params.update({"data": "scenario:lemma-1", "rounds": "6", "t": "4", "look": "tiles:losses"})
    test.switch_page("pages/watch.py").run()
    state = test.session_state["state"]
    assert (state["data"], state["t"], state["look"]) == ("scenario:lemma-1", 4, "tiles:losses")


def test_the_tiles_in_the_link_are_on_the_stage_and_stay_with_an_edit():
    """What the stage writes in the address is what a reload opens."""
    test = workbench(look="tiles:losses,log:1")
    assert not test.warning
    assert stage_data(test)["settings"]["look"] == "tiles:losses,log:1" and stage_data(test)["looks"]
    press(test, "Item")
    assert stage_data(test)["settings"]["look"] == "tiles:losses,log:1"
    assert test.query_params["look"] in ("tiles:losses,log:1", ["tiles:losses,log:1"])
