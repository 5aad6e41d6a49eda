/** A run whose critical pairs are others: votes in which a tie is worth another share of a win, or items of other grades. */

import { canBranch } from "./branch_data.js";
import { mapped } from "./pair_map.js";
import { canFit } from "./preference.js";
import { pairsOf, pairsOfGrades } from "./votes.js";
/** @import { Run } from "../run/run.js" */
/** @import { Pairs } from "./votes.js" */

/** Whether all runs can be computed here for votes in which a tie is worth something else. @param {Run} run */
export const followsTies = (run) =>
  Boolean(run.branch?.votes) &&
  run.algos.every((a) => (a.boosted ? canBranch(run, a) && !ASKS_EQUAL.has(a.name) : canFit(a)));

/** Runs for which Python refuses pairs that count unlike. */
const ASKS_EQUAL = new Set(["push", "smooth-margin"]);

/** @param {Run} run @param {number} tie the wins of either side that a tie is worth @returns {Run | null} with other pairs, whose runs are those of before; null where no order has a vote, or a run cannot be computed here */
export function retied(run, tie) {
  const votes = run.branch?.votes;
  if (!run.branch || !votes || !followsTies(run)) return null;
  const other = { ...votes, tie };
  return paired(run, pairsOf(other), null, { votes: other });
}

/** @param {Run} run @param {ArrayLike<number>} grades of the items @returns {Run | null} the same for other grades */
export function regraded(run, grades) {
  if (!run.hasGrades || grades.length !== run.n || !run.algos.every((a) => canBranch(run, a))) return null;
  return paired(run, pairsOfGrades(grades, run.query), Float64Array.from(grades), {});
}

/** @param {Run} run @param {Pairs} pairs @param {Float64Array | null} grades that imply them @param {Partial<NonNullable<Run["branch"]>>} more of the ground @returns {Run | null} */
function paired(run, pairs, grades, more) {
  const ground = run.branch;
  if (!ground || ground.held || !pairs.higher.length) return null;
  const branch = Object.freeze({ ...ground, ...pairs, ...more });
  const same = !grades && equal(pairs.higher, ground.higher) && equal(pairs.lower, ground.lower);
  return Object.freeze({
    ...run,
    ...(same ? {} : mapped(run, pairs, grades)),
    ...(grades ? { grades } : {}),
    parting: { round: null, text: "" },
    branch,
  });
}

/** Whether two lists hold the same numbers. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function equal(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
