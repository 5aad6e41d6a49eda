"""A run as a widget, in a small stand-in for a notebook: what its reader does reaches the model, and back."""

import base64
import json
from pathlib import Path

from helpers.browser.samples import engine
from helpers.browser.stage_page import NewPage
from playwright.sync_api import Page, ViewportSize, expect

import rankviz
from rankviz.board.offline import widget

SAME = "rounds=15&seed=2&neg=0"
DESK: ViewportSize = {"width": 1366, "height": 768}
HOST = """<!doctype html><title>notebook</title>
<style>body { background: #fff } body.dark { background: #111 }</style>
<textarea aria-label="Cell"></textarea><div id="first"></div><div id="second"></div>
<script type="module">
  const { esm, opening, run, algorithm, round } = %s;
  class Model {
    bytes = new DataView(Uint8Array.from(atob(run), (c) => c.charCodeAt(0)).buffer);
    state = { _opening: opening, _run: this.bytes, round, algorithm };
    calls = [];
    saved = [];
    get(name) { return this.state[name]; }
    set(name, value) {
      if (this.state[name] === value) return;
      this.state[name] = value;
      for (const [event, call] of [...this.calls]) if (event === `change:${name}`) call();
    }
    save_changes() { this.saved.push([this.state.round, this.state.algorithm]); }
    on(event, call) { this.calls.push([event, call]); }
    off(event, call) { this.calls = this.calls.filter(([e, c]) => e !== event || c !== call); }
  }
  const module = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  for (const name of ["first", "second"]) {
    const model = new Model();
    window[`${name}Model`] = model;
    window[`${name}Leave`] = await module.default.render({ model, el: document.getElementById(name) });
  }
</script>"""


def state(page: Page, which: str) -> list[object]:
    """Round and algorithm that Python would read."""
    return list(page.evaluate(f"() => [{which}Model.get('round'), {which}Model.get('algorithm')]"))


def shown(new_page: NewPage, made: widget.Parts, folder: Path, at: int) -> Page:
    """A stand-in notebook in which two widgets of that run stand at round `at`."""
    carried = {
        "esm": made.esm,
        "opening": made.opening,
        "run": base64.b64encode(made.run).decode(),
        "algorithm": made.opening["contenders"][0],
        "round": at,
    }
    (folder / "host.html").write_text(HOST % json.dumps(carried), encoding="utf-8")
    page = new_page("file://", offline=True, viewport=DESK).page
    page.goto((folder / "host.html").as_uri())
    return page


def test_an_excerpt_is_stepped_within_its_rounds(new_page: NewPage, tmp_path: Path) -> None:
    page = shown(new_page, widget.parts(engine(SAME), (4, 7)), tmp_path, 4)
    first = page.locator("#first")
    where = first.locator(".rv-where")
    expect(where).to_have_text("Round 4 of 15")
    first.get_by_role("button", name="Step", exact=True).click()
    for key, text in (
        ("ArrowLeft", "4"),
        ("ArrowLeft", "4"),
        ("End", "7"),
        ("ArrowRight", "7"),
        ("Home", "4"),
    ):
        page.keyboard.press(key)
        expect(where).to_have_text(f"Round {text} of 15")
    page.evaluate("() => firstModel.set('round', 6)")
    expect(where).to_have_text("Round 6 of 15")


def test_two_widgets_share_their_rounds_with_python_and_nothing_with_each_other(
    new_page: NewPage, tmp_path: Path
) -> None:
    made = widget.parts(engine(SAME))
    page = shown(new_page, made, tmp_path, 2)
    first, second = page.locator("#first"), page.locator("#second")
    for one in (first, second):
        expect(one.locator(".rv-where")).to_have_text("Round 2 of 15")

    # Keys count in the stage that has the focus alone, and a round that is stepped to is told at once.
    page.get_by_label("Cell").press("ArrowRight")
    page.keyboard.press("End")
    first.get_by_role("button", name="Step", exact=True).click()
    page.keyboard.press("ArrowRight")
    expect(first.locator(".rv-where")).to_have_text("Round 4 of 15")
    page.wait_for_function("() => firstModel.get('round') === 4")
    expect(second.locator(".rv-where")).to_have_text("Round 2 of 15")
    assert page.evaluate("() => secondModel.saved") == []
    second.get_by_role("button", name="Step", exact=True).click()
    page.wait_for_function("() => secondModel.saved.length > 0")
    assert page.evaluate("() => secondModel.saved") == [[3, made.opening["contenders"][0]]]

    # Python leads.
    page.evaluate("() => firstModel.set('round', 9)")
    expect(first.locator(".rv-where")).to_have_text("Round 9 of 15")
    assert state(page, "first")[0] == 9

    # A run is picked by its name.
    names = first.locator(".rv-picks")
    expect(names.first).to_have_attribute("aria-pressed", "true")
    names.last.click()
    expect(names.last).to_have_attribute("aria-pressed", "true")
    expect(names.first).to_have_attribute("aria-pressed", "false")
    assert state(page, "first") == [9, made.opening["contenders"][-1]]
    expect(second.locator(".rv-picks").first).to_have_attribute("aria-pressed", "true")

    # It is as dark as what is painted behind it, and its address is the notebook's.
    expect(first.locator(".rv-stage")).to_have_attribute("data-scheme", "light")
    page.evaluate("() => document.body.classList.add('dark')")
    expect(first.locator(".rv-stage")).to_have_attribute("data-scheme", "dark")
    assert page.url == (tmp_path / "host.html").as_uri()

    page.evaluate("() => firstLeave()")
    expect(page.locator(".rv-stage")).to_have_count(1)
    assert page.evaluate("() => firstModel.calls") == []


def test_what_is_dragged_is_computed_and_kept_by_the_widget(new_page: NewPage, tmp_path: Path) -> None:
    problem = rankviz.load("synthetic:arena?battles=400&models=6&planted=none")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus", "bradley-terry"], 8)
    page = shown(new_page, widget.parts(trace), tmp_path, 2)
    first, second = page.locator("#first"), page.locator("#second")
    worth, elsewhere = (each.locator(".rv-worth output") for each in (first, second))
    first.get_by_role("slider", name="A tie is worth").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(first.locator(".rv-ghost").first).to_be_attached()
    expect(second.locator(".rv-ghost")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(worth).to_have_text("0.48 wins each")
    expect(first.get_by_text("computed in your browser. Esc")).to_be_visible()
    expect(elsewhere).to_have_text("0.5 wins each")

    # A branch leaves the run that is kept, and Escape gives back the run that came.
    first.get_by_role("button", name="Loss curve of").click()
    first.get_by_role("slider", name="Another α for RB-D", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(first.locator(".rv-line", has_text="RB-D, what if").first).to_be_visible()
    expect(worth).to_have_text("0.48 wins each")
    first.get_by_role("button", name="Step", exact=True).click()
    page.keyboard.press("Escape")
    expect(first.get_by_text("RB-D, what if")).to_have_count(0)
    expect(worth).to_have_text("0.5 wins each")
