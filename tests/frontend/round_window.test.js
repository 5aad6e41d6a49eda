/** The rounds and values shown by the margin chart, which follow the round in rare, clear steps. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lowestOnScale, windowOf, windowed } from "#frontend/stage/panels/margins/round_window.js";

test("a window contains the round, with at least half of it past, and rarely moves", () => {
  for (const [rounds, width] of [
    [300, 240],
    [300, 600],
    [61, 240],
    [31, 240],
    [12, 240],
    [0, 240],
  ]) {
    let moves = 0;
    let last = windowOf(0, rounds, width, 9);
    assert.equal(last.from, 0);
    for (let t = 0; t <= rounds; t++) {
      const now = windowOf(t, rounds, width, 9);
      assert.equal(now.rounds, last.rounds, "it never changes its length");
      assert.ok(now.from <= t && t <= now.from + now.rounds && now.from + now.rounds <= rounds);
      assert.ok(now.from === 0 || t - now.from > now.rounds / 2 - 1, `round ${t}: the past is in it`);
      moves += Number(now.from !== last.from);
      last = now;
    }
    assert.ok(moves <= (2 * rounds) / Math.max(1, last.rounds), `${moves} moves in ${rounds} rounds`);
  }
});

test("a short run has a fixed window", () => {
  for (const t of [0, 20, 36]) assert.deepEqual(windowOf(t, 36, 100, 9), { from: 0, rounds: 36 });
});

test("on a small board the first twelve rounds have a hundred pixels", () => {
  const { from, rounds } = windowOf(5, 300, 240, 9);
  assert.ok(from === 0 && (12 * 240) / rounds >= 100);
});

test("the scale begins at a level below all values of the window, even for an ensemble that has ended", () => {
  const rho = 0.4;
  const w = { from: 2, rounds: 2 };
  const low = (/** @type {number[][]} */ ...lists) => lowestOnScale(lists, w, rho, -0.1);
  assert.equal(low([-1, -0.5, 0.25, 0.3, 0.35]), 0.2);
  assert.equal(low([-1, -0.5, 0.31, 0.32, 0.35], [-1, 0.05]), 0);
  assert.equal(low([-1, -0.5, -0.05, 0.3, 0.35]), -0.1);
  assert.ok(Math.abs(low([0, 0, 0.36, 0.36, 0.37]) - 0.35) < 1e-12);
  assert.equal(lowestOnScale([[0.3, 0.3, 0.3]], w, NaN, -0.2), -0.2, "without ρ it stays");
});

test("windowed keeps only a curve's values in the window", () => {
  assert.deepEqual([...windowed([5, 6, 7, 8, 9, 10], { from: 2, rounds: 2 })], [NaN, NaN, 7, 8, 9]);
  assert.deepEqual([...windowed([5, 6], { from: 2, rounds: 2 })], [NaN, NaN]);
});
