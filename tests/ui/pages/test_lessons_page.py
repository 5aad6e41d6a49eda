"""The page Lessons without a browser: every lesson is completed, every challenge solved by a pasted link."""

import re
from html import escape

import pytest
from helpers.pages import Page, app, components, press, stage_data, words
from helpers.solutions import SOLUTIONS
from streamlit.testing.v1 import AppTest

from rankviz.lessons.lesson import Lesson, Mark, Step
from rankviz.lessons.predict import Question
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.lessons.tries import Drag, Flip
from rankviz.ui.pages.lessons.progress import Progress, step_key
from rankviz.ui.pages.lessons.steps import STAGE
from rankviz.ui.shell import messages


def lessons(**link: str) -> AppTest:
    return app("pages/lessons.py", **link)


def came_back(lesson: str, answer: tuple[str, bool]) -> AppTest:
    """The first step of a lesson in a browser that kept this answer to it."""
    test = Page("pages/lessons.py", lesson=lesson, step="1")
    test.session_state["progress"] = Progress(answers={step_key(LESSONS[lesson], 1): answer})
    return test.run()


def said(test: AppTest) -> str:
    """What the page says in Markdown, without its marks; no value was left to be filled in."""
    read = words(test, "markdown").replace("*", "")
    assert not re.search(r"[{}]", read + words(test, "success") + words(test, "info")), read
    return read


def asked_by(step: Step) -> Question:
    """The question of a step that asks for a prediction."""
    found = step.ask.question(step.moment.run())
    assert found is not None
    return found


def predict(test: AppTest, step: Step, right: bool) -> None:
    """Nothing chosen is said; a wrong try has a reply of its own, and then the right one is why."""
    asked = asked_by(step)
    if not right:
        press(test, "Check")
        assert "Choose one first" in test.warning[0].value
        wrong = next(option for option in asked.options if not option.right)
        test.radio[0].set_value(wrong.label)
        press(test, "Check")
        assert f"Not this one. {wrong.why}" in said(test) and not test.success
        assert said(test).index(asked.question) < said(test).index("Not this one."), (
            "the question stands above it"
        )
        assert stage_data(test)["round"] == step.ask.t - 1
        options = [text.split("**")[1] for text in test.radio[0].options]
        assert options == [messages.plain(option.label) for option in asked.options], "none is taken away"
        struck = [text.startswith("~~") for text in test.radio[0].options]
        assert struck == [option is wrong for option in asked.options]
    test.radio[0].set_value(asked.answer.label)
    press(test, "Check")
    told = words(test, "success")
    assert told.startswith(f"Right. {asked.answer.why}") and ("try 2" in told) is not right


def find(test: AppTest, step: Step) -> None:
    """The round it starts at is wrong and says its numbers; the right one ends it, and then the figure marks it."""
    assert step.find is not None
    asked, facts = step.find, step.facts()
    assert stage_data(test)["round"] == asked.start and not stage_data(test)["settings"]["chart"]["marks"]
    button = "Mark this round" if isinstance(asked, Mark) else "It is this round"
    press(test, button)
    assert f"Not this one. {asked.reply(facts, asked.start)}" in said(test)
    assert said(test).index(asked.task(facts)) < said(test).index("Not this one."), "the task stands above it"
    press(test, button)  # the same round is not another try
    test.session_state[f"round-{STAGE}"] = asked.answer(facts)  # as the stage says it
    press(test, button)
    on = "" if asked.answer(facts) == step.moment.t else f" On to round {step.moment.t}."
    assert words(test, "success") == f"Right. {asked.reply(facts, asked.answer(facts))}{on} (try 2)"
    assert all(sentence.words(facts) in said(test) for sentence in step.after)
    chart = stage_data(test)["settings"]["chart"]
    wanted = {point.t for event in step.figure.shows for point in event.points(facts) if point.t}
    found = asked.answer(facts)
    assert wanted <= {t for *_, t in chart["marks"]} <= wanted | {found}
    assert stage_data(test)["settings"]["found"] == found, "it is ringed on the bar of the rounds"
    if "losses" in step.figure.tiles and step.figure.board == "watch":
        assert found in {t for *_, t in chart["marks"]}, "and on the chart"


def change(test: AppTest, lesson: Lesson, number: int) -> None:
    """A try that misses the goal has a reply of its own; the next one that reaches it ends the step on its run."""
    step = lesson.steps[number - 1]
    asked, key = step.tries, f"tries-{step_key(lesson, number)}"
    assert stage_data(test)["round"] == asked.t and stage_data(test)["branches"] == isinstance(asked, Drag)
    before = step.moment.run()
    run_url = stage_data(test)["run_url"]
    choices = [f"{asked.algorithm}:{asked.t}:alpha={alpha}" for alpha in (-0.3, 0.3)]
    if isinstance(asked, Flip):
        choices = [f"{asked.rankers[0]}:{row}" for row in range(before.problem.n_items)]
    for choice in choices:
        facts = asked.facts(before, asked.changed(step.moment.spec, choice).trace())
        if not asked.met(facts):
            break
    test.session_state[key] = [choice]  # as the table and the stage say it
    test.run()
    assert f"Not yet. {asked.reply(facts)}" in said(test) and not test.success
    assert said(test).index(asked.task(facts)) < said(test).index("Not yet."), "the task stands above it"
    assert stage_data(test)["run_url"] != run_url
    test.session_state[key] = [choice, asked.answer]
    test.run()
    facts = asked.facts(before, asked.changed(step.moment.spec, asked.answer).trace())
    assert words(test, "success") == f"Right. {asked.reply(facts)} (try 2)"
    assert all(sentence.words(facts) in said(test) for sentence in step.after)
    assert stage_data(test)["round"] == asked.shows(facts, step.moment.t) and not stage_data(test)["branches"]
    assert step_key(lesson, number) in components(test, "rankviz_keep")[0]["text"], "it is stored at once"


def test_a_change_that_is_given_up_is_shown_and_one_that_was_right_comes_back() -> None:
    """The answer's run stands on the stage; in a later visit it is that of a first try that was right."""
    lesson = LESSONS["why-ties-matter"]
    asked = lesson.steps[0].tries
    assert asked is not None
    test = lessons(lesson=lesson.name, step="1")
    untouched = stage_data(test)["run_url"]
    test.session_state[f"tries-{step_key(lesson, 1)}"] = ["breakfast:4"]
    test.run()
    press(test, "Show the answer")
    assert test.info[0].value.startswith("One way to do it") and not test.success and not test.error
    shown = stage_data(test)["run_url"]
    again = came_back(lesson.name, ("breakfast:6", True))
    assert again.success[0].value.startswith("Right.")
    assert len({untouched, shown, stage_data(again)["run_url"]}) == 3


@pytest.mark.parametrize(
    ("name", "number"),
    [("boosting-by-pairs", 2), ("boosting-by-pairs", 4), ("why-ties-matter", 1), ("what-a-bound-buys", 4)],
)
def test_a_solved_step_can_be_tried_again_in_a_later_visit_too(name: str, number: int) -> None:
    """A choice, a drag, a flip and a round: all is as before the first try, and the browser forgets the answer.

    What was found after a wrong first try is not said to have been given up.
    """
    lesson = LESSONS[name]
    key = step_key(lesson, number)
    fresh = lessons(lesson=name, step=str(number))
    assert not [button for button in fresh.button if button.key == "lesson-again"], "nothing is solved yet"
    test = Page("pages/lessons.py", lesson=name, step=str(number))
    test.session_state["progress"] = Progress(answers={key: ("wrong", False)}, shown={key})
    test.run()
    assert test.info and key in components(test, "rankviz_keep")[0]["text"]
    press(test, "Try again")
    assert not test.info and not test.success and said(test) == said(fresh)
    assert stage_data(test)["run_url"] == stage_data(fresh)["run_url"]
    assert stage_data(test)["round"] == stage_data(fresh)["round"]
    assert key not in components(test, "rankviz_keep")[0]["text"]
    step = lesson.steps[number - 1]
    if step.ask or step.find:
        first = next(o.label for o in asked_by(step).options if not o.right) if step.ask else "0"
        test.session_state["progress"] = Progress(answers={key: (first, False)})
        assert words(test.run(), "success").startswith("Right."), "it was found, if not at the first try"
        press(test, "Try again")
    if step.ask:
        predict(test, step, right=True)
    elif step.find:
        find(test, step)
    else:
        change(test, lesson, number)


def test_an_answer_of_data_that_the_step_had_once_is_no_error() -> None:
    """A browser may have kept a choice that is none any more: then the answer's run is shown."""
    assert words(came_back("why-ties-matter", ("h1:5", True)), "success").startswith("Right.")


def test_progress_tells_what_was_found_from_what_was_right_at_once() -> None:
    """All found, two at the first try; an answer that was shown was not found, and a reload knows it."""
    lesson, done = LESSONS["boosting-by-pairs"], Progress()
    keys = [step_key(lesson, i) for i, step in enumerate(lesson.steps, 1) if step.asks]
    for i in range(1, len(lesson.steps) + 1):
        done.see(lesson.name, i)
    for i, key in enumerate(keys):
        done.settle(key, "first", i < 2, found=True)
    assert done.of_lesson(lesson) == f"Done · {len(keys)} of {len(keys)} right, 2 at the first try"
    half = Progress(answers={keys[0]: ("first", True)}, seen={lesson.name: {1}})
    assert half.of_lesson(lesson).endswith(f"1 of {len(keys)} right, 1 at the first try"), "of all there are"
    done.settle(keys[-1], "first", False, found=False)
    later = Progress()
    later.add(done.text())
    assert later.of_lesson(lesson) == f"Done · {len(keys) - 1} of {len(keys)} right, 2 at the first try"


def test_a_prediction_holds_the_stage_until_it_is_made_or_dismissed() -> None:
    """Whatever is asked, and of whom, is in the link; dismissing counts for nothing."""
    test = lessons(predict="pair", of="rb-plus", data="synthetic:coarse", rounds="3", holdout="0", t="0")
    assert stage_data(test)["settings"]["hold"] == 0
    assert "In round 1 RankBoost+ picks" in said(test)
    press(test, "Skip this question")
    assert stage_data(test)["round"] == 1 == stage_data(test)["settings"]["hold"]
    assert "predictions right" not in words(test, "caption")
    press(test, "Skip this question")
    test.session_state["round-predict-stage"] = 0  # back: what was dismissed asks no more
    test.run()
    assert stage_data(test)["settings"]["hold"] == 2
    assert dict(test.query_params)["predict"] == "pair" and dict(test.query_params)["of"] == "rb-plus"


def test_no_ranker_is_offered_with_the_shares_that_tell_its_edge() -> None:
    """To subtract them is no prediction; the reply to a wrong try has them."""
    test = lessons(predict="ranker", data="synthetic:coarse", rounds="3", holdout="0", t="0")
    offered = next(each for each in test.radio if each.label == "Your prediction")
    assert len(offered.options) >= 3 and not any("%" in each for each in offered.options)
    offered.set_value("f3 > 0.5")
    press(test, "Check")
    assert "Not this one. f3 > 0.5 has an edge of" in said(test) and "% of the weight" in said(test)


@pytest.mark.parametrize("link", [{"challenge": "break-u1"}, {"predict": "ranker"}], ids=str)
def test_a_link_says_which_tiles_are_shown(link: dict[str, str]) -> None:
    told = stage_data(lessons(**link, look="tiles:losses,log:1"))
    assert told["looks"] and told["settings"]["look"] == "tiles:losses,log:1"


def test_a_round_that_is_not_found_can_be_shown() -> None:
    """Given up, it is told, and the step goes on; a round that is none is wrong."""
    lesson = LESSONS["what-a-bound-buys"]
    number, step = next((i, step) for i, step in enumerate(lesson.steps, 1) if step.find)
    test = lessons(lesson=lesson.name, step=str(number))
    for t in (0, 99_999):
        test.session_state[f"round-{STAGE}"] = t
        press(test, "It is this round")
        assert "Not this one." in said(test)
    press(test, "Show the answer")
    assert "It is round 19." in test.info[0].value and not test.error
    assert step.after[0].words(step.facts()) in said(test)


def test_a_round_beside_the_right_one_is_close_enough() -> None:
    test = lessons(lesson="three-ways-to-count-a-tie", step="6")
    test.session_state[f"round-{STAGE}"] = 41
    press(test, "Mark this round")
    assert words(test, "success").startswith("Close enough. It is round 40.")


@pytest.mark.parametrize("name", list(LESSONS))
@pytest.mark.slow
def test_a_lesson_is_completed(name: str) -> None:
    """Every step is read, every prediction made; the stage stands at the step's round, the panel is framed."""
    lesson = LESSONS[name]
    test = lessons(lesson=name)
    for number, step in enumerate(lesson.steps, 1):
        assert words(test, "header") == step.heading
        assert f"step {number} of {len(lesson.steps)}" in words(test, "caption")
        assert dict(test.query_params) == {"lesson": name, "step": str(number)}
        read, facts = said(test), step.facts()
        assert all(each.words(facts) in read for paragraph in step.paragraphs for each in paragraph)
        if step.find is not None:
            find(test, step)
            assert stage_data(test)["round"] == step.moment.t
        elif step.tries is not None:
            change(test, lesson, number)
        elif step.ask is None:
            assert stage_data(test)["round"] == step.moment.t
        else:
            assert stage_data(test)["round"] == step.ask.t - 1 == stage_data(test)["settings"]["hold"]
            assert "future:hidden" in stage_data(test)["settings"]["look"]
            predict(test, step, right=number % 2 == 0)
            assert stage_data(test)["round"] == max(step.moment.t, step.ask.t)
        first = step.subject(step.moment.run(), done=True).tile or step.figure.tiles[0]
        (frame,) = components(test, "rankviz_look")
        assert (frame["panel"], frame["title"]) == (first, step.figure.title(first))
        assert stage_data(test)["layout"] == step.figure.board
        settings = stage_data(test)["settings"]
        assert settings["look"].startswith(f"tiles:{'.'.join(step.figure.tiles)}")
        assert settings["hold"] is None and "future" not in settings["look"]
        links = [each.proto.page for each in test.get("page_link")]
        assert ("experiments" in links) == bool(step.many), "the forty tasks are one press away"
        test.button(key="lesson-Next" if number < len(lesson.steps) else "lesson-Finish").click().run()
    assert test.header[0].value == "What you have seen"
    assert f"{lesson.title} · Done" in words(test, "caption")
    shown = words(test, "html").replace("<sup>", "").replace("</sup>", "")
    assert all(escape(cell) in shown for table in lesson.tables for row in table for cell in row)
    links = " ".join(each.proto.query_string for each in test.get("page_link"))
    assert all(f"claim={claim}" in links for claim in lesson.onward.claims)


@pytest.mark.parametrize(
    ("lesson", "step", "told", "shown"),
    [
        ("why-ties-matter", "many", "no step", LESSONS["why-ties-matter"].steps[0].heading),
        ("sorcery", "1", "no lesson", "Challenges"),
    ],
)
def test_nonsense_in_a_link_is_said_and_something_is_shown(
    lesson: str, step: str, told: str, shown: str
) -> None:
    test = lessons(lesson=lesson, step=step)
    assert told in test.warning[0].value and shown in words(test, "header")


@pytest.mark.parametrize("name", list(CHALLENGES))
@pytest.mark.slow
def test_a_challenge_is_solved_by_a_pasted_link(name: str) -> None:
    """It opens unsolved; the link of a solution ticks every condition, and the address it leads to solves it too."""
    challenge = CHALLENGES[name]
    test = lessons(challenge=name)
    assert words(test, "header") == challenge.title
    assert "(not met)" in said(test) and not test.success
    test.text_input(key="challenge-pasted").set_value(f"http://localhost/?{SOLUTIONS[name]}").run()
    own = dict(test.query_params)
    assert own["challenge"] == name and "data" in own
    for solved in (test, lessons(**own)):
        assert solved.success[0].value.startswith("Solved")
        assert said(solved).count("(met)") == len(challenge.conditions) and "(not met)" not in said(solved)


def test_the_test_part_is_opened_once() -> None:
    """After the choice is made on validation; another choice does not open it again."""
    test = lessons(challenge="held-out")
    assert not any(button.label.startswith("Open the test") for button in test.button)
    test.text_input(key="challenge-pasted").set_value(f"?{SOLUTIONS['held-out']}").run()
    press(test, "Open the test, once")
    (told,) = [each.value for each in test.info]
    assert "neither for training nor for choosing" in told and "RankBoost" in told
    other = SOLUTIONS["held-out"].replace("rb-plus", "rb-d").replace("rounds=16", "rounds=9")
    test.text_input(key="challenge-pasted").set_value(f"?{other}").run()
    assert test.success and [each.value for each in test.info] == [told]


def test_progress_survives_as_text_and_nonsense_adds_nothing() -> None:
    """What one visit writes the next one reads; another's text adds to it; what is no progress is left out."""
    lesson = LESSONS["boosting-by-pairs"]
    done, key = Progress(), step_key(lesson, 2)
    done.see(lesson.name, 1)
    done.answers |= {key: ("h4", True), "free:abc:1": ("h1", False)}
    done.solved["break-u1"] = {"data": "scenario:lemma-1"}
    other = Progress()
    other.see(lesson.name, 3)
    other.answers[key] = ("h1", False)
    other.add(done.text())
    assert other.seen == {lesson.name: {1, 3}} and other.solved == done.solved
    assert other.answers == {key: ("h1", False)}  # the first answer counts
    before = other.text()
    for text in (
        "",
        "[]",
        "{",
        '{"seen": 3, "answers": [1], "solved": "x"}',
        '{"seen": {"boosting-by-pairs": [99, "a", null], "sorcery": [1]}}',
        '{"answers": {"lesson:sorcery:1": ["a", true], "lesson:boosting-by-pairs:2": 4}, "solved": {"sorcery": {}}}',
        "{" * 200_000,
    ):
        other.add(text)
        assert other.text() == before, text[:60]
