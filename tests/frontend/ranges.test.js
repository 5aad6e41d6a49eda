import assert from "node:assert/strict";
import { test } from "node:test";

import {
  valueExtent,
  fallingRange,
  legibleTicks,
  rangeScale,
  rangeTicks,
  spreadLabels,
  windowRange,
} from "#frontend/stage/draw/ranges.js";
import { gives, sorted } from "./cases.js";

/** An error that falls from ½ at once and stays between 0.1 and 0.2. @type {number[]} */
const FALLING = [0.5, 0.2, ...Array.from({ length: 59 }, (_, i) => 0.1 + 0.05 * (i % 3))];

test("spreadLabels separates labels, in order and within the room", () => {
  const at = spreadLabels([50, 10, 52, 48], 14, 7, 93);
  const down = [at[1], at[3], at[0], at[2]];
  assert.deepEqual(down, sorted(at));
  for (let i = 1; i < down.length; i++) assert.ok(down[i] - down[i - 1] >= 14 - 1e-9);
  assert.ok(down[0] >= 7 && down[3] <= 93);
});

test("separate labels stay, equal ones spread upwards, and without room they start at the top", () => {
  assert.deepEqual(spreadLabels([80, 20, 50], 14, 7, 93), [80, 20, 50]);
  assert.deepEqual(spreadLabels([93, 93, 93], 14, 7, 93), [65, 79, 93]);
  assert.deepEqual(spreadLabels([5, 5, 5], 14, 0, 20), [0, 14, 28]);
});

test("the start value is visible, and does not flatten the rest", () => {
  const range = fallingRange([FALLING], 60, true);
  assert.equal(range.high, 0.5);
  assert.ok(range.bend !== null && range.bend >= 0.2 && range.bend < 0.25);
  const y = rangeScale(range, 100, 0);
  assert.equal(y(0.5), 0);
  assert.equal(y(range.low), 100);
  assert.ok(y(0.2) - y(0.1) < -30);
  for (let v = range.low; v < 0.5; v += 0.01) assert.ok(y(v) > y(v + 0.01), "a larger error stands higher");
  assert.ok(rangeTicks(range, 4).includes(0.5));
});

test("a short run, and one that falls slowly, have a linear scale", () => {
  assert.equal(fallingRange([[0.5, 0.2, 0.1]], 2, true).bend, null);
  assert.equal(fallingRange([Array.from({ length: 40 }, (_, i) => 0.5 - i / 100)], 39, true).bend, null);
});

test("missing values are ignored", () => {
  assert.deepEqual(valueExtent([[NaN, 2, Infinity, 3], []]), [2, 3]);
  assert.deepEqual(valueExtent([[NaN]]), [0, 1]);
  assert.deepEqual(fallingRange([[1, 1, 1]], 2), { low: 0, high: 1, bend: null });
});

test("if tick labels overlap, the start value's stays", () => {
  const shown = legibleTicks([0, 1, 2, 2.1], (v) => v * 10, 8);
  assert.deepEqual(shown, [0, 1, 2.1]);
});

test("a chart that magnifies some values compresses those above, and omits no round", () => {
  const lists = [[1, 0.92, 0.888, 0.8873]];
  const range = windowRange([0.886, 0.89], lists);
  const y = rangeScale(range, 100, 0);
  gives(lists[0], (v) => y(v) >= 0 && y(v) <= 100, [true, true, true, true]);
  assert.ok(y(0.8873) - y(0.888) > 10, "the last step is seen");
  assert.deepEqual(windowRange([0, 2], lists), { low: 0, high: 2, bend: null });
});
