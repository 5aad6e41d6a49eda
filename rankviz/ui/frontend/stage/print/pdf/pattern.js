/** A pattern of rectangles, such as our hatching, written out over a shape. */

import { num } from "./path.js";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @param {SVGPatternElement} pattern of rectangles @param {Box} shape what it fills @param {DOMMatrix} transform from the pattern to the shape
 * @returns {{fill: string, operators: string}[]} in the pattern's coordinates; throws an Error when the pattern holds something else
 */
export function patternRectangles(pattern, shape, transform) {
  const [width, height] = [pattern.width.baseVal.value, pattern.height.baseVal.value];
  const back = transform.inverse();
  const corners = [0, 1, 2, 3].map((i) =>
    back.transformPoint({ x: shape.x + (i & 1) * shape.width, y: shape.y + (i >> 1) * shape.height }),
  );
  const across = span(corners.map((c) => c.x / width));
  const down = span(corners.map((c) => c.y / height));
  return [...pattern.children].map((child) => {
    if (child.tagName !== "rect") throw new Error(`A pattern of a PDF cannot hold <${child.tagName}>.`);
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(child.getAttribute(name) ?? 0));
    const columns = repeat(x, w, width, across);
    const rows = repeat(y, h, height, down);
    const all = columns.flatMap(([at, wide]) => rows.map(([top, high]) => [at, top, wide, high]));
    return {
      fill: child.getAttribute("fill") ?? "none",
      operators: all.map((r) => `${r.map(num).join(" ")} re`).join(" "),
    };
  });
}

/** Whole cells that hold all places. @param {number[]} places @returns {[number, number]} */
const span = (places) => [Math.floor(Math.min(...places)), Math.ceil(Math.max(...places))];

/** Start and length in each cell; one piece where cells join without a gap. @param {number} at @param {number} length @param {number} cell @param {[number, number]} from */
export function repeat(at, length, cell, [first, last]) {
  if (length >= cell) return [[first * cell, (last - first) * cell]];
  return Array.from({ length: last - first }, (_, i) => [at + (first + i) * cell, length]);
}
