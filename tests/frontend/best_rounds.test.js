import assert from "node:assert/strict";
import { test } from "node:test";

import { bestOfEach, bestRounds, nextBest } from "#frontend/stage/run/best_rounds.js";
import { linesOf, namedLines } from "#frontend/stage/panels/losses/loss_lines.js";
import { gives, sorted } from "./cases.js";
import { run } from "./packs.js";
/** @import { View } from "#frontend/stage/control/view.js" */

test("bestRounds returns the rounds with the lowest held-out error, by round", () => {
  const found = run("held");
  const bests = bestRounds(found);
  const named = bests.flatMap((b) => b.algos).map((a) => a.id);
  assert.deepEqual(named.sort(), found.algos.map((a) => a.id).sort());
  for (const { t, algos } of bests)
    for (const a of algos) {
      const values = [...a.curves.r2_holdout];
      assert.equal(values.indexOf(Math.min(...values)), t);
    }
  const rounds = bests.map((b) => b.t);
  assert.deepEqual(rounds, sorted(rounds));
  const each = found.algos.map((a) => [a.id, a.best.r2_holdout]);
  gives(bestOfEach(found), (b) => [b.algo.id, b.t], each, "each has one, in their order");
  assert.deepEqual(bestRounds(run("rounds")), []);
  assert.deepEqual(bestOfEach(run("rounds")), []);
});

test("nextBest wraps from the last best round to the first, and skips held rounds", () => {
  const bests = [3, 7, 9].map((t) => ({ t, algos: [] }));
  const from = (/** @type {number} */ t, last = Infinity) => nextBest(bests, t, last)?.t ?? null;
  gives([0, 3, 8, 9, 12], (t) => from(t), [3, 7, 9, 3, 3]);
  assert.equal(from(3, 6), null);
  assert.equal(from(5, 6), 3);
  assert.equal(from(1, 2), null);
  assert.equal(nextBest([], 1, 9), null);
});

test("the population error is a line of its own, without a value beside it", () => {
  const found = run("held");
  const view = /** @type {View} */ ({ curves: null, heldout: true, log: null, tab: "loss" });
  const lines = linesOf(found, view).filter((l) => l.kind === "error");
  assert.equal(lines.filter((l) => l.key === "r2_population").length, found.algos.length);
  assert.ok(namedLines(lines, 99).every((l) => l.key === "r2_holdout"));
  for (const a of found.algos) {
    assert.equal(a.curves.r2_population.length, a.rounds + 1);
    assert.equal(a.curves.r2_population[0], 0.5);
    assert.ok(a.curves.r1_population.every((r1, t) => r1 >= a.curves.r2_population[t]));
  }
  assert.equal(found.curveLabels.r2_population.symbol, "R2");
  assert.equal(run("rounds").algos[0].curves.r2_population, undefined);
});
