"""One page for several tests: opening it costs more than what each of them asks of it."""

from collections.abc import Iterator
from contextlib import contextmanager

from helpers.browser.stage_page import StagePage
from helpers.browser.tabs import Tabs


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
