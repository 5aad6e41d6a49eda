/** Undo and Redo of the playground's table editor. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { UndoHistory } from "#frontend/playground/undo_history.js";

const after = (/** @type {string[]} */ ...shown) => {
  const versions = new UndoHistory();
  for (const each of shown) versions.setCurrent(each);
  return [versions.previous, versions.following];
};

test("undo and redo restore versions, and another edit drops what was undone", () => {
  assert.deepEqual(after("a"), [null, null]);
  assert.deepEqual(after("a", "b", "b"), ["a", null]);
  assert.deepEqual(after("a", "b", "c", "b"), ["a", "c"]);
  assert.deepEqual(after("a", "b", "c", "b", "a"), [null, "b"]);
  assert.deepEqual(after("a", "b", "c", "b", "c"), ["b", null]);
  assert.deepEqual(after("a", "b", "c", "b", "d"), ["b", null]);
});

test("two hundred versions are kept", () => {
  const versions = new UndoHistory();
  for (let k = 0; k < 300; k++) versions.setCurrent(String(k));
  assert.equal(versions.past.length, 200);
  assert.equal(versions.previous, "298");
});
