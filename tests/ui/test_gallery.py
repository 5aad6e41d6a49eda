"""The gallery page without a browser: its cards, sliders, stage and links, and links with nonsense in them."""

from __future__ import annotations

import json

import pytest
from helpers.claims import EVERY, chosen, every_claim
from helpers.pages import app, stage_data
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rankviz.claims import CLAIMS, Claim, compare
from rankviz.ui.pages.gallery import evidence
from rankviz.ui.pages.gallery import link as gallery_link
from rankviz.ui.state.session import WIDGET


def page(**link: str) -> AppTest:
    """The gallery at a link, as a visitor comes to it."""
    return app("pages/gallery.py", **link)


def test_every_claim_has_a_card_with_its_verdict() -> None:
    test = page()
    links = [link.proto for link in test.get("page_link")]
    for claim in EVERY:
        assert any(f"claim={claim.name}" in link.query_string for link in links), claim.name
    assert sum("green-badge" in each.value for each in test.markdown) == len(CLAIMS)
    assert not test.warning


@every_claim
@pytest.mark.slow
def test_every_claim_opens_with_its_stage_at_its_round(claim: Claim) -> None:
    test = page(claim=claim.name)
    assert not test.error and not test.warning
    proof = claim.run()
    assert stage_data(test)["round"] == proof.setting.t
    assert any("green-badge" in each.value for each in test.markdown)
    assert dict(test.query_params) == {"claim": claim.name}


def test_a_slider_changes_the_proof_the_run_and_the_link() -> None:
    test = page(claim="lemma-1")
    before = stage_data(test)["run_url"]
    test.slider(key=f"{WIDGET}gallery-lemma-1-n").set_value(12).run()
    assert not test.exception
    assert dict(test.query_params) == {"claim": "lemma-1", "n": "12"}
    assert stage_data(test)["run_url"] != before
    assert any("n = 12" in each.value.replace("\\", "") for each in test.markdown)


def test_a_link_opens_the_claim_as_it_was() -> None:
    test = page(claim="lemma-2", n="3", cap="50", t="1")
    assert test.slider(key=f"{WIDGET}gallery-lemma-2-cap").value == 50
    assert stage_data(test)["round"] == 1


@pytest.mark.parametrize(
    "link",
    [
        {"claim": "nonsense"},
        {"claim": ""},
        {"claim": "[x](http://example.com)"},
        {"claim": "lemma-1", "n": "1e9"},
        {"claim": "lemma-1", "n": "-4"},
        {"claim": "lemma-1", "n": "abc"},
        {"claim": "lemma-1", "<script>": "1"},
        {"claim": "early-stop", "data": "../../etc/passwd"},
        {"claim": "proposition-1", "weight": "nan"},
        {"claim": "lemma-3", "negative": "maybe"},
    ],
    ids=str,
)
@pytest.mark.slow
def test_a_link_with_nonsense_is_said_and_something_is_shown(link: dict[str, str]) -> None:
    test = page(**link)
    assert test.warning
    assert "](http" not in test.warning[0].value
    assert sum("green-badge" in each.value for each in test.markdown) in (1, len(CLAIMS))


def test_a_slider_s_value_outside_its_range_is_said_and_the_nearest_shown() -> None:
    test = page(claim="lemma-1", n="400")
    assert any("n=400" in each.value and "outside its range" in each.value for each in test.warning)
    assert any("n = 40: R̂1 is 0.9756" in each.value.replace("\\", "") for each in test.markdown)


@pytest.mark.parametrize("t", ["-1", "x", "99999", "١", ""])
@pytest.mark.slow
def test_a_round_of_nonsense_shows_some_round(t: str) -> None:
    test = page(claim="lemma-1", t=t)
    assert 0 <= stage_data(test)["round"] <= 10


@every_claim
@settings(max_examples=20)
@given(data=st.data())
@pytest.mark.slow
def test_a_link_and_back(claim: Claim, data: st.DataObject) -> None:
    options = data.draw(chosen(claim))
    opened, said = gallery_link.read(gallery_link.to_link(claim, options))
    assert opened == (claim, options, None)
    assert not said


@given(
    st.dictionaries(st.sampled_from(["claim", "n", "t", "data", "weight", "seed", "?"]), st.text(max_size=12))
)
def test_any_link_can_be_read(link: dict[str, str]) -> None:
    gallery_link.read(link)
    found, said = gallery_link.read({**link, "claim": "first-round"})
    assert found is not None
    claim, options, _ = found
    assert json.loads(json.dumps(options)) == options
    assert claim.name == "first-round" and all(isinstance(sentence, str) for sentence in said)


def test_evidence_is_escaped_and_says_its_verdict_aloud() -> None:
    each = compare("a <b> & c", ("<i>", 1.0), "<", ('"x"', 0.0), "1/2")
    html = evidence.table([each])
    assert "<b> &" not in html and "&lt;b&gt; &amp; c" in html and "&lt;i&gt;" in html
    assert 'aria-label="fails"' in html and 'aria-label="less than"' in html and "the paper: 1/2" in html
