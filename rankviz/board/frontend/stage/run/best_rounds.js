/** The rounds with the lowest test error, R̂2 on held-out pairs. */

/** @import { Algo, Run } from "./run.js" */

/** @typedef {{t: number, algos: Algo[]}} Best a round, and the algorithms whose best it is */

/** @param {Run} run @returns {{algo: Algo, t: number}[]} the best round of each algorithm; empty if nothing is held out */
export const bestOfEach = ({ algos }) =>
  algos.flatMap((algo) => (algo.best.r2_holdout === undefined ? [] : [{ algo, t: algo.best.r2_holdout }]));

/** @param {Run} run @returns {Best[]} by round */
export function bestRounds(run) {
  /** @type {Map<number, Algo[]>} */
  const found = new Map();
  for (const { algo, t } of bestOfEach(run)) found.set(t, [...(found.get(t) ?? []), algo]);
  return [...found].sort(([s], [t]) => s - t).map(([t, those]) => ({ t, algos: those }));
}

/** Return the next best round after a round; after the last, the first. @param {readonly Best[]} bests @param {number} t @param {number} last round that may be shown @returns {Best | null} null if there is no other */
export function nextBest(bests, t, last) {
  const shown = bests.filter((b) => b.t <= last);
  const next = shown.find((b) => b.t > t) ?? shown[0];
  return next && next.t !== t ? next : null;
}
