/** The effect of every α of a grid in each round, by look-up; written by rankviz/board/steps.py. */

/** @import { All, ArrayFinder } from "./pack.js" */

/**
 * @typedef {All<"steps">} Steps one more than the run has rounds if a policy refused one
 *
 * @typedef {Object} Mark a point of the curve; `at`: its place on the grid, possibly outside
 * @property {number} at
 * @property {number} z
 *
 * @typedef {Object} Round the step of one round, on P points of a grid of α; NaN for missing values
 * @property {ArrayLike<number>} alphas increasing
 * @property {ArrayLike<number>} z factor of the loss
 * @property {ArrayLike<number>} loss the resulting loss
 * @property {ArrayLike<number> | null} bound RB-C's (18), which RB-C minimises instead of Z
 * @property {ArrayLike<number> | null} z2 factor of Ê2, where the run lowers another loss
 * @property {ArrayLike<number>} correct weight of the correctly ordered pairs after the step, in 255ths
 * @property {ArrayLike<number>} reversed
 * @property {Mark & {correct: number, reversed: number}} taken the step taken, and both shares after it
 * @property {Mark & {alpha: number}} least the minimum of Z; no α if Z keeps falling
 * @property {Mark} boundLeast the minimum of the bound
 */

const MARKS = 9;

/** @param {ArrayFinder<"steps">} arrays of a run @returns {Steps | null} */
export const readSteps = (arrays) => (arrays.has("z") ? arrays.all() : null);

/** Return the step of a round. @param {Steps} s @param {number} round from 1 on @returns {Round | null} null if the round has no curve */
export function stepAt(s, round) {
  const i = round - 1;
  const points = s.grid.length ? s.z.length / s.grid.length : 0;
  const row = (/** @type {Float32Array} */ all, /** @type {number} */ k = i) =>
    all.subarray(k * points, (k + 1) * points);
  if (i < 0 || i >= s.grid.length || Number.isNaN(s.z[i * points])) return null;
  const [at, z, correct, reversed, alpha, leastAt, leastZ, boundAt, bound] = s.marks.subarray(
    i * MARKS,
    (i + 1) * MARKS,
  );
  return {
    alphas: row(s.alphas, s.grid[i]),
    z: row(s.z),
    loss: row(s.loss),
    bound: s.bound && row(s.bound),
    z2: s.z2 && row(s.z2),
    correct: s.parts.subarray(2 * i * points, (2 * i + 1) * points),
    reversed: s.parts.subarray((2 * i + 1) * points, 2 * (i + 1) * points),
    taken: { at, z, correct, reversed },
    least: { at: leastAt, z: leastZ, alpha },
    boundLeast: { at: boundAt, z: bound },
  };
}

/** Return whether the round after a run's last was refused and has a curve. @param {Steps} s @param {number} rounds of the run */
export const hasRefused = (s, rounds) => s.grid.length > rounds;

/** Write an α of a grid as in a fork: grids hold short decimals. @param {number} alpha */
export const gridAlpha = (alpha) => String(Number(alpha.toPrecision(6)));
