"""What a claim's sliders offer is all that a claim is asked: by Python, and by a link, which says what it changed."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from helpers.claims import beside, every_claim

from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError
from rankviz.insight.claims import CLAIMS, Claim
from rankviz.insight.claims.claim import ends
from rankviz.ui.pages.gallery.address import read, to_link


def numeric(claim: Claim) -> list[Choice]:
    return [option for option in claim.options if option.kind in ("int", "float")]


@every_claim
def test_a_slider_begins_and_ends_at_a_step_and_so_does_its_default(claim: Claim) -> None:
    for option in numeric(claim):
        for value in (*ends(option), option.default):
            assert option.check(value) == value, option.name


@every_claim
def test_a_value_that_no_slider_offers_is_refused_by_python(claim: Claim) -> None:
    for option in claim.options:
        numbers = beside(option) if option in numeric(claim) else [2, 0.5]
        for value in [*numbers, math.nan, math.inf, 10**400, "nonsense", None, [1], (1, 2)]:
            with pytest.raises(DataError, match=rf"^{option.name} is .*Choose .*\.$"):
                claim.run({option.name: value})  # type: ignore[dict-item]


@every_claim
def test_a_link_beside_the_steps_means_the_nearest_and_says_so(claim: Claim) -> None:
    for option in numeric(claim):
        for value in beside(option):
            opened, said = read({"claim": claim.name, option.name: option.write(value)})
            assert opened is not None
            _, options, _ = opened
            chosen = options[option.name]
            assert claim.checked(options) == options
            assert abs(chosen - value) <= max(option.step / 2, option.low - value, value - option.high) + 1e-9
            (sentence,) = said
            assert sentence.endswith(f"; {option.write(chosen)} is used.")
            assert read(to_link(claim, options)) == (opened, [])


@every_claim
def test_a_link_with_another_kind_of_value_means_the_default(claim: Claim) -> None:
    for option in claim.options:
        opened, said = read({"claim": claim.name, option.name: "nonsense"})
        assert opened is not None and opened[1] == claim.defaults()
        assert len(said) == 1 and "“nonsense” in the link is n" in said[0]


def test_an_option_that_a_claim_does_not_have_is_refused() -> None:
    with pytest.raises(DataError, match='"lemma-1" has no option "m". Choose from n'):
        CLAIMS["lemma-1"].run({"m": 4})


@pytest.mark.parametrize(
    ("name", "link", "means"),
    [
        ("balance", {"positives": "0.38", "items": "143"}, {"positives": 0.4, "items": 160}),
        ("single-grades-help", {"single": "0.03"}, {"single": 0.0}),
        ("gradients-concentrate", {"size": "28"}, {"loss": "logistic", "size": 30}),
    ],
)
@pytest.mark.slow
def test_between_the_steps_no_claim_is_refuted(
    name: str, link: dict[str, str], means: dict[str, object]
) -> None:
    opened, said = read({"claim": name, **link})
    assert opened is not None and opened[1] == means and len(said) == len(link)
    assert not opened[0].run(opened[1]).refuted


def test_a_float_s_rounding_is_no_other_value() -> None:
    assert CLAIMS["proposition-1"].checked({"weight": 3 * 0.1}) == {"weight": 0.3}


def test_a_claim_is_checked_at_each_choice_and_at_both_ends_of_a_range() -> None:
    options = (
        Choice("data", "Data", "choice", "b", "Some.", choices=("a", "b", "c")),
        Choice("negative", "Negative", "bool", False, "Whether."),
        Choice("rounds", "Rounds", "int", 5, "How many.", 2, 9),
        Choice("step", "Step", "float", 0.5, "How long.", 0.1, 0.5),
    )
    claim = replace(CLAIMS["lemma-1"], options=options)
    changed = [{k: v for k, v in each.items() if v != claim.defaults()[k]} for each in claim.settings()]
    assert changed == [
        {}, {"data": "a"}, {"data": "c"}, {"negative": True}, {"rounds": 2}, {"rounds": 9}, {"step": 0.1}
    ]  # fmt: skip
