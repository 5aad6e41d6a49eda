/** The picture of a round in a sentence. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pickWords } from "#frontend/stage/panels/pick/pick.js";
import { boosted, run } from "./packs.js";
/** @import { Question } from "#frontend/stage/run/splits.js" */

test("a negative weight is explained where the ranker orders more pairs than it reverses", () => {
  const found = run("queries");
  const question = /** @type {Question} */ (
    /** @type {unknown} */ ({ t: 1, name: "f1 > 2", pairs: [67, 3, 57], yesNo: true, answer: () => 1 })
  );
  /** @param {number} alpha @param {number} right @param {number} wrong */
  const words = (alpha, right, wrong) => {
    const a = {
      ...boosted(found, 0),
      alpha: Float64Array.of(alpha),
      epsCorrect: Float64Array.of(right),
      epsReversed: Float64Array.of(wrong),
    };
    return pickWords(found, a, question);
  };
  assert.match(
    words(-0.5, 0.057, 0.305),
    /But by weight it reverses more \(30\.5 % against 5\.7 %\), so its weight/,
  );
  assert.match(words(-0.5, 0.4, 0.3), /\. Its weight is negative/);
  assert.doesNotMatch(words(0.5, 0.4, 0.3), /negative/);
});
