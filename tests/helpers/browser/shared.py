"""One page for several tests: opening it costs more than what each of them asks of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from helpers.browser.serving import Server
from helpers.browser.stage_page import StagePage
from helpers.browser.tabs import Tabs
from helpers.thorough import usually


@contextmanager
def shared_page(tabs: Tabs, base: str, **how: object) -> Iterator[StagePage]:
    """A page for a module's tests, keywords as of `Browser.new_context`; it is checked at the end."""
    stage = StagePage(tabs.lend(**how), base)
    try:
        yield stage
        stage.check()
    finally:
        stage.leave()
        tabs.take_back(stage.page, **how)


@contextmanager
def one_test(stage: StagePage) -> Iterator[StagePage]:
    """A test's turn on a shared page: what went wrong in it is its failure, and not the next one's."""
    stage.page.mouse.move(2, 2)
    try:
        yield stage
        stage.check()
    finally:
        stage.problems.clear()


def follow_links(stage: StagePage) -> None:
    """Go from link to link within the page, at less than half the cost of loading it; before a release load each.

    Where two links show one run in two looks, the page may keep the first look: load it.
    """
    stage.follows = usually(True, False)


Ready = Callable[[StagePage], object]


def shared_stage(
    begin: Ready = lambda stage: stage, turn: Ready = lambda stage: stage, **how: object
) -> tuple[Any, Any]:
    """The fixtures `shared` and `stage`: a page that `begin` prepares, and each test's turn on it, after `turn`."""

    @pytest.fixture(scope="module")
    def shared(tabs: Tabs, server: Server) -> Iterator[StagePage]:
        with shared_page(tabs, server.url, **how) as stage:
            begin(stage)
            yield stage

    @pytest.fixture
    def stage(shared: StagePage) -> Iterator[StagePage]:
        with one_test(shared):
            turn(shared)
            yield shared

    return shared, stage
