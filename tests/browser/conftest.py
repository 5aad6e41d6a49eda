"""One server and one Chromium for all browser tests; a watched page for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.failed_pages import kept_on_failure
from helpers.browser.samples import fill_folder
from helpers.browser.serving import THRIFTY, Server, launch_chromium
from helpers.browser.shared import shared_page
from helpers.browser.sizes import LAPTOP, TALL
from helpers.browser.stage_page import NewPage, StagePage
from helpers.browser.tabs import CHANGEABLE, Tabs, be_seen
from helpers.experiments import finish
from helpers.thorough import THOROUGH
from playwright.sync_api import Browser, expect, sync_playwright

from rankviz.ui.pages.experiments.link import Chosen

expect.set_options(timeout=45_000)  # a busy machine is slow, and no less right


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config) -> Iterator[Browser]:
    """The browser. Without one the tests fail: they are the only ones that see the page."""
    with sync_playwright() as playwright:
        browser, why = None, ""
        try:
            browser = launch_chromium(playwright, THRIFTY)
        except RuntimeError as error:
            why = str(error)
        if browser is None:
            pytest.fail(why, pytrace=False)
        with kept_on_failure(pytestconfig, browser):
            yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RANKVIZ_DATA_DIR of the server. Beside it lies a file that no link may open."""
    here = tmp_path_factory.mktemp("data")
    inside = here / "open"
    inside.mkdir()
    fill_folder(inside)
    (here / "secret.csv").write_text("item,hidden,grade\nqwxz,1,0\nqwxy,2,1\n")
    (inside / "way-out.csv").symlink_to(here / "secret.csv")
    return inside


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    """RANKVIZ_RESULTS_DIR of servers, with the experiment that opens the page; before a release a visit begins it."""
    folder = str(tmp_path_factory.mktemp("results"))
    if not THOROUGH:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RANKVIZ_RESULTS_DIR", folder)
            finish(Chosen())
    return folder


@pytest.fixture(scope="session")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, as `streamlit run app.py` starts it."""
    with Server(folder, RANKVIZ_ROOMS=str(tmp_path_factory.mktemp("rooms") / "rooms.sqlite")) as running:
        yield running


@pytest.fixture(scope="session")
def tabs(chromium: Browser) -> Iterator[Tabs]:
    """The browser's pages, which are used again."""
    lent = Tabs(
        chromium,
        viewport=LAPTOP,
        color_scheme="light",
        reduced_motion="reduce",  # what moves costs two thirds of a step; `moving` sees it
        accept_downloads=True,
    )
    yield lent
    lent.close()


@pytest.fixture(scope="module")
def shared_stage(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    """One page for all tests of a file marked `one_page`: to load the app costs more than most of them ask of it."""
    with shared_page(tabs, server.url) as stage:
        stage.follows = True
        yield stage


@pytest.fixture
def new_page(request: pytest.FixtureRequest, tabs: Tabs, server: Server) -> Iterator[NewPage]:
    """Make a page in a browser of its own (keywords: viewport, color_scheme, …); it is checked at the end.

    In a file marked `one_page` the first one is the file's, unless its browser must be another.
    """
    made: list[tuple[StagePage, dict[str, object]]] = []
    marked = request.node.get_closest_marker
    usual = {"viewport": TALL} if marked("tall") else {}
    shares = marked("one_page") and not marked("new_visitor")
    shared: list[StagePage] = []

    def make(base: str = server.url, **how: object) -> StagePage:
        how = {**usual, **how}
        if shares and not shared and base == server.url and how.keys() <= CHANGEABLE:
            shared.append(request.getfixturevalue("shared_stage"))
            tabs.change(shared[0].page, **how)
            return shared[0]
        stage = StagePage(tabs.lend(**how), base)
        if hasattr(request.module, "comes_in_its_place"):
            be_seen(stage.page)
        made.append((stage, how))
        return stage

    yield make
    try:
        for stage in (*shared, *(stage for stage, _ in made)):
            stage.check()
    finally:
        for stage in shared:
            stage.problems.clear()
        for stage, how in made:
            stage.leave()
            tabs.take_back(stage.page, **how)


@pytest.fixture
def stage(new_page: NewPage) -> StagePage:
    """A page, not opened yet; at the end it must have had no error and show nothing it should not."""
    return new_page()


@pytest.fixture
def tall_stage(new_page: NewPage) -> StagePage:
    """The same, so tall that also the tile which leads Margins, QBRank or Kernel has its table of values."""
    return new_page(viewport={**TALL, "height": 3000})
