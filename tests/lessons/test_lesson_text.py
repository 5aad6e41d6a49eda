"""Lessons as text: what is read, what is refused, and what the check says, each with its line."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from helpers.faults import check_fault
from helpers.lessons import FIVE

import rankviz
from rankviz.cli.main import main
from rankviz.engine.errors import DataError
from rankviz.engine.runs import link
from rankviz.lessons.challenges import Challenge
from rankviz.lessons.conditions import halts_before
from rankviz.lessons.figure import FallsBelow, Gap
from rankviz.lessons.lesson import Ask, AskIdea, Find, Lesson
from rankviz.lessons.playlists import playlist
from rankviz.lessons.quantities import of_data, of_runs
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.lessons.text import challenge, check, lesson
from rankviz.lessons.text.content import FOLDER, texts
from rankviz.lessons.text.lines import joined
from rankviz.lessons.text.sentences import sentences
from rankviz.ui.state.link import from_link
from rankviz.ui.state.run_spec import to_state

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs/lessons.md").read_text(encoding="utf-8")


def examples(first: str) -> list[str]:
    """The examples of the document that begin with a line."""
    return [each for each in re.findall(r"```(?:sh)?\n(.*?)```", DOCS, flags=re.S) if each.startswith(first)]


(FIRST,) = examples("# Who")
(TASK,) = examples("# Stopped")


def told(file: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code of `rankviz lesson` on a file with this text, and what it prints."""
    file.write_text(text, encoding="utf-8")
    code, printed = main(["lesson", str(file)]), capsys.readouterr()
    return code, " ".join((printed.out + printed.err).split())


def faults(text: str) -> list[str]:
    return [str(fault) for report in check.reports(lesson.read(text)) for fault in report.faults]


def test_a_step_says_which_tile_its_words_speak_of():
    step = lesson.read(FIRST.replace("tiles: ties, losses", "tiles: ties, losses\nring: losses, ties")).steps[
        0
    ]
    shown = step.moment.run()
    assert [step.subject(shown, done=done).tile for done in (False, True)] == ["losses", "ties"]


def test_a_tile_that_the_figure_does_not_have_is_refused_with_the_tiles_there_are():
    text = FIRST.replace("tiles: ties, losses", "tiles: ties, losses\nring: pairs")
    with pytest.raises(DataError) as raised:
        lesson.read(text)
    assert raised.value.line == text.splitlines().index("ring: pairs") + 1
    assert "ties, losses" in str(raised.value)


def test_the_lesson_of_the_document_is_so():
    made = lesson.read(FIRST)
    assert (made.name, made.icon, len(made.steps)) == ("who-is-first", ":material/school:", 2)
    assert isinstance(made.steps[0].ask, Ask) and isinstance(made.steps[1].find, Find)
    reports = list(check.reports(made))
    assert not [fault for report in reports for fault in report.faults]
    assert reports[0].numbers["rb-d.pick@1"] == "breakfast" and reports[0].act.startswith("ask: ")
    assert reports[0].held == 3 and "3 conditions hold" in reports[0].line()


def test_the_challenge_of_the_document_is_the_first_that_there_is():
    made = challenge.read(TASK)
    there = CHALLENGES["stop-early"]
    assert isinstance(made, Challenge) and (made.title, made.start) == (there.title, there.start)
    assert [each.text for each in made.conditions] == [each.text for each in there.conditions[1:]]


BROKEN = {
    "no title": (FIRST.removeprefix("# Who is first?\n"), 1, "The text has no title."),
    "no key": (FIRST.replace("ask: next", "aks: next"), 12, '"aks:" is not a key here.'),
    "an unknown run": (FIRST.replace("places @1\n", "place @1\n"), 6, '"place @1" is not a run of this'),
    "an unknown algorithm": (FIRST.replace("of: rb-plus @2", "of: rb-c @2"), 13, '"rb-c @2" is not a run'),
    "a tile of another page": (FIRST.replace("ties, losses", "surface"), 7, 'Watch has no tile "surface".'),
    "no condition": (FIRST.replace("[rb-d.tied@1 > 0.4]", "[rb-d.tied@1 is 0.5]"), 10, "is not a condition."),
    "a round too far": (FIRST.replace("places @12", "places @13"), 18, "is beyond the 12 rounds"),
    "two acts": (FIRST.replace("of: rb-plus @2", "find: Go."), 13, 'one act, and "find:" is a second'),
    "no goal": (re.sub("goal: .*\n", "", FIRST), 17, 'There is no "goal:" here.'),
    "no question": (FIRST.replace("next ranker", "next rankers"), 12, '"next rankers" is not a question.'),
    "a broken link": (
        FIRST.replace("&rounds=12", "&rounds=many"),
        3,
        'rounds cannot be "many". Choose a whole number from 1 to 1000.',
    ),
    "no curve": (
        FIRST.replace("curves: e2", "see: rb-d.e2 goes up"),
        20,
        "is not something that can be seen.",
    ),
    "a long line": (FIRST.replace("[rb-d", f"{' ' * 30_000}[rb-d", 1), 9, "more than 10,000 characters."),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_a_sentence_with_its_line(name, tmp_path, capsys):
    text, line, said = BROKEN[name]
    check_fault(lesson.read, text, line, said)
    code, printed = told(tmp_path / "mine.md", text, capsys)
    assert code == 2 and f"mine.md, line {line}: " in printed


def test_many_rounds_are_counted_as_they_are_read():
    """Also behind zeros, which no pattern for six digits counts."""
    many = "; ".join(["rb-d.e2@t > 0 for t = 0000000..0001000"] * 20)
    with pytest.raises(DataError, match="more than 5,000 conditions"):
        lesson.read(FIRST.replace("rb-d.tied@1 > 0.4", many))


NOT_SO = {
    "an unknown number": ("{rb-d.tied@1}", "{rb-d.tide@1}", 10, 'There is no number "rb-d.tide@1" here'),
    "the run before the one before": ("{rb-d.tied@1}", f"{{{'was.' * 900}rb-d.tied@1}}", 10, "written twice"),
    "an unknown number in a condition": ("@1 > 0.4]", "@13 > 0.4]", 10, 'no number "rb-d.tied@13" here'),
    "a condition that does not hold": ("> 0.4]", "> 0.6]", 10, '"rb-d.tied@1 > 0.6" does not hold, though'),
    "no round meets the goal": ("@here > 1.10", "@here > 100", 26, "No round meets the goal"),
    "doing nothing meets the goal": ("reply:", "start: 4\nreply:", 26, "Doing nothing meets the goal"),
    "several rounds meet the goal": ("rb-d.e2@before ≤ 1.10; ", "", 26, "Several rounds meet the goal: 4, 5"),
    "what is not to be seen": ("curves: e2", "see: rb-plus.e2 above rb-d.e2 @12", 20, "is not in the run"),
    "an unknown number in what is asked": ("Go to the", "Go to {rb-d.r9@1}, the", 24, '"rb-d.r9@1" here'),
    "a number in a heading": ("Where it ends", "Where {rb-d.r2@12} ends", 17, "A heading takes no numbers"),
    "a question about the end": ("of: rb-plus @2", "of: rb-plus @12\n", None, ""),
}


@pytest.mark.parametrize("name", NOT_SO)
def test_what_is_not_so_is_a_sentence_with_its_line(name, tmp_path, capsys):
    old, new, line, said = NOT_SO[name]
    assert old in FIRST
    text = FIRST.replace(old, new)
    found = faults(text)
    assert len(found) == (line is not None), found
    code, printed = told(tmp_path / "mine.md", text, capsys)
    assert code == (1 if found else 0)
    if line is not None:
        assert f"mine.md, line {line}: " in printed and said in printed


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("", "", None, ""),
        ("answer: h1:3", "answer: h1:0", 28, "The answer h1:0 misses the goal: Now h1 reverses"),
        ("answer: h1:3", "answer: h7:0", 28, "The answer cannot be given"),
        ("goal: h1.wrong <", "goal: h1.wrong ≤", 26, "Doing nothing meets the goal"),
        ("answer: 2.5", "answer: 1.5", 40, "The answer rb-c:1:alpha=1.5 misses the goal: α is 1.50"),
        ("[rb-c.e2@2 > rb-c.e2@1]", "[rb-c.e2@2 < 9]", 48, "Several answers are right: It rises, It falls"),
        ("[rb-c.e2@2 < rb-c.e2@1]", "[rb-c.e2@2 = 9]", 48, "No answer is right"),
    ],
)
def test_acts_are_tried(old, new, line, said):
    found = faults(FIVE.replace(old, new) if old else FIVE)
    assert len(found) == (line is not None), found
    if line is not None:
        assert found[0].startswith(f"line {line}: ") and said in found[0]


OWN = """# A talk
{about}
## Round three
?data=scenario:lemma-3&alg=rb-d,rb-plus&t=3
hide: pairs, margins
ask: own Why does Ê2 of RB-D rise here?
- Its α is too small
* The tied pairs weigh most
because: Each round makes them heavier.
say: Wait for the murmur.

A note that is plain text.

## And next?
margins?data=scenario:margin-cycle&alg=smooth-margin&t=5
ask: next ranker
"""


def test_a_playlist_with_what_it_is_about_is_a_lesson():
    talk = playlist.read(OWN.format(about=""))
    made = lesson.read(OWN.format(about="about: Ties, before an audience."))
    assert made.title == talk.title
    for step, moment in zip(made.steps, talk.moments, strict=True):
        assert (step.heading, step.moment.t, step.say) == (moment.title, int(moment.choices["t"]), moment.say)
        assert not set(step.figure.tiles) & set(moment.hide) and step.figure.board == moment.page
        assert " ".join(each.text for part in step.paragraphs for each in part) == moment.note
    own, asked = talk.moments[0].own, made.steps[0].ask
    assert isinstance(asked, AskIdea) and own is not None and asked.prompt == own.prompt
    assert [idea.label for idea in asked.ideas] == list(own.options)
    options = asked.question(made.steps[0].moment.run()).options
    assert [option.right for option in options] == [False, True]
    assert options[1].why == "The tied pairs weigh most: Each round makes them heavier."
    assert made.steps[1].ask == Ask("ranker", "smooth-margin", 6)
    assert not faults(OWN.format(about="about: Ties."))


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("* The", "- The", 6, "No option is said to be right."),
        ("- Its", "* Its", 6, "Several options are said to be right."),
        ("- Its α is too small\n", "", 6, "The question has 1 option."),
    ],
)
def test_a_question_of_ones_own_in_a_lesson_has_one_right_option(old, new, line, said):
    check_fault(lesson.read, OWN.format(about="about: Ties.").replace(old, new), line, said)


def test_a_challenge_that_is_solved_by_doing_nothing_is_told(tmp_path, capsys):
    solved = TASK.replace("rb-d halts before 5", "rb-c.r1@end < 1").replace(
        "[rb-c.r1@end < 1]", "[rb-c.r1@end < 1]: {rb-c.r1@end}."
    )
    file = tmp_path / "mine.md"
    for text, code, said in (
        (TASK, 0, "Not met at the beginning"),
        (solved, 1, "Doing nothing solves it"),
        (
            TASK.replace("rb-c.r1@end", "rb-c.r9@end"),
            1,
            'mine.md, line 7: There is no number "rb-c.r9@end" here',
        ),
        ("# Mine\nThat is all.\n", 2, ""),
    ):
        found, printed = told(file, text, capsys)
        assert found == code and said in printed
    assert main(["lesson", str(tmp_path / "none.md")]) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TASK.replace("[rb-d halts before 5]", ""), "has no condition in brackets"),
        (TASK.replace("halts before 5", "stops soon"), "is not a condition"),
        (TASK.replace(": R̂1 is {rb-c.r1@end}.", ""), "does not say its number"),
        (TASK.replace("?data", "gallery?data"), "is not a start"),
        (TASK + "## A step\n", "A challenge has no parts"),
        (re.sub("(?m)^- .*\n?", "", TASK), "There is no condition"),
    ],
)
def test_what_is_no_challenge_is_told(text, said):
    with pytest.raises(DataError, match=re.escape(said)):
        challenge.read(text)


def test_links_at_the_end_lead_somewhere(tmp_path, capsys):
    end = "\n# End\n\n- It ends.\n\nclaims: first-round, none\nequations: 34\nchallenges: nothing\n"
    code, printed = told(tmp_path / "mine.md", FIRST + end, capsys)
    assert code == 1 and "2 problems" in printed
    assert 'There is no claim "none"' in printed and 'There is no challenge "nothing"' in printed


def test_the_document_lists_every_number():
    names = set(re.findall(r"`(?:rb-d\.)?([a-z_0-9]+)(?:[:@][^`]*)?`", DOCS))
    assert {*of_data.OF_DATA, *of_runs.AFTER_ROUND, *of_runs.IN_ROUND} <= names


def test_a_run_that_stops_after_four_rounds_halts_before_round_five():
    """And one that was given no more rounds does not halt."""
    halted = rankviz.trace(rankviz.load("scenario:lemma-1"), ["rb-d"], rounds=10)
    rounds = halted.run("rb-d").n_rounds
    held = [halts_before("rb-d", str(rounds + more))(halted)[0] for more in (0, 1)]
    assert rounds > 0 and held == [False, True]
    done = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d"], rounds=4)
    assert not halts_before("rb-d", "5")(done)[0]


def test_conditions_belong_to_the_sentence_before_them():
    lines = [
        (3, r"One is {a.b@1}. [a.b@1 > 1;"),
        (4, r"c@t > d@t-1 for t = 3..5] Two, \[sic]."),
        (5, "Three? [x falls]"),
    ]
    one, two, three = sentences(joined(lines))
    assert one.checks == ("a.b@1 > 1", "c@3 > d@2", "c@4 > d@3", "c@5 > d@4") and not one.general
    assert (two.text, two.general, two.line) == ("Two, [sic].", True, 4)
    assert (three.text, three.checks, three.line) == ("Three?", ("x falls",), 5)
    assert one.text == "One is {a.b@1}."


def test_what_stands_in_a_text_comes_back_typed():
    step = LESSONS["labels-or-preferences"].steps[1]
    assert step.figure.board == "qbrank" and step.lines["find"] > step.lines[""]
    assert any(
        isinstance(event, FallsBelow)
        for each in LESSONS.values()
        for s in each.steps
        for event in s.figure.shows
    )
    assert LESSONS["what-a-bound-buys"].steps[1].figure.shows == (Gap("rb-d.e1", "rb-d.r1", 1),)
    assert LESSONS["why-ties-matter"].steps[1].figure.named == ("quiet", "parking")


def test_what_a_figure_names_must_be_in_its_data():
    figure = replace(LESSONS["why-ties-matter"].steps[1].figure, named=("quiet", "Port", "sauna"))
    (fault,) = check.report(replace(LESSONS["why-ties-matter"].steps[1], figure=figure)).faults
    assert fault.what == 'Nothing here is called "sauna"'


@pytest.mark.parametrize("name", list(LESSONS))
def test_a_link_means_what_it_means_to_the_pages(name):
    """What the pages' own reader makes of a link, whatever it holds, is what a lesson takes it for."""
    contents = dict(texts("lessons"))[name].decode()
    links = re.findall(r"^(?:run \S+: )?(\w*\?data=\S+)$", contents, flags=re.M)
    assert links
    for each in links:
        linked = link.read(each)
        state, said = from_link(dict(parse_qsl(urlsplit(each).query)))
        assert not said and to_state(linked.spec, linked.t) == state.but(t=linked.t)


@pytest.mark.parametrize(
    "text",
    [
        "?alg=rb-d", "?data=bundled:wine&alg=none", "?data=bundled:wine&t=80", "?data=bundled:wine&colour=red",
        "?data=bundled:wine&holdout=60", "?data=bundled:wine&seed=x", "http://[", "?data=bundled:wine&fork=what",
    ],
)  # fmt: skip
def test_a_link_that_a_page_would_mend_is_refused(text):
    with pytest.raises(DataError) as problem:
        link.read(text)
    assert problem.value.remedy


def test_no_lesson_is_left_out_and_files_are_in_their_order():
    names = [file.name for file in (FOLDER / "en/lessons").iterdir()]
    assert len(names) == len(LESSONS) == 10 and len(CHALLENGES) == 9
    assert next(iter(LESSONS)) == "boosting-by-pairs"
    assert all(isinstance(each, Lesson) for each in LESSONS.values())
