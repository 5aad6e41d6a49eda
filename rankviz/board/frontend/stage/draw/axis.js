/** Axes: the marks of a scale, with lines across the picture where they are wanted, what it is called, and its foot. */

import { tick } from "./format.js";
import { svg } from "./svg.js";
/** @import { Child } from "./dom.js" */
/** @import { Scale } from "./svg.js" */

/** @param {(Child | Child[])[]} parts */
export const axis = (...parts) => svg("g", { class: "rv-axis" }, ...parts.flat());

/** A line across at a height. @param {number} y @param {number} left @param {number} right px */
export const acrossAt = (y, left, right) =>
  svg("line", { class: "rv-grid", x1: left, x2: right, y1: y, y2: y });

/**
 * Marks at the left, each with a line across.
 * @param {readonly number[]} values @param {Scale} y @param {number} left @param {number} right px
 * @param {(v: number) => string} [text] @param {number} [apart] of text and line, px
 */
export const leftMarks = (values, y, left, right, text = tick, apart = 5) =>
  values.flatMap((v) => [
    acrossAt(y(v), left, right),
    svg("text", { x: left - apart, y: y(v) + 4.5, "text-anchor": "end" }, text(v)),
  ]);

/**
 * @typedef {Object} Foot how marks stand below a picture
 * @property {number} [above] height of their lines across the picture, px; none when left out
 * @property {[number, number]} [below] length of their strokes, and the base of their texts, px below the foot
 * @property {(v: number) => string} [text]
 * @property {(px: number) => number} [inside] where a text stands so that it is not cut off
 * @property {number} [first] a mark whose text begins at it, at the picture's edge
 */

/**
 * Marks below the foot of a picture.
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
      { x: inside(x(v)), y: foot + base, "text-anchor": v === first ? "start" : "middle" },
      text(v),
    ),
  ]);

/** What an axis is called. @param {string} text @param {number} x @param {number} y px @param {"start" | "middle" | "end"} [anchor] */
export const axisName = (text, x, y, anchor = "middle") =>
  svg("text", { class: "rv-axis-name", x, y, "text-anchor": anchor === "start" ? null : anchor }, text);

/** The foot of a picture. @param {number} left @param {number} right @param {number} y px */
export const baseLine = (left, right, y) =>
  svg("line", { class: "rv-base", x1: left, x2: right, y1: y, y2: y });
