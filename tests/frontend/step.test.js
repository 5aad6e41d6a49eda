/** The step of a round: look-up, and the layout of its curves and marks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { nearestIndex } from "#frontend/stage/draw/axis_handle.js";
import { axisPlaces, layOutStep } from "#frontend/stage/panels/step/step_layout.js";
import { gridAlpha, hasRefused, stepAt } from "#frontend/stage/run/steps.js";
import { all, gives } from "./cases.js";
import { boosted, run } from "./packs.js";

const BOX = { left: 40, right: 240, top: 6, bottom: 60 };

/** @param {string} name @param {number} k */
function stepsOf(name, k) {
  const algo = boosted(run(name), k);
  assert.ok(algo.steps);
  return { algo, steps: algo.steps };
}

/** @param {string} d @returns {[number, number][]} the points of a path */
const points = (d) =>
  d
    .slice(1)
    .split("L")
    .map((p) => /** @type {[number, number]} */ (p.split(" ").map(Number)));

test("each round's α is at the minimum of its curve", () => {
  for (const k of [0, 1]) {
    const { algo, steps } = stepsOf("rounds", k);
    for (let t = 1; t <= algo.rounds; t++) {
      const found = stepAt(steps, t);
      assert.ok(found);
      const place = layOutStep(found, BOX);
      assert.ok(place.taken && place.least);
      for (const along of /** @type {const} */ (["x", "y"]))
        assert.ok(Math.abs(place.taken[along] - place.least[along]) < 0.1);
      const drawn = points(place.z);
      assert.equal(drawn.length, found.z.length);
      all(drawn, ([x, y]) => x >= 39.9 && x <= 240.1 && y <= place.taken.y + 0.2, "nothing lies below it");
      assert.ok(Math.abs(found.taken.z - algo.z[t - 1]) < 1e-6);
      assert.equal(place.bound, "");
    }
    assert.equal(stepAt(steps, 0), null);
    assert.equal(stepAt(steps, algo.rounds + 1), null);
  }
});

test("a branch's α may differ from the minimum", () => {
  const { steps, algo } = stepsOf("rounds", 3);
  assert.equal(algo.outcome[1], 3);
  const found = stepAt(steps, 2);
  assert.ok(found);
  const { taken, least } = layOutStep(found, BOX);
  assert.ok(taken && least && Math.abs(taken.x - least.x) > 1 && taken.y <= least.y);
});

test("Z = 1 is at α = 0 on the curve", () => {
  const { steps } = stepsOf("queries", 0);
  const found = stepAt(steps, 1);
  assert.ok(found);
  const place = layOutStep(found, BOX);
  const zero = Array.from(found.alphas).indexOf(0);
  assert.ok(Math.abs(place.at(zero).y - place.one) < 1e-3);
});

test("an undefined α has no mark, but the side on which its curve falls", () => {
  const { algo, steps } = stepsOf("infinite", 0);
  const t = algo.outcome.indexOf(1) + 1;
  assert.ok(t > 0);
  const found = stepAt(steps, t);
  assert.ok(found);
  const place = layOutStep(found, BOX);
  assert.deepEqual([place.taken, place.least, place.beyond], [null, null, "right"]);
  assert.ok(Number.isNaN(found.least.alpha));
  const drawn = points(place.z).map(([, y]) => y);
  all(drawn, (y, i) => i === 0 || y > drawn[i - 1], "it falls for ever");
});

test("RB-C's bound is never below Z, and has its own minimum", () => {
  const zs = [1.1, 1, 0.9, 0.8];
  const round = {
    alphas: [-1, 0, 1, 2],
    z: zs,
    loss: zs,
    bound: [1.2, 1, 0.95, 1.1],
    z2: [1.3, 1, 0.95, 1.4],
    correct: [],
    reversed: [],
    taken: { at: 2, z: 0.9, correct: 0.3, reversed: 0.1 },
    least: { at: 7, z: 0.5, alpha: 6 },
    boundLeast: { at: 2, z: 0.95 },
  };
  const place = layOutStep(round, BOX);
  assert.equal(place.least, null);
  assert.equal(place.beyond, "right");
  const { taken, boundLeast } = place;
  assert.ok(taken && boundLeast && boundLeast.x === taken.x && boundLeast.y < taken.y);
  assert.deepEqual(
    [place.z2, place.other, place.atOther(2)],
    ["", null, null],
    "Ê2 is drawn where it is asked for",
  );
  const both = layOutStep(round, BOX, 0.95);
  assert.ok(both.taken && both.other !== null && both.other < both.taken.y);
  assert.equal(both.atOther(2), both.other);
  assert.equal(points(both.z2).length, 4);
});

test("grids are short decimals, and every place has its nearest point", () => {
  const { steps } = stepsOf("rounds", 0);
  for (const alpha of steps.alphas) {
    const text = gridAlpha(alpha);
    assert.equal(Math.fround(Number(text)), alpha);
    assert.ok(text.replace(/^-?0?\.?0*/, "").length <= 5, text);
  }
  gives([-3, 0.4, 0.6, 99], (place) => nearestIndex(place, 31), [0, 0, 1, 30]);
});

test("the axis labels 0, and fewer others in narrow boxes", () => {
  const alphas = Array.from({ length: 31 }, (_, i) => i - 9);
  assert.deepEqual(axisPlaces(alphas, 300), [3, 9, 15, 21, 27]);
  assert.deepEqual(axisPlaces(alphas, 120), [9, 21]);
});

test("a refused round has a curve without a mark, after the run's last round", () => {
  const { algo, steps } = stepsOf("halts", 0);
  assert.ok(hasRefused(steps, algo.rounds));
  const refused = stepAt(steps, algo.rounds + 1);
  assert.ok(refused);
  const place = layOutStep(refused, BOX);
  assert.ok(!place.taken && !place.least && place.beyond !== "");
  assert.ok(stepAt(steps, algo.rounds)?.taken.z, "the round before was taken");
  const other = stepsOf("rounds", 0);
  assert.ok(!hasRefused(other.steps, other.algo.rounds));
});
