"""One algorithm several times on the stage: in the link, the sidebar and the run; old links mean what they meant."""

import pytest
from helpers.pages import app, shown_state, widget
from hypothesis import given
from hypothesis import strategies as st

from rankviz.engine.algorithms.contenders import contender, marks_of
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.run_spec import of_state, to_state
from rankviz.ui.state.state import MAX_ALGORITHMS, State

TWICE = ("rb-d:undefined=cap", "rb-d:undefined=halt", "kernel-gd:loss=hinge")


@given(st.lists(st.sampled_from([*ALGORITHMS, "nobody"]), max_size=8))
def test_a_link_of_plain_names_is_read_as_ever(names: list[str]) -> None:
    state, _ = from_link({"data": "bundled:wine", "alg": ",".join(names)})
    known = tuple(name for name in ALGORITHMS if name in names)[:MAX_ALGORITHMS]
    assert state["alg"] == (known or State()["alg"]) == state.algorithms()


def test_a_link_names_one_algorithm_twice_and_says_so_again() -> None:
    state, said = from_link({"data": "bundled:wine", "alg": ",".join(TWICE)})
    assert not said and state["alg"] == TWICE and state.algorithms() == ("rb-d", "kernel-gd")
    link = to_link(state, whole=True)
    assert link["alg"] == ",".join(TWICE) and from_link(link) == (state, [])
    spec = of_state(state, "bundled:wine")
    assert spec.algorithms == TWICE and to_state(spec) == state.but(t=0)


def test_order_and_repetition_make_no_other_state() -> None:
    one = State(alg=("rb-plus", "rb-d:cap=4:undefined=cap", "rb-d"))
    other = State(alg=("rb-d:undefined=cap:cap=4", "rb-d", "rb-plus", "rb-d"))
    assert one["alg"] == ("rb-d:cap=4:undefined=cap", "rb-d", "rb-plus")
    assert set(one["alg"]) == set(other["alg"])


@pytest.mark.parametrize(
    "text",
    [
        "rb-d:undefined=never",
        "rb-d:frobnicate=1",
        "rb-d:cap=1e999",
        "rb-d:cap=nan",
        "rb-d:",
        ":",
        "rb-d::=" * 9,
    ],
)
def test_a_contender_that_is_none_is_dropped_in_a_sentence(text: str) -> None:
    state, said = from_link({"data": "bundled:wine", "alg": f"rb-c,{text}"})
    assert state["alg"] == ("rb-c",) and len(said) == 1


def test_a_branch_leaves_the_contender_it_names() -> None:
    link = {"data": "scenario:lemma-1", "alg": TWICE[0], "rounds": "10", "fork": f"{TWICE[0]}:2:alpha=0.5"}
    state, said = from_link(link)
    assert not said and state["fork"] == link["fork"]
    gone, said = from_link(link | {"alg": "rb-d"})
    assert gone["fork"] == "" and said


def test_the_sidebar_shows_each_run_and_adds_another() -> None:
    test = app(data="scenario:lemma-1", alg=TWICE[0], rounds="10")
    assert not test.error and shown_state(test)["alg"] == (TWICE[0],)
    test.selectbox(key="again-rb-d").select_index(1).run()
    test.selectbox(key="again-value-undefined").select("limit").run()
    test.button(key="again-add").click().run()
    assert not test.error
    assert shown_state(test)["alg"] == (TWICE[0], "rb-d:undefined=limit")
    assert "undefined=limit" in str(test.query_params["alg"])
    assert widget(test, "button_group", "alg").value == [TWICE[0], "rb-d:undefined=limit"]


@given(st.lists(st.sampled_from(list(ALGORITHMS)), min_size=1, max_size=MAX_ALGORITHMS))
def test_no_two_runs_have_one_colour_or_mark(names: list[str]) -> None:
    found = marks_of(names)
    assert len({mark.slot for mark in found}) == len({mark.symbol for mark in found}) == len(names)
    assert all(found[names.index(name)] is ALGORITHMS[name].mark for name in names)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("rb-plus", "RB+"),
        ("rb-plus-optimal", "RB+ opt"),
        ("smooth-margin", "Smooth"),
        ("kernel-gd", "Kernel"),
        ("push", "P-norm push"),
        ("qbrank:pair_loss=listwise", "QBRank listwise"),
        ("rb-d:undefined=cap", "RB-D capped"),
        ("rb-d:undefined=cap:cap=4", "RB-D (cap 4, capped α)"),
    ],
)
def test_a_short_name_says_of_one_parameter_the_value_alone(text: str, short: str) -> None:
    assert contender(text, {}).short == short


def test_a_policy_is_named_in_words_on_the_screen_and_by_its_value_in_files() -> None:
    found = [contender(f"rb-d:undefined={policy}", {}) for policy in ("halt", "infinite")]
    assert [each.on_screen for each in found] == ["RB-D, stops", "RB-D, infinite α"]
    assert [each.label for each in found] == ["RB-D (undefined halt)", "RB-D (undefined infinite)"]
    assert contender("rb-c:weak=regions", {}).on_screen == "RB-C (weak regions)"
    assert contender("kernel-gd:step=1.5", {}).on_screen == "Kernel GD, γ = 1.5"
