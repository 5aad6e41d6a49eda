"""Presets' files from a disk say what the app says at every tenth round, also in Firefox where it is installed."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.browser.firefox import errors, firefox
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import ViewportSize, expect

from rankviz.site import files
from rankviz.ui.pages.playlists.bundled import of_preset
from rankviz.ui.presets.presets import PRESETS, Preset

FEW = ("The infinite weight", "AdaBoost ranks, too")
SIZE: ViewportSize = {"width": 1366, "height": 1900}
SAID = """(root) => [
  ...[...root.querySelectorAll("[data-tile] [role=img]")].map((el) => el.getAttribute("aria-label")).filter(Boolean),
  ...[...root.querySelectorAll(".rv-where, .rv-line")].map((el) => el.textContent),
]"""
"""What the tiles say to who cannot see them, the round, and the round in words."""


FOX_SAID = f"return ({SAID})(document.querySelector('.rv-stage'))"
THERE = "return document.querySelector('.rv-stage .rv-where') !== null"
AT = """
  const slider = document.querySelector(".rv-stage [type=range]");
  slider.value = String(arguments[0]);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
"""
"""Go to a round by the scrubber."""


def same(fox: Any, alone: StagePage) -> bool:
    return fox.execute_script(FOX_SAID) == said(alone) and len(said(alone)) > 3


def tens(last: int) -> list[int]:
    return [*range(0, last, 10), last]


def said(stage: StagePage) -> list[str]:
    return list(stage.page.locator(".rv-stage").evaluate(SAID))


def opened(new_page: NewPage, preset: Preset, file: Path, size: ViewportSize = SIZE) -> StagePage:
    """The preset's file in Chromium, without a network."""
    file.write_bytes(files.stage(preset, "")[0])
    alone = new_page("file://", offline=True, viewport=size)
    alone.page.goto(file.as_uri())
    expect(alone.where).to_be_visible()
    return alone


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(each, id=each.title, marks=() if each.title in FEW else pytest.mark.thorough)
        for each in PRESETS
    ],
)
def test_a_file_says_what_the_app_says(preset: Preset, new_page: NewPage, tmp_path: Path) -> None:
    alone = opened(new_page, preset, tmp_path / "run.html")
    stage = new_page(viewport=SIZE)
    stage.goto(stage.base + of_preset(preset).link)
    for t in tens(alone.round()[1]):
        stage.at(t)
        alone.at(t)
        stage.wait_until(
            lambda: said(alone) == said(stage) and len(said(alone)) > 3, f"both say the same in round {t}"
        )


# Marionette leaves its sockets to the collector.
@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_firefox_says_what_chromium_says(new_page: NewPage, tmp_path: Path) -> None:
    with firefox() as fox:
        fox.set_window_rect(width=SIZE["width"], height=SIZE["height"])
        width, height = fox.execute_script("return [innerWidth, innerHeight]")
        for preset in PRESETS:
            file = tmp_path / "run.html"
            alone = opened(new_page, preset, file, {"width": width, "height": height})
            fox.navigate(file.as_uri())
            alone.wait_until(partial(fox.execute_script, THERE), "Firefox shows the stage")
            for t in tens(alone.round()[1]):
                alone.at(t)
                fox.execute_script(AT, [t])
                alone.wait_until(partial(same, fox, alone), f"both say the same of {preset.title}, round {t}")
        assert errors(fox) == []
