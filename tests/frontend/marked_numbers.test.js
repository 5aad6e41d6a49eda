import assert from "node:assert/strict";
import { test } from "node:test";

import { numbersIn } from "#frontend/stage/board/marked_numbers.js";

test("numbersIn finds the numbers of a sentence as written, but not those in names", () => {
  const text = "R̂1 of h1 is 0.800, ×5.25 of 1,771 (NDCG@5, L2): −8.000.";
  assert.deepEqual(numbersIn(text), ["0.800", "5.25", "1,771", "8.000"]);
  assert.deepEqual(numbersIn("Ê2 and G̃ in round 12."), ["12"]);
});
