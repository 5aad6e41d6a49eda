import assert from "node:assert/strict";
import { test } from "node:test";

import { CIRCLE, linear, linePath, pathAt, roundTicks, ticks } from "#frontend/stage/draw/svg.js";
import { all, sorted } from "./cases.js";

test("a scale maps ends to ends, and a single value to the first", () => {
  const x = linear(2, 4, 100, 300);
  assert.deepEqual([2, 3, 4, 5].map(x), [100, 200, 300, 400]);
  assert.equal(linear(2, 2, 100, 300)(2), 100);
  assert.equal(linear(2, 2, 100, 300)(7), 100);
});

test("ticks are round numbers within the range", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-1, 1, 4), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(ticks(0.03, 0.31, 3), [0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(0, 1e-300, 2).map(String), ["0", "5e-301", "1e-300"]);
});

test("ticks of any range are few, evenly spaced, and inside", () => {
  for (const [a, b] of [
    [0, 7],
    [-3.2, 11],
    [1e-9, 2e-9],
    [-1e21, 1e21],
    [0.999, 1.001],
  ])
    for (const count of [1, 2, 5, 10]) {
      const found = ticks(a, b, count);
      assert.ok(found.length >= 1 && found.length <= count + 2, `${a}…${b} ${count}: ${found}`);
      const slack = (b - a) * 1e-8;
      all(found, (v) => v >= a - slack && v <= b + slack, `${found} leave ${a}…${b}`);
      const gaps = found.slice(1).map((v, i) => v - found[i]);
      all(gaps, (gap) => Math.abs(gap - gaps[0]) < slack, `${found} are not even`);
    }
});

test("ticks end even if floats hardly divide the range", () => {
  for (const [a, b] of [
    [1, 1 + 2 ** -50],
    [1e15, 1e15 + 1],
    [-1e300, -1e300 * (1 - 2 ** -52)],
    [0, 5e-324],
    [1.7e9, 1.7e9 + 4e-7],
  ]) {
    const found = ticks(a, b, 8);
    assert.ok(found.length >= 1 && found.length <= 10, `${a}…${b}: ${found.length}`);
  }
});

test("a scale of values close to 0 maps ends to ends", () => {
  const x = linear(0, 1e-323, 100, 300);
  assert.deepEqual([0, 5e-324, 1e-323].map(x), [100, 200, 300]);
});

test("roundTicks contains integers, 0 and the last round", () => {
  for (const rounds of [1, 2, 7, 20, 99, 1000])
    for (const width of [60, 300, 900]) {
      const found = roundTicks(rounds, width);
      assert.equal(found.at(-1), rounds);
      assert.ok(found.every(Number.isInteger));
      assert.deepEqual(found, sorted(new Set(found)));
    }
  assert.equal(roundTicks(20, 900)[0], 0);
  assert.deepEqual(roundTicks(0, 300), [0]);
});

test("a missing value breaks the line", () => {
  const same = (/** @type {number} */ v) => v;
  assert.equal(linePath([1, 2], same, same), "M0.0 1.0L1.0 2.0");
  assert.equal(linePath([1, NaN, 3, 4], same, same), "M0.0 1.0M2.0 3.0L3.0 4.0");
  assert.equal(linePath([NaN, -Infinity], same, same), "");
  assert.equal(linePath([], same, same), "");
});

test("an empty or infinite range, or no room, gives one tick", () => {
  assert.deepEqual(ticks(5, 5, 4), [5]);
  assert.deepEqual(ticks(5, 4, 4), [5]);
  assert.equal(ticks(NaN, 1, 4).length, 1);
  assert.deepEqual(ticks(0, Infinity, 4), [0]);
  assert.deepEqual(ticks(0, 1, Infinity), [0]);
  assert.deepEqual(ticks(2, NaN, 4), [2]);
});

test("pathAt equals a translation and a scale", () => {
  assert.equal(pathAt("M-5.0 0.0L0.0 -5.0L5.0 0.0Z", 10, 20), "M5.00 20.00L10.00 15.00L15.00 20.00Z");
  assert.equal(pathAt("M-5.0 0.0L5.0 0.0Z", 10, 20, 0.8), "M6.00 20.00L14.00 20.00Z");
  assert.equal(pathAt(CIRCLE, 0, 0), "M-4.60 0.00a4.60 4.60 0 1 0 9.20 0a4.60 4.60 0 1 0 -9.20 0Z");
  assert.equal(pathAt(CIRCLE, 9.2, 1, 0.5), "M6.90 1.00a2.30 2.30 0 1 0 4.60 0a2.30 2.30 0 1 0 -4.60 0Z");
});
