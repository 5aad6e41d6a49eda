/** The range of values that a chart shows, and a scale that compresses the start of a run where it would flatten the rest. */

import { linear, ticks } from "./svg.js";
/** @import { Scale } from "./svg.js" */

/** Runs shorter than this are not compressed. */
const MANY = 8;
/** The share of the height for the compressed start. */
const SQUEEZED = 0.16;

/** @typedef {{low: number, high: number, bend: number | null}} Range values from `low` to `high`; above `bend` the scale is compressed */

/** @param {ArrayLike<number>[]} lists @param {number} [from] first index included @returns {[number, number]} minimum and maximum; 0 and 1 if there is no value */
export function valueExtent(lists, from = 0) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists)
    for (let i = Math.max(0, Math.min(from, list.length - 1)); i < list.length; i++) {
      if (!Number.isFinite(list[i])) continue;
      low = Math.min(low, list[i]);
      high = Math.max(high, list[i]);
    }
  return high >= low ? [low, high] : [0, 1];
}

/**
 * Return the range of losses or errors: from 0 if values come close to it; it always includes the start value.
 * @param {ArrayLike<number>[]} lists @param {number} rounds @param {boolean} [bends] whether the start may be compressed
 * @returns {Range}
 */
export function fallingRange(lists, rounds, bends = false) {
  const [least, high] = valueExtent(lists);
  const [lowLater, highLater] = valueExtent(lists, Math.ceil(rounds * 0.04));
  const many = bends && rounds >= MANY && high > highLater && highLater > lowLater;
  const top = many ? highLater : high;
  const floor =
    Math.min(least, lowLater) > 0.45 * top ? Math.max(0, least - (top - least) * 0.15) : Math.min(0, least);
  const flat = many && highLater - floor < 0.62 * (high - floor);
  if (high === floor) return { low: Math.min(0, high), high: Math.max(high, 0) || 1, bend: null };
  return { low: floor, high, bend: flat ? highLater + (highLater - floor) * 0.04 : null };
}

/** @param {ArrayLike<number>[]} lists @param {number} [pad] share of the extent to add at either end @returns {Range} */
export function wholeRange(lists, pad = 0.05) {
  const [low, high] = valueExtent(lists);
  const more = high > low ? (high - low) * pad : 0.5;
  return { low: low - more, high: high + more, bend: null };
}

/**
 * Return the range of a chart that magnifies some values: values above them are compressed, not cut off, so that no round is empty.
 * @param {readonly [number, number]} window the magnified values @param {ArrayLike<number>[]} lists @returns {Range}
 */
export function windowRange([low, high], lists) {
  const [, most] = valueExtent(lists);
  return most > high ? { low, high: most, bend: high } : { low, high, bend: null };
}

/** @param {Range} range @param {number} bottom px @param {number} top px @returns {Scale} */
export function rangeScale({ low, high, bend }, bottom, top) {
  if (bend === null) return linear(low, high, bottom, top);
  const knee = top + (bottom - top) * SQUEEZED;
  const [rest, start] = [linear(low, bend, bottom, knee), linear(bend, high, knee, top)];
  return (v) => (v <= bend ? rest(v) : start(v));
}

/** Return ticks at round numbers up to the bend, and at the start value above it. @param {Range} range @param {number} count @returns {number[]} */
export const rangeTicks = ({ low, high, bend }, count) =>
  bend === null ? ticks(low, high, count) : [...ticks(low, bend, count), high];

/** Return decades, with 2 and 5 between them if there are too few. @param {number} low base-10 logarithms @param {number} high @param {number} count */
export function logTicks(low, high, count) {
  if (high - low > 2.2) return ticks(low, high, count).filter(Number.isInteger);
  const steps = high - low > 0.7 ? [1, 2, 5] : [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
  const out = [];
  for (let e = Math.floor(low); e <= high; e++) for (const s of steps) out.push(e + Math.log10(s));
  return out.filter((v) => v >= low - 1e-9 && v <= high + 1e-9);
}

/** Return the ticks whose labels do not overlap, starting with the last, which is the start value. @param {number[]} values @param {Scale} y @param {number} apart px */
export function legibleTicks(values, y, apart) {
  /** @type {number[]} */
  const out = [];
  for (const v of [...values].reverse()) if (out.every((w) => Math.abs(y(v) - y(w)) >= apart)) out.unshift(v);
  return out;
}

/**
 * Spread labels beside the ends of lines, each as close to its line as possible.
 * @param {number[]} wanted wanted positions, px @param {number} gap smallest distance between two @param {number} low smallest position of the first
 * @param {number} high largest position of the last
 * @returns {number[]} the positions in the given order; if the room is too small, they start at `low`, `gap` apart
 */
export function spreadLabels(wanted, gap, low, high) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const at = order.map((i) => wanted[i]);
  for (let k = 0, least = low; k < at.length; k++, least = at[k - 1] + gap) at[k] = Math.max(at[k], least);
  for (let k = at.length - 1, most = high; k >= 0; k--, most = at[k + 1] - gap) at[k] = Math.min(at[k], most);
  for (let k = 0, least = low; k < at.length; k++, least = at[k - 1] + gap) at[k] = Math.max(at[k], least);
  const out = new Array(wanted.length);
  order.forEach((i, k) => (out[i] = at[k]));
  return out;
}
