"""The page Playlists without a browser: put together, played, taken away and opened again."""

import base64
import re
import zlib
from dataclasses import replace

import pytest
from helpers.hostile import HOSTILE, QUOTED
from helpers.pages import app, press, stage_data, words
from streamlit.testing.v1 import AppTest

from rankviz.engine.errors import DataError
from rankviz.lessons import first_minute
from rankviz.lessons.captions import captions
from rankviz.lessons.playlists.playlist import MOST_BYTES, MOST_MOMENTS, Moment, Playlist, read, write
from rankviz.lessons.predict import QUESTIONS
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.text.own_question import OwnQuestion
from rankviz.ui.pages.playlists import bundled, link, presenting
from rankviz.ui.pages.playlists.board import check, looks, opened
from rankviz.ui.pages.playlists.moment_question import REVEALED
from rankviz.ui.pages.playlists.offline import _address, _moment
from rankviz.ui.presets.presets import EXAMPLE, PRESETS, SHELVES
from rankviz.ui.serving import address
from rankviz.ui.state.visitors_playlist import PLAYLIST

LINK = "?data=scenario:lemma-3&alg=rb-d,rb-plus&neg=0&rounds=12&t="
TALK = Playlist(
    "Three moments",
    (
        Moment(f"{LINK}2", "First.\nSecond *line*.\n\nNew paragraph.", "Two", ("ties", "pairs")),
        Moment("margins?data=scenario:skew&alg=rb-d,adaboost&holdout=0&t=5", title="Five"),
        Moment(f"https://example.org/rankviz/{LINK}1", "Guess.", "One", question="next ranker"),
    ),
)


def playlists(**given: str) -> AppTest:
    return app("pages/playlists.py", **given)


def own(test: AppTest) -> Playlist:
    return test.session_state[PLAYLIST]


def settings(test: AppTest) -> dict[str, object]:
    return stage_data(test)["settings"]


def played(*moments: Moment, moment: int = 1, **more: str) -> AppTest:
    return playlists(play=link.packed(Playlist("Asks", moments)), moment=str(moment), **more)


def test_a_playlist_is_played_from_its_link() -> None:
    test = playlists(play=link.packed(TALK), moment="1")
    told = stage_data(test)
    assert (told["round"], told["layout"], told["settings"]["hide"]) == (2, "watch", ["ties", "pairs"])
    assert told["settings"]["turns"] is True and told["settings"]["hold"] is None
    assert test.header[0].value == "Two"
    assert "First\\.  \nSecond \\*line\\*\\.\n\nNew paragraph\\." in [each.value for each in test.markdown]
    assert test.button(key="playlist-previous").disabled
    test.button(key="playlist-next").click().run()
    told = stage_data(test)
    assert (told["round"], told["layout"], told["settings"]["hide"]) == (5, "skew", [])
    assert test.query_params["moment"] == "2"
    test.selectbox(key=f"moments-of-{link.packed(TALK)}").set_value(3).run()
    assert test.button(key="playlist-next").disabled
    assert (stage_data(test)["round"], settings(test)["hold"]) == (1, 1)


def test_moments_without_a_title_are_told_apart_by_their_round() -> None:
    rounds = Playlist("Rounds", tuple(Moment(f"{LINK}{t}") for t in (2, 5)))
    test = playlists(play=link.packed(rounds), moment="1")
    assert test.selectbox(key=f"moments-of-{link.packed(rounds)}").options == ["1. Round 2", "2. Round 5"]
    assert not test.header
    notes = presenting.notes(rounds, 1)
    assert [notes[each]["title"] for each in ("now", "next")] == ["Round 2", "Round 5"]  # type: ignore[index]
    assert presenting.notes(rounds, 2)["next"] is None
    bare = Playlist("Bare", (Moment("?data=scenario:lemma-3"),))
    assert presenting.notes(bare, 1)["now"] == {"title": "Moment 1", "note": "", "say": ""}


def test_what_is_asked_is_settled_by_the_run() -> None:
    test = playlists(play=link.packed(TALK), moment="3")
    assert settings(test)["hold"] == 1
    for _ in range(4):
        if not test.radio:
            break
        untried = next(words for words in test.radio[0].options if not words.startswith("~~"))
        test.radio[0].set_value(untried.split("**")[1].replace("\\", ""))
        press(test, "Check")
    assert test.success
    assert settings(test)["hold"] is None and stage_data(test)["round"] == 2


def test_it_is_put_together_and_opened_again() -> None:
    test = app("pages/watch.py", data="scenario:lemma-3", alg="rb-d", t="2", tab="export")
    for _ in range(2):
        test.button(key="add-moment").click().run()
    assert "Moment 2 is in your playlist." in words(test, "caption")
    test.switch_page("pages/playlists.py").run()
    first, second = own(test).moments
    assert first == second and first.choices["data"] == "scenario:lemma-3" and first.choices["t"] == "2"
    assert "tab" not in first.choices and first.link.startswith("?data=") and "://" not in first.link
    test.button(key="moment-edit-1").click().run()
    test.text_area[0].set_value("Look  here").run()
    test.multiselect[0].set_value(["losses"]).run()
    test.selectbox[0].set_value("next pair").run()
    changed = replace(second, note="Look  here", hide=("losses",), question="next pair")
    assert own(test).moments == (first, changed)
    test.button(key="moment-arrow_upward-1").click().run()
    assert own(test).moments == (changed, first)
    test.text_input[0].set_value("A talk").run()
    test.button(key="moment-delete-1").click().run()
    made = own(test)
    assert made == Playlist("A talk", (changed,))
    assert link.find(test.query_params["edit"]) == made
    again = playlists(edit=test.query_params["edit"])
    assert own(again) == made
    again.button(key="playlist-clear").click().run()
    assert again.session_state[PLAYLIST] is None and "edit" not in again.query_params


@pytest.mark.parametrize(
    ("answer", "moments"),
    [("keep", TALK.moments[:1]), ("add", (*TALK.moments[:1], *TALK.moments)), ("replace", TALK.moments)],
)
def test_a_link_does_not_take_the_place_of_ones_own_unasked(answer: str, moments: tuple[Moment, ...]) -> None:
    mine = Playlist("Mine", TALK.moments[:1])
    test = playlists(edit=link.packed(mine))
    assert not [each for each in test.button if str(each.key).startswith("playlist-offer")]
    test.query_params["edit"] = link.packed(TALK)
    test.run()
    assert own(test) == mine
    assert "holds another playlist" in words(test, "markdown")
    test.run()
    test.button(key=f"playlist-offer-{answer}").click().run()
    assert own(test).moments == moments and link.find(test.query_params["edit"]) == own(test)
    assert not [each for each in test.button if str(each.key).startswith("playlist-offer")]


@pytest.mark.parametrize(
    ("contents", "told"),
    [
        (write(TALK).encode(), ""),
        (b"# A\n## B\nwords", 'talk.md, line 3: "words" is not a page'),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_file_is_opened_or_told_what_is_wrong(contents: bytes, told: str) -> None:
    test = playlists()
    test.file_uploader[0].set_value(("talk.md", contents, "text/markdown")).run()
    if told:
        assert told in words(test, "error") and PLAYLIST not in test.session_state
    else:
        assert not test.error and own(test) == TALK


def test_what_is_written_in_a_playlist_is_never_markup() -> None:
    hostile = f"{HOSTILE} {QUOTED} <b>x</b> [y](javascript:alert(1)) :red[z] $x$ `c` # h"
    first = Moment(f"{LINK}1", f"{hostile}\n\n# {hostile}", hostile[20:])
    made = Playlist(hostile[:110], (first, Moment(f"{LINK}1")))
    for test in (playlists(play=link.packed(made), moment="1"), playlists(edit=link.packed(made))):
        said = [each.value for kind in ("markdown", "caption", "header") for each in test.get(kind)]
        said += [each.proto.label for each in test.get("page_link")]
        shown = [text for text in said if "onerror" in text]
        assert len(shown) >= 2
        for text in shown:
            assert not re.search(r"(?<!\\)[<>\[\]`$#:&]", text), text
        assert not [each for each in test.get("html") if "onerror" in str(each.proto)]


@pytest.mark.parametrize("play", ["nothing", "mine", "~", "~!", "~AAAA", f"~{'A' * 3000}"])
def test_a_playlist_that_there_is_not_is_told(play: str) -> None:
    test = playlists(play=play)
    assert len(test.error) == 1 and test.title[0].value == "Playlists"
    test.run()
    assert len(test.error) == 1, "it is said as long as the link says so"


def test_a_small_link_does_not_unpack_to_much() -> None:
    squeezed = zlib.compress(b"# A" + b" " * 50 * MOST_BYTES, 9)
    with pytest.raises(DataError, match="damaged"):
        link.find("~" + base64.urlsafe_b64encode(squeezed).decode())


@pytest.mark.slow
def test_a_playlist_that_is_copied_leaves_ones_own() -> None:
    test = playlists(play="eight-places-to-stay")
    held, added = 0, len(link.find("eight-places-to-stay").moments)
    for _ in range(20):
        assert test.button(key="playlist-edit-copy").label == ("Add all to yours" if held else "Edit a copy")
        test.button(key="playlist-edit-copy").click().run()
        full = held + added > MOST_MOMENTS
        held += 0 if full else added
        assert bool(test.error) == full and len(own(test).moments) == held
        if full:
            break
        added = len(link.find("break-it").moments)
        test.query_params["play"] = "break-it"
        test.run()
    assert held + added > MOST_MOMENTS


def test_a_moment_that_is_not_there_is_the_nearest() -> None:
    test = playlists(play=link.packed(TALK), moment="9")
    assert "moment 3 is shown" in test.warning[0].value and stage_data(test)["round"] == 1


def test_a_link_that_does_not_say_what_it_should_is_told() -> None:
    wrong = Playlist("A", (Moment("?data=synthetic:nothing&t=1"),))
    assert "nothing" in playlists(play=link.packed(wrong)).warning[0].value
    with pytest.raises(DataError, match="Moment 1: .*nothing"):
        check(wrong)


# ---------------------------------------------------------------- those there are at once


@pytest.mark.slow
def test_all_lessons_and_presets_are_playlists() -> None:
    assert set(bundled.lessons()) == set(LESSONS)
    assert [entry.title for entry in bundled.shelves().values()][1:] == [
        heading for heading, presets in SHELVES.items() if len(presets) > 1
    ]
    for preset in PRESETS:
        found = bundled.find(bundled.name_of(preset.title))
        assert found is not None and found.title == preset.title
        assert opened(found.moments[0]).state == preset.state
    for name, entry in {**bundled.lessons(), **bundled.shelves()}.items():
        found = bundled.find(name)
        assert found is not None and len(found.moments) == entry.size
        assert read(write(found)) == found
        check(found)


def test_the_example_leads_to_what_each_round_speaks_of() -> None:
    found = bundled.find(bundled.name_of(EXAMPLE.title))
    assert found is not None
    for moment, said in zip(
        found.moments, captions(first_minute.MOMENT.run(), first_minute.CAPTIONS), strict=True
    ):
        rung = f",ring:{said.tile},of:{said.algorithm}" if said.tile else ""
        assert moment.choices["look"] == f"{EXAMPLE.state['look']}{rung}"
        assert looks(moment, opened(moment), first_minute.MOMENT.run()).settings["said"] == said.words


def test_a_lesson_as_a_playlist_says_its_words_on_its_figure() -> None:
    lesson = LESSONS["why-ties-matter"]
    found = bundled.find(lesson.name)
    for step, moment in zip(lesson.steps, found.moments, strict=True):
        facts = step.facts()
        assert moment.title == step.heading
        assert all(each.words(facts) in moment.note for each in step.paragraphs[0] if each.holds(facts))
        assert step.figure.look() in moment.choices["look"]
    asked = bundled.find("boosting-by-pairs")
    assert asked and {moment.question for moment in asked.moments} & set(QUESTIONS)


def test_a_question_waits_at_its_round_and_stands_on_the_presented_screen() -> None:
    asks = Moment(f"{LINK}1", question="next bound"), Moment(f"{LINK}2")
    test = played(*asks, look="tiles:ranking")
    told = stage_data(test)
    assert told["settings"]["hold"] == 1 and told["settings"]["about"] == ["losses"]
    assert told["settings"]["measures"] == ["r2", "e2"]
    question = told["question"]
    assert (question["phase"], question["alone"], question["hold"]) == ("open", True, 1)
    assert "right" not in question and "why" not in question and "Ê2 of RB-D" in question["prompt"]
    test.session_state[REVEALED] = {question["id"]}
    test.run()
    told = stage_data(test)
    assert told["settings"]["hold"] is None and told["question"]["phase"] == "revealed"
    assert told["question"]["options"][told["question"]["right"]][0] == "It rises"
    assert "It rises" in test.info[0].value and not test.radio
    assert stage_data(played(*asks, moment=2))["question"] is None


OWN = OwnQuestion("Why does it rise?", ("α is small", "Ties weigh most"), 1, "cosh *η*.")


def test_a_question_of_ones_own_is_answered_with_its_reason() -> None:
    test = played(Moment(f"{LINK}2", own=OWN, say="Wait."))
    told = stage_data(test)
    question = told["question"]
    assert (told["settings"]["hold"], question["prompt"]) == (2, OWN.prompt)
    assert "right" not in question and "cosh" not in str(told)
    assert told["notes"]["now"]["say"] == "Wait."
    test.radio[0].set_value("Ties weigh most")
    press(test, "Check")
    assert "It is “Ties weigh most”\\. cosh \\*η\\*\\." in test.success[0].value
    told = stage_data(test)
    assert (told["settings"]["hold"], told["round"], told["question"]["why"]) == (None, 2, OWN.because)


def test_a_question_without_a_right_option_is_read_and_closed() -> None:
    test = played(Moment(f"{LINK}2", own=replace(OWN, right=None)))
    assert not test.radio and settings(test)["hold"] == 2
    test.button(key="playlist-reveal").click().run()
    assert "cosh" in test.info[0].value and settings(test)["hold"] is None


def test_a_question_of_ones_own_is_written_on_the_page() -> None:
    test = playlists(edit=link.packed(Playlist("Asks", (Moment(f"{LINK}2", "A note"),))))
    test.button(key="moment-edit-0").click().run()
    test.selectbox[0].set_value("own").run()
    assert "Not saved yet" in words(test, "caption")
    fields = {each.label: each for each in (*test.text_input, *test.text_area)}
    fields["Your question"].set_value(OWN.prompt)
    fields["Options, one per line"].set_value("α is small\n* Ties weigh most")
    fields["Because"].set_value(OWN.because)
    fields["Only for you"].set_value("Wait.").run()
    assert own(test).moments == (Moment(f"{LINK}2", "A note", own=OWN, say="Wait."),)
    test.selectbox[0].set_value("next pair").run()
    assert own(test).moments == (Moment(f"{LINK}2", "A note", question="next pair", say="Wait."),)


def test_a_saved_page_has_the_question_and_not_what_is_for_the_presenter_alone() -> None:
    asks = Moment(f"{LINK}2", own=OWN, say="Wait."), Moment(f"{LINK}1", question="next ranker")
    found = [_moment(each, lambda moment: "") for each in asks]
    first, second = (each.asks for each in found)
    assert first and second and (first.prompt, first.right, first.why) == (OWN.prompt, 1, OWN.because)
    assert second.items and {len(bits) for _, bits in second.says} == {len(second.items)}
    assert "Wait." not in str(found)


@pytest.mark.parametrize(
    ("link", "app", "everywhere", "want"),
    [
        ("http://127.0.0.1:8621/margins?data=x&t=1", "", False, ""),
        ("http://localhost/?data=x", "https://a.org/r/", False, "https://a.org/r/?data=x"),
        ("margins?data=x", "https://a.org/r/", False, "https://a.org/r/margins?data=x"),
        ("https://b.org/?data=x", "https://a.org/r/", False, "https://b.org/?data=x"),
        ("https://b.org/kernel?data=x", "https://a.org/r/", True, "https://a.org/r/kernel?data=x"),
        ("?data=x", "", False, ""),
    ],
)
def test_a_saved_page_links_only_where_others_get(link: str, app: str, everywhere: bool, want: str) -> None:
    assert _address(Moment(link), app, everywhere) == want


def test_a_caption_names_an_address_only_where_others_get(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = Moment("margins?data=scenario:margin-cycle&alg=smooth-margin&t=2")
    assert stage_data(played(moment))["about"]["link"] == ""
    monkeypatch.setattr(address, "home", lambda: "https://a.org/r/")
    there = stage_data(played(moment))["about"]["link"]
    assert there.startswith("https://a.org/r/margins?data=scenario:margin-cycle")
