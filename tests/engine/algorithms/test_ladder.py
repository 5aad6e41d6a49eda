"""The ladders: places by the worth of a tie, and the worths at which two change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankviz.engine.algorithms.preference.ladder import METHODS, WORTHS, Ladder, ladder, order
from rankviz.engine.data.battles import BAD, GOOD_ENOUGH, Counts, tally
from rankviz.engine.data.builtin import arena
from rankviz.engine.data.tally import Tally

NAMED = {method.name: method for method in METHODS}


def of(counts: Counts, bad: str = "tie") -> Tally:
    return tally(counts, bad)


@pytest.fixture(scope="module")
def ladders() -> dict[str, Ladder]:
    found = of(arena.draw_battles(models=20, battles=1500, planted="all", seed=1))
    return {method.name: ladder(found, method) for method in METHODS}


@pytest.mark.parametrize("name", NAMED)
def test_places_follow_the_scores(name: str, ladders: dict[str, Ladder]) -> None:
    found = ladders[name]
    assert len(found.scores) == (len(WORTHS) if NAMED[name].moves else 1)
    for scores, places in zip(found.scores, found.places, strict=True):
        if np.isnan(scores).any():
            assert not places.any() and found.why
            continue
        assert sorted(places) == list(range(1, len(places) + 1))
        assert (np.diff(scores[np.argsort(places)]) <= 1e-9 * np.ptp(scores)).all()


@pytest.mark.parametrize("name", NAMED)
def test_the_changes_lead_from_each_order_to_the_next(name: str, ladders: dict[str, Ladder]) -> None:
    """Every pair that stands the other way around at the next worth is one change between the two, and no other."""
    found = ladders[name]
    changes = list(found.changes)
    assert [change.at for change in changes] == sorted(change.at for change in changes)
    for row in range(len(found.places) - 1):
        before, after = found.places[row], found.places[row + 1]
        if not (before.all() and after.all()):
            continue
        expected = {
            (j, i)
            for i in range(len(before))
            for j in range(len(before))
            if before[i] < before[j] and after[i] > after[j]
        }
        told = {(c.up, c.down) for c in changes if WORTHS[row] <= c.at <= WORTHS[row + 1]} & expected
        assert told == expected
        changes = [
            c for c in changes if not (WORTHS[row] <= c.at <= WORTHS[row + 1] and (c.up, c.down) in expected)
        ]
    assert not changes


def test_at_a_change_both_have_one_score(ladders: dict[str, Ladder]) -> None:
    for name in ("bradley-terry", "rb-d"):
        for change in ladders[name].changes:
            scores = NAMED[name].of(of(arena.draw_battles(models=20, battles=1500, planted="all", seed=1)))(
                change.at, None
            )
            assert scores[change.up] == pytest.approx(scores[change.down], abs=5e-4)
            assert 1 <= change.place < len(scores)
            above = int((scores > max(scores[change.up], scores[change.down]) + 5e-4).sum())
            assert change.place == above + 1


def test_where_some_have_no_score_the_ladder_says_why() -> None:
    found = of(arena.draw_battles(planted="all", seed=3))  # nobody beat "new"
    bt, rb_d, plus = (ladder(found, NAMED[name]) for name in ("bradley-terry", "rb-d", "rb-plus"))
    for each in (bt, rb_d):
        assert "nobody else ever beat new" in each.why
        assert not each.places[0].any() and each.places[1].all()
    assert plus.places.all() and not plus.why


@given(st.lists(st.sampled_from([0.0, 1.0, 2.5]), min_size=1, max_size=6))
def test_equal_scores_keep_the_order_of_the_data(scores: list[float]) -> None:
    found = order(np.array(scores)).tolist()
    assert found == sorted(range(len(scores)), key=lambda i: (-scores[i], i))


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(arena.PLANTED))
def test_both_bad_by_each_rule(seed: int, planted: str) -> None:
    counts = arena.draw_battles(models=5, battles=400, planted=planted, seed=seed)
    n, pairs = len(counts.names), len(counts.a)
    tie, drop, loss = (of(counts, bad) for bad in BAD)
    np.testing.assert_array_equal(tie.tied - drop.tied, counts.bad)
    assert loss.names == (*counts.names, GOOD_ENOUGH) and len(loss.a) == pairs + n
    np.testing.assert_array_equal(loss.won[:pairs], counts.won)
    for item in range(n):
        at = (counts.a == item) | (counts.b == item)
        k = pairs + item
        assert loss.a[k] == n and loss.b[k] == item
        assert loss.won[k] == counts.bad[at].sum()
        wins = np.where(counts.a == item, counts.won, counts.lost)
        assert loss.lost[k] == (wins + counts.tied)[at].sum()


def test_chances_are_those_of_the_scores(ladders: dict[str, Ladder]) -> None:
    found = of(arena.draw_battles(models=20, battles=1500, planted="all", seed=1))
    for method in METHODS:
        if method.chances is None:
            continue
        scores = ladders[method.name].scores
        chances = method.chances(scores[:, 0] - scores[:, 5], found)
        assert chances.shape == (len(scores), 3)
        np.testing.assert_allclose(chances.sum(axis=1), 1)
    decided = NAMED["bradley-terry"].chances
    assert decided is not None
    np.testing.assert_allclose(decided(np.array([np.log(3.0)]), found), [[0.75, 0, 0.25]])


def test_half_a_win_of_rb_d_says_what_bradley_terry_says() -> None:
    """Of two items alone both say the share of wins: e^{−s} is least on average at half the log odds."""
    found = Tally(("a", "b"), np.array([0]), np.array([1]), *np.array([[3.0], [1.0], [0.0]]))
    for name in ("bradley-terry", "rb-d"):
        method = NAMED[name]
        scores = method.of(found)(0.5, None)
        assert method.chances is not None
        assert method.chances(scores[:1] - scores[1:], found)[0, 0] == pytest.approx(0.75)
