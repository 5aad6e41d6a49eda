"""What α makes of ties: the parts that the stage draws give the very α of the run."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

import rankviz
from rankviz.board.payload import pack, unpack
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.insight.explain.equations import EQUATIONS, LEFT_OUT, SHARED, WEIGHED

RULED = [name for name, equations in EQUATIONS.items() if equations.ties is not None]


def of_the_parts(run: rankviz.Trace, name: str) -> tuple[np.ndarray, np.ndarray]:
    """α by the drawn parts, and α of the run, in the rounds in which it is finite and the algorithm's own."""
    one = run.runs[0]
    rule = EQUATIONS[name].ties
    counted, against = rule.shares(one.alpha_prior)
    usual = np.array([outcome == "finite" for outcome in one.outcome], dtype=bool)
    over = one.eps_correct + counted * one.eps_tied
    under = one.eps_reversed + against * one.eps_tied
    return 0.5 * np.log(over[usual] / under[usual]), one.alpha[usual]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in RULED if name != "rb-plus-optimal"])
@given(seed=some.integers(0, 50), levels=some.integers(2, 4))
def test_the_parts_of_the_bar_give_alpha(name: str, seed: int, levels: int):
    problem = rankviz.load(f"synthetic:coarse?n=12&features=4&levels={levels}", seed=seed)
    drawn, alpha = of_the_parts(rankviz.trace(problem, name, rounds=12), name)
    assert drawn == pytest.approx(alpha, abs=1e-9)


def test_rules_part_where_the_papers_part():
    prior = np.array([-0.7, 0.0, 1.3])
    assert [part.tolist() for part in LEFT_OUT.shares(prior)] == [[0, 0, 0], [0, 0, 0]]
    assert [part.tolist() for part in SHARED.shares(prior)] == [[0.5] * 3, [0.5] * 3]
    counted, against = WEIGHED.shares(prior)
    assert counted == pytest.approx(np.exp(-prior) / (2 * np.cosh(prior)), abs=1e-15)
    assert counted + against == pytest.approx(np.ones(3), abs=1e-15)
    assert counted[1] == against[1] == 0.5


def test_the_pack_has_the_parts_of_those_that_have_a_rule_and_what_the_ensemble_ties():
    problem = rankviz.load("synthetic:coarse?n=12&features=4&grades=2", seed=3)
    names = [name for name in ALGORITHMS if name in EQUATIONS]
    for name in names:
        run = rankviz.trace(problem, name, rounds=6)
        meta, arrays = unpack(pack(run))
        ruled = EQUATIONS[name].ties is not None
        assert ("0.tied_for" in arrays) == ruled == (meta["runs"][0]["tie_rule"] is not None), name
        ties = arrays["0.curves"][meta["curves"].index("ties")]
        expected = [
            np.mean([round(float(scores[a] - scores[b]), 9) == 0 for a, b in problem.pairs])
            for scores in run.staged_scores(run.runs[0])
        ]
        assert ties == pytest.approx(expected, abs=1e-12), name
