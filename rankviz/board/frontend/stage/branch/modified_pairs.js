/** A run with a modified pair set: votes with another tie value, or items with other grades. */

import { canBranch } from "./branch_data.js";
import { buildPairMap } from "./pair_map.js";
import { canFit } from "./preference.js";
import { pairsOf, pairsOfGrades } from "./votes.js";
/** @import { Run } from "../run/run.js" */
/** @import { Pairs } from "./votes.js" */

/** Return whether all runs can be recomputed for another tie value. @param {Run} run */
export const canChangeTieValue = (run) =>
  Boolean(run.branch?.votes) &&
  run.algos.every((a) => (a.boosted ? canBranch(run, a) && !ASKS_EQUAL.has(a.name) : canFit(a)));

/** Algorithms for which Python rejects pairs that count differently. */
const ASKS_EQUAL = new Set(["push", "smooth-margin"]);

/** @param {Run} run @param {number} tie wins of each side for a tied vote @returns {Run | null} the run with the new pairs, but its old rounds; null if no pair is left, or a run cannot be computed here */
export function withTieValue(run, tie) {
  const votes = run.branch?.votes;
  if (!run.branch || !votes || !canChangeTieValue(run)) return null;
  const other = { ...votes, tie };
  return withPairs(run, pairsOf(other), null, { votes: other });
}

/** @param {Run} run @param {ArrayLike<number>} grades of the items @returns {Run | null} the run with the new pairs, but its old rounds; null if that is impossible */
export function withGrades(run, grades) {
  if (!run.hasGrades || grades.length !== run.n || !run.algos.every((a) => canBranch(run, a))) return null;
  return withPairs(run, pairsOfGrades(grades, run.query), Float64Array.from(grades), {});
}

/** @param {Run} run @param {Pairs} pairs @param {Float64Array | null} grades that imply the pairs @param {Partial<NonNullable<Run["branch"]>>} more further changed data @returns {Run | null} */
function withPairs(run, pairs, grades, more) {
  const ground = run.branch;
  if (!ground || ground.held || !pairs.higher.length) return null;
  const branch = Object.freeze({ ...ground, ...pairs, ...more });
  const same = !grades && equalLists(pairs.higher, ground.higher) && equalLists(pairs.lower, ground.lower);
  return Object.freeze({
    ...run,
    ...(same ? {} : buildPairMap(run, pairs, grades)),
    ...(grades ? { grades } : {}),
    parting: { round: null, text: "" },
    branch,
  });
}

/** Return whether two lists hold the same numbers. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function equalLists(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
