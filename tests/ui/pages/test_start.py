"""The start page: shelves of cards in order, a picture for each as it is drawn, and none that holds up the page."""

from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from helpers.pages import app, words

from rankviz.engine.algorithms.contenders import contenders, marks_of
from rankviz.lessons.registry import LESSONS
from rankviz.ui.pages import start
from rankviz.ui.pages.start import Pictures
from rankviz.ui.presets.legend import KNOWN, legend
from rankviz.ui.presets.presets import EXAMPLE, PRESETS, SHELVES
from rankviz.ui.stage.banner import FIRST_LESSON


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> Pictures:
    found = Pictures(PRESETS)
    monkeypatch.setattr(found, "start", lambda: None)
    monkeypatch.setattr(start, "PICTURES", found)
    return found


def test_the_shelves_stand_under_one_title_in_order(undrawn):
    test = app("pages/start.py")
    assert [title.value for title in test.title] == ["Watch boosting learn to rank"]
    assert [header.value for header in test.header] == ["Start here", "See it", "Break it", "Prove it"]
    assert not test.subheader and not test.error and not test.warning
    labels = [link.proto.label.strip("*") for link in test.get("page_link")]
    assert labels == [preset.title for shelf in SHELVES.values() for preset in shelf]
    assert all("data=" in link.proto.query_string for link in test.get("page_link"))
    assert labels[0] == EXAMPLE.title


def test_pictures_that_are_drawn_are_shown(undrawn):
    for preset in PRESETS:
        undrawn._drawn[preset.title] = f"<svg><title>{preset.title}</title></svg>"
    undrawn.done.set()
    shown = unquote("".join(str(html.proto.body) for html in app("pages/start.py").get("html")))
    assert shown.count('src="data:image/svg+xml,<svg>') == len(PRESETS)
    places = [shown.index(preset.title) for preset in PRESETS]
    assert places == sorted(places)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_a_card_says_what_its_picture_shows_and_whose_line_has_which_colour(preset):
    """The colours are those of the picture, in the order of its lines."""
    line = ElementTree.fromstring(legend(preset))
    what, *runs = ["".join(part.itertext()) for part in line]
    assert what.partition(" by round")[0].lower() == KNOWN[preset.curves[0]].card.lower()
    assert ("dashed" in what) == (len(preset.curves) > 1)
    asked = contenders(preset.state["alg"], preset.state.parameters())
    assert runs == [run.on_screen for run in asked]
    colours = [swatch.attrib["style"].removeprefix("background:") for swatch in line.iter("i")]
    assert colours == [mark.css for mark in marks_of([run.algorithm for run in asked])]


def test_the_page_does_not_wait_for_its_pictures_and_has_their_lines_already(undrawn):
    test = app("pages/start.py")
    assert len(test.get("page_link")) == len(PRESETS)
    bodies = [str(html.proto.body) for html in test.get("html")]
    assert "<img" not in "".join(bodies)
    assert [body.count('class="rv-key"') for body in bodies] == [1] * len(PRESETS)


def test_one_button_opens_the_example_and_the_first_one_a_lesson(undrawn):
    test = app("pages/start.py")
    assert [button.label for button in test.button] == ["Learn it in ten minutes", "Open the example"]
    test.button(key="example").click().run()
    assert test.session_state["state"] == EXAMPLE.state
    test = app("pages/start.py")
    test.button(key="learn").click().run()
    assert words(test, "header") == LESSONS[FIRST_LESSON].steps[0].heading


def test_pictures_are_drawn_once_in_the_background():
    small = [preset for preset in PRESETS if str(preset.state["data"]).startswith("scenario:lemma")]
    made = Pictures(small)
    assert made.svg_of(small[0]) == ""
    threads = {made.start() or made._thread for _ in range(3)}
    assert made.done.wait(60) and len(threads) == 1
    for preset in small:
        assert made.svg_of(preset).startswith("<svg") and len(made.svg_of(preset).encode()) < 4096


def test_a_picture_that_fails_is_logged_and_the_next_is_drawn(monkeypatch, caplog):
    broken, whole = (preset for preset in PRESETS if preset.title in ("The infinite weight", EXAMPLE.title))
    true_run, breaks = start.runs.run, start.runs.request(broken.state)

    def run(asked):
        if asked == breaks:
            raise RuntimeError("broken")
        return true_run(asked)

    monkeypatch.setattr(start.runs, "run", run)
    made = Pictures([broken, whole])
    made.start()
    assert made.done.wait(60)
    assert made.svg_of(broken) == "" and made.svg_of(whole).startswith("<svg")
    assert broken.title in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_every_preset_has_a_picture_of_its_curves(preset):
    made = Pictures([preset])
    made.start()
    assert made.done.wait(120)
    assert made.svg_of(preset).count("<path") >= 1 + len(preset.state["alg"])
