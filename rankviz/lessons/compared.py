"""How two candidates of a round compare, by the rule that the run picks with, and in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.number_format import number, share
from rankviz.engine.runs.trace import Run

if TYPE_CHECKING:
    from rankviz.engine.runs.candidates import Candidate

TIED = 1e-9
"""Quantities this close are equally good."""


def equal(run: Run, row: Candidate, other: Candidate) -> bool:
    """Whether two candidates are as good as each other, by the rule that the run picks with."""
    algorithm = find_boosted(run.algorithm)
    if algorithm.by_step(run.params):
        return bool(abs(_z(row) - _z(other)) <= TIED)
    one, two = row.delta, other.delta
    return abs(abs(one) - abs(two) if algorithm.negative(run.params) else one - two) <= TIED


def worth(run: Run, row: Candidate) -> str:
    """Say what the run compares candidates by."""
    if find_boosted(run.algorithm).by_step(run.params):
        return "no finite step" if math.isnan(_z(row)) else f"a step that leaves Z = {number(_z(row))}"
    delta = row.delta
    return f"an edge of {number(0.0 if abs(delta) <= TIED else -delta)}"


def in_reverse(run: Run, row: Candidate) -> bool:
    """Whether a run that compares edges by their absolute value uses this candidate in reverse."""
    algorithm = find_boosted(run.algorithm)
    return algorithm.negative(run.params) and not algorithm.by_step(run.params) and row.delta > TIED


def shares(run: Run, row: Candidate) -> str:
    """Say of which shares δ is the difference: of the pairs' weight, or of the items' where the run weighs those."""
    if find_boosted(run.algorithm).two_classes:
        right = 0.5 - 0.5 * row.delta  # right + wrong = 1, wrong − right = δ (SM section 5)
        return f"classifies {share(right)} of the items' weight right, {share(1.0 - right)} wrong"
    correct, tied, reversed_ = (share(each) for each in (row.eps_correct, row.eps_tied, row.eps_reversed))
    return f"orders {correct} of the weight, ties {tied}, reverses {reversed_}"


def _z(row: Candidate) -> float:
    return math.nan if row.z is None else row.z
