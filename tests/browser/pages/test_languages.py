"""Content in another language: taken from the link, kept from page to page, and chosen in View."""

import re

from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect


def test_a_language_is_taken_from_the_link_kept_and_chosen_in_view(stage: StagePage) -> None:
    """Follow a language through links, buttons and three pages: only the way from one to the next can lose it."""
    page = stage.page
    stage.goto(f"{stage.base}lessons?lesson=why-ties-matter&step=1&lang=de")
    expect(page.get_by_role("heading", name="Die Hälfte der Paare bleibt unentschieden")).to_be_visible()
    expect(page.get_by_text("Hier sind 8 Unterkünfte")).to_be_visible()
    page.get_by_role("button", name="Weiter").click()
    expect(
        page.get_by_role("heading", name="Ein Unentschieden ist ein Fehler, oder ein halber")
    ).to_be_visible()
    expect(page).to_have_url(re.compile("step=2"))
    assert stage.address()["lang"] == "de"
    page.goto(f"{stage.base}start?lang=de")
    expect(page.get_by_role("heading", name="Sehen Sie zu, wie Boosting ordnen lernt")).to_be_visible()
    page.get_by_role("button", name="Das Beispiel öffnen").click()
    expect(page.locator("[data-tile=pick]")).to_have_attribute("aria-label", "Die Wahl")
    expect(page).to_have_url(re.compile("lang=de"))
    stage.goto(f"{stage.base}?data=scenario:lemma-3&alg=rb-d&rounds=6&lang=de")
    losses = page.locator("[data-tile=losses]")
    expect(losses).to_have_attribute("aria-label", "Verlust und Schranke")
    expect(stage.where).to_have_text(re.compile(r"^Runde \d+ von 6$"))
    expect(page.get_by_role("button", name="Abspielen")).to_be_visible()
    page.locator(".rv-more summary").first.click()
    page.get_by_text("Was die Zeichen bedeuten").click()
    expect(page.get_by_text("Gewicht der Paare, die er unentschieden lässt")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(losses).to_have_attribute("aria-label", "Loss and bound")
    assert stage.address()["data"] == "scenario:lemma-3" and stage.address()["lang"] == "en"
