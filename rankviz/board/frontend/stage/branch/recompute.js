/** Recompute all runs for a modified problem, one round at a time. */

import { BranchBuilder } from "./branching.js";
import { rescoreRun } from "./rescored_runs.js";
/** @import { Algo, Run } from "../run/run.js" */

/** Give a branch the label of the run that it replaces. @template {Algo} A @param {A} branch @param {Algo} a @returns {A} */
export const withRunName = (branch, { label, short }) => ({ ...branch, label, short });

/**
 * @param {Run} other the run with the modified problem @param {string} why what was modified, in words @param {(t: number) => boolean} [shown] states for which everything drawn is computed
 * @returns {Generator<Run | null, void>} null while there are more rounds
 */
export function* recompute(other, why, shown = () => true) {
  /** @type {Algo[]} */
  const algos = [];
  for (const a of other.algos) {
    if (!a.boosted) algos.push(yield* rescoreRun(other, a, why, shown));
    else
      for (const found of new BranchBuilder(other, a, 1, why).rounds(undefined, shown)) {
        if (found) algos.push(withRunName(found, a));
        else yield null;
      }
  }
  const rounds = Math.max(0, ...algos.map((a) => a.rounds));
  const [first, last] = other.ends;
  const ends = /** @type {const} */ ([first, last === other.rounds ? rounds : last]);
  yield Object.freeze({ ...other, rounds, ends, algos, here: true });
}

/** Recompute all runs at once. @param {Run} other @param {string} why @returns {Run} */
export function recomputeAll(other, why) {
  for (const found of recompute(other, why)) if (found) return found;
  throw new Error("Runs have an end.");
}
