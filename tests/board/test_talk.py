"""Several moments in one file: each run once, the same bytes for the same moments, and no text as markup."""

import html
import json
from dataclasses import replace
from typing import Any

import pytest
from helpers.hostile import HOSTILE, QUOTED, hostile
from helpers.printable import carried

import rankviz
from rankviz.board.offline import filters, modules, page, talk
from rankviz.board.offline.asks import Asks
from rankviz.board.offline.document import as_json
from rankviz.board.offline.explanations import explanations
from rankviz.board.offline.page import Looks
from rankviz.board.offline.part import part_of
from rankviz.board.offline.theorems import theorems
from rankviz.board.payload import pack
from rankviz.board.qr_code import qr_code
from rankviz.board.wire import locate
from rankviz.engine.runs.spec import of_trace


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    return rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "rb-plus"], 5)


def moment(trace: rankviz.Trace, t: int, layout: str = "watch", **more: Any) -> talk.TalkMoment:
    return talk.TalkMoment(trace, Looks(layout, t), spec=of_trace(trace), **more)


def test_each_run_is_in_it_once_and_as_it_is(trace: rankviz.Trace) -> None:
    skew = rankviz.trace(rankviz.load("scenario:skew"), ["rb-d", "adaboost"], 4)
    made = talk.talk("A", [moment(trace, 1), moment(skew, 2, "skew"), moment(trace, 2, hide=("ties",))])
    opening, runs = json.loads(carried(made, "opening")), carried(made, "run")
    assert [each["run"] for each in opening["moments"]] == [0, 1, 0]
    assert sum(run["size"] for run in opening["runs"]) == len(runs)
    start = 0
    for run, (its, pictures) in zip(opening["runs"], ((trace, ()), (skew, ("margins",))), strict=True):
        there, want = runs[start : start + run["size"]], pack(its, shareable=False, pictures=pictures)
        start += run["size"]
        assert len(there) == len(want)
        for name, (at, array) in locate(want).items():
            how = filters.Filter(*run["filters"].get(name, filters.PLAIN))
            kept = there[at : at + array.nbytes] == filters.apply(array, how)
            assert kept or how.predicted, name
        every = part_of(its, None)
        assert run["theorems"] == json.loads(as_json(theorems(its, every)))
        assert run["explanations"] == json.loads(as_json(explanations(its, every)))
    assert len(made) < len(page.page(trace)) + len(page.page(skew))
    assert opening["moments"][2]["settings"] == {"hide": ["ties"]} and opening["moments"][2]["round"] == 2
    assert carried(made, "code") == modules.carried_code(modules.SAVED, "watch", "skew")


@pytest.mark.slow
def test_the_same_moments_give_the_same_bytes(trace: rankviz.Trace) -> None:
    moments = [moment(trace, 1, note="Words"), moment(trace, 2)]
    made = talk.talk("A", moments)
    assert made == talk.talk("A", moments)
    assert len(talk.talk("A", moments * 20)) < 1.1 * len(made)


def test_nothing_that_is_written_is_markup() -> None:
    trace = hostile()
    words = f"{HOSTILE}{QUOTED}"
    asks = Asks(words, ((HOSTILE, QUOTED), (QUOTED, "")), 0, HOSTILE)
    its = moment(trace, 1, title=words, note=words, asks=asks, link=f"javascript:{words}")
    made = talk.talk(words, [its]).decode()
    plain = talk.talk("A", [replace(its, title="A", note="B")]).decode()
    assert HOSTILE not in made and html.escape(HOSTILE) in made
    assert made.count("<script") == plain.count("<script") and "<img" not in made and "<svg" not in made
    told = json.loads(carried(made.encode(), "opening"))["moments"][0]
    assert told["title"] == told["note"] == words and told["link"] == ""


def test_a_link_that_a_phone_can_read_is_a_qr_code_as_well(trace: rankviz.Trace) -> None:
    links = ["https://example.org/?" + "a" * length for length in (9, talk.MOST_QR - 21, talk.MOST_QR - 20)]
    made = talk.talk("A", [moment(trace, 1, link=link) for link in (*links, "?t=2")])
    told = [each["qr"] for each in json.loads(carried(made, "opening"))["moments"]]
    assert told == [list(qr_code(links[0])), list(qr_code(links[1])), None, None]


def test_without_scripts_the_words_are_there(trace: rankviz.Trace) -> None:
    spec = of_trace(trace)
    assert spec is not None
    made = talk.talk("A talk", [moment(trace, 2, title="One", note="a < b")]).decode()
    below = made[made.index('<div id="below">') :]
    for text in ("<h3>One</h3>", "<p>a &lt; b</p>", "round 2", html.escape(spec.command("run.html"))):
        assert text in below


def test_above_the_limit_it_says_what_to_do(trace: rankviz.Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "MOST_BYTES", 100_000)
    with pytest.raises(rankviz.DataError, match="more than the 0 MB.*two playlists"):
        talk.talk("A", [moment(trace, 1)])
    with pytest.raises(rankviz.DataError, match="no moments"):
        talk.talk("A", [])
