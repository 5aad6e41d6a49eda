/** Modified answers of yes-or-no rankers: the pool of a run with them, from which its runs are recomputed. */

import { canBranch } from "./branch_data.js";
/** @import { Run } from "../run/run.js" */
/** @import { BranchGround } from "./branch_data.js" */

/** @typedef {{name: string, bits: readonly number[]}} RankerAnswers a ranker's answer for every item, 1 for yes */

/** Return whether answers can be modified: in a table of yes and no each column is a ranker, even if it says the same of every item. @param {Run} run */
export function canChangeAnswers(run) {
  const ground = run.branch;
  if (!ground || ground.held || ground.mirrored || !run.algos.every((a) => canBranch(run, a))) return false;
  return ground.thresholds.every(Number.isNaN) && ground.thresholds.length === ground.names.length;
}

/**
 * @param {Run} run @param {readonly RankerAnswers[]} answers of the modified rankers
 * @returns {Run | null} the run with the modified pool, but its old rounds; null if its data are not a table of yes and no, or a run cannot be computed here
 */
export function withAnswers(run, answers) {
  const ground = run.branch;
  if (!ground || !canChangeAnswers(run)) return null;
  const codes = ground.codes.slice();
  for (const { name, bits } of answers) {
    const row = ground.names.indexOf(name);
    if (row < 0 || bits.length !== run.n) return null;
    codes.set(bits, row * run.n);
  }
  const branch = Object.freeze({ ...ground, codes });
  return Object.freeze({ ...run, branch, asks: Object.freeze({ ...run.asks, ...asksOf(run, branch) }) });
}

/** Return the answers of a small pool for every item, for drawing. @param {Run} run @param {BranchGround} ground */
const asksOf = ({ asks }, { codes }) => (asks.answers ? { answers: codes } : {});

/** Return whether two pools have the same answers. @param {BranchGround | null} a @param {BranchGround | null} b */
export const haveSameAnswers = (a, b) =>
  a !== null &&
  b !== null &&
  a.codes.length === b.codes.length &&
  a.codes.every((code, i) => code === b.codes[i]);
