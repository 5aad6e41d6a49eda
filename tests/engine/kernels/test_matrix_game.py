"""The matrix game without SciPy: both mixtures prove each other, on random games with ties and copies."""

import numpy as np
import pytest

import rankviz
from rankviz.engine.kernels import libraries, matrix_game
from rankviz.insight.theory import margin_game


def test_both_mixtures_prove_each_other() -> None:
    rng = np.random.default_rng(44)
    for k in range(200):
        game = rng.integers(-1, 2, rng.integers(1, 40, 2)).astype(float)
        if k % 3 == 0:
            game = np.repeat(game, 3, axis=0)
        if k % 5 == 0:
            game = np.hstack([game, -game])
        if k % 7 == 0:
            game = game + rng.normal(size=game.shape)
        found = matrix_game.solve(game)
        assert found is not None
        for mixture, size in zip(found, game.shape[::-1], strict=True):
            assert mixture.shape == (size,) and mixture.min() >= 0.0
            assert mixture.sum() == pytest.approx(1.0, abs=1e-12)
        weights, d = found
        assert (game @ weights).min() == pytest.approx((d @ game).max(), abs=1e-12)


@pytest.mark.parametrize(
    "data", ["scenario:margin-cycle", "synthetic:separable?n=24", "bundled:diabetes?items=20"]
)
def test_the_largest_margin_is_that_of_the_other_solver(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = rankviz.load(data)
    pool = rankviz.trace(problem, ["smooth-margin"], rounds=1).pool.without_constant()
    for signed in (False, True):
        monkeypatch.setattr(libraries, "HAS_SOLVERS", True)
        theirs = margin_game.solve(problem, pool, signed)
        monkeypatch.setattr(libraries, "HAS_SOLVERS", False)
        ours = margin_game.solve(problem, pool, signed)
        assert ours.rho == pytest.approx(theirs.rho, abs=2e-9)
        assert ours.above - ours.rho <= margin_game.GAP
