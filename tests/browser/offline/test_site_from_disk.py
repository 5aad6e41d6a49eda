"""Pages of the static site from a disk: no request, nothing on the console, and the way there and back."""

from pathlib import Path

from helpers.browser.stage_page import NewPage
from playwright.sync_api import expect

from rankviz.insight.claims import CLAIMS
from rankviz.site import files, gallery, reference
from rankviz.ui.presets.presets import EXAMPLE


def test_it_opens_from_a_disk(new_page: NewPage, tmp_path: Path) -> None:
    claim, proof = CLAIMS["lemma-3"], CLAIMS["lemma-3"].run()
    stage, picture = files.stage(EXAMPLE, "")
    site = {
        "index.html": files.index({"Start here": [files.start_card(EXAMPLE, picture)]}, ""),
        files.start(EXAMPLE): stage,
        "gallery/index.html": gallery.contents(dict.fromkeys(CLAIMS, proof), ""),
        "gallery/lemma-3.html": gallery.page(claim, proof, ""),
        "reference.html": reference.page(""),
    }
    for path, contents in site.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(contents)
    alone = new_page(
        "file://", offline=True
    )  # any request to a host, and any word on the console, is a fault
    page = alone.page
    page.goto((tmp_path / "index.html").as_uri())
    page.get_by_role("link", name=EXAMPLE.title).click()
    expect(alone.where).to_be_visible()
    alone.button("Step").click()
    alone.expect_round(int(EXAMPLE.state["t"]) + 1)
    page.get_by_role("link", name="RankViz", exact=True).click()
    page.get_by_role("navigation").get_by_role("link", name="Gallery").click()
    page.get_by_role("link", name=claim.title, exact=True).click()
    expect(page.get_by_role("img", name=proof.figure.title)).to_be_visible()
    page.get_by_role("link", name="In the reference").click()
    entry = page.locator(f"#{reference.anchor_of(claim.reference)}")
    expect(entry).to_be_in_viewport()
    expect(entry.locator(".formula math").first).to_be_visible()
