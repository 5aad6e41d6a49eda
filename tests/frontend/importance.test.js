/** Importance so far, and the faces of the tile of weights. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { replaceMissing } from "#frontend/stage/board/tile_boxes.js";
import { facesOf } from "#frontend/stage/run/weight_faces.js";
import { featuresAt, growsTrees, shareScaleEnd } from "#frontend/stage/run/importance.js";
import { boostedOnly } from "#frontend/stage/run/run.js";
import { gives } from "./cases.js";
import { run } from "./packs.js";
/** @import { Importance } from "#frontend/stage/run/importance.js" */

/** Two rounds on features 3 and 7: the first tree asks for 7, the second for both. @type {Importance} */
const ONE = {
  algo: /** @type {any} */ ({ rounds: 2, index: 0 }),
  listed: [3, 7],
  share: Float32Array.from([0, 0, 0, 1, 0.75, 0.25]),
  questions: Uint32Array.from([0, 0, 0, 1, 2, 2]),
  featuresAsked: Uint32Array.from([0, 1, 2]),
};

test("features are sorted by their share so far, and those of this round's tree are marked", () => {
  assert.deepEqual(featuresAt([ONE], 0), []);
  assert.deepEqual(featuresAt([ONE], 1), [{ feature: 7, shares: [1], questions: [1], fresh: [true] }]);
  const last = featuresAt([ONE], 2);
  gives(last, (f) => f.feature, [3, 7]);
  assert.ok(last.every((f) => f.fresh[0]));
  assert.ok(featuresAt([ONE], 9).every((f) => !f.fresh[0] && f.questions[0] === 2));
  assert.equal(shareScaleEnd(last), 0.8, "75 % fit, and a scale to 100 % is not needed");
  assert.equal(shareScaleEnd(featuresAt([ONE], 1)), 1);
  assert.equal(shareScaleEnd([]), 0.1);
});

test("a run has no share of a feature that it never uses", () => {
  const other = {
    ...ONE,
    share: Float32Array.from([0, 0, 1, 0, 1, 0]),
    questions: Uint32Array.from([0, 0, 1, 0, 2, 0]),
  };
  gives(featuresAt([ONE, other], 1), (f) => [f.feature, f.shares], [
    [3, [0, 1]],
    [7, [1, 0]],
  ]);
});

test("the tile of weights has the faces that the run provides", () => {
  const found = run("rounds");
  const only = (/** @type {boolean} */ boosted) => ({
    ...found,
    algos: found.algos.filter((a) => a.boosted === boosted),
  });
  assert.ok(growsTrees(found) && !growsTrees(only(true)));
  assert.ok(facesOf(found).includes("weights") && facesOf(found).includes("features"));
  assert.ok(!facesOf(only(true)).includes("features"));
  assert.deepEqual(facesOf(only(false)), ["features"]);
  assert.deepEqual(facesOf({ ...found, algos: [] }), []);
  assert.equal(boostedOnly(found), boostedOnly(found), "found once a run");
});

test("a tile replaces one that the run lacks, and is then on the board", () => {
  const plan = {
    areas: ["a b", "c d"],
    columns: [1, 1],
    rows: [1, 1],
    asked: ["e", "f"],
    instead: { b: "e" },
    portrait: { areas: ["a", "b"], columns: [1], rows: [1, 1] },
  };
  const moved = replaceMissing(plan, ["a", "c", "d", "e", "f"]);
  assert.deepEqual(moved.areas, ["a e", "c d"]);
  assert.deepEqual(moved.portrait?.areas, ["a", "e"]);
  assert.deepEqual(moved.asked, ["f"]);
  assert.equal(moved.hero, "e");
  assert.equal(replaceMissing(plan, ["a", "b", "c", "d", "e"]), plan);
  assert.equal(replaceMissing(plan, ["a", "c", "d"]), plan);
});
