import assert from "node:assert/strict";
import { test } from "node:test";

import { alphaText, weightText } from "#frontend/stage/panels/weight_text.js";
import { gives } from "./cases.js";
import { boosted, run } from "./packs.js";

test("weightText writes the sign, also of infinite weights", () => {
  gives([0.25, -0.25, Infinity, -Infinity, NaN], weightText, ["+0.250", "−0.250", "∞", "−∞", "—"]);
});

test("α is −∞ for a ranker that is always wrong, and ∞ for one that is always right", () => {
  const found = boosted(run("infinite"), 0);
  assert.equal(alphaText(found, 0), "—");
  gives([1, 2], (s) => alphaText(found, s), ["+0.693", "∞"]);
  const wrong = { ...found, epsCorrect: found.epsReversed, epsReversed: found.epsCorrect };
  assert.equal(alphaText(wrong, 2), "−∞");
});
