"""The page Arena: its link, its controls, what the ladders ask for, and the way to Watch."""

from pathlib import Path

import pytest
from helpers.pages import app, words

import rankviz
from rankviz.engine.data.builtin import arena
from rankviz.ui.pages.arena import page, votes
from rankviz.ui.pages.arena.link import LINK, Chosen
from rankviz.ui.pages.arena.votes import DRAWN, REAL
from rankviz.ui.serving import uploads, visitors
from rankviz.ui.serving.store import STORE
from rankviz.ui.state.session import WIDGET

PAGE = "pages/arena.py"


@pytest.mark.slow
def test_it_opens_with_the_real_arena_at_half_a_win_and_a_bare_address() -> None:
    test = app(PAGE)
    assert dict(test.query_params) == {}
    assert "1,670,250 votes on 129 models: 1,093,875 decided" in words(test, "caption")
    assert "leaderbot 0.4.3 (BSD-3-Clause)" in words(test, "caption")


@pytest.mark.slow
def test_controls_write_the_link_and_a_link_sets_them() -> None:
    test = app(PAGE, data=DRAWN, tie="0.2", pair="1-0")
    test.segmented_control(key=f"{WIDGET}arena-bad").set_value("drop").run()
    test.selectbox(key=f"{WIDGET}arena-planted").set_value("circle").run()
    # The pair belongs to battles that are gone.
    assert dict(test.query_params) == {"data": f"{DRAWN}?planted=circle", "tie": "0.2", "bad": "drop"}
    assert "each beats the next" in words(test, "caption")
    again = app(PAGE, **dict(test.query_params))
    assert again.selectbox(key=f"{WIDGET}arena-planted").value == "circle"
    assert again.segmented_control(key=f"{WIDGET}arena-bad").value == "drop"


def test_a_link_is_read_whatever_it_holds() -> None:
    chosen, warnings = LINK.read(
        {"data": REAL, "tie": "0.31", "bad": "loss", "top": "40", "by": "elo", "pair": "3-17"}
    )
    assert chosen == Chosen(REAL, "3-17", 40, 0.31, "loss", "elo") and not warnings
    assert LINK.read(LINK.as_link(chosen)) == (chosen, [])
    assert LINK.as_link(Chosen()) == {}
    odd = {"data": "bundled:wine", "tie": "7", "bad": "never", "top": "x", "by": "chess", "colour": "red"}
    chosen, warnings = LINK.read(odd)
    assert chosen == Chosen(tie=1.0) and len(warnings) == 6
    assert "“bundled:wine” has no votes" in warnings[0] and "colour" in warnings[-1]
    assert LINK.read({"data": "synthetic:nothing"})[0] == Chosen()


@pytest.mark.parametrize("pair", ["", "3", "3-3", "-1-2", "1-999", "a-b", "1-2-3", "١-٢"])
def test_a_pair_that_the_board_has_not_is_its_own(pair: str) -> None:
    board, _ = page._board(votes.parse(DRAWN), "tie")
    i, j = page._pair(Chosen(DRAWN, pair=pair), board)
    assert i != j and max(i, j) < board.tally.n
    assert page._pair(Chosen(DRAWN, pair="2-5"), board) == (2, 5)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("tie", 0.31, {"tie": "0.31"}),
        ("pair", [4, 2], {"pair": "4-2"}),
        ("go", [0.2, 3, 1], {"tie": "0.2", "pair": "3-1"}),
        ("focus", "elo", {"by": "elo"}),
    ],
)
def test_what_the_ladders_ask_for_is_in_the_link(name: str, value: object, wanted: dict[str, str]) -> None:
    assert LINK.as_link(page._changed(Chosen(), name, value)) == wanted


@pytest.mark.parametrize(
    ("name", "value"), [("tie", "x"), ("tie", 2.0), ("pair", None), ("go", ["a"]), ("focus", "chess")]
)
def test_what_no_ladder_asks_for_is_refused(name: str, value: object) -> None:
    with pytest.raises((rankviz.DataError, ValueError, TypeError, IndexError)):
        page._changed(Chosen(), name, value)


def test_the_way_to_watch_has_the_same_battles_and_the_same_rule() -> None:
    problem = rankviz.load("synthetic:arena?bad=drop&planted=none&tie=0.2")
    counts = arena.draw_battles(planted="none")
    assert problem.pair_weights is not None
    weight = counts.won + counts.lost + 2 * 0.2 * counts.tied
    assert problem.pair_weights.sum() == pytest.approx(weight.sum())


VOTES = "model_a,model_b,winner" + 3 * (
    "\na,b,model_a\na,b,tie\nb,a,model_a\nb,c,model_a\nc,a,model_a\nc,b,tie (bothbad)\na,c,model_a"
)


@pytest.mark.slow
def test_a_table_of_votes_stays_with_its_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: "me")
    monkeypatch.setattr(uploads, "STORE", uploads.Uploads())
    test = app(PAGE)
    test.selectbox(key=f"{WIDGET}arena-data").set_value(votes.SCHEME).run()
    (uploader,) = test.file_uploader
    uploader.set_value(("mine.csv", VOTES.encode(), "text/csv")).run()
    assert "21 votes on 3 models: 15 decided, 3 ties, 3 “both bad”" in words(test, "caption")
    asked = dict(test.query_params)
    assert asked["data"].startswith("upload:") and set(asked) == {"data"}
    monkeypatch.setattr(visitors, "current", lambda: "somebody else")
    other = app(PAGE, **asked)
    assert dict(other.query_params) == {}
    assert "129 models" in words(other, "caption")


def test_votes_of_the_data_folder(data_folder: Path) -> None:
    (data_folder / "votes.csv").write_text(VOTES)
    counts = votes.counts(votes.parse("duels:votes.csv"))
    assert counts.names == ("a", "b", "c") and counts.table.sum() == 21
    ruled = votes.with_rule(votes.parse("duels:votes.csv"), 0.2, "drop")
    assert ruled.text == "duels:votes.csv?bad=drop&tie=0.2"


def test_the_board_is_computed_once_for_everybody() -> None:
    one, packed = page._board(votes.parse(DRAWN), "tie")
    other, _ = page._board(votes.parse(DRAWN), "tie")
    assert one is other and STORE.put(packed) in STORE
