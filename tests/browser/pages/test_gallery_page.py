"""The gallery as a visitor meets it: every claim opens with its verdict and its figure, sliders prove anew."""

import re
from collections.abc import Callable

import pytest
from helpers.browser.axe import violations, violations_in_the_dark
from helpers.browser.serving import Server
from helpers.browser.stage_page import SCHEMES, StagePage
from helpers.claims import WALKED
from helpers.thorough import THOROUGH
from playwright.sync_api import Locator, ViewportSize, expect

from rankviz.insight.claims import CLAIMS, Claim

pytestmark = pytest.mark.usefixtures("proofs_once")
BADGE = re.compile("holds$|fails here$")
ROWS = "() => [...document.querySelectorAll('table[aria-label=Evidence] tr')].map((row) => row.innerText)"


@pytest.fixture(scope="module")
def server(told_server: Server) -> Server:
    return told_server


def opened(stage: StagePage, claim: Claim | None = None, **link: object) -> StagePage:
    """The gallery, or one of its claims with the figure drawn."""
    stage.open("gallery", **({"claim": claim.name} if claim else {}), **link)
    expect(stage.page.locator(".stMarkdownBadge").filter(has_text=BADGE).first).to_be_visible(timeout=60_000)
    if claim is not None:
        figure(stage)
    return stage


def figure(stage: StagePage) -> Locator:
    """The figure of the claim that is open, drawn."""
    drawn = stage.page.locator(".st-key-claim-figure .main-svg").first
    expect(drawn).to_be_visible(timeout=60_000)
    stage.idle()
    return drawn


def evidence(stage: StagePage) -> list[str]:
    """The rows of the evidence as they are read."""
    rows: list[str] = stage.page.evaluate(ROWS)
    return [" ".join(row.split()) for row in rows]


def shows(stage: StagePage, claim: Claim) -> None:
    """The page is this claim's: its title, sentence, figure and evidence."""
    page, proof = stage.page, claim.run()
    expect(page.get_by_role("heading", level=1, name=claim.title, exact=True)).to_be_visible()
    # While one page takes the other's place its card may still be there.
    expect(page.get_by_text(claim.sentence, exact=True).last).to_be_visible()
    # While one figure takes the other's place both are there, and neighbours may share a title.
    title = page.locator(".st-key-claim-figure").get_by_text(proof.figure.title).last
    expect(title).to_be_visible(timeout=60_000)
    stage.wait_until(lambda: stage.address().get("claim") == claim.name, f"the address names {claim.name}")
    stage.idle()

    def proved() -> bool:
        rows = evidence(stage)
        return len(rows) == len(proof.evidence) and all(
            each.text in row and each.left.text in row and each.right.text in row and row.endswith("✓")
            for row, each in zip(rows, proof.evidence, strict=True)
        )

    stage.wait_until(proved, f"the evidence of {claim.name} is there and holds")
    stage.check()


def test_a_card_is_one_click_and_leads_on_and_back(stage: StagePage) -> None:
    """A link with nonsense shows the gallery and says so. By its link, each claim opens in tests/ui.

    Dear, since the page draws eight claims, which the server proves.
    """
    stage.open("gallery", claim="<b>nothing</b>", n="12")
    assert "no claim" in stage.alert("gallery")
    page = stage.page
    for each in CLAIMS.values():
        expect(page.get_by_role("link", name=each.title, exact=True)).to_be_visible()
    expect(page.locator(".stMarkdownBadge").filter(has_text=re.compile("holds$"))).to_have_count(len(CLAIMS))
    for first, *others in WALKED:
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
    figure(stage)


def the_run_goes_on_in_watch(stage: StagePage) -> None:
    """From the claim after Lemma 1, with how it treats what is undefined."""
    page, claim = stage.page, CLAIMS["lemma-2"]
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_visible()
    figure(stage)
    page.get_by_role("link", name="Open this run in Watch").click()
    expect(page.get_by_role("heading", level=1, name=claim.title)).to_be_hidden()
    stage.wait_for_stage()
    stage.expect_round(2, 10)
    assert stage.address()["undefined"] == "cap"


def test_a_slider_proves_anew_is_one_step_of_history_and_the_ways_lead_on(stage: StagePage) -> None:
    """The link brings the slider back; "Gallery" above shows the cards again."""
    opened(stage, CLAIMS["lemma-1"], n=6)
    page = stage.page
    expect(page.get_by_text("n = 6: R̂1 is 0.8571")).to_be_visible()
    knob = page.get_by_role("slider", name="Size n")
    knob.focus()
    for n, r1 in ((5, "0.8333"), (4, "0.8000"), (3, "0.7500")):
        knob.press("ArrowLeft")
        expect(page.get_by_text(f"n = {n}: R̂1 is {r1}")).to_be_visible()
        stage.wait_until(lambda n=n: stage.address().get("n", "4") == str(n), f"the address says {n}")
        stage.idle()
    expect(page.locator(".stMarkdownBadge").filter(has_text=BADGE)).to_have_text(re.compile("fails here$"))
    expect(page.get_by_text("it breaks from n = 4 on")).to_be_visible()
    assert evidence(stage)[0].endswith("✗")
    page.go_back()
    expect(page.get_by_text("n = 6: R̂1 is 0.8571")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("n = 3: R̂1 is 0.7500")).to_be_visible()
    figure(stage)
    the_run_goes_on_in_watch(stage)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name=CLAIMS["lemma-2"].title)).to_be_visible()
    figure(stage)
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


def in_one_view(stage: StagePage, size: str, shape: ViewportSize) -> None:
    """On a phone the words and the figure; on a laptop the sliders and the verdict as well."""
    parts = [".st-key-claim-sentence", ".st-key-claim-figure"]
    parts += [".st-key-claim-options", ".st-key-claim-verdict"] if size == "laptop" else []

    def inside(part: str) -> bool:
        box = stage.page.locator(part).bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= shape["height"]

    for part in parts:
        stage.wait_until(lambda part=part: inside(part), f"{part} is in view on a {size}", patience=10)


def test_nothing_is_cut_off_on_a_phone_and_a_laptop(new_page: Callable[..., StagePage]) -> None:
    """Two claims and all of them; what a small screen showed first, a large one then takes over."""
    sizes: dict[str, ViewportSize] = {
        "phone": {"width": 390, "height": 844},
        "laptop": {"width": 1280, "height": 720},
    }
    stage = opened(new_page(viewport=sizes["phone"]))
    for size, shape in sizes.items():
        stage.page.set_viewport_size(shape)
        stage.page.wait_for_function("(width) => innerWidth === width", arg=shape["width"])
        fits(stage, f"all claims on a {size}")
        for name in ("proposition-1", "lemma-1"):
            stage.page.get_by_role("link", name=CLAIMS[name].title, exact=True).click()
            expect(stage.page.get_by_role("heading", level=1, name=CLAIMS[name].title)).to_be_visible()
            figure(stage)
            fits(stage, f"{name} on a {size}")
            in_one_view(stage, size, shape)
            if THOROUGH and size == "laptop":  # test_accessibility.py checks one claim always
                stage.follow_scheme("light")
                assert violations(stage.page) == [], name
                assert violations_in_the_dark(stage) == [], name
            stage.page.get_by_role("link", name="All claims").click()
            expect(stage.page.get_by_role("heading", level=1, name="Gallery")).to_be_visible()
