"""The form of a claim: two sides that are read from a run after a round, and when it does not apply."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from rankviz.theory.preconditions import Bar, Side


@dataclass(frozen=True)
class Claim:
    """left ≤ right, or left = right, of natural logs unless `logs` is off.

    `of_round`: the start has none; `of_minimum`: it needs the solver's minimum. `rounding`: how far rounding can move
    the two sides against each other, from `rankviz.theory.rounding`.
    """

    name: str
    equation: str
    left: Side
    right: Side
    relation: str = "≤"
    bar: Bar = lambda state: ""
    logs: bool = True
    of_round: bool = False
    of_minimum: bool = False
    _: KW_ONLY
    rounding: Side
