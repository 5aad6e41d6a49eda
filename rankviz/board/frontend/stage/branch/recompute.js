/** All runs anew of a problem that has changed, a round at a time. */

import { BranchBuilder } from "./branching.js";
import { rescoreRun } from "./rescored_runs.js";
/** @import { Algo, Run } from "../run/run.js" */

/** A branch under the name of the run that it stands for. @template {Algo} A @param {A} branch @param {Algo} a @returns {A} */
export const withRunName = (branch, { label, short }) => ({ ...branch, label, short });

/**
 * @param {Run} other the problem @param {string} why what is otherwise, in words @param {(t: number) => boolean} [shown] of which states all is drawn
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

/** The same at once. @param {Run} other @param {string} why @returns {Run} */
export function recomputeAll(other, why) {
  for (const found of recompute(other, why)) if (found) return found;
  throw new Error("Runs have an end.");
}
