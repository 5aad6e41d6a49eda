"""On a small screen no tile, and nothing in one, moves or stands out in any round, whatever the run is like."""

from helpers.browser.in_tiles import BOXES, PARTS, PLACES, SPILLED, TYPE
from helpers.browser.stage_page import NewPage

LAPTOP = {"width": 1280, "height": 720}
RUNS: dict[str, dict[str, object]] = {
    "patients": {"data": "bundled:diabetes?grades=4&items=50&seed=9", "rounds": 20},
    "one halts": {"data": "scenario:lemma-1", "rounds": 12},
    "infinite weight": {
        "data": "scenario:lemma-1", "alg": "rb-d,rb-plus", "undefined": "infinite", "rounds": 10
    },
    "infinite weight, three algorithms": {"data": "scenario:lemma-1?n=2", "undefined": "infinite", "rounds": 4},
    "few items": {"data": "scenario:proposition-1", "undefined": "infinite", "rounds": 10},
    "cycles": {"data": "synthetic:cycles", "rounds": 30},
    "ties": {"data": "synthetic:coarse", "rounds": 30},
    "six runs": {"alg": "rb-d:choose=step,rb-d,rb-c,rb-plus,rb-plus-optimal,smooth-margin", "rounds": 12},
}  # fmt: skip


CURVES, PICTURES = ("losses", "margins"), ("ranking", "pairs")
"""Tiles that PLACES and TYPE look into, and those that PARTS does."""

# From the button Step: it is pressed so many times, and after each the page is looked at as it was painted.
WALK = """async (step, [curves, pictures, last]) => {
  const boxes = BOXES, spilled = SPILLED, places = PLACES, parts = PARTS, type = TYPE;
  const root = step.getRootNode();
  const each = (names, what) => names.map((name) => what(root.querySelector(`[data-tile=${name}]`)));
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const where = [...root.querySelectorAll("*")].find((e) => !e.children.length && /^Round \\d+ of/.test(e.textContent));
  const rounds = [];
  for (;;) {
    await painted();
    const [lines, drawn] = [each(curves, places), each(pictures, parts)];
    rounds.push({
      said: where.textContent,
      held: [boxes(step), ...lines.map((e) => [e.fixed, e.box]), ...drawn.map((e) => e.boxes)],
      out: [...spilled(step), ...lines.flatMap((e) => e.out), ...drawn.flatMap((e) => e.out)],
      scrolls: drawn.reduce((sum, e) => sum + e.scrolls, 0),
      type: Math.min(...drawn.map((e) => e.fonts), ...each(curves, type)),
    });
    if (rounds.length > last) return rounds;
    step.click();
  }
}"""
for name, script in {
    "BOXES": BOXES,
    "SPILLED": SPILLED,
    "PLACES": PLACES,
    "PARTS": PARTS,
    "TYPE": TYPE,
}.items():
    WALK = WALK.replace(f"= {name}", f"= {script}")


def test_nothing_moves_or_stands_out_in_any_round_of_any_run(new_page: NewPage) -> None:
    """Walk through all rounds of each kind of run: a box may grow in the one round with a long number."""
    stage = new_page(viewport=LAPTOP)
    stage.follows = True
    for name, link in RUNS.items():
        stage.open(t=0, **link)
        rounds = stage.round()[1]
        assert rounds > 0, name
        seen = stage.button("Step").evaluate(WALK, [CURVES, PICTURES, rounds])
        assert [round["said"] for round in seen] == [f"Round {t} of {rounds}" for t in range(rounds + 1)], (
            name
        )
        first = seen[0]["held"]
        assert all(first[1:]) and all(len(boxes) > 3 for boxes in first[3:]), f"{name}: nothing could move"
        for round in seen:
            assert round["held"] == first, f"{name}: something moved, {round['said']}"
            assert round["out"] == [] and round["scrolls"] == 0, f"{name}, {round['said']}"
            assert round["type"] >= 12, f"{name}, {round['said']}"
