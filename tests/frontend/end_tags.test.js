import assert from "node:assert/strict";
import { test } from "node:test";

// A canvas on which every letter is ten pixels wide.
const paper = { font: "", measureText: (/** @type {string} */ text) => ({ width: 10 * text.length }) };
globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => paper }) });
const { brief, fitName, shortName } = await import("../../rankviz/ui/frontend/stage/draw/end_tags.js");

test("a long name is told by what distinguishes its run", () => {
  assert.equal(brief("QBRank (pair_loss listwise)"), "listwise");
  assert.equal(brief("RB-D (undefined cap)"), "RB-D cap");
  assert.equal(brief("Smooth Margin"), "Smooth");
  assert.equal(brief("RankBoost+"), "RankBoost+", "there is room for it");
  assert.equal(shortName("RB-D (undefined cap), what if"), "RB-D cap′");
});

test("where even that has no room, its parameter stands alone, and a name without one is cut", () => {
  const fit = (/** @type {string} */ label, /** @type {number} */ room) => fitName(label, "sans", 12, room);
  assert.equal(fit("QBRank (pair_loss listwise)", 280), "QBRank (pair_loss listwise)");
  assert.equal(fit("QBRank (pair_loss listwise)", 150), "QBRank listwise");
  assert.equal(fit("QBRank (pair_loss listwise)", 90), "listwise");
  assert.equal(fit("QBRank (pair_loss listwise)", 50), "QBRa…");
  assert.equal(fit("RankBoost+", 40), "RB+");
  assert.equal(fit("LambdaMART", 50), "Lamb…");
});
