/** Places of a round's step in its box: curves as paths, and the marks on them. Layout arithmetic only. */

import { linear, linePath } from "../../draw/svg.js";
/** @import { Round } from "../../run/steps.js" */

/**
 * @typedef {Object} Box of the plot, px
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 *
 * @typedef {{x: number, y: number} | null} Point null if it is outside the box
 *
 * @typedef {Object} Drawing
 * @property {string} z path of Z(α)
 * @property {string} z2 path of the factor of Ê2, empty if it is not drawn
 * @property {number | null} other y of that factor at the α taken
 * @property {(i: number) => number | null} atOther y of that factor at a grid point, clipped to the box
 * @property {string} bound path of RB-C's bound, empty if there is none
 * @property {number} one y of Z = 1, at which the loss is unchanged
 * @property {number} zero x of α = 0
 * @property {Point} taken the α taken, on Z(α)
 * @property {Point} least the minimum of Z
 * @property {Point} boundLeast the minimum of the bound
 * @property {"" | "left" | "right"} beyond the side on which Z has its minimum outside the box, or keeps falling
 * @property {(i: number) => {x: number, y: number}} at a grid point on Z(α), clipped to the box
 */

/** Distance of Z = 1 from the top, as a share of the height below it. */
const ABOVE = 0.4;

/**
 * @param {Round} round @param {Box} box
 * @param {number | null} [factor2] by what the step taken multiplied Ê2, NaN without one; null: Ê2 is not drawn
 * @returns {Drawing}
 */
export function layOutStep(round, { left, right, top, bottom }, factor2 = null) {
  const z2 = factor2 === null ? null : round.z2;
  const last = round.z.length - 1;
  const known = [...Array.from(round.z), ...Array.from(z2 ?? []), round.taken.z, round.least.z].filter(
    Number.isFinite,
  );
  const low = Math.min(1, ...known);
  const above = Math.max(1, ...[round.taken.z, factor2 ?? NaN].filter(Number.isFinite));
  const high = above + ABOVE * Math.max(above - low, 1e-9);
  const x = linear(0, last, left, right);
  const y = linear(low, high, bottom, top);
  const point = (/** @type {number} */ at, /** @type {number} */ v) =>
    at >= 0 && at <= last && Number.isFinite(v) ? { x: x(at), y: y(v) } : null;
  const zero = Array.from(round.alphas).findIndex((a) => a === 0);
  const falling = round.z[last] < round.z[0] ? "right" : "left";
  return {
    z: linePath(round.z, x, y),
    z2: z2 ? linePath(z2, x, y) : "",
    other: factor2 !== null && Number.isFinite(factor2) ? y(factor2) : null,
    atOther: (i) => (z2 ? Math.max(top, y(z2[i])) : null),
    bound: round.bound ? linePath(round.bound, x, y) : "",
    one: y(1),
    zero: x(zero),
    taken: point(round.taken.at, round.taken.z),
    least: point(round.least.at, round.least.z),
    boundLeast: round.bound ? point(round.boundLeast.at, round.boundLeast.z) : null,
    beyond: point(round.least.at, round.least.z) ? "" : falling,
    at: (i) => ({ x: x(i), y: Math.max(top, y(round.z[i])) }),
  };
}

/** Distance of labels on the axis, px. */
const APART = 40;

/** Choose which α of a grid are labelled: 0, and others evenly spaced. @param {ArrayLike<number>} alphas @param {number} width px @returns {number[]} their indices */
export function axisPlaces(alphas, width) {
  const zero = Array.from(alphas).findIndex((a) => a === 0);
  const every = (6 * width) / (alphas.length - 1) < APART ? 12 : 6;
  return Array.from(alphas, (_, i) => i).filter((i) => (i - zero) % every === 0);
}
