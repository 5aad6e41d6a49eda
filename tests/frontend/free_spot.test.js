import assert from "node:assert/strict";
import { test } from "node:test";

import { freeSpot, spotsBeside } from "#frontend/stage/panels/qbrank/free_spot.js";

const BOX = { left: 0, right: 200, top: 0, bottom: 100 };

test("a name is left of its line, or right of it if there is no room", () => {
  assert.equal(spotsBeside(100, 60, BOX)[0].right, 95);
  assert.equal(spotsBeside(30, 60, BOX)[0].left, 35);
  assert.deepEqual(spotsBeside(100, 190, BOX).map((s) => s.left)[0], 10); // no free spot: as close as the box allows
});

test("freeSpot avoids curves and other names", () => {
  const spots = spotsBeside(100, 60, BOX);
  const steep = [
    [60, 100],
    [64, 0],
  ]; // through everything on the left
  const found = freeSpot(spots, [steep], []);
  assert.deepEqual([found.left, found.top], [105, 0]);
  assert.deepEqual(freeSpot(spots, [steep], [found]).top, 14);
  const flat = [
    [0, 5],
    [200, 5],
  ];
  assert.ok(freeSpot(spots, [flat], []).top > 5);
  assert.equal(freeSpot(spots, [], []), spots[0]);
  const everywhere = spots.map((s) => [
    [s.left, s.top],
    [s.right, s.bottom],
  ]);
  assert.equal(freeSpot(spots, everywhere, []), spots[0]);
});
