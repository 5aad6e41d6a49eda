"""The playground as a folder of a plain host, made once for all its tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.static import Host

from rankviz.claims import CLAIMS
from rankviz.ui.pages.playlists import bundled, offline
from rankviz.ui.site import gallery
from rankviz.ui.site.files import HOME, beside
from rankviz.ui.site.playground.files import files
from rankviz.ui.site.playground.in_browser import InBrowser
from rankviz.ui.site.playground.sliders import of_claims

LESSON = "why-ties-matter"
"""The lesson whose page the site has."""
OF_CLAIMS = ("lemma-2", "lemma-3", "judges-differ")
"""Claims whose pages the site has."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground's files, as `rankviz site OUT/ --playground --pyodide DIR` writes them, beside another page."""
    folder = tmp_path_factory.mktemp("site")
    has = InBrowser.of(Path(os.environ["RANKVIZ_PYODIDE"]))
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


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A host of these files, below a path."""
    with Host(site) as running:
        yield running
