import assert from "node:assert/strict";
import { test } from "node:test";

import {
  scoreHeights,
  pickAt,
  roundSentence,
  thresholdsUpTo,
  arrowWidths,
} from "#frontend/stage/workbench/round_geometry.js";
import { scene } from "#frontend/stage/workbench/scene.js";
import { gives } from "./cases.js";
/** @import { RunDrawn } from "#frontend/stage/workbench/round_geometry.js" */
/** @import { Table } from "#frontend/stage/workbench/scene.js" */

/** @type {Table} */
const PLANE = {
  items: ["a", "b", "c"],
  rankers: [],
  features: [
    { name: "x", values: [1, 5, 9] },
    { name: "y", values: [2, 8, 4] },
  ],
  pairs: [
    [0, 1],
    [2, 0],
  ],
  graded: false,
  grades: null,
};

/** @type {RunDrawn} */
const RUN = {
  name: "rb-c",
  label: "RB-C",
  rounds: 3,
  picks: [
    { column: 0, threshold: 3, text: "x > 3, α = 0.5" },
    { column: 1, threshold: 6, text: "y > 6, α = 0.4" },
  ],
  weights: [
    [1, 1],
    [1.5, 0.5],
    [0, null],
  ],
  scores: [
    [0, 0, 0],
    [0, 0.5, 0.5],
    [-1, 2, null],
  ],
  most: 1.5,
  reach: [
    [0, 0],
    [0, 0.5],
    [-1, 2],
  ],
};

test("an arrow's width is its pair's weight, on one scale in all rounds", () => {
  const [first, second] = [arrowWidths(RUN, 0), arrowWidths(RUN, 1)];
  assert.equal(first[0], first[1]);
  assert.equal(Number(second[0]) / Number(first[0]), 1.5);
  assert.equal(Number(second[1]) / Number(first[1]), 0.5);
  const [none, out] = arrowWidths(RUN, 2);
  assert.ok(none && out === null, "no weight is thin and not gone; held out is unmarked");
  assert.ok(Math.max(...arrowWidths({ ...RUN, most: 90, weights: [[90, 1]] }, 0).map(Number)) <= 14);
});

test("thresholds are at their feature's place, the round's own last", () => {
  const place = scene(PLANE, 600, true);
  assert.deepEqual(thresholdsUpTo(RUN, 0, place), []);
  assert.deepEqual(thresholdsUpTo(RUN, 1, place), [{ feature: 0, at: place.x?.at(3), now: true }]);
  assert.deepEqual(thresholdsUpTo(RUN, 2, place), [
    { feature: 0, at: place.x?.at(3), now: false },
    { feature: 1, at: place.y?.at(6), now: true },
  ]);
  gives(thresholdsUpTo(RUN, 3, place), (split) => split.now, [false, false], "no pick is drawn of round 3");
});

test("higher scores are higher within the band, and the last state stays", () => {
  const place = scene(PLANE, 600, true);
  const { top, height } = place.band;
  assert.ok(top > scene(PLANE, 600).height && place.height > top + height, "below the drawing");
  for (const t of [0, 1, 2]) {
    const { zero, marks } = scoreHeights(RUN, t, place);
    RUN.scores[t].forEach((score, i) => {
      const y = marks[i];
      if (score === null) return assert.equal(y, null);
      assert.ok(y !== null && y >= top && y <= top + height);
      assert.equal(Math.sign(zero - y), Math.sign(score));
    });
  }
  assert.deepEqual(scoreHeights(RUN, 9, place), scoreHeights(RUN, 2, place));
});

test("roundSentence names the round's pick, or why there is none", () => {
  assert.equal(pickAt(RUN, 2)?.column, 1);
  assert.match(roundSentence(RUN, 0), /Before round 1/);
  assert.equal(roundSentence(RUN, 2), "Round 2 picks y > 6, α = 0.4.");
  assert.match(roundSentence(RUN, 3), /drawing stops at round 2/);
  assert.match(roundSentence({ ...RUN, rounds: 2 }, 3), /RB-C ended after round 2/);
  assert.match(roundSentence({ ...RUN, rounds: 0, picks: [] }, 1), /stopped before round 1/);
});
