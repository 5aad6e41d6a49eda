"""A stage keeps its place on a page: Streamlit mounts one that has moved again, and drops what was begun on it."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from helpers.pages import app
from streamlit.testing.v1.element_tree import Block

from rankviz.ui.startup import waiting

RUN = {"data": "scenario:places-to-stay", "alg": "rb-d", "rounds": "3"}
NOTICES = (
    ("watch", RUN, {"alg": "rb-d,none"}),
    ("watch", RUN, {"data": "file:none.csv"}),
    ("lessons", {"lesson": "boosting-by-pairs", "step": "1"}, {"step": "99"}),
    ("lessons", RUN | {"predict": "ranker"}, {"alg": "rb-d,none"}),
    ("playlists", {"play": "see-it", "moment": "1"}, {"moment": "999"}),
)
"""Pages with a stage, a link, and what in it brings an alert."""


def blocks(block: Block, path: tuple[int, ...] = ()) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each stage and drawing, and the places of the blocks around it; in its own it has its key."""
    for at, child in block.children.items():
        if isinstance(child, Block):
            yield from blocks(child, (*path, at))
        elif child.type == "bidi_component":
            yield child.proto.component_name, path


@pytest.mark.parametrize(("page", "link", "wrong"), NOTICES)
@pytest.mark.slow
def test_a_notice_above_a_stage_does_not_move_it(
    page: str, link: dict[str, str], wrong: dict[str, str]
) -> None:
    test = app(f"pages/{page}.py", **link)
    before, alerts = dict(blocks(test.main)), len(test.warning) + len(test.error) + len(test.info)
    test.query_params.update(wrong)
    test.run()
    assert len(test.warning) + len(test.error) + len(test.info) > alerts
    assert dict(blocks(test.main)) == before and before


def test_the_wait_for_the_engine_does_not_move_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(blocks(app(**RUN).main))
    done = SimpleNamespace(wait=lambda seconds: seconds != waiting.AT_ONCE)
    monkeypatch.setattr(waiting, "WARM_UP", SimpleNamespace(start=lambda: None, compiles=False, done=done))
    assert dict(blocks(app(**RUN).main)) == before and before
