"""The gallery as a visitor meets it: every claim opens with its verdict and its stage, sliders prove anew."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from stage_page import StagePage

from rankviz.claims import CLAIMS, Claim


def opened(stage: StagePage, claim: Claim | None = None, **link: object) -> StagePage:
    """The gallery, or one of its claims with the stage drawn."""
    stage.open("gallery", **({"claim": claim.name} if claim else {}), **link)
    badge = stage.page.locator(".stMarkdownBadge").filter(has_text=re.compile("holds$"))
    expect(badge.first).to_be_visible(timeout=60_000)
    if claim is not None:
        stage.wait_for_stage()
    return stage


def evidence(stage: StagePage) -> list[str]:
    """The rows of the evidence as they are read."""
    table = stage.page.get_by_role("table", name="Evidence")
    return [" ".join(row.inner_text().split()) for row in table.get_by_role("row").all()]


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.name)
def test_every_claim_opens_with_its_verdict_and_its_stage(stage: StagePage, claim: Claim) -> None:
    opened(stage, claim)
    page, proof = stage.page, claim.run()
    expect(page.get_by_role("heading", level=1, name=claim.title, exact=True)).to_be_visible()
    expect(page.get_by_text(claim.sentence, exact=True)).to_be_visible()
    stage.expect_round(proof.setting.t)
    rows = evidence(stage)
    assert len(rows) == len(proof.evidence)
    for row, each in zip(rows, proof.evidence, strict=True):
        assert each.text in row and each.left.text in row and each.right.text in row and row.endswith("✓")
    for run in proof.setting.trace().runs:
        expect(page.get_by_text(run.label, exact=True).first).to_be_visible()


def test_a_card_is_one_click_and_the_way_leads_back(stage: StagePage) -> None:
    opened(stage)
    page, claim = stage.page, CLAIMS["lemma-2"]
    for each in CLAIMS.values():
        expect(page.get_by_role("link", name=each.title, exact=True)).to_be_visible()
    page.get_by_text(claim.sentence, exact=True).click(force=True)  # the whole card is the link
    stage.wait_for_stage()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_visible()
    assert stage.address()["claim"] == "lemma-2"
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1, name=CLAIMS["observation-2"].title)).to_be_visible()
    stage.wait_for_stage()
    stage.expect_round(CLAIMS["observation-2"].run().setting.t)
    page.get_by_role("link", name="All claims").click()
    expect(page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    stage.wait_until(lambda: "claim" not in stage.address(), "the address is the gallery's")
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=CLAIMS["observation-2"].title)).to_be_visible()
    stage.wait_for_stage()


def test_a_slider_proves_anew_and_the_link_brings_it_back(stage: StagePage) -> None:
    opened(stage, CLAIMS["lemma-1"])
    page = stage.page
    expect(page.get_by_text("n = 4: R̂1 is 0.8000")).to_be_visible()
    knob = page.get_by_role("slider", name="Size n")
    knob.focus()
    with stage.rerun():
        knob.press("ArrowLeft")
    expect(page.get_by_text("n = 3: R̂1 is 0.7500")).to_be_visible()
    assert "it breaks from n = 4 on" in evidence(stage)[0]
    stage.wait_for_stage()
    stage.step()
    stage.expect_round(3)
    stage.rest()
    assert stage.address() == {"claim": "lemma-1", "n": "3", "t": "3"}
    page.reload()
    stage.wait_for_stage()
    expect(page.get_by_text("n = 3: R̂1 is 0.7500")).to_be_visible()
    stage.expect_round(3)


def test_the_curves_a_claim_speaks_of_are_drawn(stage: StagePage) -> None:
    opened(stage, CLAIMS["lemma-1"])
    ticked = stage.panel("Losses and bounds").get_by_role("checkbox", checked=True)
    names = {re.sub(r"\s+", "", box.locator("xpath=..").inner_text()) for box in ticked.all()}
    assert {"R̂1", "Ê1", "bound"} <= names and "R̂2" not in names


def test_the_run_goes_on_in_watch(stage: StagePage) -> None:
    opened(stage, CLAIMS["lemma-2"])
    losses = stage.losses()
    stage.page.get_by_role("link", name="Open this run in Watch").click()
    expect(stage.page.get_by_role("heading", level=1, name=CLAIMS["lemma-2"].title)).to_be_hidden()
    stage.wait_for_stage()
    stage.expect_round(2, 10)
    assert stage.address()["undefined"] == "cap"
    assert stage.losses() == losses


def test_a_link_with_nonsense_shows_the_gallery_and_says_so(stage: StagePage) -> None:
    stage.open("gallery", claim="<b>nothing</b>", n="12")
    assert "no claim" in stage.alert("gallery")
    expect(stage.page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    opened(stage, CLAIMS["lemma-1"], n="400")
    assert "outside its range" in stage.alert("n=400")
    expect(stage.page.get_by_text("n = 40: R̂1 is 0.9756")).to_be_visible()


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["laptop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off(new_page: Callable[..., StagePage], size: tuple[int, int], scheme: str) -> None:
    stage = new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    for claim in (None, CLAIMS["proposition-1"], CLAIMS["lemma-1"]):
        opened(stage, claim)
        main = stage.page.get_by_test_id("stMain")
        assert main.evaluate("(m) => m.scrollWidth - m.clientWidth") <= 0
        wide = main.evaluate(
            "(m) => [...m.querySelectorAll('.rv-evidence *, h1, h3, p, a')]"
            ".filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow === 'hidden')"
            ".map((e) => e.textContent)"
        )
        assert wide == []


def test_a_number_of_a_claim_is_explained_and_the_bar_leads_to_all_claims(stage: StagePage) -> None:
    """It opens below the stage, its inputs too, and follows the round; "Gallery" above shows the cards again."""
    opened(stage, CLAIMS["lemma-1"])
    page = stage.page
    page.locator("[data-explain='rb-plus:alpha']").first.click()
    place = page.locator(".st-key-explained-rb-plus-alpha")
    expect(place.get_by_role("status")).to_contain_text("α =")
    expect(place).to_be_in_viewport()
    stage.idle()
    place.get_by_role("button", name=re.compile("^ε⁺ =")).click()
    place = page.locator(".st-key-explained-rb-plus-eps-correct")
    t = stage.round()[0]
    expect(place.get_by_role("status")).to_contain_text(f"RankBoost+, round {t}")
    stage.step()
    stage.rest()
    expect(place.get_by_role("status")).to_contain_text(f"RankBoost+, round {t + 1}")
    page.get_by_role("link", name="Gallery", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    stage.wait_until(lambda: stage.address() == {}, "the address is that of all claims")
