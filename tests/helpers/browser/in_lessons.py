"""What is asked inside a lesson's page, in JavaScript: the numbers in sight, and where the figure has its curves."""

import re

from playwright.sync_api import expect

from helpers.browser.stage_page import StagePage
from rankviz.lessons.lesson import Mark, Step
from rankviz.lessons.tries import Flip

# The bold numbers of the words, those of the figure and its note, what of the words' column is cut, the tile that is
# ringed, and the highlighted numbers. The numbers of an axis are no values.
SIGHT = """() => {
  const inSight = (el) => {
    const box = el.getBoundingClientRect();
    const shown = box.width > 0 && box.height > 0 && getComputedStyle(el).visibility !== "hidden";
    return shown && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  };
  const words = document.querySelector(".st-key-lesson-words");
  const figure = [];
  const board = [];
  const walk = (root) => {
    for (const el of root.querySelectorAll("*")) {
      if (el.shadowRoot) walk(el.shadowRoot);
      const own = [...el.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join("").trim();
      if (/\\d/.test(own) && !el.closest(".rv-axis, title, [hidden]") && inSight(el)) {
        figure.push(own);
        if (el.closest("[data-tile]") && !el.closest(".rv-how, .rv-hidden, style")) board.push(own);
      }
    }
  };
  const ringed = [];
  const stage = document.querySelector(".st-key-lesson-stage");
  walk(stage);
  const rings = (root) => {
    ringed.push(...[...root.querySelectorAll(".rv-ringed")].map((el) => el.dataset.tile));
    for (const el of root.querySelectorAll("*")) if (el.shadowRoot) rings(el.shadowRoot);
  };
  rings(stage);
  for (const table of words.querySelectorAll(".rv-lesson-table")) walk(table);
  const column = document.querySelector(".st-key-lesson-side");
  const edge = words.parentElement.getBoundingClientRect().bottom + 1;
  const parts = [...words.querySelectorAll("h2, p, td, button, label")].map((el) => [el, el.getBoundingClientRect()]);
  const cut = parts.filter(([, box]) => box.width && box.bottom > edge).map(([el]) => el.innerText);
  const buttons = [...column.querySelectorAll("button")].filter((b) => b.getBoundingClientRect().width && !inSight(b));
  const bold = [...words.querySelectorAll("p strong")].filter((b) => !b.closest("label, form, table"));
  return {
    bold: bold.map((b) => b.innerText),
    unseen: [...[...bold.filter((b) => !inSight(b)), ...buttons].map((el) => el.innerText), ...cut],
    figure,
    board,
    ringed,
    lit: [...(CSS.highlights.get("rv-said") ?? [])].map(String),
  };
}"""

# From a button of the stage: the points of each curve by run and measure, the level, the bars of the first row, px.
DRAWN = """(step) => {
  const root = step.getRootNode();
  const curves = {};
  for (const g of root.querySelectorAll(".rv-future [data-curve]")) {
    const at = g.querySelector(".rv-stroke").getAttribute("d").slice(1).split("L");
    curves[g.dataset.curve.replace(":", ".")] = at.map((p) => Number(p.split(" ")[1]));
  }
  const level = root.querySelector("[data-level]");
  const row = root.querySelector("[data-tile=weights] .rv-row");
  const bars = row ? [...row.querySelectorAll(".rv-correct")].map((bar) => Number(bar.getAttribute("width"))) : [];
  return { curves, level: level ? Number(level.getAttribute("y1")) : null, bars };
}"""


def opens_at(step: Step) -> int:
    """The round at which the stage waits for the learner."""
    if step.find is not None:
        return step.find.start
    if step.ask is not None:
        return step.ask.t - 1
    return step.moment.t if step.tries is None else step.tries.t


def find(stage: StagePage, step: Step) -> None:
    """Move the figure to the round that is asked for, by a click on the chart where it is to be marked, and say so."""
    assert step.find is not None
    facts = step.facts()
    stage.expect_round(step.find.start)
    stage.at(step.find.answer(facts))
    if isinstance(step.find, Mark):
        cursor = stage.page.locator("[data-tile=losses] .rv-cursor").first.bounding_box()
        assert cursor
        stage.at(step.find.start)
        stage.page.mouse.click(cursor["x"] + cursor["width"] / 2, cursor["y"] + 40)
    stage.page.get_by_role("button", name=re.compile("It is this round|Mark this round")).click()
    right = stage.page.get_by_test_id("stAlert").filter(has_text="Right.")
    expect(right).to_contain_text(step.find.reply(facts, step.find.answer(facts)))
    stage.expect_round(step.moment.t)


def change(stage: StagePage, step: Step) -> None:
    """Flip the answer, or drag α with the keys, that reaches what is asked for; the reply is of the new run."""
    asked = step.tries
    stage.expect_round(asked.t)
    if isinstance(asked, Flip):
        stage.page.locator(f"[data-answer='{asked.answer}']").press("Enter")
    else:
        drag(stage, step.moment.run().run(asked.algorithm).label, float(asked.answer.rpartition("=")[2]))
    right = stage.page.get_by_test_id("stAlert").filter(has_text="Right.")
    facts = asked.facts(step.moment.run(), asked.changed(step.moment.spec, asked.answer).trace())
    expect(right).to_contain_text(asked.reply(facts))
    stage.expect_round(asked.shows(facts, step.moment.t))


def drag(stage: StagePage, label: str, alpha: float) -> None:
    """Move the handle of a curve to an α on its axis, and take it."""
    grip = stage.page.get_by_label(f"Another α for {label}", exact=True)
    grip.focus()
    grip.press("ArrowLeft")
    there = float(grip.get_attribute("aria-valuetext").split()[1].rstrip(":"))  # type: ignore[union-attr]
    for _ in range(40):
        if abs(there - alpha) < 1e-6:
            break
        grip.press("ArrowRight" if there < alpha else "ArrowLeft")
        there = float(grip.get_attribute("aria-valuetext").split()[1].rstrip(":"))  # type: ignore[union-attr]
    assert abs(there - alpha) < 1e-6
    grip.press("Enter")
