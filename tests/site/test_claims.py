"""The claims' sliders on the site: what the engine answers, and that a page carries what it needs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from helpers.playground import asked_claims

from rankviz.insight.claims import CLAIMS
from rankviz.site import claim as of_claim
from rankviz.site import gallery
from rankviz.site.playground import claims
from rankviz.site.playground import sliders as sliders_of
from rankviz.site.playground.in_browser import InBrowser
from rankviz.site.playground.playground_api import PlaygroundApi
from rankviz.site.playground.sliders import of_claims


def answer(name: str, link: str) -> dict[str, Any]:
    return json.loads(asked_claims.answers(json.dumps([[name, link]])))[0]


@pytest.mark.usefixtures("proofs_once")
def test_the_page_and_the_desk_write_the_same() -> None:
    for name in ("lemma-2", "copies"):
        found, proof = answer(name, ""), CLAIMS[name].run()
        page = gallery.page(CLAIMS[name], proof, "").decode()
        assert found["parts"] == of_claim.parts(CLAIMS[name], proof)
        assert all(markup in page for markup in found["parts"].values())
        assert found["link"] == "" and found["messages"] == []


def test_a_link_is_read_as_the_app_reads_it() -> None:
    found = answer("lemma-2", "second=9&queen=1&cap=20")
    assert found["values"] == {"second": "2", "cap": "20"} and found["link"] == "second=2&cap=20"
    assert (
        "9 is outside 0 to 2" in found["messages"][0]
        and "“queen” in the link is not a choice" in found["messages"][1]
    )
    assert found["run"].startswith("watch?data=")
    assert "The gallery has no claim" in answer("queen", "")["refused"]


def test_a_slider_has_the_range_and_the_steps_that_are_legal() -> None:
    of = {name: claims.controls(CLAIMS[name]) for name in ("lemma-2", "repair", "lemma-3")}
    assert of["lemma-2"][1] | {"help": ""} == {
        "name": "cap",
        "label": "The constant",
        "help": "",
        "kind": "range",
        "value": "10",
        "low": 1,
        "high": 100,
        "step": CLAIMS["lemma-2"].options[1].step,
    }
    assert ["breast-cancer", "Breast cancer", ""] in of["repair"][0]["options"]
    assert of["lemma-3"][0]["kind"] == "flag"


@pytest.mark.usefixtures("proofs_once")
def test_a_page_has_scripts_only_where_there_are_sliders_to_move() -> None:
    has = InBrowser.from_folder(None)
    sliders = of_claims(has)
    claim = CLAIMS["copies"]
    with_them = gallery.page(claim, claim.run(), "", None, sliders).decode()
    nonce = re.search(r'<script nonce="(\w+)"', with_them)
    assert nonce is not None and has.policy(nonce[1]) in with_them
    assert 'id="sliders"' in with_them and "cdn.jsdelivr.net" in with_them
    without = gallery.page(claim, claim.run(), "").decode()
    assert "<script" not in without and "script-src" not in without


def test_claims_that_take_long_say_so_beforehand() -> None:
    assert sliders_of.SECONDS.keys() <= CLAIMS.keys()
    make = of_claims(InBrowser.from_folder(None))
    (slow, seconds), quick = max(sliders_of.SECONDS.items(), key=lambda each: each[1]), CLAIMS["copies"]
    found, other = make(CLAIMS[slow]), make(quick)
    assert found is not None and f"{seconds} s on a busy machine" in found.controls
    assert other is not None and "takes a while" not in other.controls


def test_the_desk_keeps_its_run_while_a_claim_is_computed() -> None:
    api = PlaygroundApi()

    def ask(**question: object) -> dict[str, Any]:
        return json.loads(api.answer(json.dumps(question))[0])

    ask(ask="run", link="watch?data=scenario:lemma-3&alg=rb-d&rounds=3")
    ask(ask="claim", name="copies", link="k=3")
    assert "refused" not in ask(ask="theorems", t=2)
