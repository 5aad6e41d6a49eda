import assert from "node:assert/strict";
import { test } from "node:test";

import {
  heldOutOnly,
  isLog,
  omittedBounds,
  linesOf,
  MEASURES,
  namedLines,
  valuesOf,
} from "#frontend/stage/panels/losses/loss_lines.js";
import { drawnStyle, panelsOf } from "#frontend/stage/panels/losses/loss_panels.js";
import { all, gives } from "./cases.js";
import { run } from "./packs.js";
/** @import { View } from "#frontend/stage/control/view.js" */
/** @import { Line } from "#frontend/stage/panels/losses/loss_lines.js" */
/** @import { ChartPlan } from "#frontend/stage/panels/losses/loss_panels.js" */

/** @param {Partial<View>} [chosen] */
const view = (chosen = {}) =>
  /** @type {View} */ ({ curves: null, heldout: true, log: null, tab: "loss", ...chosen });

/** @param {Line[]} lines */
const names = (lines) => lines.map((l) => `${l.algo.id}:${l.key}`);

test("by default each algorithm has its own loss and bound, and all have the error", () => {
  const found = run("rounds");
  const lines = names(linesOf(found, view()));
  const drawn = "rb-d:e1 rb-d:bound rb-d~2:e1 rb-plus:e2 rb-plus:bound rb-d:r2 rb-plus:r2 qbrank:r2";
  for (const expected of drawn.split(" ")) assert.ok(lines.includes(expected), expected);
  for (const other of ["rb-d:e2", "rb-plus:e1"]) assert.ok(!lines.includes(other), other);
});

test("a bound is never drawn beside a loss that it does not cover", () => {
  const found = run("rounds");
  const chosen = view({ curves: new Set(["e2", "bound"]) });
  const lines = names(linesOf(found, chosen));
  assert.ok(lines.includes("rb-d:e2") && lines.includes("rb-plus:bound"));
  assert.ok(!lines.includes("rb-d:bound"));
  gives(omittedBounds(found, chosen), (a) => a.name, ["rb-d", "rb-d"]);
  const both = view({ curves: new Set(["e1", "e2", "bound"]) });
  assert.ok(names(linesOf(found, both)).includes("rb-d:bound"));
  assert.deepEqual(omittedBounds(found, both), []);
});

test("one end per algorithm is named if not all fit", () => {
  const chosen = view({ curves: new Set(["e1", "e2", "bound"]) });
  const lines = linesOf(run("rounds"), chosen).filter((l) => l.kind === "loss");
  const few = namedLines(lines, 3);
  assert.equal(new Set(few.map((l) => l.algo)).size, few.length);
  assert.ok(names(few).includes("rb-d:e1") && names(few).includes("rb-plus:e2"));
  assert.ok(namedLines(lines, 99).length > namedLines(lines, 3).length);
  assert.ok(namedLines(lines, 99).every((l) => l.key !== "bound"));
});

test("the scale follows the curves drawn, or the reader's choice", () => {
  const found = run("rounds");
  assert.equal(isLog(found, view({ log: true })), true);
  assert.equal(isLog(found, view({ log: false })), false);
  assert.equal(isLog(found, view({ curves: new Set(["r2"]) })), false);
});

/** @param {ChartPlan[]} panels */
const axes = (panels) => panels.map((p) => [p.of || p.kind, names(p.lines)]);

test("different losses have separate axes, and runs with the same loss share one", () => {
  const found = run("rounds");
  for (const chosen of [
    {},
    { curves: new Set(["e1", "e2", "bound", "r1"]) },
    { curves: new Set(["e1", "e2"]), chart: { together: true } },
  ]) {
    const panels = panelsOf(found, view(chosen), "loss");
    const losses = panels.filter((p) => p.kind === "loss");
    assert.ok(losses.length > 1);
    for (const p of losses) {
      const measures = new Set(p.lines.map((l) => (l.key === "bound" ? l.algo.loss : l.key)));
      const losses = [...measures].filter((key) => !/^r[12]/.test(key));
      assert.deepEqual(losses, [p.of]);
      const symbol = found.curveLabels[p.of]?.symbol ?? p.of;
      all(p.titles, (title) => title.includes(symbol), `the name of the loss stays: ${p.titles}`);
      const says = (/** @type {string} */ title) => /scale|not comparable/.test(title);
      all(p.titles, says, `it says so however little room there is: ${p.titles}`);
    }
    assert.equal(new Set(losses.map((p) => p.of)).size, losses.length);
  }
  const own = new Map(axes(panelsOf(found, view(), "loss")).map(([of, lines]) => [String(of), lines]));
  assert.ok(
    own.get("e1")?.includes("rb-d:e1") &&
      own.get("e1")?.includes("rb-d~2:e1") &&
      own.get("e2")?.includes("rb-plus:bound"),
  );
});

test("a chart of one error names it, however small it is", () => {
  for (const chosen of [{}, { curves: new Set(["r2"]) }, { curves: new Set(["e2", "r1"]) }]) {
    const [error] = panelsOf(run("rounds"), view(chosen), "loss").filter((p) => p.kind === "error");
    all(error.titles, (title) => /R̂[12]/.test(title), String(error.titles));
  }
});

test("a bound is in the chart of what it bounds: its loss, else the error that never exceeds it", () => {
  const found = run("infinite");
  /** @param {string[]} keys */
  const where = (...keys) =>
    panelsOf(found, view({ curves: new Set(keys) }), "loss")
      .filter((p) => p.lines.some((l) => l.key === "bound"))
      .map((p) => p.of || p.kind);
  assert.deepEqual(where("e1", "r1", "bound"), ["e1"]);
  assert.deepEqual(where("r1", "bound"), ["error"]);
  assert.deepEqual(where("bound"), ["e1"]);
  const plus = run("rounds");
  const out = omittedBounds(plus, view({ curves: new Set(["r1", "bound"]) }));
  gives(out, (a) => a.name, ["rb-plus"], "R̂1 may lie above what bounds R̂2");
});

test("a figure has errors, loss and bound on one axis, each with its own style and name", () => {
  const found = run("infinite");
  const chosen = view({ curves: new Set(["r1", "e1", "bound"]), chart: { together: true } });
  const [panel, ...more] = panelsOf(found, chosen, "loss");
  assert.equal(more.length, 0);
  assert.deepEqual(names(panel.lines), names(linesOf(found, chosen)));
  assert.equal(new Set(panel.lines.map((l) => l.cls)).size, panel.lines.length);
  assert.ok(panel.lines.every((l) => l.named));
  assert.deepEqual(panel.titles, ["R̂1, Ê1, bound"]);
});

test("a measure has one line style in every chart, and in its key", () => {
  const found = run("rounds");
  for (const chosen of [
    {},
    { curves: new Set(["r1", "r2", "e1", "e2", "bound"]) },
    { curves: new Set(["r1", "e1", "bound"]), chart: { together: true } },
  ]) {
    const panels = panelsOf(found, view(chosen), "loss");
    for (const l of panels.flatMap((p) => p.lines)) {
      const measure = MEASURES.find((m) => m.key === l.key);
      if (!measure) continue;
      assert.equal(l.cls, measure.cls, l.key);
      assert.equal(drawnStyle(panels, l.key), l.cls);
    }
  }
  assert.equal(MEASURES[0].cls, "rv-dash", "R̂1 is dashed");
  assert.equal(drawnStyle(panelsOf(found, view(), "loss"), "r1"), "", "what is not drawn has no key");
});

test("without held-out pairs no held-out curve is drawn", () => {
  assert.deepEqual(heldOutOnly(linesOf(run("rounds"), view({ curves: new Set(["r2"]) }))), []);
});

test("a measure that the page has computed is drawn in a chart of its own, on the runs that have it", () => {
  const found = run("rounds");
  const series = { key: "top", titles: ["Pos@Top: a share", "Pos@Top"], values: [[0, 0.5, 0.75]] };
  const chosen = view({ curves: new Set(["top", "r2"]), chart: { series } });
  const [own, ...others] = linesOf(found, chosen);
  assert.deepEqual([own.algo.id, own.key, own.kind], ["rb-d", "top", "ndcg"]);
  assert.deepEqual(Array.from(valuesOf(own, false)), [0, 0.5, 0.75]);
  assert.ok(others.length && others.every((l) => l.key.startsWith("r2")));
  const plans = panelsOf(found, chosen, "loss");
  assert.deepEqual(
    plans.map((plan) => plan.kind),
    ["error", "ndcg"],
  );
  assert.deepEqual(plans[1].titles, series.titles);
});
