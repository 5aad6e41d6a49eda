/** The layout of the maps of pair weights in their tile. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  GAP,
  HEAD,
  LEGEND,
  LINE,
  mapPlan,
  moversHeight,
  usedAxes,
} from "#frontend/stage/panels/pairs/map_layout.js";
import { groupsOf } from "#frontend/stage/panels/pairs/map_names.js";

const BOXES = [
  [198, 101],
  [215, 145],
  [250, 165],
  [285, 205],
  [310, 240],
  [500, 380],
  [366, 560],
  [1000, 560],
  [400, 1500],
];

test("maps, names, heads, slots, movers and legend fit every box", () => {
  for (const [width, height] of BOXES)
    for (const count of [1, 2, 3, 4, 6])
      for (const [rows, columns] of [
        [1, 1],
        [6, 7],
        [38, 30],
        [40, 40],
        [1, 30],
      ])
        for (const names of [
          { row: 0, column: 0 },
          { row: 60, column: 60 },
        ]) {
          const plan = mapPlan({ width, height, count, rows, columns, names, blocks: names.row > 0 });
          const what = `${width} × ${height}, ${count} of ${rows} × ${columns}: ${JSON.stringify(plan)}`;
          const across = plan.side + plan.cellWidth * columns;
          assert.ok(across <= plan.width + 1e-6, what);
          assert.ok(plan.left + plan.columns * plan.width + GAP * (plan.columns - 1) <= width, what);
          const bands = Math.ceil(count / plan.columns);
          const block = HEAD + plan.top + plan.cellHeight * rows + 2 + plan.lines * LINE;
          const maps = bands * block + GAP * (bands - 1);
          const below = LEGEND + moversHeight(count, plan.movers, plan.moverColumns);
          if (rows * 0.2 < height / 4)
            assert.ok(maps <= plan.room + 1e-6 && plan.room + below <= height, what);
          assert.ok(plan.cellWidth > 0 && plan.cellHeight > 0, what);
        }
});

test("a few cells are as large as the box allows, and named", () => {
  const names = { row: 40, column: 40 };
  const plan = mapPlan({ width: 500, height: 380, count: 3, rows: 6, columns: 6, names, blocks: false });
  assert.ok(plan.named && plan.titled && plan.cellWidth >= 18, JSON.stringify(plan));
  const small = mapPlan({ width: 263, height: 165, count: 3, rows: 38, columns: 30, names, blocks: false });
  assert.ok(!small.named && small.cellWidth * 30 > 60, JSON.stringify(small));
});

test("column names are horizontal if each fits its column", () => {
  const few = { width: 400, height: 300, count: 1, rows: 5, columns: 5, blocks: false };
  const at = (/** @type {number} */ column) => mapPlan({ ...few, names: { row: 20, column } });
  assert.ok(at(30).level && at(30).cellWidth >= 30);
  assert.ok(at(90).titled && !at(90).level);
  assert.ok(at(30).top < at(90).top);
});

test("a pair of short names has one line below a narrow map", () => {
  const size = { width: 265, height: 240, count: 3, rows: 3, columns: 3 };
  const lines = (/** @type {number} */ name) =>
    mapPlan({ ...size, names: { row: name + 4, column: name }, blocks: false }).lines;
  assert.equal(lines(8), 2);
  assert.equal(lines(60), 3);
});

test("higher maps show more details", () => {
  const at = (/** @type {number} */ width, /** @type {number} */ height) =>
    mapPlan({ width, height, count: 3, rows: 38, columns: 30, names: { row: 0, column: 0 }, blocks: false });
  assert.equal(at(310, 240).movers, 0);
  assert.equal(at(1000, 560).movers, 3);
  assert.equal(at(400, 1500).movers, 3);
  assert.ok(at(400, 1500).columns < 3, "below each other, where that makes them much larger");
  assert.ok(at(198, 101).low);
});

test("usedAxes returns the rows and columns with pairs, within a query", () => {
  const run = { cells: 4, cellRow: [0, 0, 1, 7], cellCol: [3, 4, 4, 9] };
  const all = usedAxes(run, [0, 10]);
  assert.deepEqual([all.rows, all.columns].flat(), [0, 1, 7, 3, 4, 9]);
  assert.deepEqual(all.index, [0, 1, 2, 3]);
  const one = usedAxes(run, [5, 10]);
  assert.deepEqual([one.rows, one.columns, one.index], [[7], [9], [3]]);
  assert.equal(one.rowOf.get(7), 0);
  assert.deepEqual(usedAxes(run, [5, 6]).rows, []);
});

test("a group of blocks reaches from its first part to its last", () => {
  const [two, one] = groupsOf(["grade 2, part 1 of 2", "grade 2, part 2 of 2", "grade 1"]);
  assert.deepEqual(
    [two.name, two.from, two.to, one.name, one.from, one.to],
    ["grade 2", 0, 2, "grade 1", 2, 3],
  );
});
