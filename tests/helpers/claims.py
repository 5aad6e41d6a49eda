"""Shared by several tests, from those of claims."""

import pytest
from hypothesis import strategies as st

from helpers.thorough import usually
from rankviz.engine.choice import Choice
from rankviz.insight.claims import CLAIMS, Claim

EVERY = list(CLAIMS.values())


def _from(first: str, count: int) -> list[Claim]:
    place = EVERY.index(CLAIMS[first])
    return EVERY[place : place + count]


WALKED = usually([_from("lemma-2", 1), _from("lemma-3", 5), _from("adaboost-speed", 3)], [EVERY])
"""Neighbours in the gallery that a browser walks through: together they have every kind of figure."""

every_claim = pytest.mark.parametrize("claim", EVERY, ids=lambda claim: claim.name, scope="module")
"""All of a file's tests of one claim come after one another, while its runs are still cached."""


def value(option: Choice) -> st.SearchStrategy:
    """Any value that the slider can be moved to."""
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if option.kind == "bool":
        return st.booleans()
    assert option.low is not None and option.high is not None and option.step is not None
    steps = round((option.high - option.low) / option.step)
    kind = int if option.kind == "int" else float
    return st.integers(0, steps).map(lambda k: kind(round(option.low + k * option.step, 9)))


def chosen(claim: Claim) -> st.SearchStrategy[dict]:
    return st.fixed_dictionaries({option.name: value(option) for option in claim.options})


def beside(option: Choice) -> list[float]:
    """Numbers that the slider of an option does not offer: below it, above it, and between its steps."""
    assert option.low is not None and option.high is not None and option.step is not None
    between = [option.low + part * option.step for part in (0.1, 0.5, 0.9, 1.3)]
    if option.kind == "int":
        between = sorted({round(value) for value in between} - {option.low, option.low + option.step})
    return [option.low - option.step, option.high + option.step, *between]
