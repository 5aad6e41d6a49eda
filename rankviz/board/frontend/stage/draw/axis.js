/** Axes: ticks, grid lines, names and base lines. */

import { tick } from "./format.js";
import { svg } from "./svg.js";
/** @import { Child } from "./dom.js" */
/** @import { Scale } from "./svg.js" */

/** @param {(Child | Child[])[]} parts */
export const axis = (...parts) => svg("g", { class: "rv-axis" }, ...parts.flat());

/** Draw a horizontal line. @param {number} y @param {number} left @param {number} right px */
export const acrossAt = (y, left, right) =>
  svg("line", { class: "rv-grid", x1: left, x2: right, y1: y, y2: y });

/**
 * Draw ticks at the left, each with a grid line.
 * @param {readonly number[]} values @param {Scale} y @param {number} left @param {number} right px
 * @param {(v: number) => string} [text] @param {number} [apart] distance of text and line, px
 */
export const leftMarks = (values, y, left, right, text = tick, apart = 5) =>
  values.flatMap((v) => [
    acrossAt(y(v), left, right),
    svg("text", { class: "rv-tick", x: left - apart, y: y(v) + 4.5, "text-anchor": "end" }, text(v)),
  ]);

/**
 * @typedef {Object} Foot the layout of ticks below a picture
 * @property {number} [above] height of grid lines, px; none by default
 * @property {[number, number]} [below] end of the tick strokes, and baseline of the labels, px below the foot
 * @property {(v: number) => string} [text]
 * @property {(px: number) => number} [inside] clamps a label's x so that it is not cut off
 * @property {number} [first] a tick at the picture's edge, whose label is left-aligned
 */

/**
 * Draw ticks below a picture.
 * @param {readonly number[]} values @param {Scale} x @param {number} foot px @param {Foot} [how]
 */
export const footMarks = (
  values,
  x,
  foot,
  { above = 0, below: [stroke, base] = [0, 14], text = tick, inside = (px) => px, first = NaN } = {},
) =>
  values.flatMap((v) => [
    above > 0 && svg("line", { class: "rv-grid", x1: x(v), x2: x(v), y1: foot - above, y2: foot }),
    stroke > 0 && svg("line", { x1: x(v), x2: x(v), y1: foot, y2: foot + stroke }),
    svg(
      "text",
      {
        class: "rv-tick",
        x: inside(x(v)),
        y: foot + base,
        "text-anchor": v === first ? "start" : "middle",
      },
      text(v),
    ),
  ]);

/** Draw the name of an axis. @param {string} text @param {number} x @param {number} y px @param {"start" | "middle" | "end"} [anchor] */
export const axisName = (text, x, y, anchor = "middle") =>
  svg("text", { class: "rv-axis-name", x, y, "text-anchor": anchor === "start" ? null : anchor }, text);

/** Draw the base line of a picture. @param {number} left @param {number} right @param {number} y px */
export const baseLine = (left, right, y) =>
  svg("line", { class: "rv-base", x1: left, x2: right, y1: y, y2: y });
