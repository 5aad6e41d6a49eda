"""The drawer: each part has a name in the link, a title and something to show, and no other has one of them."""

import json

from helpers.pages import app, stage_data, words

import rankviz
from rankviz.board.figures.item_weights import READING
from rankviz.lab.ties import measure, rounds
from rankviz.ui.details.details import VIEWS
from rankviz.ui.details.parts import BY_STAGE, OF_WEAK_RANKERS, PARTS
from rankviz.ui.state.state import TABS

FIGURES = {"holdout": "0", "t": "4", "tab": "figures"}
"""A link to the tab of figures."""
ITEM_WEIGHTS, TIES, TIMES = "Weights of items", "Ties and measures", "Time of a round"


def test_every_part_has_a_name_in_the_link_a_title_and_something_to_show() -> None:
    assert list(PARTS) == [name for name in TABS if name]
    elsewhere = ("paper", "export", *BY_STAGE)  # each page has its own paper and look
    assert list(VIEWS) == [name for name in PARTS if name not in elsewhere]
    assert set(OF_WEAK_RANKERS) < set(PARTS)


def test_two_classes_have_a_map_of_d_beside_weights_of_items_and_more_grades_have_none() -> None:
    test = app(data="bundled:diabetes?grades=2&items=40", alg="rb-c,rb-plus", rounds="6", **FIGURES)
    assert READING not in {each.value for each in test.caption}
    test.button_group(key="figure").set_value(ITEM_WEIGHTS).run()
    assert READING in {each.value for each in test.caption}
    (drawn,) = test.get("plotly_chart")
    titles = [note["text"] for note in json.loads(drawn.proto.spec)["layout"]["annotations"]]
    assert [title.partition("<br>")[0] for title in titles] == ["RB-C", "RankBoost+"]
    graded = app(data="bundled:diabetes?items=40", alg="rb-c", rounds="6", **FIGURES)
    assert ITEM_WEIGHTS not in graded.button_group(key="figure").options


def test_rounds_are_timed_where_weak_rankers_are_picked() -> None:
    test = app(data="bundled:diabetes?grades=4&items=50&seed=9", alg="rb-c,rb-plus", rounds="40", **FIGURES)
    test.button_group(key="figure").set_value(TIMES).run()
    assert "the shortest of 5 times without measuring" in words(test, "caption")
    (said,) = (each.value.replace("\\", "") for each in test.markdown if "in the median" in each.value)
    assert "per round in the median" in said and "* RB-C: " in said
    assert "until S is fixed in round" in said.partition("* RankBoost+: ")[2]
    assert "Figure 1" not in words(test, "caption")
    trees = app("pages/qbrank.py", data="synthetic:single-grade", alg="gbt", rounds="40", **FIGURES)
    assert TIMES not in trees.button_group(key="figure").options


def test_the_optimal_versions_time_is_told_beside_what_the_papers_figure_1_shows() -> None:
    data = "bundled:diabetes?grades=4&items=30&seed=9"
    test = app(data=data, alg="rb-plus,rb-plus-optimal", rounds="6", **FIGURES)
    test.button_group(key="figure").set_value(TIMES).run()
    (said,) = (each.value.replace("\\", "") for each in test.caption if "Figure 1" in each.value)
    assert said.endswith("a single long round near round 30: the one that fixes S.")


def test_ties_of_graded_data_are_audited_by_round_on_held_out_items_first() -> None:
    link = {"data": "synthetic:linear?n=60&queries=6", "rounds": "8", "t": "4", "tab": "figures"}
    test = app(alg="rb-d,rb-plus", holdout="50", **link)
    test.button_group(key="figure").set_value(TIES).run()
    assert test.toggle(key="ties-held").value is True

    def told(order: str) -> list[list[float]]:
        """The values of both runs in the worst or the best order as they are drawn."""
        (drawn,) = test.get("plotly_chart")
        curves = json.loads(drawn.proto.spec)["data"]
        return [curve["y"] for curve in curves if curve["name"] == f"{order} order"]

    trace = rankviz.trace(rankviz.load(link["data"]), ["rb-d", "rb-plus"], 8, holdout=0.5)
    for held_out in (True, False):
        test.toggle(key="ties-held").set_value(held_out).run()
        for run, low, high in zip(trace.runs, told("worst"), told("best"), strict=True):
            found = rounds.by_round(trace, run, measure.read("ndcg-exp2@10"), held_out=held_out)
            assert (low, high) == (found[:, 0].tolist(), found[:, 2].tolist())
    said = words(test, "markdown")
    low, _, high, _ = rounds.by_round(trace, trace.runs[0], measure.read("ndcg-exp2@10"))[4]
    assert f"* RB-D: after round 4 NDCG@10 is between {low:.4f} and {high:.4f}, depending on how ties" in said
    pairs = app(data="scenario:lemma-3", alg="rb-d", rounds="2", tab="figures")
    assert TIES not in pairs.button_group(key="figure").options


def test_a_run_without_figures_has_no_such_part_and_its_link_opens_the_neighbour() -> None:
    """RankSVM on pairs without grades: no landscape, no audit and nothing to time."""
    test = app(data="scenario:lemma-3", alg="ranksvm", rounds="2", holdout="0", tab="figures")
    assert not test.exception
    assert "figures" not in dict(stage_data(test)["tabs"]) and stage_data(test)["tab"] == "data"
    assert test.get("dataframe")
