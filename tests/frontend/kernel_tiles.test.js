/** The kernel method's tiles: the leading box, and the text and scale of gauges. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gaugeScale, ofLimit } from "#frontend/stage/panels/kernel_gd/gauge_scale.js";
import { leadingBoxes } from "#frontend/stage/panels/kernel_gd/surface.js";
import { sum } from "./cases.js";

const area = (/** @type {{width: number, height: number}} */ box) => box.width * box.height;

test("a single algorithm fills the tile", () => {
  assert.deepEqual(leadingBoxes(640, 330, 1).boxes, [{ width: 640, height: 330 }]);
});

for (const [width, height] of [
  [640, 330],
  [366, 480],
  [900, 600],
  [200, 120],
])
  for (const count of [2, 3, 4])
    test(`the first of ${count} leads in ${width} × ${height}, and all stay inside`, () => {
      const { boxes } = leadingBoxes(width, height, count);
      assert.equal(boxes.length, count);
      for (const other of boxes.slice(1)) assert.ok(area(boxes[0]) > area(other));
      const [first, ...others] = boxes;
      const across = width >= 1.15 * height;
      const wide = across ? first.width + others[0].width : sum(others.map((b) => b.width));
      const high = across ? sum(others.map((b) => b.height)) : first.height + others[0].height;
      assert.ok(wide <= width && high <= height, `${wide} × ${high}`);
    });

test("a distant limit makes the gauge logarithmic, so that a small norm is visible", () => {
  const far = gaugeScale([0, 0.5, 1.1], 400, 5);
  assert.ok(far.log && far.at(1.1) > 0.2 && far.at(400) > 0.9 && far.at(0) === 0);
  assert.ok(far.marks.every(({ at }) => at >= 0 && at <= 1));
});

test("a close limit keeps the gauge linear, with room for values beyond it", () => {
  const near = gaugeScale([0, 0.15, 0.28], 0.3, 4);
  assert.ok(!near.log && Math.abs(near.at(0.15) - near.at(0.3) / 2) < 1e-9);
  const over = gaugeScale([0, 3, 900, 1e6], 400, 4);
  assert.ok(over.log && over.at(1e6) <= 1 && over.at(900) > over.at(400));
  assert.equal(over.at(NaN), 0);
});

test("a gauge says what share of its limit a value is", () => {
  assert.equal(ofLimit(0.971, 400, "its limit"), "0.24 % of its limit 400.0");
  assert.equal(ofLimit(1.377, 4e5, "its limit"), "3.4×10⁻⁴ % of its limit 4.0×10⁵");
  assert.equal(ofLimit(0.285, 0.298, "its limit"), "95 % of its limit 0.298");
  assert.equal(ofLimit(2, 0.125, "the longest"), "16 × the longest 0.125");
  assert.equal(ofLimit(0.125, 0.125, "the longest"), "at the longest 0.125");
  assert.equal(ofLimit(NaN, 0.125, "the longest"), "the longest 0.125");
  assert.equal(ofLimit(0.9999, 1, "its limit"), "99 % of its limit 1.000");
});
