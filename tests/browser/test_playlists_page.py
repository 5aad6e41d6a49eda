"""A playlist in a browser: its tiles, the keys of a clicker, and a moment that is added on Watch."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from stage_page import StagePage

from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.playlists.link import packed

RUN = "?data=scenario:lemma-3&alg=rb-d,rb-plus&rounds=12&t="
TALK = Playlist(
    "Two moments",
    (Moment(f"{RUN}2", "<b>Look</b>", "Ties", ("ties", "pairs")), Moment(f"{RUN}5", title="Later")),
)


def test_page_keys_turn_to_the_next_moment_and_arrows_to_the_next_round(stage: StagePage) -> None:
    stage.open("playlists", play=packed(TALK), moment=1)
    tiles = stage.page.locator("[data-tile]")
    stage.expect_round(2, 12)
    expect(tiles).to_have_count(4)
    expect(stage.page.locator("[data-tile=ties], [data-tile=pairs]")).to_have_count(0)
    expect(stage.page.get_by_text("<b>Look</b>")).to_be_visible()
    stage.page.keyboard.press("ArrowRight")
    stage.expect_round(3, 12)
    stage.page.keyboard.press("PageDown")
    stage.expect_round(5, 12)
    expect(tiles).to_have_count(6)
    expect(stage.page).to_have_url(re.compile("moment=2"))
    stage.page.keyboard.press("PageUp")
    stage.expect_round(2, 12)
    expect(tiles).to_have_count(4)


def test_a_moment_is_added_and_is_there_after_a_reload(stage: StagePage) -> None:
    stage.open(data="scenario:lemma-3", alg="rb-d", rounds=12, t=2)
    drawer = stage.tab("Export and share")
    drawer.get_by_role("button", name="Add this moment").click()
    expect(drawer.get_by_text("Moment 1 is in your playlist.")).to_be_visible()
    stage.page.reload()
    link = stage.page.get_by_role("link", name="Your playlist")
    expect(link).to_be_visible()
    link.click()
    expect(stage.page.get_by_role("link", name="1. Lemma 3, round 2")).to_be_visible()
    expect(stage.page.get_by_role("button", name="Move up")).to_be_disabled()
    expect(stage.page).to_have_url(re.compile("edit=~"))
    stage.button("Play").click()
    stage.expect_round(2, 12)
