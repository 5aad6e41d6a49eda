/** Other answers of rankers that say yes or no: the pool of a run with them, to compute its runs anew. */

import { canBranch } from "./branch_data.js";
/** @import { Run } from "../run/run.js" */
/** @import { BranchGround } from "./branch_data.js" */

/** @typedef {{name: string, bits: readonly number[]}} RankerAnswers what a ranker says of every item, 1 for yes */

/** Whether other answers can be tried: of a table of yes and no each column is a ranker, also one that says the same of every item. @param {Run} run */
export function canChangeAnswers(run) {
  const ground = run.branch;
  if (!ground || ground.held || !run.algos.every((a) => canBranch(run, a))) return false;
  return ground.thresholds.every(Number.isNaN) && ground.thresholds.length === ground.names.length;
}

/**
 * @param {Run} run @param {readonly RankerAnswers[]} answers of some of its rankers
 * @returns {Run | null} with another pool, whose runs are those of before; null where they are of no table of yes and no, or a run cannot be computed here
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

/** What a small pool says of every item, where it is drawn. @param {Run} run @param {BranchGround} ground */
const asksOf = ({ asks }, { codes }) => (asks.answers ? { answers: codes } : {});

/** Whether two pools say the same. @param {BranchGround | null} a @param {BranchGround | null} b */
export const haveSameAnswers = (a, b) =>
  a !== null &&
  b !== null &&
  a.codes.length === b.codes.length &&
  a.codes.every((code, i) => code === b.codes[i]);
