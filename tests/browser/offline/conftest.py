"""The playground as a folder of a plain host, and one visitor whose engine serves all tests that need no other."""

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.playground import Visit, engine, made
from helpers.browser.shared import one_test, shared_page
from helpers.browser.sizes import TALL
from helpers.browser.stage_page import StagePage
from helpers.browser.static import Ear, Host
from helpers.browser.tabs import Tabs

from rankviz.insight.claims import CLAIMS
from rankviz.site import gallery
from rankviz.site.files import HOME, beside
from rankviz.site.playground.files import files
from rankviz.site.playground.in_browser import InBrowser
from rankviz.site.playground.sliders import of_claims
from rankviz.ui.pages.playlists import bundled, offline
from rankviz.ui.presets.presets import EXAMPLE

LESSON = "why-ties-matter"
"""The lesson whose page the site has."""
OF_CLAIMS = ("lemma-3", "balance")
"""Claims whose pages the site has."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground's files, as `rankviz site OUT/ --playground --pyodide DIR` writes them, beside another page."""
    folder = tmp_path_factory.mktemp("site")
    pack = gzip.compress
    with pytest.MonkeyPatch.context() as patch:  # packed as small as it can be it takes six times as long
        patch.setattr(gzip, "compress", lambda raw, level, mtime: pack(raw, 1, mtime=mtime))
        has = InBrowser.from_folder(Path(os.environ["RANKVIZ_PYODIDE"]))
    sliders = of_claims(has)
    claims = [CLAIMS[name] for name in OF_CLAIMS]
    pages = [
        (f"gallery/{each.name}.html", gallery.page(each, each.run(), "", beside, sliders)) for each in claims
    ]
    lesson = bundled.lessons()[LESSON].make()
    pages.append((f"lessons/{LESSON}.html", offline.page(lesson, "", HOME, onward=beside)))
    for name, contents in (*files(has, ["Fewer errors, larger loss"]), *pages):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)
    (folder / "other.html").write_text("<!doctype html><title>Without a policy</title>")
    return folder


@pytest.fixture(scope="package")
def host(site: Path) -> Iterator[Host]:
    """A host of these files, below a path."""
    with Host(site) as running:
        yield running


@pytest.fixture(scope="package")
def visit(tabs: Tabs, host: Host) -> Iterator[Visit]:
    """A first visit; its engine, which takes longer to start than most tests, then waits for one test after another."""
    with (
        Ear() as ear,
        shared_page(tabs, host.url, viewport=TALL, proxy={"server": ear.url, "bypass": "127.0.0.1"}) as stage,
    ):
        here = Visit(stage, ear)
        stage.page.context.on(
            "request", lambda sent: here.asked.append(f"{sent.method} {sent.post_data or ''} {sent.url}")
        )
        stage.page.goto(f"{host.url}playground.html")
        stage.expect_round(0, 12)
        assert stage.page.locator("body[data-ready]").count() == 0, (
            "the ready-made run is drawn before the engine is there"
        )
        engine(stage)
        yield here


@pytest.fixture
def alone(visit: Visit, host: Host) -> Iterator[StagePage]:
    """The visitor's page, where the visit began; at the end it has asked and told no other host anything."""
    with one_test(visit.stage) as stage:
        stage.page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
        stage.page.get_by_role("combobox", name="Start from").select_option(label=EXAMPLE.title)
        made(stage)
        yield stage
        own = tuple(f"GET  {place}" for place in (host.url, "blob:", "data:"))
        elsewhere = [each for each in visit.asked if not each.startswith(own)]
        visit.asked.clear()
        assert elsewhere == visit.ear.heard == []


@pytest.fixture
def second(visit: Visit, host: Host) -> Iterator[StagePage]:
    """Another page of that visitor, whose browser has compiled the engine: it starts in half the time."""
    stage = StagePage(visit.stage.page.context.new_page(), host.url)
    yield stage
    try:
        stage.check()
    finally:
        stage.page.close()
        visit.asked.clear()
