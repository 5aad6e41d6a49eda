/** Dragging and nudging an item of the workbench. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isDrag, moveItem, arrowKeyTarget, dragOffset } from "#frontend/stage/workbench/item_dragging.js";
import { scene } from "#frontend/stage/workbench/scene.js";
import { gives } from "./cases.js";
/** @import { Table } from "#frontend/stage/workbench/scene.js" */

/** @type {Table} */
const PLANE = {
  items: ["a", "b"],
  rankers: [],
  features: [
    { name: "x", values: [1, 5] },
    { name: "y", values: [2, 8] },
  ],
  pairs: [[0, 1]],
  graded: false,
  grades: null,
};
/** @type {Table} */
const LINE = { ...PLANE, features: PLANE.features.slice(0, 1) };

test("a press is a drag from a distance on, and stays one", () => {
  assert.equal(isDrag({ x: 10, y: 10, moved: false }, { clientX: 13, clientY: 12 }), false);
  assert.equal(isDrag({ x: 10, y: 10, moved: false }, { clientX: 14, clientY: 13 }), true);
  assert.equal(isDrag({ x: 10, y: 10, moved: true }, { clientX: 10, clientY: 10 }), true);
});

test("an item moves to its place, rounded to a tenth and within the axes; the others stay", () => {
  const place = scene(PLANE, 600);
  const to = { x: Number(place.x?.at(3.14)), y: Number(place.y?.at(7.77)) };
  const now = moveItem(PLANE, place, 0, to);
  gives(now.features, (f) => f.values, [
    [3.1, 5],
    [7.8, 8],
  ]);
  gives(moveItem(PLANE, place, 0, { x: -999, y: -999 }).features, (f) => f.values[0], [0, 10]);
  const [x, y] = dragOffset(now, place, 0);
  assert.ok(Math.abs(place.boxes[0].x + x - Number(place.x?.at(3.1))) < 1e-9);
  assert.ok(Math.abs(place.boxes[0].y + y - Number(place.y?.at(7.8))) < 1e-9);
});

test("on a line only one feature changes", () => {
  const place = scene(LINE, 600);
  const now = moveItem(LINE, place, 1, { x: Number(place.x?.at(9)), y: 0 });
  assert.deepEqual(now.features, [{ name: "x", values: [1, 9] }]);
  assert.equal(dragOffset(now, place, 1)[1], 0);
});

test("arrow keys nudge by a tenth, with Shift by one", () => {
  const press = (/** @type {string} */ key, shiftKey = false) =>
    arrowKeyTarget(PLANE, 0, /** @type {KeyboardEvent} */ ({ key, shiftKey }));
  assert.deepEqual(press("ArrowRight"), [1.1, 2]);
  assert.deepEqual(press("ArrowUp", true), [1, 3]);
  assert.equal(press("x"), null);
  assert.equal(
    arrowKeyTarget(
      { ...PLANE, features: [] },
      0,
      /** @type {KeyboardEvent} */ ({ key: "ArrowUp", shiftKey: false }),
    ),
    null,
  );
});
