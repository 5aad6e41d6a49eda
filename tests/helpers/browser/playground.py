"""The playground in a browser: its engine, and the links that it follows."""

from dataclasses import dataclass, field

from playwright.sync_api import expect

from helpers.browser.stage_page import StagePage
from helpers.browser.static import Ear

LONG = 90_000
"""Milliseconds that a busy machine may take to bring the engine."""
FOLLOW = """(link) => new Promise((followed) => {
  addEventListener("hashchange", followed, { once: true });
  location.hash = link;
})"""


@dataclass
class Visit:
    """A visitor's page, what it asks for, and who hears what it asks of another host."""

    stage: StagePage
    ear: Ear
    asked: list[str] = field(default_factory=list)
    """Of each request its method, what it sends, and its address."""


def engine(alone: StagePage) -> None:
    """Wait until the engine has come, and has made the run of the page's link."""
    alone.page.locator("body[data-ready]").wait_for(timeout=LONG)
    made(alone)


def made(alone: StagePage) -> None:
    """Wait until the run that was asked for is drawn."""
    expect(alone.page.locator("#status")).to_have_text("")


def follow(alone: StagePage, link: str) -> None:
    """Follow another link in the page, and wait until its run is drawn."""
    alone.page.evaluate(FOLLOW, link)
    made(alone)
