"""On a small screen no tile, and nothing in one, moves or stands out in any round, whatever the run is like."""

from __future__ import annotations

from typing import Any

from in_tiles import BOXES, PARTS, PLACES, SPILLED, TYPE
from stage_page import NewPage, StagePage

LAPTOP = {"width": 1280, "height": 720}
RUNS: dict[str, dict[str, object]] = {
    "patients": {"data": "bundled:diabetes?grades=4&items=50&seed=9", "rounds": 20},
    "one halts": {"data": "scenario:lemma-1", "rounds": 12},
    "infinite weight": {
        "data": "scenario:lemma-1", "alg": "rb-d,rb-plus", "undefined": "infinite", "rounds": 10
    },
    "infinite weight, three algorithms": {"data": "scenario:lemma-1?n=2", "undefined": "infinite", "rounds": 4},
    "few items": {"data": "scenario:proposition-1", "undefined": "infinite", "rounds": 10},
    "cycles": {"data": "synthetic:cycles", "rounds": 30},
    "ties": {"data": "synthetic:coarse", "rounds": 30},
    "four algorithms": {"alg": "rb-d,rb-c,rb-plus,smooth-margin", "rounds": 12},
}  # fmt: skip


def test_nothing_moves_or_stands_out_in_any_round_of_any_run(new_page: NewPage) -> None:
    stage = new_page(viewport=LAPTOP)
    for name, link in RUNS.items():
        stage.open(t=0, **link)
        first = places(stage)
        assert all(first[1:]), f"{name}: there is nothing that could move"
        rounds = stage.round()[1]
        assert rounds > 0, name
        for t in range(rounds + 1):
            stage.expect_round(t)
            assert places(stage) == first, f"{name}: something moved in round {t}"
            assert standing_out(stage) == [], f"{name}, round {t}"
            if t < rounds:
                stage.step()
        assert smallest_type(stage) >= 12, name


def ask(stage: StagePage, tile: str, what: str) -> Any:
    return stage.page.locator(f"[data-tile={tile}]").evaluate(what)


def places(stage: StagePage) -> list[Any]:
    """Where the tiles are, and the parts of four of them."""
    curves = [ask(stage, tile, PLACES) for tile in ("losses", "margins")]
    pictures = [ask(stage, tile, PARTS) for tile in ("ranking", "pairs")]
    assert all(len(found["boxes"]) > 3 for found in pictures)
    return [
        stage.button("Step").evaluate(BOXES),
        *([found["fixed"], found["box"]] for found in curves),
        *(found["boxes"] for found in pictures),
    ]


def standing_out(stage: StagePage) -> list[str]:
    """What leaves its tile, by the eye of each tile's probe, and what would have to be scrolled to."""
    found = list(stage.button("Step").evaluate(SPILLED))
    for tile in ("losses", "margins"):
        found += ask(stage, tile, PLACES)["out"]
    for tile in ("ranking", "pairs"):
        parts = ask(stage, tile, PARTS)
        found += parts["out"] + ["scrolls"] * parts["scrolls"]
    return found


def smallest_type(stage: StagePage) -> float:
    curves = [ask(stage, tile, TYPE) for tile in ("losses", "margins")]
    return min(*curves, *(ask(stage, tile, PARTS)["fonts"] for tile in ("ranking", "pairs")))
