/** The pairs whose weight changed most in a round. */

/** @import { Algo, Run } from "./run.js" */

/** Number of pairs listed as gaining, and as losing. */
export const LISTED = 3;

/**
 * @typedef {{pair: [number, number], before: number, after: number}} Mover weights in equal shares
 * @param {Run} run @param {Algo} a @param {number} t from 1 on @param {number} i below 2 · LISTED
 * @returns {Mover | null} null if the round lists fewer
 */
export function moverOf(run, a, t, i) {
  const at = (t - 1) * 2 * LISTED + i;
  const [hi, lo] = [a.moverHigher[at], a.moverLower[at]];
  return hi < run.n && lo < run.n && hi !== lo
    ? { pair: [hi, lo], before: a.moverBefore[at], after: a.moverAfter[at] }
    : null;
}

/** @param {Run} run @param {Algo} a @param {number} t @returns {Mover[]} */
export const moversOf = (run, a, t) =>
  Array.from({ length: 2 * LISTED }, (_, i) => moverOf(run, a, t, i)).filter((m) => m !== null);
