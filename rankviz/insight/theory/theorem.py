"""The form of a theorem: two sides, read from a run after a round, and when the theorem does not apply."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from rankviz.insight.theory.preconditions import AnyState

S = TypeVar("S", bound=AnyState, contravariant=True)
"""The state that a theorem is about: of any run, or of one kind only."""


@dataclass(frozen=True)
class Theorem(Generic[S]):
    """left ≤ right, or left = right, of natural logs unless `logs` is off.

    Attributes
    ----------
    key : its name in logic: theorems of several algorithms have the same key where they say the same, and only there.
    name, equation : the claim, and its place in the paper.
    of_round : about one round, so the start has no row.
    of_minimum : needs the solver's minimum.
    of_run : returns whether the theorem applies to a run; where it does not, there is no row.
    needs_e2 : a side is Ê2, which is not measured where there are too many pairs.
    rounding : the largest difference that rounding can cause, from `rankviz.insight.theory.rounding`.
    """

    key: str
    name: str
    equation: str
    left: Callable[[S], float]
    right: Callable[[S], float]
    relation: str = "≤"
    precondition: Callable[[S], str] = lambda state: ""
    logs: bool = True
    of_round: bool = False
    of_minimum: bool = False
    of_run: Callable[[Any], bool] = lambda run: True
    _: KW_ONLY
    needs_e2: bool = False
    rounding: Callable[[S], float]
