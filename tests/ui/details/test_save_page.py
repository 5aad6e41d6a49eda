"""The button that saves a run as a page: what it saves is that page, and of too large a run its first rounds."""

from collections.abc import Callable

import pytest

import rankviz
from rankviz.board.offline import page
from rankviz.board.offline.page import Looks
from rankviz.board.payload import pack
from rankviz.ui.details import save_page as module
from rankviz.ui.details.save_page import save_page
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving.store import STORE
from rankviz.ui.state.state import State

STATE = State(data="scenario:lemma-3", alg=("rb-plus",), rounds=12, holdout=0, tab="export", t=3)
LOOKS = Looks("watch", 3, {"log": True})


class Page:
    """What is put on a page: buttons by label with what they save, and captions; `first` is the round chosen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, first: int = 0) -> None:
        self.buttons: dict[str, Callable[[], bytes]] = {}
        self.captions: list[str] = []
        for place, name, does in (
            (module.st, "download_button", lambda label, data, **_: self.buttons.update({label: data})),
            (module.st, "caption", self.captions.append),
            (module.st, "number_input", lambda _, max_value, **__: min(first, max_value)),
            (module.session, "share_url", lambda state: f"https://example.org/?tab={state['tab']}"),
        ):
            monkeypatch.setattr(place, name, does)


@pytest.fixture
def shown() -> Shown:
    problem = rankviz.load("scenario:lemma-3")
    trace = rankviz.trace(problem, ["rb-plus"], 12)
    return Shown(problem, trace, STORE.put(pack(trace)), 0.1)


def test_it_saves_the_page_as_the_stage_looks(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    there = Page(monkeypatch)
    save_page(STATE, shown, LOOKS)
    assert list(there.buttons) == ["Save as a page"] and not there.captions
    made = there.buttons["Save as a page"]()
    assert made == page.page(shown.trace, link="https://example.org/?tab=", looks=LOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 3, 10])
def test_of_a_run_too_large_it_saves_an_excerpt(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    there = Page(monkeypatch, first)
    last = shown.trace.runs[0].n_rounds
    fit = last - 2  # the page's own code is more than half of so small a file
    size = page.most_bytes(len(STORE.get(shown.digest) or b""))
    monkeypatch.setattr(page, "MOST_BYTES", size * fit // last + 1)
    first = min(first, last - fit)
    save_page(STATE, shown, LOOKS)
    ((label, data),) = there.buttons.items()
    assert label == f"Save rounds {first}–{first + fit} as a page" and "up to" in there.captions[0]
    excerpt = (first, first + fit)
    assert data() == page.page(shown.trace, link="https://example.org/?tab=", rounds=excerpt, looks=LOOKS)
