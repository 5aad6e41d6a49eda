"""Lessons and challenges are completed in a browser, and data are built by hand there."""

import re
from urllib.parse import parse_qsl

import pytest
from helpers.browser.in_lessons import change, find
from helpers.browser.stage_page import NewPage, StagePage
from helpers.solutions import SOLUTIONS
from playwright.sync_api import Locator, Page, ViewportSize, expect

import rankviz
from rankviz.engine.data.builtin.inline import EXAMPLE
from rankviz.engine.number_format import number as in_words
from rankviz.lessons.figure import Figure
from rankviz.lessons.lesson import Step
from rankviz.lessons.registry import CHALLENGES, LESSONS
from rankviz.ui.pages.workbench.written import table_of
from rankviz.ui.state.link import from_link, to_link
from rankviz.ui.state.session import LATE

pytestmark = pytest.mark.one_page

EARLY = """new MutationObserver(() => {
    if (document.querySelector("html[data-rest] [data-testid=stSkeleton]")) window.early = true;
}).observe(document, {attributeFilter: ["data-rest"], subtree: true})"""
"""Notes whether the page said that it rests while Streamlit still fetched code."""

LAPTOP: ViewportSize = {"width": 1366, "height": 768}


def lesson_open(stage: StagePage, **link: object) -> StagePage:
    """The page Lessons at a link, with its stage."""
    stage.open("lessons", **link)
    stage.wait_for_stage()
    return stage


def press(stage: StagePage, name: str) -> None:
    """Press a button of the page, not of the stage, and wait for the answer."""
    with stage.rerun():
        stage.page.get_by_test_id("stButton").get_by_role("button", name=name).click()


def answer(stage: StagePage, label: str) -> None:
    """Choose an answer with the keyboard and reveal."""
    radio = stage.page.get_by_role("radio", name=re.compile(rf"^{re.escape(label)}\b"))
    stage.page.get_by_test_id("stForm").get_by_role("radio").first.focus()
    stage.page.keyboard.press("Space")
    for _ in range(8):
        if radio.is_checked():
            break
        stage.page.keyboard.press("ArrowDown")
    assert radio.is_checked()
    stage.page.get_by_test_id("stForm").get_by_role("button", name="Check").focus()
    with stage.rerun():
        stage.page.keyboard.press("Enter")


def built(page: Page) -> object:
    state, _ = from_link(
        {k: v for k, v in dict(parse_qsl(page.url.partition("?")[2])).items() if k != "challenge"}
    )
    return table_of(str(state["data"]))


def shows(stage: StagePage, figure: Figure) -> None:
    """The tiles of a step are there under their titles, and no others."""
    for tile in figure.tiles:
        expect(stage.page.locator(f"[data-tile={tile}]").get_by_role("heading", level=3)).to_have_text(
            figure.title(tile)
        )
    expect(stage.page.locator("[data-tile]")).to_have_count(len(figure.tiles))


def predict(stage: StagePage, step: Step, right: bool) -> None:
    """Answer the question of a step; the stage moves on to its round."""
    stage.expect_round(step.ask.t - 1)
    asked = step.ask.question(step.moment.run())
    assert asked is not None
    if not right:
        wrong = next(option for option in asked.options if not option.right)
        answer(stage, wrong.label)
        expect(stage.page.get_by_text(f"Not this one. {wrong.why}")).to_be_visible()
        stage.page.keyboard.press("ArrowRight")
        assert stage.round()[0] == step.ask.t - 1, "the next round would show the answer"
    answer(stage, asked.answer.label)
    assert asked.answer.why in stage.alert("Right.")
    stage.expect_round(max(step.moment.t, step.ask.t))


@pytest.mark.new_visitor
def test_a_lesson_is_completed(new_page: NewPage) -> None:
    """Every step is read, every prediction made; the stage stands at the step's round and shows the panel.

    The other lessons are completed in tests/ui; a link leads to the panel that only one of them points at.
    """
    stage = lesson_open(new_page(viewport=LAPTOP), lesson="boosting-by-pairs")
    lesson = LESSONS["boosting-by-pairs"]
    for number, step in enumerate(lesson.steps, 1):
        expect(stage.page.get_by_role("heading", name=step.heading, exact=True)).to_be_visible()
        expect(stage.page.get_by_text(f"step {number} of {len(lesson.steps)}")).to_be_visible()
        stage.wait_until(lambda n=number: stage.address().get("step") == str(n), "the address names the step")
        facts, words = step.facts(), stage.text().replace("\n", " ")
        for paragraph in step.paragraphs:
            for sentence in paragraph:
                assert sentence.words(facts) in words
        if step.find is not None:
            find(stage, step)
        elif step.tries is not None:
            change(stage, step)
        elif step.ask is None:
            stage.expect_round(step.moment.t)
        else:
            predict(stage, step, right=number == 2)
        shows(stage, step.figure)
        if number < len(lesson.steps):
            press(stage, "Next")
    press(stage, "Finish")
    expect(stage.page.get_by_role("heading", name="What you have seen")).to_be_visible()
    stage.open("lessons")  # another visit: the browser has kept what was done
    expect(stage.page.get_by_text(re.compile(r"^Done"))).to_be_visible()
    stage.page.get_by_role("link", name="What a bound buys").click()
    stage.wait_until(
        lambda: stage.address() == {"lesson": "what-a-bound-buys", "step": "1"}, "the address is the step"
    )
    stage.wait_for_stage()
    lesson_open(stage, lesson="what-a-bound-buys", step=5)
    shows(stage, Figure(("margins",)))


def a_number_is_explained(stage: StagePage) -> None:
    """Below the stage, with its inputs."""
    page = stage.page
    page.locator("[data-explain='rb-d:alpha']").first.click()
    place = page.locator("[data-explained='rb-d:alpha']")
    expect(place.get_by_role("status")).to_contain_text("α = 0.549")
    expect(place).to_be_in_viewport()
    stage.idle()
    place.get_by_role("button", name=re.compile("^ε⁻ =")).click()
    expect(page.locator("[data-explained='rb-d:eps_reversed']").get_by_role("status")).to_be_visible()
    stage.idle()
    assert stage.address().items() >= {"lesson": "why-ties-matter", "step": "2"}.items()


def test_a_step_s_link_opens_it_elsewhere_back_goes_back_and_a_number_is_explained(stage: StagePage) -> None:
    """The address of a step is the step; the next step closes what was explained; "Lessons" above leads out.

    The keys of *Next* and *Back* are heard while a slider of the figure has the focus, and do nothing else.
    """
    page = lesson_open(stage, lesson="why-ties-matter", step="many").page
    assert "no step" in stage.alert()
    shows(stage, Figure(("pick",)))
    for key, step in (("n", "2"), ("Shift+N", "1"), ("n", "2")):
        stage.slider.focus()
        page.keyboard.press(key)
        stage.wait_until(
            lambda there=step: stage.address().get("step") == there, "the address names the step"
        )
        stage.idle()
    expect(page.get_by_role("heading", name="A tie is an error, or half of one")).to_be_visible()
    stage.idle()
    shows(stage, LESSONS["why-ties-matter"].steps[1].figure)
    a_number_is_explained(stage)
    press(stage, "Next")
    expect(page.locator(".rv-drawer")).to_be_hidden()
    stage.wait_until(lambda: stage.address().get("step") == "3", "the address names the step")
    link = page.url
    page.wait_for_timeout(1000 * LATE + 100)  # until then the address before counts as a late answer
    page.go_back()
    expect(page.get_by_role("heading", name="A tie is an error, or half of one")).to_be_visible()
    stage.goto(link)
    expect(page.get_by_role("heading", name="The loss may disagree")).to_be_visible()
    stage.visit("Lessons")
    expect(page.get_by_role("heading", name="Challenges")).to_be_visible()


def test_a_solved_step_that_is_tried_again_stays_open_over_a_reload(stage: StagePage) -> None:
    lesson_open(stage, lesson="boosting-by-pairs", step=2)
    answer(stage, "h4")
    again = stage.page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    for _ in range(2):
        stage.page.reload()
        stage.wait_for_stage()
        if again.count():
            press(stage, "Try again")
        expect(stage.page.get_by_role("button", name="Check")).to_be_visible()
        expect(again).to_have_count(0)
        stage.expect_round(0)


def test_a_flip_is_shown_in_its_round_also_after_one_that_ended_the_run_before_it(stage: StagePage) -> None:
    stage.open("lessons", lesson="what-a-bound-buys", step=2)
    for answer, t, rounds in (("h4:0", 0, 0), ("h4:2", 1, 8)):
        stage.page.locator(f"[data-answer='{answer}']").click()
        stage.expect_round(t, rounds)


def test_the_dots_of_a_question_s_pages_have_names_once_it_is_answered(stage: StagePage) -> None:
    """A ring lies on its dot: the names are in the order of their targets from left to right."""
    step = LESSONS["labels-or-preferences"].steps[0]
    page = lesson_open(stage, lesson="labels-or-preferences", step=1).page
    names, rings = page.locator(".rv-dot-name"), page.locator("[data-tile=targets] .rv-item-ring[r][cx]")
    expect(names).to_have_count(0)
    answer(stage, "page 17")
    expect(names).to_have_text([f"#{name}" for name in step.figure.named])
    across = [ring.bounding_box()["x"] for ring in rings.all()][: len(step.figure.named)]
    facts = step.facts()
    targets = [facts.value(f"qbrank.target:{name}@1") for name in step.figure.named]
    assert sorted(range(4), key=across.__getitem__) == sorted(range(4), key=targets.__getitem__)


def test_no_ring_gives_the_round_away_that_is_asked_for(stage: StagePage) -> None:
    """It is where the error is least: that is ringed, and H goes there, only once it has been found."""
    lesson = LESSONS["three-ways-to-count-a-tie"]
    mark = lesson.steps[-1].find
    assert mark is not None
    page = lesson_open(stage, lesson=lesson.name, step=len(lesson.steps)).page
    rings = stage.panel("Test error").locator(".rv-best")
    stage.expect_round(mark.start)
    expect(rings).to_have_count(0)
    page.keyboard.press("h")
    stage.expect_round(mark.start)
    for name in ("Mark this round", "Show the answer"):
        press(stage, name)
    expect(rings).to_have_count(len(lesson.steps[-1].moment.spec.algorithms))
    page.keyboard.press("h")
    stage.wait_until(lambda: stage.round()[0] != mark.start, "H goes to the least error of a run")


# What stands out of a tile's picture below, and the words of points that lie on each other.
TOLD = """(tile) => {
  const box = (e) => e.getBoundingClientRect();
  const end = box(tile).bottom;
  const words = [...tile.querySelectorAll(".rv-event")].filter((e) => box(e).width);
  const on = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
  return {
    out: [...tile.querySelectorAll("svg text, circle, .rv-arc")].filter((e) => box(e).bottom > end).length,
    on: words.filter((a) => words.some((b) => a !== b && on(box(a), box(b)))).map((e) => e.textContent),
  };
}"""


def test_on_a_phone_a_figure_shows_what_its_step_speaks_of(new_page: NewPage) -> None:
    """The arcs and all rankers, the AUC that is asked for, the words of both points; no key that a phone lacks."""
    stage = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = lesson_open(stage, lesson="why-ties-matter", step=2).page
    pick, pool = (
        stage.panel("The pick"),
        LESSONS["why-ties-matter"].steps[1].moment.run().problem.feature_names,
    )
    expect(pick.locator(".rv-arc-tied").first).to_be_visible()
    expect(pick.locator(".rv-pick-name")).to_have_text(list(pool))
    assert pick.evaluate(TOLD)["out"] == 0
    expect(page.locator(".stButton kbd").first).to_be_hidden()
    lesson_open(stage, lesson="the-largest-margin", step=6)
    skew = stage.panel("F-skew and AUC")
    expect(skew.locator(".rv-chart-title")).to_have_text(["AdaBoost's two sums and F-skew", "AUC"])
    assert skew.evaluate(TOLD)["out"] == 0
    lesson_open(stage, lesson="what-a-bound-buys", step=1)
    losses = stage.panel("Loss and error")
    expect(losses.locator(".rv-event")).to_have_count(2)
    assert losses.evaluate(TOLD) == {"out": 0, "on": []}


def test_on_a_phone_a_step_opens_at_its_title_and_a_reply_is_not_under_the_figure(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = lesson_open(stage, lesson="boosting-by-pairs", step=1).page
    words, figure = page.locator(".st-key-lesson-words"), page.locator(".st-key-lesson-stage")

    def below(part: Locator) -> bool:
        box, over = part.bounding_box(), figure.bounding_box()
        assert box is not None and over is not None
        return box["y"] >= over["y"] + over["height"] and box["y"] + box["height"] <= 844

    with stage.rerun():
        page.get_by_role("button", name="Next").tap()  # scrolls down to it
    stage.rest()
    assert below(words.get_by_role("heading", level=2))
    with stage.rerun():
        page.get_by_role("button", name="Check").tap()
    none_chosen = page.get_by_test_id("stForm").get_by_text("Choose one first.")
    expect(none_chosen).to_be_visible()
    for option, reply in (("h1", "Not this one."), ("h4", "Right.")):
        page.get_by_role("radio", name=option).locator("xpath=ancestor::label").tap()
        expect(none_chosen).to_be_hidden()  # as soon as one is
        with stage.rerun():
            page.get_by_role("button", name="Check").tap()
        stage.rest()
        assert below(words.get_by_text(reply))


def test_no_shade_gives_the_crossing_away_that_is_asked_for(stage: StagePage) -> None:
    step = LESSONS["when-theory-breaks"].steps[3]
    page = lesson_open(stage, lesson="when-theory-breaks", step=4).page
    stage.expect_round(step.find.start)
    expect(page.locator(".rv-gap")).to_have_count(0)
    find(stage, step)
    expect(page.locator(".rv-gap").first).to_be_attached()


HIDDEN = """() => {
  window.hidden = 0;
  const look = () => {
    if (getComputedStyle(document.querySelector("[data-testid=stMain]")).visibility !== "visible") window.hidden += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Count the frames in which the page is not seen, from now on."""


def test_any_run_is_predicted_round_by_round(stage: StagePage) -> None:
    """Both kinds of question, on a run that is in no lesson; the answer moves the stage on.

    The page is seen as soon as its run is drawn, and stays.
    """
    link = to_link(
        from_link({"data": "synthetic:coarse", "rounds": "8", "holdout": "0", "t": "0"})[0], whole=True
    )
    lesson_open(stage, predict="ranker", **link)
    stage.expect_round(0)
    expect(stage.page.get_by_role("heading", name="Predict each round")).to_be_visible()
    stage.page.evaluate(HIDDEN)
    for t in (1, 2):
        stage.page.get_by_test_id("stForm").get_by_role("radio").first.focus()
        stage.page.keyboard.press("Space")
        with stage.rerun():
            stage.page.get_by_role("button", name="Check").click()
        give_up = stage.page.get_by_role("button", name="Show the answer")
        if give_up.count():
            with stage.rerun():
                give_up.click()
        assert re.search(r"\d", stage.alert())
        stage.expect_round(t)
        press(stage, "Predict the next round")
    expect(stage.page.get_by_text(re.compile(r"of 2 predictions right"))).to_be_visible()
    with stage.rerun():
        stage.page.get_by_role("radio", name="The pair that gains the most").or_(
            stage.page.get_by_role("button", name="The pair that gains the most")
        ).first.click()
    expect(stage.page.get_by_text(re.compile("Which pair gains the most weight"))).to_be_visible()
    assert stage.page.evaluate("window.hidden") == 0


def solve_by_a_link(stage: StagePage, name: str) -> None:
    """From its card: it opens unsolved, and the pasted link of a solution ticks every condition."""
    challenge, page = CHALLENGES[name], stage.page
    page.get_by_role("link", name=challenge.title, exact=True).click()
    expect(page.get_by_role("heading", name=challenge.title)).to_be_visible()
    stage.wait_for_stage()
    assert page.get_by_text("(not met)").count() >= 1, name
    assert page.get_by_text("Solved.").count() == 0, name
    field = page.get_by_role("textbox", name=re.compile("paste the link"))
    field.fill(f"{stage.base}?{SOLUTIONS[name]}")
    with stage.rerun():
        field.press("Enter")
    assert "Solved" in stage.alert("Solved"), name
    assert page.get_by_text("(not met)").count() == 0, name
    assert page.get_by_text("(met)").count() == len(challenge.conditions), name
    stage.wait_until(
        lambda: stage.address().get("challenge") == name and "data" in stage.address(), "the address holds it"
    )


@pytest.mark.new_visitor
def test_challenges_are_checked_live_and_solved_by_a_link(stage: StagePage) -> None:
    """Choices in the sidebar are looked at at once; a solution's own address solves it too. All six: tests/ui."""
    lesson_open(stage, challenge="break-u1", data="scenario:lemma-1")
    assert stage.page.get_by_text("Solved.").count() == 0
    stage.options()
    with stage.rerun():
        stage.page.get_by_role("radio", name="infinite").or_(
            stage.page.get_by_role("button", name="infinite")
        ).first.click()
    assert "Solved" in stage.alert("Solved")
    for name in ("no-difference", "held-out"):
        stage.visit("Lessons")
        expect(stage.page.get_by_role("heading", name="Challenges")).to_be_visible()
        solve_by_a_link(stage, name)
    stage.page.reload()
    stage.wait_for_stage()
    assert "Solved" in stage.alert("Solved")


def bench(stage: StagePage, **link: object) -> StagePage:
    stage.open("workbench", **link)
    expect(stage.page.get_by_role("group", name="Items, pairs and weak rankers")).to_be_visible()
    stage.wait_until(lambda: "data" in stage.address(), "the address holds the data")
    stage.rest()  # the round of the run has been drawn, too: that replaces the nodes
    return stage


def two_columns_and_nothing_is_cut(page: Page) -> None:
    """On a laptop's screen the place is as narrow as a phone's, and no swipe leads to the other tiles."""
    tiles = [box for tile in page.locator("[data-tile]").all() if (box := tile.bounding_box())]
    assert len(tiles) == 6
    assert all(tile["x"] >= 0 and tile["x"] + tile["width"] <= 1366 for tile in tiles)
    assert len({tile["x"] for tile in tiles}) == 2
    for heading in page.locator("[data-tile] h3").all():
        assert heading.evaluate("(h) => h.scrollWidth <= h.clientWidth"), heading.inner_text()
    more = page.get_by_text(re.compile("^View")).bounding_box()
    assert more and more["x"] + more["width"] <= 1366


def test_items_pairs_and_rankers_are_edited_where_they_are_drawn(new_page: NewPage) -> None:
    """A dot is switched, a pair added, flipped and removed; all of it is undone and redone by keys."""
    stage = bench(new_page(viewport=LAPTOP))
    page = stage.page
    two_columns_and_nothing_is_cut(page)
    assert built(page) == EXAMPLE
    tables = [EXAMPLE]

    def done(what: str) -> None:
        stage.wait_until(lambda: built(page) != tables[-1], what)
        stage.idle()
        tables.append(built(page))  # type: ignore[arg-type]

    page.get_by_role("button", name="h3 says no to a").click()
    expect(page.locator(".rv-stage")).to_have_attribute("data-branch", "same")  # as what was drawn at once
    done("the dot is switched")
    page.get_by_role("button", name="d", exact=True).click()
    expect(page.get_by_text("d is chosen.")).to_be_visible()
    page.get_by_role("button", name="a", exact=True).click()
    done("the pair is there")
    assert ("d", "a") in tables[-1].pairs
    pair = page.get_by_role("button", name=re.compile("^d over a"))
    pair.locator(".wb-head").click()
    page.get_by_role("button", name="Flip", exact=True).click()
    done("it is flipped")
    assert ("a", "d") in tables[-1].pairs
    page.get_by_role("button", name=re.compile("^a over d")).focus()
    page.keyboard.press("Delete")
    done("it is removed")
    for before in reversed(tables[:-1]):
        page.keyboard.press("Control+z")
        stage.wait_until(lambda want=before: built(page) == want, "it is undone")
    for after in tables[1:]:
        page.keyboard.press("Control+y")
        stage.wait_until(lambda want=after: built(page) == want, "it is done again")


WHOLE = (
    "(names) => names.length === 3 && names.every((e) => e.offsetWidth > 0 && e.scrollWidth <= e.offsetWidth)"
)
"""The rankers that the runs pick stand whole above the tiles, which here have half of the page."""
MARKED = """(drawing, ranker) => {
  const name = [...drawing.querySelectorAll(".wb-name")].find((e) => e.textContent.includes(ranker));
  const [mark, row] = [drawing.querySelector(".wb-picked"), name].map((e) => e.getBoundingClientRect());
  return mark.top < row.top + row.height / 2 && row.top + row.height / 2 < mark.bottom;
}"""
"""The ranker's name stands on the mark; asked at once, for the drawing is made again with each message."""


@pytest.mark.new_visitor
def test_the_drawing_shows_the_round_of_the_stage(stage: StagePage) -> None:
    """At each step, also back, it marks the ranker that is picked, and arrows are as wide as their pairs weigh."""
    page = bench(stage, t=1).page
    trace = rankviz.trace(EXAMPLE.problem(), "rb-c", rounds=4)
    (run,) = trace.runs
    page.get_by_role("combobox", name="Run that is drawn").select_option(label=run.label)
    for t, way in ((2, "Step"), (3, "Step"), (2, "Back")):
        stage.button(way).click()
        ranker = trace.pool.label(int(run.ranker[t - 1]))
        said = f"Round {t} picks {ranker}, α = {in_words(float(run.alpha[t - 1]))}."
        expect(page.get_by_text(said)).to_be_visible()
        assert page.get_by_role("group", name="Items, pairs and weak rankers").evaluate(MARKED, ranker)
        assert page.locator(".rv-line .rv-pick").evaluate_all(WHOLE), "a ranker's name is cut"
        wide = page.locator(".wb-line").evaluate_all(
            "(lines) => lines.map((l) => parseFloat(l.style.strokeWidth))"
        )
        weights = dict(
            zip(map(tuple, trace.problem.pairs.tolist()), trace.weights(run, t).tolist(), strict=True)
        )
        weighs = [weights[EXAMPLE.items.index(a), EXAMPLE.items.index(b)] for a, b in EXAMPLE.pairs]
        assert [w / sum(wide) for w in wide] == pytest.approx(weighs, rel=2e-3)


@pytest.mark.new_visitor
@pytest.mark.tall
def test_what_a_reader_looks_at_outlives_a_reload(stage: StagePage) -> None:
    """The enlarged tile, its scale, how fast rounds play, the run that is drawn, and what is predicted."""
    page = bench(stage, t=1).page
    drawn = page.get_by_role("combobox", name="Run that is drawn")
    drawn.select_option(label="RankBoost+")
    stage.wait_until(lambda: stage.address().get("drawn") == "rb-plus", "the address says the run")
    page.get_by_test_id("stCheckbox").filter(has_text="Predict each round").click()
    stage.wait_until(lambda: stage.address().get("predict") == "ranker", "the address says what is asked")
    stage.idle()
    stage.panel("Loss and bound").dblclick(position={"x": 60, "y": 20})
    page.get_by_label("log scale").check()
    page.get_by_label("Speed").select_option("2")
    stage.wait_until(lambda: "log:1" in stage.address().get("look", ""), "the address says the scale")
    page.reload()
    stage.wait_for_stage()
    expect(page.locator("[data-tile]")).to_have_count(1)
    expect(page.get_by_label("log scale")).to_be_checked()
    expect(page.get_by_label("Speed")).to_have_value("2")
    assert drawn.evaluate("(s) => s.selectedOptions[0].text") == "RankBoost+"
    expect(page.get_by_role("switch", name="Predict each round")).to_be_checked()
    expect(page.get_by_role("button", name="Check")).to_be_visible()
    expect(stage.button("Step")).to_be_disabled()
    page.get_by_role("button", name="Skip this question").click()
    stage.expect_round(2)


def test_grades_are_changed_on_the_drawing(stage: StagePage) -> None:
    """By keys on an item, and by buttons, which stay for the next press."""
    page = bench(stage, data="inline:?grades=2,1,0&h1=101&items=a,b,c").page
    page.get_by_role("button", name="c, grade 0").focus()
    page.keyboard.press("+")
    expect(page.get_by_role("button", name="c, grade 1")).to_be_focused()
    page.get_by_role("button", name="b, grade 1").click()
    for grade in (2, 3):
        page.get_by_role("button", name="Higher grade of b").click()
        expect(page.get_by_role("button", name=f"b, grade {grade}")).to_be_visible()
    stage.wait_until(lambda: built(page).grades == (2, 3, 1), "the link has the grades")  # type: ignore[attr-defined]


def test_an_item_is_dragged_in_the_plane_and_moved_by_keys(stage: StagePage) -> None:
    """Where it is let go is what its features are, in the link and in the run."""
    page = bench(stage, data="inline:?items=a,b,c&x=2,5,8&y=2,5,8&pairs=a>b,b>c").page
    box = page.get_by_role("button", name=re.compile("^a: arrow keys")).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 30, steps=4)
    page.mouse.up()
    stage.wait_until(lambda: built(page).features[0][1][0] > 3, "x of a has grown")  # type: ignore[attr-defined]
    assert built(page).features[1][1][0] > 2  # type: ignore[attr-defined]
    stage.idle()
    before = built(page).features[0][1][0]  # type: ignore[attr-defined]
    page.get_by_role("button", name=re.compile("^a: arrow keys")).focus()
    page.keyboard.press("Shift+ArrowRight")
    stage.wait_until(lambda: built(page).features[0][1][0] == pytest.approx(before + 1), "one to the right")  # type: ignore[attr-defined]


def test_a_finger_drags_an_item_up_renames_and_deletes_it(new_page: NewPage) -> None:
    """The page does not take the finger to scroll; what keys can do has buttons."""
    stage = bench(
        new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True),
        data="inline:?items=a,b,c&x=2,5,8&y=2,5,8&pairs=a>b,b>c",
    )
    page = stage.page
    item = page.get_by_role("button", name=re.compile("^a: arrow keys"))
    item.scroll_into_view_if_needed()
    box = item.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for step in range(7):
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y - 15 * step}]}
        finger.send("Input.dispatchTouchEvent", touch)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    stage.wait_until(lambda: built(page).features[1][1][0] > 3, "y of a has grown")  # type: ignore[attr-defined]
    stage.idle()
    item.tap()
    page.get_by_role("button", name="Rename").tap()
    page.get_by_label("New name of a").fill("Ada")
    page.keyboard.press("Enter")
    stage.wait_until(lambda: built(page).items == ("Ada", "b", "c"), "it has its new name")  # type: ignore[attr-defined]
    renamed = page.get_by_role("button", name=re.compile("^Ada: arrow keys"))
    expect(renamed).to_be_focused()
    stage.idle()
    renamed.tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    stage.wait_until(lambda: built(page).items == ("b", "c"), "it is gone")  # type: ignore[attr-defined]


@pytest.mark.new_visitor
def test_hand_built_data_solve_a_challenge_and_open_in_watch(stage: StagePage) -> None:
    """From the challenge to the workbench, build, and take the link to Watch."""
    bench(stage, challenge="nothing-to-learn", data="inline:?items=a,b,c,d&h1=1100&h2=1010&pairs=a>b,a>c,d>b")
    assert stage.page.get_by_text("(not met)").count() >= 1
    stage.page.get_by_role("button", name="d", exact=True).click()
    stage.page.get_by_role("button", name="c", exact=True).click()
    assert "Solved" in stage.alert("Solved")
    href = stage.page.get_by_role("link", name="Open in Watch").get_attribute("href")
    stage.goto(f"{stage.base}{(href or '').partition('/')[2] if not (href or '').startswith('?') else href}")
    assert stage.round() == (0, 0)
    assert "inline:" in stage.address()["data"]


def test_words_keep_their_place_until_the_page_is_at_rest_with_its_figure(new_page: NewPage):
    """On a phone they came first and fell by 400 px; and a page whose code was still being fetched was at rest."""
    stage = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    stage.page.add_init_script(EARLY)
    stage.page.goto(f"{stage.base}lessons?lesson=the-largest-margin&step=1")
    words = stage.page.get_by_role("heading", name="In order, but by how much?")
    words.wait_for(timeout=60_000)
    top = words.evaluate("e => e.getBoundingClientRect().top")
    stage.wait_for_stage()
    assert stage.page.evaluate("window.early") is None
    assert words.evaluate("e => e.getBoundingClientRect().top") == pytest.approx(top, abs=20)
