/** What every α on a grid would make of a round: as rankviz/board/steps.py writes it, looked up by round. */

/** @import { All, ArrayFinder } from "./pack.js" */

/**
 * @typedef {All<"steps">} Steps one round more than the run has, where a policy refused it
 *
 * @typedef {Object} Mark a point of the curve; `at` is its place on the grid, which it may lie outside of
 * @property {number} at
 * @property {number} z
 *
 * @typedef {Object} Round the step of one round, on P points of a grid of α; NaN stands for what there is not
 * @property {ArrayLike<number>} alphas rising
 * @property {ArrayLike<number>} z what the loss is multiplied by
 * @property {ArrayLike<number>} loss what it comes to
 * @property {ArrayLike<number> | null} bound RB-C's (18), which it minimises in place of Z
 * @property {ArrayLike<number>} correct 255ths of all weight after the step, of the pairs ordered correctly
 * @property {ArrayLike<number>} reversed
 * @property {Mark & {correct: number, reversed: number}} taken the step taken, with both shares after it
 * @property {Mark & {alpha: number}} least where Z is least; no α where it falls for ever
 * @property {Mark} boundLeast where the bound is least, and its value there
 */

const MARKS = 9;

/** @param {ArrayFinder<"steps">} arrays of a run @returns {Steps | null} */
export const readSteps = (arrays) => (arrays.has("z") ? arrays.all() : null);

/** The step of a round. @param {Steps} s @param {number} round from 1 on @returns {Round | null} null where the round has no curve */
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
    correct: s.parts.subarray(2 * i * points, (2 * i + 1) * points),
    reversed: s.parts.subarray((2 * i + 1) * points, 2 * (i + 1) * points),
    taken: { at, z, correct, reversed },
    least: { at: leastAt, z: leastZ, alpha },
    boundLeast: { at: boundAt, z: bound },
  };
}

/** Whether the round that comes after a run's last was refused, and has a curve. @param {Steps} s @param {number} rounds of the run */
export const hasRefused = (s, rounds) => s.grid.length > rounds;

/** An α of a grid as it is written in a branch: grids hold short decimals. @param {number} alpha */
export const gridAlpha = (alpha) => String(Number(alpha.toPrecision(6)));
