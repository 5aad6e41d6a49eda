/** The geometry of the workbench, without nodes. */

import { pairArc } from "../draw/pair_arcs.js";

/**
 * @typedef {{name: string, bits: number[]}} Ranker
 * @typedef {{name: string, values: number[]}} Feature
 * @typedef {{items: string[], rankers: Ranker[], features: Feature[], pairs: [number, number][], graded: boolean, grades: number[] | null}} Table
 * @typedef {{x: number, y: number, w: number}} Box centre and width of an item's label
 * @typedef {{top: number, height: number, at: number[]}} Band place of the scores; `at`: centre of each item's
 */

export const LABEL = 34; // height of an item's label
export const DOT = 30; // height of a row of dots
const LEFT = 34; // width of the names of rankers, or of the axis
const BAND = 56; // height of the scores
const NAMES = 22; // height of the names below the scores
const RANGE = [0, 10]; // minimum range of an axis

/** @param {Table} table @returns {"rows" | "line" | "plane"} */
export const modeOf = (table) =>
  table.features.length === 2 ? "plane" : table.features.length === 1 ? "line" : "rows";

/** @param {number[]} values @returns {[number, number]} */
const reach = (values) => [Math.min(RANGE[0], ...values), Math.max(RANGE[1], ...values)];

/**
 * @param {number} low @param {number} high @param {number} from @param {number} to
 * @returns {{at: (value: number) => number, back: (px: number) => number, low: number, high: number}}
 */
export function axisScale(low, high, from, to) {
  const slope = (to - from) / (high - low || 1);
  return { at: (value) => from + (value - low) * slope, back: (px) => low + (px - from) / slope, low, high };
}

/** @param {string} name */
export const shortName = (name) => (name.length > 8 ? `${name.slice(0, 7)}…` : name);

/** Return the centres of the items' shares of the width, with room for names at the left. @param {number} n @param {number} width px @returns {number[]} the centres */
const shares = (n, width) => Array.from({ length: n }, (_, i) => LEFT + ((width - LEFT - 6) / n) * (i + 0.5));

/**
 * @param {Table} table @param {number} width px @param {boolean} [scored] whether the items have scores, which are drawn below
 * @returns {Ground & {band: Band}}
 */
export function scene(table, width, scored = false) {
  const ground = groundOf(table, width);
  const top = ground.height + 12;
  const band = { top, height: BAND, at: shares(table.items.length, width) };
  return { ...ground, height: scored ? top + BAND + NAMES : ground.height, band };
}

/**
 * The scene without the scores.
 * @typedef {{mode: "rows" | "line" | "plane", height: number, boxes: Box[], base: number, x: ReturnType<typeof axisScale> | null, y: ReturnType<typeof axisScale> | null, dots: (row: number) => number}} Ground
 */

/** @param {Table} table @param {number} width px @returns {Ground} */
function groundOf(table, width) {
  const mode = modeOf(table);
  const n = table.items.length;
  const wide = table.items.map((name) =>
    Math.max(30, 9 * shortName(name).length + (mode === "rows" ? 16 : 28)),
  );
  if (mode === "plane") {
    const height = Math.min(360, Math.max(260, width * 0.75));
    const [xs, ys] = table.features.map((f) => f.values);
    const x = axisScale(...reach(xs), LEFT + 16, width - 30);
    const y = axisScale(...reach(ys), height - 44, 26);
    const boxes = table.items.map((_, i) => ({ x: x.at(xs[i]), y: y.at(ys[i]), w: wide[i] }));
    return { mode, height, boxes, base: height - 28, x, y, dots: () => 0 };
  }
  // Room for the longest possible arc, so that no edit of the pairs moves the items.
  const base = Math.min(150, 52 + (mode === "line" ? 90 : 0.3 * width)) + LABEL / 2;
  if (mode === "line") {
    const values = table.features[0].values;
    const x = axisScale(...reach(values), LEFT, width - 30);
    // Items at the same place are drawn below each other, so that each can be grabbed.
    const boxes = table.items.map((_, i) => {
      const under = table.items.filter(
        (_, j) => j < i && Math.abs(x.at(values[j]) - x.at(values[i])) < 26,
      ).length;
      return { x: x.at(values[i]), y: base + under * (LABEL + 4), w: wide[i] };
    });
    const lowest = Math.max(...boxes.map((b) => b.y));
    return {
      mode,
      height: lowest + LABEL / 2 + 40,
      boxes,
      base: lowest + LABEL / 2 + 12,
      x,
      y: null,
      dots: () => 0,
    };
  }
  const step = (width - LEFT - 6) / n;
  const boxes = shares(n, width).map((x, i) => ({ x, y: base, w: Math.min(wide[i], step - 4) }));
  const first = base + LABEL / 2 + DOT / 2 + 6;
  const height = first + DOT * table.rankers.length - DOT / 2 + 6;
  return { mode, height, boxes, base, x: null, y: null, dots: (row) => first + DOT * row };
}

/**
 * Return the curve of a pair, from the higher item to the lower one.
 * @param {Box} from @param {Box} to @param {boolean} straight @returns {{d: string, middle: [number, number], angle: number}}
 */
export function arrowPath(from, to, straight) {
  if (straight) {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const long = Math.hypot(dx, dy) || 1;
    // Curved slightly to the right, so that a pair and its reverse are side by side.
    const bend = 14;
    const mx = (from.x + to.x) / 2 - (dy / long) * bend;
    const my = (from.y + to.y) / 2 + (dx / long) * bend;
    return {
      d: `M${from.x},${from.y}Q${mx},${my} ${to.x},${to.y}`,
      middle: [(from.x + to.x) / 4 + mx / 2, (from.y + to.y) / 4 + my / 2],
      angle: (Math.atan2(dy, dx) * 180) / Math.PI,
    };
  }
  return pairArc(from.x, to.x, Math.min(from.y, to.y) - LABEL / 2);
}
