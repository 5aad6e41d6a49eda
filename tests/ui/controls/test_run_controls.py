"""The widgets of a run: algorithms that are lit are those that run, and what a held-out share takes, in pairs."""

import pytest
from helpers.pages import app, shown_state, upload, widget, words

import rankviz
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.ui.serving import visitors
from rankviz.ui.state.session import WIDGET

SMALL, LARGE = (
    b"item,x,y,grade\n" + b"".join(b"s%d,%d,%d,%d\n" % (i, i * 3 % 7, i * i % 5, i % 3) for i in range(n))
    for n in (9, 40)
)


SIX = ["rb-d", "rb-c", "rb-plus", "gbt", "qbrank", "rb-plus-optimal"]


def lit(test) -> list[str]:
    return sorted(test.pills(key=f"{WIDGET}alg").value)


def beside(test) -> str:
    return words(test.sidebar, "caption")


@pytest.mark.parametrize(
    ("picked", "runs", "sentence"),
    [
        (SIX, 6, ""),
        ([*ALGORITHMS][:7], 3, "At most 6 algorithms run side by side"),
        ([*SIX, "adaboost"], 3, "Remove one first"),
        ([], 3, "At least one algorithm has to run"),
    ],
)
def test_the_highlighted_algorithms_are_those_that_run(picked: list[str], runs: int, sentence: str) -> None:
    test = app(rounds="5")
    test.pills(key=f"{WIDGET}alg").set_value(picked).run()
    assert not test.error
    assert lit(test) == sorted(shown_state(test)["alg"])
    assert len(lit(test)) == runs
    assert (sentence in beside(test)) if sentence else ("side by side." not in beside(test))
    test.run()
    assert lit(test) == sorted(shown_state(test)["alg"])
    assert "Remove one first" not in beside(test)


def test_who_scores_items_of_pairs_is_offered_where_pairs_are_listed_or_where_chosen() -> None:
    of_items = {name for name, entry in ALGORITHMS.items() if entry.of_items}
    labels = {ALGORITHMS[name].label for name in of_items}
    votes = app(data="synthetic:arena?battles=200&models=4", alg="rb-d,elo", rounds="5")
    assert labels <= set(votes.pills(key=f"{WIDGET}alg").options)
    grades = app(data="bundled:wine", alg="rb-d,rb-c", rounds="5")
    assert not labels & set(grades.pills(key=f"{WIDGET}alg").options)
    chosen = app(data="bundled:wine", alg="rb-d,elo", rounds="5")
    assert labels & set(chosen.pills(key=f"{WIDGET}alg").options) == {"Elo"}
    assert lit(chosen) == ["elo", "rb-d"]


def test_an_illegal_choice_goes_back_to_the_last_legal_one() -> None:
    test = app(rounds="5")
    for picked in (["rb-plus"], [], ["rb-plus", "qbrank"], [*ALGORITHMS][:7]):
        test.pills(key=f"{WIDGET}alg").set_value(picked).run()
    assert lit(test) == sorted(shown_state(test)["alg"]) == ["qbrank", "rb-plus"]


def test_the_share_is_said_in_pairs() -> None:
    test = app(rounds="5")
    assert "Holds out 405 of 937 pairs (43%): 43 to test on, 362 between" in beside(test)
    widget(test, "slider", "holdout").set_value(0).run()
    assert "All 937 pairs are used for training" in beside(test)


def test_queries_are_drawn_by_their_pairs_where_asked_and_a_single_query_is_not_asked() -> None:
    """Catches a switch that the caption, the run or the link does not follow, and one that does nothing."""
    test = app(data="synthetic:letor?queries=12", alg="rb-c", rounds="3", seed="1")
    before = beside(test)
    widget(test, "toggle", "stratified").set_value(True).run()
    found = rankviz.trace(
        rankviz.load("synthetic:letor?queries=12", seed=1), "rb-c", 3, seed=1, holdout=0.25, stratified=True
    )
    taken = f"Holds out {found.holdout.n_pairs:,} of {found.holdout.n_pairs + found.problem.n_pairs:,} pairs"
    assert taken in beside(test) and taken not in before
    assert test.query_params["stratified"] in ("1", ["1"])
    assert "Stratified by pairs" not in [each.label for each in app(rounds="5").toggle]


def test_a_share_between_whole_percents_comes_with_a_link_and_its_slider_moves_on() -> None:
    test = app(rounds="5", holdout="12.5")
    assert shown_state(test)["holdout"] == 12.5 and widget(test, "slider", "holdout").value == 12.5
    assert test.query_params["holdout"] in ("12.5", ["12.5"])
    widget(test, "slider", "holdout").set_value(15.0).run()
    assert shown_state(test)["holdout"] == 15
    widget(test, "slider", "holdout").set_value(20.1).run()
    assert shown_state(test)["holdout"] == 20.1


def test_small_data_newly_chosen_are_learned_from_whole_and_large_ones_are_not(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    test = upload(app(rounds="5"), "table", "small.csv", SMALL)
    assert not test.error
    assert shown_state(test)["holdout"] == 0 and widget(test, "slider", "holdout").value == 0
    link = dict(test.query_params)
    widget(test, "slider", "holdout").set_value(25).run()
    assert shown_state(test)["holdout"] == 25
    widget(test, "slider", "holdout").set_value(0).run()
    test.file_uploader[0].set_value(("large.csv", LARGE, "text/csv")).run()
    assert shown_state(test)["holdout"] == 25 and widget(test, "slider", "holdout").value == 25
    assert shown_state(app(**{**link, "holdout": "30"}))["holdout"] == 30


def test_small_data_on_the_data_page_too(monkeypatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    test = upload(app("pages/data.py"), "table", "small.csv", SMALL)
    assert not test.error
    assert shown_state(test)["holdout"] == 0
