"""The board of the page Arena: what the browser reads is what the ladders hold."""

import json

import numpy as np
import pytest

from rankviz.board.arena import Board, board, opened, packed
from rankviz.engine.algorithms.preference import davidson
from rankviz.engine.algorithms.preference.ladder import METHODS, WORTHS
from rankviz.engine.data.builtin import arena


@pytest.fixture(scope="module")
def made() -> Board:
    return board(arena.draw_battles(seed=3), "tie")  # nobody beat "new": some worths have no places


def test_the_board_is_what_the_ladders_hold(made: Board) -> None:
    read = json.loads(packed(made))
    assert read["names"] == list(made.tally.names) and read["worths"] == len(WORTHS)
    assert [each["name"] for each in read["methods"]] == [method.name for method in METHODS]
    for told, held in zip(read["methods"], made.ladders, strict=True):
        assert told["places"] == held.places.tolist()
        assert [(c["place"], c["up"], c["down"]) for c in told["changes"]] == [
            (c.place, c.up, c.down) for c in held.changes
        ]
        assert told["why"] == held.why


def test_a_pair_opened_from_either_side(made: Board) -> None:
    counts = made.counts
    k = 3
    i, j = int(counts.a[k]), int(counts.b[k])
    here, there = opened(made, i, j), opened(made, j, i)
    assert [here[name] for name in ("won", "lost", "tied", "bad")] == counts.table[k].tolist()
    assert [there[name] for name in ("lost", "won", "tied", "bad")] == counts.table[k].tolist()
    assert set(here["chances"]) == {method.name for method in METHODS if method.chances}
    for name, by_worth in here["chances"].items():
        for mine, yours in zip(by_worth, there["chances"][name], strict=True):
            if None not in mine:
                assert mine == pytest.approx(yours[::-1], abs=2e-4) and sum(mine) == pytest.approx(
                    1, abs=3e-4
                )
    assert None in here["chances"]["bradley-terry"][0]  # no scores where ties are dropped
    win, tie, _ = here["chances"]["davidson"][0]
    fitted = davidson.fit(made.tally)
    wanted = davidson.chances(np.array(fitted.scores[-1][i] - fitted.scores[-1][j]), fitted.nu)
    assert (win, tie) == pytest.approx(wanted[:2], abs=1e-4)


def test_a_pair_that_never_met_and_good_enough() -> None:
    made = board(arena.draw_battles(models=20, battles=200, planted="none", seed=0), "loss")
    n = made.tally.n - 1
    met = {frozenset(pair) for pair in zip(made.counts.a.tolist(), made.counts.b.tolist(), strict=True)}
    i, j = next((i, j) for i in range(n) for j in range(i) if frozenset((i, j)) not in met)
    assert [opened(made, i, j)[name] for name in ("won", "lost", "tied", "bad")] == [0, 0, 0, 0]
    against = opened(made, 0, n)
    at = (made.counts.a == 0) | (made.counts.b == 0)
    assert against["lost"] == made.counts.bad[at].sum() and against["tied"] == against["bad"] == 0


def test_the_first_pair_is_the_highest_that_changes_or_the_first_two() -> None:
    real = board(arena.bundled(), "tie")
    up, down = real.hinge(20)
    least = min(change.place for change in real.ladders[0].changes)
    assert (up, down, least) in [(c.up, c.down, c.place) for c in real.ladders[0].changes]
    still = board(arena.draw_battles(planted="none", seed=1), "tie")
    assert not still.ladders[0].changes
    assert sorted(still.ladders[0].places[50][list(still.hinge(20))]) == [1, 2]
