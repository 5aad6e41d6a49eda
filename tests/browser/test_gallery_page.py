"""The gallery as a visitor meets it: every claim opens with its verdict and its stage, sliders prove anew."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import ViewportSize, expect
from stage_page import SCHEMES, StagePage

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


def shows(stage: StagePage, claim: Claim) -> None:
    """The page is this claim's: its title, sentence, evidence, round and runs."""
    page, proof = stage.page, claim.run()
    expect(page.get_by_role("heading", level=1, name=claim.title, exact=True)).to_be_visible()
    expect(page.get_by_text(claim.sentence, exact=True)).to_be_visible()
    stage.wait_for_stage()
    stage.expect_round(proof.setting.t)
    stage.wait_until(lambda: stage.address().get("claim") == claim.name, f"the address names {claim.name}")
    rows = evidence(stage)
    assert len(rows) == len(proof.evidence), claim.name
    for row, each in zip(rows, proof.evidence, strict=True):
        assert each.text in row and each.left.text in row and each.right.text in row, claim.name
        assert row.endswith("✓"), claim.name
    for run in proof.setting.trace().runs:
        expect(page.get_by_text(run.label, exact=True).first, claim.name).to_be_visible()
    stage.check()


def test_a_card_is_one_click_and_leads_through_every_claim_and_back(stage: StagePage) -> None:
    """A link with nonsense shows the gallery and says so. By their links, claims open in tests/ui."""
    stage.open("gallery", claim="<b>nothing</b>", n="12")
    assert "no claim" in stage.alert("gallery")
    page, (first, *others) = stage.page, CLAIMS.values()
    for each in CLAIMS.values():
        expect(page.get_by_role("link", name=each.title, exact=True)).to_be_visible()
    expect(page.locator(".stMarkdownBadge").filter(has_text=re.compile("holds$"))).to_have_count(len(CLAIMS))
    page.get_by_text(first.sentence, exact=True).click(force=True)  # the whole card is the link
    shows(stage, first)
    for claim in others:
        page.get_by_role("link", name="Next").click()
        shows(stage, claim)
    page.get_by_role("link", name="All claims").click()
    expect(page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    stage.wait_until(lambda: "claim" not in stage.address(), "the address is the gallery's")
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_visible()
    stage.wait_for_stage()


def the_curves_it_speaks_of_are_drawn(stage: StagePage) -> None:
    """Of Lemma 1."""
    ticked = stage.panel("Loss and bound").get_by_role("checkbox", checked=True)
    names = {str(box.get_attribute("aria-label")) for box in ticked.all()}
    assert {"R̂1", "Ê1", "bound"} <= names and "R̂2" not in names


def a_number_is_explained_and_follows_the_round(stage: StagePage) -> None:
    """It opens below the stage, its inputs too."""
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
    expect(place.get_by_role("status")).to_contain_text(f"RankBoost+, round {t + 1}")


def the_run_goes_on_in_watch(stage: StagePage) -> None:
    """From the claim after Lemma 1, with its numbers and how it treats what is undefined."""
    page, claim = stage.page, CLAIMS["lemma-2"]
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_visible()
    stage.wait_for_stage()
    stage.expect_round(2, 10)
    losses = stage.losses()
    page.get_by_role("link", name="Open this run in Watch").click()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_hidden()
    stage.wait_for_stage()
    stage.expect_round(2, 10)
    assert stage.address()["undefined"] == "cap"
    assert stage.losses() == losses


def test_a_slider_proves_anew_numbers_are_explained_and_the_ways_lead_on(stage: StagePage) -> None:
    """The link brings the slider and the round back; "Gallery" above shows the cards again."""
    opened(stage, CLAIMS["lemma-1"])
    page = stage.page
    expect(page.get_by_text("n = 4: R̂1 is 0.8000")).to_be_visible()
    the_curves_it_speaks_of_are_drawn(stage)
    knob = page.get_by_role("slider", name="Size n")
    knob.focus()
    with stage.rerun():
        knob.press("ArrowLeft")
    expect(page.get_by_text("n = 3: R̂1 is 0.7500")).to_be_visible()
    assert "it breaks from n = 4 on" in evidence(stage)[0]
    stage.wait_for_stage()
    a_number_is_explained_and_follows_the_round(stage)
    stage.expect_round(3)
    stage.wait_until(
        lambda: stage.address() == {"claim": "lemma-1", "n": "3", "t": "3"}, "the address is this moment's"
    )
    page.reload()
    stage.wait_for_stage()
    expect(page.get_by_text("n = 3: R̂1 is 0.7500")).to_be_visible()
    stage.expect_round(3)
    the_run_goes_on_in_watch(stage)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=CLAIMS["lemma-2"].title)).to_be_visible()
    stage.wait_for_stage()
    stage.visit("Gallery")
    expect(page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
    stage.wait_until(lambda: stage.address() == {}, "the address is that of all claims")


WIDE = """(m) => [...m.querySelectorAll('.rv-evidence *, h1, h3, p, a')]
.filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow === 'hidden')
.map((e) => e.textContent)"""


def fits(stage: StagePage, what: str) -> None:
    """Nothing of the page is cut off, light or dark."""
    main = stage.page.get_by_test_id("stMain")
    for scheme in SCHEMES:
        stage.follow_scheme(scheme)
        assert main.evaluate("(m) => m.scrollWidth - m.clientWidth") <= 0, f"{what}, {scheme}"
        assert main.evaluate(WIDE) == [], f"{what}, {scheme}"


def test_nothing_is_cut_off_on_a_phone_and_a_laptop(new_page: Callable[..., StagePage]) -> None:
    """Two claims and all of them; what a small screen showed first, a large one then takes over."""
    sizes: dict[str, ViewportSize] = {
        "phone": {"width": 390, "height": 844},
        "laptop": {"width": 1366, "height": 768},
    }
    stage = opened(new_page(viewport=sizes["phone"]))
    for size, shape in sizes.items():
        stage.page.set_viewport_size(shape)
        stage.page.wait_for_function("(width) => innerWidth === width", arg=shape["width"])
        fits(stage, f"all claims on a {size}")
        for name in ("proposition-1", "lemma-1"):
            stage.page.get_by_role("link", name=CLAIMS[name].title, exact=True).click()
            expect(stage.page.get_by_role("heading", level=1, name=CLAIMS[name].title)).to_be_visible()
            stage.wait_for_stage()
            fits(stage, f"{name} on a {size}")
            stage.page.get_by_role("link", name="All claims").click()
            expect(stage.page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
