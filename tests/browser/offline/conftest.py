"""The playground as a folder of a plain host, made once for all its tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.static import Host

from rankviz.ui.site.playground.files import files


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground's files, as `rankviz site OUT/ --playground --pyodide DIR` writes them, beside another page."""
    folder = tmp_path_factory.mktemp("site")
    for name, contents in files("", Path(os.environ["RANKVIZ_PYODIDE"]), ["Fewer errors, larger loss"]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)
    (folder / "other.html").write_text("<!doctype html><title>Without a policy</title>")
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A host of these files, below a path."""
    with Host(site) as running:
        yield running
