"""Battles: the bundled arena's counts, and drawn ones with their planted truths."""

import numpy as np
import pytest

from rankviz.engine.algorithms.preference import bradley_terry, davidson
from rankviz.engine.data.battles import Counts, tally
from rankviz.engine.data.builtin import arena

DRAWS = range(12)


def theta(counts: Counts, tie: float = 0.5) -> dict[str, float]:
    """Bradley–Terry's scores by name."""
    found = bradley_terry.fit(tally(counts, "tie"), tie)[-1]
    return dict(zip(counts.names, found.tolist(), strict=True))


def test_the_bundled_counts_are_the_arenas() -> None:
    counts = arena.bundled()
    assert len(counts.names) == len(set(counts.names)) == 129
    assert len(counts.a) == 3460 and (counts.a != counts.b).all()
    assert len({frozenset(pair) for pair in zip(counts.a.tolist(), counts.b.tolist(), strict=True)}) == 3460
    assert counts.table.sum() == 1_670_250
    shares = counts.table.sum(axis=0) / counts.table.sum()
    assert shares[2] == pytest.approx(0.168, abs=5e-4) and shares[3] == pytest.approx(0.177, abs=5e-4)
    assert "leaderbot 0.4.3" in arena.COUNTS.with_suffix(".LICENSE.txt").read_text(encoding="utf-8")


def test_dropping_ties_moves_76_of_129_models_by_up_to_8_places() -> None:
    counts = arena.bundled()
    places = []
    for tie in (0.0, 0.5):
        found = bradley_terry.fit(tally(counts, "tie"), tie)[-1]
        places.append((-found).argsort().argsort())
    moved = np.abs(places[0] - places[1])
    assert (moved > 0).sum() == 76 and moved.max() == 8


def test_the_seed_decides_everything() -> None:
    first, again, other = (arena.draw_battles(seed=seed).table for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert first.shape != other.shape or (first != other).any()


@pytest.mark.parametrize("planted", arena.PLANTED)
def test_no_pair_is_empty_and_the_battles_are_as_many_as_asked(planted: str) -> None:
    counts = arena.draw_battles(models=6, battles=900, planted=planted)
    assert (counts.table.sum(axis=1) > 0).all()
    of_new = {"all": 8, "few": 6}.get(
        planted, 0
    )  # one each with eight others, or with all where there are fewer
    assert counts.table.sum() == 900 + of_new
    assert (counts.table >= 0).all()


def test_few_battles_leave_a_place_open() -> None:
    """“new” is as strong as between m02 and m03; by its eight battles it comes first or last, draw by draw."""
    ends = []
    for seed in DRAWS:
        counts = arena.draw_battles(planted="few", seed=seed)
        new = counts.names.index("new")
        at = (counts.a == new) | (counts.b == new)
        assert counts.table[at].sum() == 8
        try:
            scores = theta(counts)
        except ValueError:  # it won all, or lost all
            continue
        ends.append(sorted(scores, key=scores.__getitem__).index("new"))
    assert max(ends) - min(ends) >= 6


def test_the_model_that_draws_often_does() -> None:
    for seed in DRAWS:
        counts = arena.draw_battles(planted="draws", seed=seed)
        share = {}
        for row, name in enumerate(counts.names):
            at = (counts.a == row) | (counts.b == row)
            share[name] = (counts.tied + counts.bad)[at].sum() / counts.table[at].sum()
        assert max(share, key=share.__getitem__) == "even" and share["even"] > 0.5


def test_the_circle_is_one() -> None:
    for seed in DRAWS:
        counts = arena.draw_battles(planted="circle", uneven=0, seed=seed)
        for stronger, weaker in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
            i, j = counts.names.index(stronger), counts.names.index(weaker)
            won, lost, *_ = next(
                row if a == i else row[[1, 0, 2, 3]]
                for a, b, row in zip(counts.a, counts.b, counts.table, strict=True)
                if {a, b} == {i, j}
            )
            assert won > 2 * lost


def test_who_always_stands_first_is_lifted() -> None:
    """“left” is weaker than m07, and stands above it in every draw."""
    for seed in DRAWS:
        scores = theta(arena.draw_battles(planted="first", seed=seed))
        assert scores["left"] > scores["m07"]


def test_without_a_plant_davidson_finds_the_strengths() -> None:
    counts = arena.draw_battles(planted="none", battles=200_000)
    found = davidson.fit(tally(counts, "tie"))
    np.testing.assert_allclose(found.scores[-1], np.linspace(1.2, -1.2, 12), atol=0.06)
    assert found.nu == pytest.approx(1, abs=0.05)
