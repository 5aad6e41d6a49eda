/** The layout of a bump chart's rows and columns, and short names. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  columnParts,
  rankScale,
  roundsBack,
  sampleLines,
  textSize,
} from "#frontend/stage/panels/ranking/rank_layout.js";
import { shortNames } from "#frontend/stage/draw/short_names.js";
import { trueHeights } from "#frontend/stage/run/pairs.js";
/** @import { RankScale } from "#frontend/stage/panels/ranking/rank_layout.js" */

const letters = (/** @type {string} */ text) => text.length * 6;

test("rows fill the height exactly, and a point finds its row", () => {
  for (const [count, height] of [
    [1, 100],
    [8, 110],
    [38, 110],
    [38, 600],
    [2000, 160],
  ]) {
    const scale = rankScale(count, height);
    assert.ok(scale.top(count + 1) <= height + 1e-6, `${count} items in ${height} px`);
    assert.ok(scale.top(count + 1) >= Math.min(height, count * 13) - 1e-6);
    for (let row = 1; row <= count; row++) {
      assert.ok(scale.top(row + 1) > scale.top(row));
      assert.equal(scale.rowAt((scale.top(row) + scale.top(row + 1)) / 2), row);
    }
    assert.equal(scale.rowAt(-5), 1);
    assert.equal(scale.rowAt(height + 50), count);
  }
});

test("all items are named if each fits, else the first places", () => {
  assert.equal(rankScale(8, 110).named, 8);
  const many = rankScale(38, 110);
  assert.ok(many.named >= 4 && many.named < 38);
  assert.ok(many.top(2) - many.top(1) >= 13, "a named row holds 12 px type");
});

test("a tie is at the middle of its rows", () => {
  const scale = rankScale(6, 120);
  assert.equal(scale.y(2.5), (scale.y(2) + scale.y(3)) / 2);
});

test("the parts of a column are side by side, and end with it", () => {
  for (let width = 24; width < 500; width += 7) {
    for (const widest of [
      { place: 15, grade: 0, name: 20 },
      { place: 24, grade: 8, name: 160 },
    ]) {
      const at = columnParts(width, widest);
      assert.ok(at.edge <= at.bracket && at.bracket < at.chip && at.chip < at.name, `${width} px`);
      if (at.room)
        assert.ok(at.name + at.room <= width, `${width} px: the name ends at ${at.name + at.room}`);
      if (at.room) assert.ok(at.edge >= 14, `${width} px: no room for lines`);
      if (at.place) assert.ok(at.place >= at.edge + widest.place);
    }
  }
});

test("lines go back further if there is room, but never beyond the run", () => {
  assert.equal(roundsBack(20, 60), 3);
  assert.equal(roundsBack(140, 60), 20);
  assert.equal(roundsBack(9000, 60), 30);
  assert.equal(roundsBack(140, 2), 2);
  assert.equal(roundsBack(140, 0), 1);
});

test("sampleLines includes the first and the last", () => {
  assert.deepEqual(sampleLines(3, 160), [0, 1, 2]);
  const some = sampleLines(1000, 160);
  assert.equal(new Set(some).size, 160);
  assert.deepEqual([some[0], some[159]], [0, 999]);
});

test("shortNames drops common words first, then brackets", () => {
  const films = ["Toy Story (1995)", "Heat (1995)"];
  assert.deepEqual(shortNames(films, 200, letters), films);
  assert.deepEqual(shortNames(["hotel Rose", "hotel Post"], 40, letters), ["Rose", "Post"]);
  // A cut that is not narrower than the name only loses information.
  assert.deepEqual(shortNames(["b", "c"], 2, letters), ["b", "c"]);
  assert.deepEqual(shortNames(["10:GX1", "10:GX23"], 30, letters), ["GX1", "GX23"]);
  assert.deepEqual(shortNames(["323 (progress 242)", "39 (progress 90)"], 30, letters), ["323", "39"]);
});

test("shortNames keeps what distinguishes names", () => {
  assert.deepEqual(shortNames(["a (1)", "a (2)"], 24, letters), ["(1)", "(2)"]);
  const cut = shortNames(["document-00001", "document-00002"], 60, letters);
  assert.equal(new Set(cut).size, 2);
  assert.ok(cut.every((name) => letters(name) <= 60));
  assert.deepEqual(shortNames([], 60, letters), []);
});

test("in a wide column rows of few items and their type grow", () => {
  const row = (/** @type {RankScale} */ scale) => scale.top(2) - scale.top(1);
  const scale = rankScale(6, 480);
  assert.deepEqual([row(scale), textSize(scale, 120), textSize(scale, 400)], [72, 14, 22]);
  // Type never outgrows its rows, and keeps its size if not all items have names.
  assert.equal(textSize(rankScale(16, 480), 400), 12);
  assert.equal(textSize(rankScale(100, 480), 400), 12);
});

test("items not separated by a pair have one colour, and a total order has evenly spaced ones", () => {
  const standings = (
    /** @type {number} */ n,
    pairHigher = /** @type {number[] | null} */ (null),
    pairLower = pairHigher,
  ) => {
    const position = Array.from({ length: n }, (_, i) => i);
    return position.map(
      trueHeights(/** @type {any} */ ({ hasGrades: false, n, pairHigher, pairLower, position })),
    );
  };
  assert.deepEqual(standings(4, [0, 0, 1, 1], [2, 3, 2, 3]), [1, 1, 0, 0]);
  assert.deepEqual(standings(3, [0, 0, 1], [1, 2, 2]), [1, 0.5, 0]);
  assert.deepEqual(standings(3), [1, 0.5, 0], "pairs that are not listed");
});
