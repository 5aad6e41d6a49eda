"""The gallery page without a browser: its cards, sliders, stage and links, and links with nonsense in them."""

import json
from urllib.parse import parse_qs

import numpy as np
import pytest
from helpers.claims import EVERY, WALKED, chosen, every_claim
from helpers.pages import app, opened_with_everything
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rankviz.insight.claims import CLAIMS, Claim, Curve, Figure, Sweep, compare
from rankviz.ui.pages.gallery import address, evidence, in_words
from rankviz.ui.pages.gallery import figure as gallery_figure
from rankviz.ui.pages.gallery.figure import draw, strip
from rankviz.ui.pages.gallery.level_names import Frame, LevelName, level_names
from rankviz.ui.state.session import WIDGET
from rankviz.ui.state.state import State

pytestmark = pytest.mark.usefixtures("proofs_once")


def page(**link: str) -> AppTest:
    """The gallery at a link, as a visitor comes to it."""
    return app("pages/gallery.py", **link)


def chart(test: AppTest) -> dict:
    """The figure as Plotly gets it."""
    found, *_ = test.get("plotly_chart")  # maps of items may stand below it
    return json.loads(found.proto.spec)


def watched(test: AppTest) -> dict[str, list[str]]:
    """What "Open this run in Watch" asks for."""
    (found,) = [each.proto for each in test.get("page_link") if "Watch" in each.proto.label]
    return parse_qs(found.query_string)


def round_watched(test: AppTest) -> int:
    """The round that Watch opens at: its usual one where the link says nothing, or the last before it."""
    link, usual = watched(test), State()
    rounds = int(link.get("rounds", [usual["rounds"]])[0])
    return min(int(link.get("t", [usual["t"]])[0]), rounds)


@pytest.mark.slow
def test_every_claim_has_a_card_with_its_verdict() -> None:
    """Expensive because it proves every claim; the tests that follow use the same proofs."""
    test = page()
    links = [link.proto for link in test.get("page_link")]
    for claim in EVERY:
        assert any(f"claim={claim.name}" in link.query_string for link in links), claim.name
    assert sum("green-badge" in each.value for each in test.markdown) == len(CLAIMS)
    assert not test.warning


@every_claim
@pytest.mark.slow
def test_every_claim_opens_with_its_figure_and_the_way_to_its_run(claim: Claim) -> None:
    test = page(claim=claim.name)
    assert not test.error and not test.warning
    proof = claim.run()
    assert proof.figure.title == chart(test)["layout"]["title"]["text"]
    (rows,) = [each.proto.body for each in test.get("html") if each.proto.body.startswith("<table")]
    assert rows == evidence.table(proof.evidence) and proof.evidence and "✗" not in rows
    assert round_watched(test) == proof.setting.t
    assert any("green-badge" in each.value for each in test.markdown)
    assert dict(test.query_params) == {"claim": claim.name}


@pytest.mark.slow
def test_those_walked_through_in_a_browser_have_every_kind_of_figure() -> None:
    def kinds(claims: list[Claim]) -> set[tuple[str, object]]:
        found: set[tuple[str, object]] = set()
        for claim in claims:
            proof = claim.run()
            figure, sweep = proof.figure, proof.sweep
            found |= {("swept", sweep and sweep.on_axis), ("at", figure.at is None), ("log", figure.log)}
            found |= {(part, bool(getattr(figure, part))) for part in ("levels", "range", "maps")}
            found |= {("line", line.kind) for line in figure.lines}
            found |= {("slider", option.kind) for option in claim.options}
        return found

    assert kinds([claim for walk in WALKED for claim in walk]) == kinds(EVERY)


@pytest.mark.parametrize("log", [False, True])
def test_a_line_ends_where_its_axis_has_no_place_for_it(log: bool) -> None:
    given = (1.0, 0.0, -1.0, np.inf, np.nan, 1e301)
    line = Curve("distance", "kernel-gd", tuple(map(float, range(6))), given)
    drawn = draw(Figure("Distance", "round", "distance", (line,), log=log), None)
    assert drawn.data[0].y == ((1.0, *[None] * 5) if log else (1.0, 0.0, -1.0, None, None, None))


def test_the_name_of_a_level_is_where_no_curve_and_no_other_name_is() -> None:
    """A name goes below a level with a curve close above it; of two near levels one has its name below the other's."""

    def named(curve: tuple[float, ...], *levels: float) -> list[LevelName]:
        line = Curve("margin", "e1", tuple(map(float, range(len(curve)))), curve)
        marked = tuple((f"level {k}", height) for k, height in enumerate(levels))
        figure = Figure("Margin", "round", "margin", (line,), marked)
        return level_names(figure, Frame(600.0, 160.0, (0.0, len(curve) - 1.0), (0.0, 1.0)))

    assert named((0.9, 0.9, 0.9), 0.5) == [LevelName("level 0", 0.5, 1.0, above=True)]
    assert named((0.9, 0.9, 0.55, 0.55), 0.5) == [LevelName("level 0", 0.5, 1.0, above=False)]
    assert [each.above for each in named((0.9, 0.9), 0.5, 0.52)] == [False, True]
    assert [each.place for each in named((0.9, 0.9), 0.02, 0.03)] == [1.0, 0.0]
    assert named((0.9, 0.9), float("nan")) == []


def test_a_slider_changes_the_proof_the_run_and_the_link() -> None:
    test = page(claim="lemma-1")
    before = watched(test)["data"]
    test.slider(key=f"{WIDGET}gallery-lemma-1-n").set_value(12).run()
    assert not test.exception
    assert dict(test.query_params) == {"claim": "lemma-1", "n": "12"}
    assert watched(test)["data"] != before
    assert any("n = 12" in each.value.replace("\\", "") for each in test.markdown)


def test_a_link_opens_the_claim_as_it_was() -> None:
    test = page(claim="lemma-2", second="0.5", cap="50", t="1")
    assert test.slider(key=f"{WIDGET}gallery-lemma-2-cap").value == 50
    assert round_watched(test) == 1


def test_beyond_its_edge_a_claim_fails_and_says_why() -> None:
    test = page(claim="lemma-1", n="3")
    (said,) = [each.value.replace("\\", "") for each in test.markdown if "badge" in each.value]
    assert "orange-badge" in said and "fails here" in said and "because so small an example" in said
    assert "it breaks from n = 4 on" in said and "green" not in said


def test_the_figure_shades_where_the_claim_holds_and_fails() -> None:
    drawn = chart(page(claim="lemma-1"))
    bands = [(each["x0"], each["x1"]) for each in drawn["layout"]["shapes"] if each["type"] == "rect"]
    assert bands == [(2.0, 3.5), (3.5, 40.0)]
    words = [each["text"] for each in drawn["layout"]["annotations"]]
    assert "holds" in words


def test_an_option_off_the_axis_has_a_strip_with_the_chosen_value_framed() -> None:
    sweep = Sweep("times", (1.0, 2.0, 3.0), lambda times: times < 2, 2.0, on_axis=False)
    html = strip(sweep, in_words.where(sweep, "<Weight>"))
    assert html.count("rv-holds") == 1 and html.count("rv-fails") == 2
    assert '<i class="rv-fails rv-here">2</i>' in html
    assert "&lt;Weight&gt;: holds at 1; fails from 2 to 3." in html


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
        {"claim": "balance", "positives": "0.38", "items": "143"},
    ],
    ids=str,
)
@pytest.mark.slow
def test_a_link_with_nonsense_is_said_and_something_is_shown(link: dict[str, str]) -> None:
    test = page(**link)
    assert test.warning
    assert "](http" not in test.warning[0].value
    badges = ("green-badge", "orange-badge")
    assert sum(any(badge in each.value for badge in badges) for each in test.markdown) in (1, len(CLAIMS))


@pytest.mark.parametrize("value", ["9" * 5000, "\0", "-1e999"], ids=["long", "zero", "infinite"])
@pytest.mark.slow
def test_hostile_values_open_it(value: str) -> None:
    assert not opened_with_everything("gallery", value).exception


def test_a_slider_s_value_outside_its_range_is_said_and_the_nearest_shown() -> None:
    test = page(claim="lemma-1", n="400")
    assert any("400 is outside" in each.value for each in test.warning)
    assert any("n = 40: R̂1 is 0.9756" in each.value.replace("\\", "") for each in test.markdown)


@pytest.mark.parametrize("t", ["-1", "x", "99999", "١", ""])
@pytest.mark.slow
def test_a_round_of_nonsense_shows_some_round(t: str) -> None:
    test = page(claim="lemma-1", t=t)
    assert 0 <= round_watched(test) <= 10


@every_claim
@settings(max_examples=20)
@given(data=st.data())
@pytest.mark.slow
def test_a_link_and_back(claim: Claim, data: st.DataObject) -> None:
    options = data.draw(chosen(claim))
    opened, said = address.read(address.to_link(claim, options))
    assert opened == (claim, options, None)
    assert not said


@given(
    st.dictionaries(st.sampled_from(["claim", "n", "t", "data", "weight", "seed", "?"]), st.text(max_size=12))
)
def test_any_link_can_be_read(link: dict[str, str]) -> None:
    address.read(link)
    found, said = address.read({**link, "claim": "first-round"})
    assert found is not None
    claim, options, _ = found
    assert json.loads(json.dumps(options)) == options
    assert claim.name == "first-round" and all(isinstance(sentence, str) for sentence in said)


def test_evidence_is_escaped_and_says_its_verdict_aloud() -> None:
    each = compare("a <b> & c", ("<i>", 1.0), "<", ('"x"', 0.0), "1/2")
    html = evidence.table([each])
    assert "<b> &" not in html and "&lt;b&gt; &amp; c" in html and "&lt;i&gt;" in html
    assert 'aria-label="fails"' in html and 'aria-label="less than"' in html and "the paper: 1/2" in html


def test_signed_maps_share_one_scale_so_that_an_outer_product_leaves_its_map_empty() -> None:
    proof = CLAIMS["outer-product"].run()
    product, plus, other, kernel = (np.array(each.values) for each in proof.figure.maps)
    assert product.shape == plus.shape == other.shape == kernel.shape
    assert product.mean() == pytest.approx(1.0) and (np.diff(product, axis=0) <= 0).all()
    drawn = gallery_figure.draw_maps(proof.figure.maps).data
    assert [each.zmax for each in drawn[1:3]] == [abs(plus).max()] * 2
    assert 0 < kernel.min() < kernel.max() <= 1 and "/m" not in drawn[3].hovertemplate
    assert abs(other).max() < 1e-9 * abs(plus).max()
