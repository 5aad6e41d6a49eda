/** The Arena: look-ups of its data, and the layout of its ladders. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  tieMeaning,
  dependsOnTies,
  changesNear,
  placesAt,
  placesGained,
  rowAt,
  tieText,
} from "#frontend/stage/arena/method_places.js";
import { ladderLayout, ROW, placeY } from "#frontend/stage/arena/ladder.js";
import { gives } from "./cases.js";
/** @import { ArenaBoard, Method } from "#frontend/stage/arena/method_places.js" */

/** Five worths; a and b change at .6, b and c at .1. @type {Method} */
const MOVING = {
  name: "m",
  label: "M",
  slot: 0,
  marker: "",
  says: "",
  why: "",
  places: [
    [0, 0, 0],
    [1, 3, 2],
    [1, 2, 3],
    [2, 1, 3],
    [2, 1, 3],
  ],
  changes: [
    { at: 0.3, place: 2, up: 1, down: 2 },
    { at: 0.6, place: 1, up: 1, down: 0 },
  ],
};
const STILL = { ...MOVING, name: "s", places: [[3, 2, 1]], changes: [] };
/** @type {ArenaBoard} */
const BOARD = { names: ["a", "b", "c"], worths: 5, methods: [MOVING, STILL] };

test("rowAt maps a tie value to a row, and a method without ties has one row for all", () => {
  gives([0, 0.12, 0.13, 0.5, 1], (tie) => rowAt(BOARD, tie), [0, 0, 1, 2, 4]);
  assert.deepEqual(placesAt(MOVING, 3), [2, 1, 3]);
  assert.deepEqual(placesAt(STILL, 3), [3, 2, 1]);
  assert.deepEqual([dependsOnTies(MOVING), dependsOnTies(STILL)], [true, false]);
});

test("placesGained counts from places at half a win, and is 0 without places", () => {
  gives([0, 1, 2], (item) => placesGained(BOARD, MOVING, 3, item), [-1, 1, 0]);
  gives([0, 1, 2], (item) => placesGained(BOARD, MOVING, 0, item), [0, 0, 0]);
  assert.equal(placesGained(BOARD, STILL, 4, 0), 0);
});

test("changesNear returns the changes among the first places, nearest first", () => {
  gives(changesNear(MOVING, 3, 0.55), (c) => c.at, [0.6, 0.3]);
  gives(changesNear(MOVING, 3, 0.2), (c) => c.at, [0.3, 0.6]);
  gives(changesNear(MOVING, 2, 0.2), (c) => c.at, [0.6]); // 2 and 3 change, and 3 is not drawn
  assert.deepEqual(changesNear(STILL, 3, 0.2), []);
});

test("tieText formats tie values", () => {
  assert.deepEqual([0, 0.05, 0.31, 0.5, 1].map(tieText), ["0", ".05", ".31", "½", "1"]);
  assert.equal(tieMeaning(0), "ties are dropped");
  assert.equal(tieMeaning(0.31), ".31 of a win for each side");
});

test("columns are side by side within the width, with names in all of them or only in the first", () => {
  for (const width of [320, 390, 700, 900, 1230, 1800]) {
    const at = ladderLayout(6, width, 20);
    for (let k = 1; k < 6; k++) assert.ok(at.left[k] > at.left[k - 1] + at.names[k - 1]);
    assert.ok(at.left[5] + at.names[5] + 14 <= width + 1e-9, String(width));
    assert.ok(at.names[0] > 60);
    assert.ok(at.names.every((room) => room > 60) || at.names.slice(1).every((room) => room === 0));
  }
  assert.ok(ladderLayout(6, 1230, 20).names.every((room) => room > 140));
});

test("placeY returns rows of places, and puts places below the last row out of sight", () => {
  const at = ladderLayout(6, 1000, 10);
  assert.equal(placeY(at, 2) - placeY(at, 1), ROW);
  assert.equal(placeY(at, 11), placeY(at, 99));
  assert.ok(placeY(at, 10) + ROW / 2 <= at.height && placeY(at, 11) > at.height - ROW / 2);
});
