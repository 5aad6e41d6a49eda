"""The example of eight places: counted by brute force, readable by name, and without a case that has no answer."""

from dataclasses import replace

import numpy as np
import pytest

import rankviz
from rankviz.engine.data import sources
from rankviz.engine.data.builtin import inline
from rankviz.engine.data.builtin.places_to_stay import OFFERS, PLACES
from rankviz.engine.data.sources import load
from rankviz.engine.errors import DataError

SOURCE = "scenario:places-to-stay"


def counted(offer: int) -> tuple[int, int, int]:
    """Pairs that an offer puts right, ties and reverses, from the constants alone."""
    said = [
        int(above[offer]) - int(below[offer])
        for _, more, above in PLACES
        for _, less, below in PLACES
        if more > less
    ]
    return said.count(1), said.count(0), said.count(-1)


def test_the_example_has_the_values_of_the_table_of_places():
    problem = load(SOURCE)
    assert (problem.n_items, problem.n_features, problem.n_pairs) == (8, 5, 24)
    assert problem.binary and problem.source == SOURCE
    assert problem.item_ids == tuple(name for name, _, _ in PLACES)
    assert list(problem.grades) == [stars for _, stars, _ in PLACES]
    assert ["".join(f"{bit:g}" for bit in row) for row in problem.X] == [bits for _, _, bits in PLACES]


def test_names_of_the_example_fit_a_small_tile():
    problem = load(SOURCE)
    assert problem.title == "Eight places to stay"
    assert all(len(name) <= 14 for name in (*problem.item_labels, *problem.feature_names))
    assert len({bits for _, _, bits in PLACES}) == len(PLACES), "two places are alike in everything"


def test_breakfast_ties_half_of_the_pairs_and_every_ranker_errs():
    assert counted(OFFERS.index("breakfast")) == (9, 12, 3)
    for offer in range(len(OFFERS)):
        right, _, wrong = counted(offer)
        assert right > wrong > 0


def test_the_three_algorithms_begin_alike_part_at_once_and_the_one_that_counts_ties_ends_best():
    trace = rankviz.trace(load(SOURCE), ("rb-d", "rb-c", "rb-plus"), rounds=12)
    runs = trace.runs
    assert [run.n_rounds for run in runs] == [12, 12, 12]
    for run in runs:
        assert np.isfinite(run.alpha).all() and (run.alpha > 0).all()
        assert all(
            np.isfinite(run.metrics[name]).all() for name in ("r1", "r2", "log_e1", "log_e2", "log_bound")
        )
    assert {trace.pool.label(int(run.ranker[0])) for run in runs} == {"breakfast"}
    assert [run.alpha[0] for run in runs] == pytest.approx(
        [0.5 * np.log(9 / 3), *[0.5 * np.log((9 + 6) / (3 + 6))] * 2]
    )
    assert len({tuple(run.ranker[:3]) for run in runs}) == 3
    assert [run.metrics["r1"][-1] for run in runs] == pytest.approx([9 / 24, 8 / 24, 6 / 24])
    assert [run.metrics["r2"][-1] for run in runs] == pytest.approx([9 / 24, 7 / 24, 6 / 24])
    orders = {tuple(np.argsort(-np.round(trace.scores(run, 12), 9), kind="stable")) for run in runs}
    assert len(orders) == 3


def test_a_place_whose_answer_is_flipped_keeps_the_names_of_what_is_offered():
    """In a SOURCE the rankers are h1 to h5, and `names` says what they are called."""
    problem = load("scenario:places-to-stay")
    table = inline.of_problem(problem)
    flipped = table.flipped("sea view", 2)
    source = sources.Source("inline", "", flipped.options()).text
    again = load(source)
    assert again.feature_names == problem.feature_names and inline.of_problem(again) == flipped
    assert np.argwhere(again.X != problem.X).tolist() == [[2, 1]]
    assert "names" not in inline.EXAMPLE.options(), "a link of before is written as it was"


def test_names_like_those_of_a_source_keep_their_order():
    """The order of the rankers breaks ties between them: h2 may stand before h1."""
    table = inline.Table(("a", "b"), (("h2", (1, 0)), ("h1", (0, 1))), pairs=(("a", "b"),))
    assert inline.read(table.options()) == table
    assert "names" not in replace(table, rankers=table.rankers[:1]).options()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("wifi", "1 name for 2 weak rankers"),
        ("wifi,wifi", "Two weak rankers"),
        ("wifi,a<b", "cannot be called"),
    ],
)
def test_names_that_do_not_fit_are_refused_in_words(names: str, said: str):
    with pytest.raises(DataError, match=said):
        load(f"inline:?items=a,b&h1=10&h2=01&grades=2,1&names={names}")
