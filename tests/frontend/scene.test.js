import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowPath, axisScale, modeOf, scene, shortName } from "#frontend/stage/workbench/scene.js";

const ROWS = {
  items: ["a", "b", "c"],
  rankers: [{ name: "h1", bits: [1, 1, 0] }],
  features: [],
  pairs: /** @type {[number, number][]} */ ([
    [0, 1],
    [2, 0],
  ]),
  graded: false,
  grades: null,
};
const LINE = { ...ROWS, rankers: [], features: [{ name: "x", values: [1, 1, 9] }] };
const PLANE = { ...ROWS, rankers: [], features: [...LINE.features, { name: "y", values: [-5, 0, 20] }] };

test("features make a line or a plane, rankers make rows", () => {
  assert.deepEqual([ROWS, LINE, PLANE].map(modeOf), ["rows", "line", "plane"]);
});

test("an axis maps values to places and back", () => {
  const x = axisScale(-3, 7, 40, 640);
  for (const v of [-3, 0, 0.1, 7, 12]) assert.ok(Math.abs(x.back(x.at(v)) - v) < 1e-12);
  assert.ok(Number.isFinite(axisScale(5, 5, 0, 100).at(5)));
});

test("everything is within the drawing, at any width", () => {
  for (const table of [ROWS, LINE, PLANE])
    for (const width of [0, 280, 700, 1600]) {
      const { boxes, height, base } = scene(table, width);
      assert.equal(boxes.length, 3);
      for (const box of boxes) {
        assert.ok([box.x, box.y, box.w].every(Number.isFinite));
        assert.ok(box.y >= 0 && box.y <= height, `${modeOf(table)} at ${width}`);
        if (width >= 280) assert.ok(box.x >= 0 && box.x <= width, `${modeOf(table)} at ${width}`);
      }
      assert.ok(base > 0 && base <= height);
    }
});

test("items at the same place of a line are below each other", () => {
  const { boxes } = scene(LINE, 600);
  assert.equal(boxes[0].x, boxes[1].x);
  assert.ok(boxes[1].y - boxes[0].y >= 34);
});

test("a pair and its reverse do not overlap", () => {
  const [from, to] = [
    { x: 50, y: 180, w: 30 },
    { x: 200, y: 180, w: 30 },
  ];
  for (const straight of [false, true]) {
    const [there, back] = [arrowPath(from, to, straight), arrowPath(to, from, straight)];
    assert.notEqual(there.middle[1], back.middle[1]);
    assert.equal(Math.abs(there.angle - back.angle), 180);
  }
  assert.ok(Number.isFinite(arrowPath(from, from, true).middle[0]), "an item over itself");
});

test("shortName truncates long names", () => {
  assert.deepEqual(["abcdefgh", "abcdefghi"].map(shortName), ["abcdefgh", "abcdefg…"]);
});
