"""A lesson of one's own in the app: opened from a file, a link or the data folder, taken, presented and saved."""

import random
import re
from pathlib import Path

import pytest
from helpers import own_data
from helpers.lessons import FIVE
from helpers.pages import app, components, press, stage_data, words
from streamlit.testing.v1 import AppTest

from rankviz.cli.main import main
from rankviz.lessons.text import lesson as lessons
from rankviz.ui.pages.lessons import authored_lessons
from rankviz.ui.pages.lessons.progress import step_key
from rankviz.ui.pages.playlists import of_lesson
from rankviz.ui.pages.playlists.board import opened as opened_moment
from rankviz.ui.pages.playlists.moment_question import asked_by
from rankviz.ui.pages.playlists.offline import page_of_file
from rankviz.ui.runs import runs
from rankviz.ui.state.packed import packed

DOCS = (Path(__file__).parents[3] / "docs/lessons.md").read_text(encoding="utf-8")
FIRST, TASK = (
    next(each for each in re.findall(r"```(?:sh)?\n(.*?)```", DOCS, flags=re.S) if each.startswith(begins))
    for begins in ("# Who", "# Stopped")
)


def said(test: AppTest) -> str:
    """What a page says, without the marks of Markdown."""
    return words(test, "markdown").replace("*", "")


def step(lesson: str, number: int | str) -> AppTest:
    return app("pages/lessons.py", lesson=lesson, step=str(number))


def opened(text: str) -> AppTest:
    test = app("pages/playlists.py")
    return test.file_uploader[0].set_value(("mine.md", text.encode(), "text/markdown")).run()


def labels(test: AppTest) -> list[str]:
    return [each.proto.label for each in test.get("page_link")]


def test_a_lesson_is_opened_like_a_playlist_and_taken():
    test = opened(FIRST)
    assert not test.error and "**Who is first?**" in labels(test)
    assert test.session_state[authored_lessons.TEXT] == FIRST
    link = packed(FIRST)
    assert link and any(link in code.value for code in test.code)
    taken = step(link, 1)
    assert taken.header[0].value == "The same beginning" and "Both pick breakfast in round 1." in said(taken)
    assert stage_data(taken)["round"] == 1
    taken.radio[0].set_value("sea view")
    press(taken, "Check")
    assert taken.success and "RankBoost+ took sea view, RB-D wifi." in said(taken)
    press(taken, "Next")
    assert taken.header[0].value == "Where it ends"
    press(taken, "It is this round")
    assert "Not this one. After round 1 Ê2 is 1.01." in said(taken)


def test_all_acts_work_and_the_end_is_shown():
    link = packed(FIVE)
    made = authored_lessons.lesson(link)
    test = step(link, 2)
    assert "h1 reverses 2 pairs." in said(test) and "flip" not in said(test)
    assert components(test, "rankviz_flip")
    test = step(link, 4)
    test.radio[0].set_value("It rises")
    press(test, "Check")
    if not test.success:
        test.radio[0].set_value("It falls")
        press(test, "Check")
    assert test.success and step_key(made, 4) in test.session_state["progress"].answers
    test = step(link, "end")
    assert test.header[0].value == "What you have seen" and "That was all." in said(test)


def test_what_is_not_so_stands_in_the_place_of_its_step():
    link = packed(FIRST.replace("> 0.4]", "> 0.6]").replace("{rb-d.r2@12}", "{rb-d.r9@12}"))
    for number, told in ((1, "does not hold, though it says"), (2, "There is no number")):
        assert re.search(f"line .*{told}", words(step(link, number), "error"))
    assert "does not hold" in words(app("pages/playlists.py", play=link), "error")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (FIRST.replace("tiles: losses", "tiles: surface"), 'Watch has no tile "surface"'),
        (FIRST.replace("=scenario:places-to-stay", "=letor:/etc/passwd"), "a link can only open files"),
        (TASK.replace("rb-d halts", "rb-d stops"), "is not a condition"),
        (TASK.replace("start:", "test: letor:train.txt\nstart:"), "there is no such file"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(text, told, data_folder):
    test = opened(text)
    assert told in words(test, "error") and authored_lessons.TEXT not in test.session_state


def test_a_long_one_is_of_this_visit_alone_and_goes_on_from_its_file():
    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz ", k=3500))
    text = FIRST.replace("It ties {", f"{noise.strip().capitalize()}. It ties {{")
    value = authored_lessons.value_of(text)
    assert value.startswith(authored_lessons.MINE)
    assert "this visit has none" in words(step(value, 1), "error")
    test = opened(text)
    assert "too long for a link" in words(test, "caption")
    test.switch_page("pages/lessons.py")
    test.query_params.update({"lesson": value, "step": "1"})
    test.run()
    assert test.header[0].value == "The same beginning"


def test_what_the_data_folder_holds_is_offered(data_folder):
    (data_folder / "course").mkdir()
    for name, text in (
        ("course/first.md", FIRST),
        ("task.md", TASK),
        ("README.md", "# Data\n\nOf mine.\n"),
        ("broken.md", FIRST.replace("tiles: ties", "tiles: surface")),
    ):
        (data_folder / name).write_text(text, encoding="utf-8")
    test = app("pages/playlists.py")
    assert {"**Who is first?**", "**Stopped short**"} <= set(labels(test))
    assert "broken.md" in words(test, "error")
    test = step("folder:course/first.md", 2)
    assert test.header[0].value == "Where it ends" and not test.error
    for wrong in ("folder:none.md", "folder:../x.md", "folder:README.md"):
        assert app("pages/lessons.py", lesson=wrong).error


def test_a_challenge_of_one_s_own_checks_itself():
    test = app("pages/lessons.py", challenge=packed(TASK))
    assert test.header[0].value == "Stopped short" and "1 of 2 conditions met." in words(test, "caption")


def test_it_is_played_like_a_playlist_with_what_it_asks():
    test = app("pages/playlists.py", play=packed(FIRST), moment="1")
    assert test.header[0].value == "The same beginning" and "It ties 50" in said(test)
    assert test.radio, "the question before the next round"


def test_nothing_in_it_is_markup():
    hostile = FIRST.replace("Both pick", "![x](http://e.vil/x.png) <b>b</b> $x$ :red[y] Both pick")
    hostile = hostile.replace("[x]", r"\[x]").replace("red[y]", r"red\[y]")
    shown = [each.value for each in step(packed(hostile), 1).markdown]
    (shown,) = (each for each in shown if "e.vil" in each.replace("\\", ""))
    assert not re.search(r"(?<!\\)[!\[\]<>$:(]", shown.replace("**", ""))


def test_it_is_saved_as_one_page_and_what_is_not_so_is_not(tmp_path, capsys):
    page = page_of_file(FIRST.encode()).decode()
    assert "Both pick breakfast in round 1." in page and "It ties 50" in page
    file = tmp_path / "mine.md"
    file.write_text(FIRST.replace("> 0.4]", "> 0.6]"), encoding="utf-8")
    out = tmp_path / "mine.html"
    assert main(["playlist", str(file), "--out", str(out)], talk=page_of_file) == 2
    assert "mine.md, line 10" in capsys.readouterr().err and not out.exists()


def test_rounds_without_end_are_refused():
    long = " ".join(["X [rb-d.e2@t > 0 for t = 1..999]."] * 9)
    bomb = FIRST.replace("> 0.4]", "> 0.4 for t = 1..1000]").replace("It ties", f"{long} It ties")
    with pytest.raises(Exception, match="conditions"):
        lessons.read(bomb)


def test_every_act_can_be_asked_of_a_class():
    """What is voted on: answers, rounds, cells and values of α, one of them right; its reply is why."""
    asked = []
    for each in of_lesson.of_own_runs(lessons.read(FIVE)).moments:
        found = opened_moment(each)
        question = asked_by("here", each, found.state, runs.run(runs.request(found.state))).to_all
        assert question is not None and question.right is not None and question.why
        asked.append((question.options[question.right][0], len(question.options), question.t))
    assert asked[:4] == [("Round 5", 4, None), ("h1 of d", 4, None), ("α = 2.5", 4, None), ("It falls", 2, 2)]
    assert asked[4][2] == 2


def test_a_lesson_on_a_table_of_the_data_folder_is_opened(data_folder):
    (data_folder / "hotels.csv").write_text(own_data.TABLE, encoding="utf-8")
    (data_folder / "hotels.md").write_text(own_data.LESSON, encoding="utf-8")
    test = step("folder:hotels.md", 1)
    assert test.header[0].value == "One question first" and "Here are 12 hotels and 54 pairs." in said(test)
    test.radio[0].set_value("Half of it or less")
    press(test, "Check")
    assert test.success
    press(test, "Next")
    assert test.header[0].value == "What comes next"
