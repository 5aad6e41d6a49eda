/** What a page's stored text tells the server, and where. */

import assert from "node:assert/strict";
import test from "node:test";
import storage from "#frontend/browser_storage.js";

/** @param {string} pathname @param {string} visit @returns {unknown[]} what is told and what is stored afterwards */
function visitLessons(pathname, visit) {
  const kept = new Map([["rankviz-progress", "stored"]]);
  const localStorage = { getItem: (key) => kept.get(key), setItem: (key, text) => void kept.set(key, text) };
  Object.assign(globalThis, { location: { pathname }, localStorage });
  const told = [];
  storage({ data: { page: "lessons", text: "", visit }, setStateValue: (_, text) => void told.push(text) });
  return [...told, kept.get("rankviz-progress")];
}

test("a page tells what is stored where its address is its own, below any prefix", () => {
  assert.deepEqual(visitLessons("/lessons", "first"), ["stored", "stored"]);
  assert.deepEqual(visitLessons("/rank/viz/lessons/", "second"), ["stored", "stored"]);
});

test("a page that the reader has left by Back tells nothing, as Streamlit would lead to it again", () => {
  assert.deepEqual(visitLessons("/reference", "third"), ["stored"]);
  assert.deepEqual(visitLessons("/lessons", "third"), ["stored", "stored"]);
});
