"""The scripts in pages/: short, plain imports first; the app does styles and the wait for the engine for all."""

import ast
from pathlib import Path

import pytest
import streamlit as st
from helpers.pages import app

from rankviz.ui.shell import layout
from rankviz.ui.startup import waiting

ROOT = Path(__file__).parents[3]
PAGES = sorted((ROOT / "pages").glob("*.py"))
MOST_LINES = 25


def test_the_app_knows_each_page() -> None:
    assert PAGES
    assert {f"pages/{page.name}" for page in PAGES} <= set(map(str, vars(layout).values()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_is_short_imports_first_and_has_no_preamble(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    imports = [isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.parse(text).body[1:]]
    assert imports == sorted(imports, reverse=True), "an import stands below other statements"
    assert not any(words in text for words in ("noqa", "layout.styles", "wait_for_engine"))


def test_the_app_waits_for_the_engine_once_and_before_any_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []

    def wait() -> None:
        waits.append(1)
        st.info("waiting")
        st.stop()

    monkeypatch.setattr(waiting, "wait_for_engine", wait)
    test = app()
    assert waits == [1]
    assert [box.value for box in test.info] == ["waiting"]
    assert not test.title and not test.sidebar.children and not test.get("bidi_component")


def test_after_the_wait_the_page_runs_without_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    monkeypatch.setattr(waiting, "wait_for_engine", lambda: waits.append(1))
    assert app().get("bidi_component") and waits == [1]
