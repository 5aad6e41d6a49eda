"""A failed test keeps what its pages showed."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.browser.failed_pages import FailedPages
from helpers.browser.tabs import Tabs
from PIL import Image
from playwright.sync_api import Browser

CONTENT = """<script>console.error("a word of the console")</script><h1>On the page</h1>"""


@pytest.mark.parametrize("failed", [True, False])
def test_a_failure_keeps_picture_words_and_console(
    failed: bool, chromium: Browser, tabs: Tabs, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    plugin = FailedPages(chromium, tmp_path)
    page = tabs.lend()
    (tmp_path / "page.html").write_text(CONTENT)
    page.goto((tmp_path / "page.html").as_uri())
    hook = plugin.pytest_runtest_makereport(request.node)
    next(hook)
    report = SimpleNamespace(failed=failed, sections=[])
    with pytest.raises(StopIteration) as end:
        hook.send(report)  # type: ignore[attr-defined]
    assert end.value.value is report
    tabs.take_back(page)
    if not failed:
        assert report.sections == [] and not list(tmp_path.glob("*/"))
        return
    ((_, place),) = report.sections
    told = "".join(file.read_text() for file in Path(place).glob("*.txt"))
    assert (tmp_path / "page.html").as_uri() in told and "heading" in told and "On the page" in told
    assert "error: a word of the console" in told
    (words,) = (file for file in Path(place).glob("*.txt") if "On the page" in file.read_text())
    picture = words.with_suffix(".png")
    assert sum(map(bool, Image.open(picture).convert("L").histogram())) > 2, "the picture is blank"
