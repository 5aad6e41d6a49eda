/** The division of a board among tiles, and of a tile among algorithms. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { placeTiles, GAP } from "#frontend/stage/board/tile_boxes.js";
import { equalBoxes } from "#frontend/stage/panels/columns.js";
import { chartsOfFigure } from "#frontend/stage/panels/curves.js";
import { sum } from "./cases.js";
/** @import { Arrangement } from "#frontend/stage/board/tile_boxes.js" */

const PLAN = {
  areas: ["hero a", "hero b", "hero c"],
  columns: [2, 1],
  rows: [1, 1, 1],
  low: { below: { width: 900, height: 500 }, areas: ["hero a", "hero b"], columns: [2, 1], rows: [1, 1] },
  portrait: { areas: ["hero", "a", "b", "c"], columns: [1], rows: [1, 1, 1, 1] },
};
const TILES = ["hero", "a", "b", "c"];
const names = (/** @type {Arrangement} */ now) => now.cells.map((c) => c.tile);

test("a low board leaves tiles to the menu, and a large one has them all", () => {
  const large = placeTiles(PLAN, TILES, 1000, 600);
  assert.deepEqual(names(large), TILES);
  for (const [width, height] of [
    [1000, 400],
    [800, 600],
  ]) {
    const low = placeTiles(PLAN, TILES, width, height);
    assert.deepEqual(names(low), ["hero", "a", "b"]);
    assert.equal(low.cells[0].height, low.rows[0] + low.rows[1] + GAP, "the hero takes all rows");
  }
});

test("on a board that grows tiles keep their places as others come", () => {
  const boards = [["hero", "c"], ["hero", "a", "c"], TILES].map((chosen) => {
    const how = { chosen, grows: true };
    const { columns, cells } = placeTiles({ ...PLAN, hero: "hero" }, TILES, 1318, 570, how);
    const lefts = cells.map(({ tile, area }) => {
      const left = Number(area.split(" / ")[1]) - 1;
      return /** @type {const} */ ([tile, sum(columns.slice(0, left)) + GAP * left]);
    });
    return new Map(lefts);
  });
  for (const [before, after] of [boards.slice(0, 2), boards.slice(1)])
    for (const [tile, left] of before) assert.ok(Math.abs(left - (after.get(tile) ?? NaN)) <= GAP, tile);
});

test("a narrow board before an audience shows what fits, in pairs; elsewhere it scrolls", () => {
  const plan = { areas: ["a b c", "d e f"], columns: [1, 1, 1], rows: [1, 1] };
  const all = ["a", "b", "c", "d", "e", "f"];
  const high = (/** @type {Arrangement} */ now) => sum(now.rows) + GAP * (now.rows.length - 1);
  const fixed = placeTiles(plan, all, 570, 330, { fixed: true });
  assert.deepEqual(names(fixed), ["a", "b", "c", "d"]);
  assert.ok(high(fixed) <= 330 && fixed.cells.every((c) => c.width > 270 && c.height > 150));
  const scrolled = placeTiles(plan, all, 570, 330);
  assert.deepEqual(names(scrolled), all);
  assert.ok(high(scrolled) > 330);
  const three = placeTiles(PLAN, TILES, 570, 330, { chosen: ["hero", "a", "b", "c"], fixed: true });
  assert.deepEqual(names(three), ["hero", "a", "b", "c"]);
  const led = placeTiles({ ...plan, hero: "a" }, all, 570, 330, { chosen: all, fixed: true });
  assert.deepEqual(names(led), ["a", "b", "c", "d"]);
  const slim = placeTiles(plan, all, 400, 330, { fixed: true });
  assert.deepEqual(names(slim), ["a", "b"], "beside a question two stand, one below the other");
  assert.ok(high(slim) <= 330 && slim.cells.every((c) => c.width === 400));
});

test("an omitted tile that is chosen fills the board", () => {
  const one = placeTiles(PLAN, TILES, 1000, 400, { chosen: ["c"] });
  assert.deepEqual(names(one), ["c"]);
  assert.deepEqual([one.cells[0].width, one.cells[0].height], [1000, 400]);
});

test("chosen tiles that would leave holes are in two rows without overlap", () => {
  const plan = { areas: ["a b c", "a d e", "f d e"], columns: [2, 1, 1], rows: [1, 1, 1] };
  for (const chosen of [
    ["a", "b", "e", "f"],
    ["a", "c", "d", "f"],
    ["a", "b", "d", "e", "f"],
  ]) {
    const board = placeTiles(plan, ["a", "b", "c", "d", "e", "f"], 1000, 600, { chosen });
    assert.deepEqual(names(board), chosen);
    const taken = board.cells.flatMap(({ area }) => {
      const [top, left, bottom, right] = area.split(" / ").map(Number);
      return Array.from(
        { length: (bottom - top) * (right - left) },
        (_, i) => `${top + Math.floor(i / (right - left))} ${left + (i % (right - left))}`,
      );
    });
    assert.equal(new Set(taken).size, taken.length, "none stands on another");
    assert.equal(taken.length, board.columns.length * board.rows.length, "none is left empty");
  }
});

test("a board higher than wide is upright; a phone has one tile per swipe", () => {
  const upright = placeTiles(PLAN, TILES, 1000, 3000);
  assert.equal(upright.columns.length, 1);
  assert.deepEqual(names(upright), TILES);
  assert.deepEqual(names(placeTiles(PLAN, TILES, 366, 560, { phone: true })), TILES);
});

test("equalBoxes fill the tile exactly, in the wanted shape", () => {
  for (const [width, height] of [
    [185, 121],
    [239, 177],
    [369, 340],
    [1000, 560],
    [366, 560],
    [400, 1500],
  ])
    for (let count = 1; count <= 6; count++)
      for (const ratio of [0.9, 1.15, 1.7]) {
        const now = equalBoxes(width, height, count, ratio);
        const rows = Math.ceil(count / now.columns);
        assert.ok(now.columns * now.width + (now.columns - 1) * GAP <= width && now.width > 20);
        assert.ok(rows * now.height + (rows - 1) * GAP <= height && now.height > 20);
        assert.ok(now.columns <= count);
      }
  assert.equal(equalBoxes(369, 340, 2, 1.7).columns, 1, "wide charts one above the other");
  assert.equal(equalBoxes(239, 177, 2, 0.9).columns, 2, "upright ones side by side");
  assert.equal(equalBoxes(600, 600, 4, 1).columns, 2);
});

test("a figure has the charts of its curves, and a page's board has all", () => {
  const charts = ["f_tilde", "f_skew", "auc"].map((key) => ({ title: key, series: [{ key }] }));
  const titles = (/** @type {string[] | null} */ curves, chart = {}) =>
    chartsOfFigure(charts, { chart, curves: curves && new Set(curves) }).map((c) => c.title);
  assert.deepEqual(titles(["auc", "f_skew"]), ["f_skew", "auc"]);
  for (const none of [null, ["r1"]]) assert.deepEqual(titles(none), ["f_tilde", "f_skew", "auc"]);
  assert.equal(chartsOfFigure(charts, { chart: null, curves: new Set(["auc"]) }), charts);
});
