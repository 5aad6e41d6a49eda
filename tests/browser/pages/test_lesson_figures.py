"""A step's figure shows what its words say: each bold number is in sight, each crossing, turn or gap can be seen."""

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from helpers.browser.in_lessons import DRAWN, SIGHT, change, find, opens_at
from helpers.browser.serving import Server
from helpers.browser.shared import one_test, shared_page
from helpers.browser.stage_page import StagePage
from helpers.browser.tabs import Tabs
from playwright.sync_api import ViewportSize, expect

from rankviz.lessons.figure import Longer, Point
from rankviz.lessons.lesson import Lesson, Step
from rankviz.lessons.registry import LESSONS
from rankviz.lessons.tries import Flip

SMALL: ViewportSize = {"width": 1280, "height": 720}
SEEN = 20
"""What differs by fewer pixels is not seen."""
VALUE = re.compile(r"(−?\d[\d,]*(?:\.\d+)?)(\s?%)?")
NUMBER = re.compile(r"(?<![\w\u0300-\u036f@.,])\d+(?:,\d{3})*(?:\.\d+)?(?![A-Za-z\d])")
"""A number that is no part of a name such as h1, R̂1 or L2."""
RING = re.compile(r"ring:(\w+)")


@pytest.fixture(scope="module")
def page(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    with shared_page(tabs, server.url, viewport=SMALL) as stage:
        yield stage


def read(found: re.Match[str]) -> tuple[float, int]:
    """A number, and how many decimals of it are told; a percentage is a share."""
    text = found[1].replace(",", "").replace("−", "-")
    decimals = len(text.partition(".")[2])
    return (float(text) / 100, decimals + 2) if found[2] else (float(text), decimals)


def shown(bold: str, figure: list[str]) -> bool:
    """Whether some text of the figure has that number, to the decimals that both tell (two), or a whole one."""
    found = VALUE.fullmatch(bold.removeprefix("×"))
    if found is None:
        return True  # the name of a pair or of a ranker
    wanted, decimals = read(found)
    for value, told in (read(each) for text in figure for each in VALUE.finditer(text)):
        common = min(decimals, told)
        if decimals == 0 and value == wanted:
            return True
        if common >= (2 if abs(wanted) < 10 else 1) and abs(value - wanted) <= 0.5001 * 10**-common:
            return True
    return False


def answer(stage: StagePage, step: Step, where: str) -> list[str]:
    """A wrong one, and the right one; what is out of sight in between."""
    asked = step.ask.question(step.moment.run())
    assert asked is not None
    form = stage.page.get_by_test_id("stForm")
    wrong = next(option for option in asked.options if not option.right)
    lost: list[str] = []
    for option in (wrong, asked.answer):
        label = re.compile(rf"^{re.escape(option.label)}\b")
        form.get_by_role("radio", name=label).locator("xpath=ancestor::label").click()
        form.get_by_role("button", name="Check").click()
        if option is wrong:
            expect(form.get_by_text("Not this one.")).to_be_visible()
            lost = unsaid(stage, step, f"{where}, answered wrongly", done=False)
    expect(stage.page.get_by_test_id("stAlert").filter(has_text="Right.")).to_be_visible()
    stage.expect_round(max(step.moment.t, step.ask.t))
    return lost


def unsaid(stage: StagePage, step: Step, where: str, *, done: bool) -> list[str]:
    """What the words say and the screen does not show, or not where they lead: a tile to ring, numbers to highlight."""
    ringed = RING.findall(step.board_look(step.moment.run(), done=done))

    def missing() -> list[str]:
        sight = stage.page.evaluate(SIGHT)
        lost = [bold for bold in sight["bold"] if not shown(bold, sight["figure"])]
        lost += [f"out of sight: {each}" for each in sight["unseen"]]
        told = {number for bold in sight["bold"] for number in NUMBER.findall(bold) if len(number) > 1}
        if done and isinstance(step.tries, Flip):  # the figure is of other answers than the text is
            told -= {n for each in chain(*step.paragraphs) for n in NUMBER.findall(each.words(step.facts()))}
        there = {number for text in sight["board"] for number in NUMBER.findall(text)}
        lost += [f"not highlighted: {each}" for each in sorted((told & there) - set(sight["lit"]))]
        lost += [] if sight["ringed"] == ringed else [f"ringed: {sight['ringed']}, not {ringed}"]
        return [f"{where}: {text}" for text in lost]

    try:
        stage.wait_until(lambda: not missing(), "all is in sight", patience=10)
    except AssertionError:
        return missing()
    return []


def unseen(stage: StagePage, step: Step, where: str) -> list[str]:
    """The claimed events that are too small to be seen."""
    stage.rest()  # before that the chart may still be moving
    facts, drawn = step.facts(), stage.button("Step").evaluate(DRAWN)

    def height(point: Point | float) -> float:
        if not isinstance(point, Point):
            return float(drawn["level"])
        who, _, what = point.curve.rpartition(".")
        run = facts.trace.run(who)
        alike = [each.name for each in facts.trace.runs if each.algorithm == run.algorithm]
        later = f"~{alike.index(run.name) + 1}" if run.name != alike[0] else ""
        curve = drawn["curves"][f"{run.algorithm}{later}.{what}"]
        # From the end: a curve may begin later than round 0, or its chart show its last rounds only.
        return float(curve[point.t - len(facts.course(point.curve))])

    small = []
    for event in step.figure.shows:
        for first, second in event.far_apart(facts):
            if abs(height(first) - height(second)) < SEEN:
                small.append(f"{where}: {first} and {second}")
        if isinstance(event, Longer):
            names = step.moment.spec.algorithms
            one, other = (drawn["bars"][names.index(name)] for name in (event.first, event.second))
            if one - other < SEEN:
                small.append(f"{where}: {event}")
    return small


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_what_a_step_says_is_seen(page: StagePage, lesson: Lesson) -> None:
    """On a small laptop, without scrolling, before a question is answered and after."""
    with one_test(page) as stage:
        if stage.page.url == "about:blank":
            stage.open("lessons", lesson=lesson.name)
            stage.wait_for_stage()
        else:
            stage.follow("lessons", lesson=lesson.name, step=1)
        wrong: list[str] = []
        for number, step in enumerate(lesson.steps, 1):
            where = f"{lesson.title}, step {number}"
            expect(stage.page.get_by_text(f"step {number} of {len(lesson.steps)}")).to_be_visible()
            stage.expect_round(opens_at(step))
            wrong += unsaid(stage, step, where, done=not step.asks)
            if step.find:
                find(stage, step)
            if step.tries:
                wrong += unseen(stage, step, where)  # of the run that the words begin with
                change(stage, step)
            if step.ask:
                wrong += answer(stage, step, where)
            if step.asks:
                wrong += unsaid(stage, step, f"{where}, answered", done=True)
            if not step.tries:
                wrong += unseen(stage, step, where)
            if number < len(lesson.steps):
                with stage.rerun():
                    stage.page.keyboard.press("n")
        assert not wrong, "\n".join(wrong)
