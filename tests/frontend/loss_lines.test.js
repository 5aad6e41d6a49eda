import assert from "node:assert/strict";
import { test } from "node:test";

import { heldOutOnly, isLog, leftOut, linesOf, namedLines, together } from "../../rankviz/ui/frontend/stage/panels/losses/loss_lines.js";
import { run } from "./packs.js";

/** @param {Partial<import("../../rankviz/ui/frontend/stage/control/view.js").View>} [chosen] */
const view = (chosen = {}) =>
  /** @type {import("../../rankviz/ui/frontend/stage/control/view.js").View} */ ({ curves: null, heldout: true, log: null, tab: "loss", ...chosen });

/** @param {import("../../rankviz/ui/frontend/stage/panels/losses/loss_lines.js").Line[]} lines */
const names = (lines) => lines.map((l) => `${l.algo.id}:${l.key}`);

test("by default each algorithm has its own loss and bound, and all have the error", () => {
  const found = run("rounds");
  const lines = names(linesOf(found, view()));
  for (const expected of ["rb-d:e1", "rb-d:bound", "rb-d~2:e1", "rb-plus:e2", "rb-plus:bound", "rb-d:r2", "rb-plus:r2", "qbrank:r2"])
    assert.ok(lines.includes(expected), expected);
  for (const other of ["rb-d:e2", "rb-plus:e1", "qbrank:risk"]) assert.ok(!lines.includes(other), other);
});

test("a bound is never drawn beside a loss that it does not cover", () => {
  const found = run("rounds");
  const chosen = view({ curves: new Set(["e2", "bound"]) });
  const lines = names(linesOf(found, chosen));
  assert.ok(lines.includes("rb-d:e2") && lines.includes("rb-plus:bound"));
  assert.ok(!lines.includes("rb-d:bound"));
  assert.deepEqual(leftOut(found, chosen).map((a) => a.name), ["rb-d", "rb-d"]);
  const both = view({ curves: new Set(["e1", "e2", "bound"]) });
  assert.ok(names(linesOf(found, both)).includes("rb-d:bound"));
  assert.deepEqual(leftOut(found, both), []);
});

test("one end an algorithm is named where there is no room for all", () => {
  const lines = linesOf(run("rounds"), view({ curves: new Set(["e1", "e2", "bound"]) })).filter((l) => l.kind === "loss");
  const few = namedLines(lines, 3);
  assert.equal(new Set(few.map((l) => l.algo)).size, few.length);
  assert.ok(names(few).includes("rb-d:e1") && names(few).includes("rb-plus:e2"));
  assert.ok(namedLines(lines, 99).length > namedLines(lines, 3).length);
  assert.ok(namedLines(lines, 99).every((l) => l.key !== "bound"));
});

test("the scale follows the curves that are drawn, or the reader's choice", () => {
  const found = run("rounds");
  assert.equal(isLog(found, view({ log: true })), true);
  assert.equal(isLog(found, view({ log: false })), false);
  assert.equal(isLog(found, view({ curves: new Set(["r2"]) })), false);
});

test("errors, losses and bounds stand on one axis, each with its own line and name", () => {
  const found = run("infinite");
  const lines = linesOf(found, view({ curves: new Set(["r1", "e1", "bound"]) }));
  const [strip, ...more] = together(found, lines, false);
  assert.equal(more.length, 0);
  assert.deepEqual(names(strip.lines), names(lines));
  assert.equal(new Set(strip.lines.map((l) => l.cls)).size, strip.lines.length);
  assert.ok(strip.lines.every((l) => l.named));
  assert.deepEqual(strip.titles, ["R̂1, Ê1, bound"]);
  assert.deepEqual(together(found, [], false), []);
});

test("without held-out pairs nothing held out is drawn", () => {
  assert.deepEqual(heldOutOnly(linesOf(run("rounds"), view({ curves: new Set(["r2"]) }))), []);
});
