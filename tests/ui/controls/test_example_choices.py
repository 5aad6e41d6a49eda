"""What an example chose for its own data does not follow to other data; what the visitor chose does."""

import pytest
from helpers.pages import ITEMS, app, labelled, shown_state, upload, widget, words

from rankviz.ui.presets.preset import GLANCE, OF_OWN_DATA
from rankviz.ui.serving import visitors
from rankviz.ui.state.state import State


def with_family(test, family: str) -> State:
    widget(test, "selectbox", "family").set_value(family).run()
    assert not test.error
    return shown_state(test)


def test_the_opening_leaves_its_rounds_share_and_look_behind() -> None:
    test = app()
    assert shown_state(test)["rounds"] == 12 and shown_state(test)["holdout"] == 0
    state = with_family(test, "bundled")
    assert (state["rounds"], state["holdout"], state["look"]) == (60, 25, GLANCE)
    assert widget(test, "number_input", "rounds").value == 60
    assert widget(test, "slider", "holdout").value == 25


@pytest.mark.parametrize("page", [None, "pages/data.py"])
def test_an_upload_begins_with_the_usual_rounds_and_share(page, monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    test = upload(app(page), "table", "mine.csv", ITEMS)
    state = shown_state(test)
    assert (state["rounds"], state["holdout"], state["look"]) == (60, 25, OF_OWN_DATA)
    assert "held out" in words(test.sidebar, "caption")


def test_queries_of_unequal_size_are_told_where_the_draw_takes_most_of_the_pairs(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    lines = [f"{i % 3} qid:1 1:{i}" for i in range(40)]
    lines += [f"{i % 2} qid:{q} 1:{i}" for q in (2, 3, 4) for i in range(4)]
    test = upload(app(), "letor", "uneven.txt", "\n".join(lines).encode())
    seed = widget(test, "number_input", "seed")
    told = [words(seed.set_value(value).run().sidebar, "caption") for value in range(8)]
    assert any(
        "These 1 of 4 queries have 98% of the pairs; “Stratified by pairs” or another seed draws others."
        in each
        for each in told
    )
    assert any("of the pairs; another seed" not in each for each in told)


def test_small_data_whose_cells_are_put_right_later_are_learned_from_whole(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    small = b"item,x,grade\na,1,2\nb,2,\nc,3,1\nd,4,0\n"
    test = upload(app(), "table", "small.csv", small)
    assert "2 of 4" not in test.error[0].value and "the cell is empty" in test.error[0].value
    labelled(test.toggle, "Leave out what cannot be used").set_value(True).run()
    assert not test.error
    assert shown_state(test)["holdout"] == 0
    assert "nothing is held out" in words(test.sidebar, "caption")


def test_rounds_that_the_visitor_chose_stay() -> None:
    test = app()
    widget(test, "number_input", "rounds").set_value(30).run()
    assert with_family(test, "bundled")["rounds"] == 30


def test_the_policy_and_the_tiles_of_a_moment_stay_with_it() -> None:
    look = "tiles:losses,curves:r1.bound,ring:losses"
    test = app(
        data="scenario:lemma-1", alg="rb-d,rb-plus", undefined="infinite", rounds="2", t="2", look=look
    )
    state = with_family(test, "synthetic")
    assert (state["undefined"], state["rounds"], state["look"]) == ("halt", 60, GLANCE)
    assert state["alg"] == ("rb-d", "rb-plus")


def test_a_link_of_ones_own_keeps_all_that_it_chose() -> None:
    test = app(data="synthetic:moons", alg="rb-d,rb-c", rounds="33", holdout="10", look="tiles:losses")
    state = with_family(test, "bundled")
    assert (state["rounds"], state["holdout"], state["look"]) == (33, 10, "tiles:losses")


def test_wine_begins_with_a_task_that_makes_sense_and_its_links_mean_what_they_meant() -> None:
    test = app()
    with_family(test, "bundled")
    widget(test, "selectbox", "bundled").set_value("wine").run()
    assert "by=alcohol" in shown_state(test)["data"] and not test.error
    assert "by" not in shown_state(app(data="bundled:wine?items=40"))["data"]
