import assert from "node:assert/strict";
import { test } from "node:test";
import { gives } from "./cases.js";

// A canvas on which every character is ten pixels wide.
const paper = { font: "", measureText: (/** @type {string} */ text) => ({ width: 10 * text.length }) };
globalThis.document = /** @type {any} */ ({ createElement: () => ({ getContext: () => paper }) });
const { shortLabel, fitName, lineHead, nameRoom } = await import("#frontend/stage/draw/end_tags.js");

const LISTS = { label: "QBRank (pair_loss listwise)", short: "QBRank listwise" };
const PLUS = { label: "RankBoost+", short: "RB+" };
const RB_D = { label: "RB-D", short: "RB-D" };

test("a long name is shortened to what distinguishes its run", () => {
  assert.equal(shortLabel(LISTS), "listwise");
  assert.equal(shortLabel({ label: "RB-D (undefined cap)", short: "RB-D cap" }), "RB-D cap");
  assert.equal(shortLabel({ label: "Smooth Margin", short: "Smooth" }), "Smooth");
  assert.equal(shortLabel(PLUS), "RankBoost+", "there is room for it");
});

test("fitName falls back to the parameter, and truncates a name without one", () => {
  const fit = (/** @type {{label: string, short: string}} */ algo, /** @type {number} */ room) =>
    fitName(algo, "sans", 12, room);
  assert.equal(fit(LISTS, 280), "QBRank (pair_loss listwise)");
  assert.equal(fit(LISTS, 151), "QBRank listwise", "a space has a pixel more than its font gives it");
  assert.equal(fit(LISTS, 90), "listwise");
  assert.equal(fit(LISTS, 50), "QBRa…");
  assert.equal(fit(PLUS, 40), "RB+");
  assert.equal(fit({ label: "LambdaMART", short: "LambdaMART" }, 50), "Lamb…");
});

test("a tag is at its line's height in the shown round, not at the line's end", () => {
  const c = { x: (/** @type {number} */ t) => 10 * t, top: 0, bottom: 100, left: 0 };
  const line = { values: [1, 0.5, 0.25, NaN, 0.1], y: (/** @type {number} */ v) => 100 - 80 * v };
  gives([0, 1, 2, 4], (t) => lineHead(c, line, t)?.y, [20, 60, 80, 92]);
  assert.deepEqual(lineHead(c, line, 3), { x: 20, y: 80 }, "where there is no value the one before it holds");
  assert.deepEqual(lineHead(c, line, 9), { x: 40, y: 92 }, "what has ended stays");
  assert.equal(lineHead(c, { ...line, values: [NaN, 1] }, 0), null);
  assert.equal(lineHead(c, { ...line, y: () => 180 }, 0)?.y, 100, "what a chart leaves out is at its edge");
});

test("nameRoom holds every short name, and long names if the lines keep their width", () => {
  const both = [RB_D, PLUS];
  assert.equal(fitName(PLUS, "sans", 12, nameRoom(both, "sans", 12, 600)), "RankBoost+");
  assert.equal(fitName(PLUS, "sans", 12, nameRoom(both, "sans", 12, 250)), "RB+");
  assert.equal(fitName(RB_D, "sans", 12, nameRoom(both, "sans", 12, 250)), "RB-D");
});
