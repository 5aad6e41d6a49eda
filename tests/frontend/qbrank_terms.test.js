import assert from "node:assert/strict";
import { test } from "node:test";

import { TERMS } from "../../rankviz/ui/frontend/stage/draw/glossary.js";
import { QBRANK_TERMS } from "../../rankviz/ui/frontend/stage/layouts/qbrank_terms.js";

test("on the page QBRank η is the shrinkage, and every symbol of its sliders and tiles is explained", () => {
  assert.match(QBRANK_TERMS.η, /shrinkage/);
  assert.notEqual(QBRANK_TERMS.η, TERMS.η);
  for (const symbol of ["w", "τ", "η", "r", "g", "a", "W", "Rₖ", "L1", "R̂1"])
    assert.ok(QBRANK_TERMS[symbol], symbol);
  for (const text of Object.values(QBRANK_TERMS)) assert.ok(text.length > 10);
});
