/** Items at other places of their features: the stumps that part them now, as rankviz/engine/algorithms/boosting/stumps.py makes them, to compute a run anew. */

import { canBranch } from "./branch_data.js";
import { equalLists } from "./modified_pairs.js";
/** @import { Run } from "../run/run.js" */
/** @import { BranchGround } from "./branch_data.js" */

/** @typedef {{name: string, values: readonly number[]}} FeatureValues a feature, with its value of every item */
/** @typedef {Pick<BranchGround, "codes" | "offsets" | "thresholds">} Stumps */

/** As MAX_THRESHOLDS of stumps.py: beyond it Python draws a sample. */
const MOST = 255;

/**
 * @param {Run} run @param {readonly FeatureValues[]} features all that it has
 * @returns {Run | null} with the stumps of other values, whose runs are those of before; null where no stump parts the items, or a run cannot be computed here
 */
export function withMovedItems(run, features) {
  const ground = run.branch;
  if (!ground || !canMove(run, ground, features)) return null;
  const made = stumpsOf(run.n, features);
  if (!made) return null;
  const asks = {
    ...run.asks,
    columns: features.map(({ name }) => name),
    values: Float64Array.from(features.flatMap(({ values }) => values)),
  };
  return Object.freeze({
    ...run,
    parting: { round: null, text: "" },
    branch: Object.freeze({ ...ground, ...made }),
    asks: Object.freeze(asks),
  });
}

/** @param {Run} run @param {BranchGround} ground @param {readonly FeatureValues[]} features */
function canMove(run, { held, names, thresholds }, features) {
  // Regions, of which Python may draw a sample, are names beside those of the features.
  if (held || names.length !== features.length || thresholds.every(Number.isNaN)) return false;
  return (
    run.algos.every((a) => canBranch(run, a)) &&
    features.every(
      ({ name, values }, f) => name === names[f] && values.length === run.n && values.every(Number.isFinite),
    )
  );
}

/** @param {number} n @param {readonly FeatureValues[]} features @returns {Stumps | null} null where no stump parts two items, or they are too many */
function stumpsOf(n, features) {
  const cuts = features.map(({ values }) => cutsOf(values));
  const count = cuts.reduce((sum, of) => sum + of.length, 0);
  if (count === 0 || cuts.some((of) => of.length > MOST)) return null;
  const codes = new Uint8Array(features.length * n);
  const offsets = new Int32Array(features.length + 1);
  features.forEach(({ values }, f) => {
    offsets[f + 1] = offsets[f] + cuts[f].length;
    values.forEach((value, i) => (codes[f * n + i] = cuts[f].filter((cut) => cut < value).length));
  });
  return { codes, offsets, thresholds: Float64Array.from(cuts.flat()) };
}

/** The thresholds between distinct values, rising. @param {readonly number[]} values @returns {number[]} */
function cutsOf(values) {
  const known = [...new Set(values)].sort((a, b) => a - b);
  return known.slice(1).map((high, k) => {
    const low = known[k];
    const middle = low / 2 + high / 2;
    // Between neighbouring numbers the midpoint rounds up to the higher one, which would split nothing off.
    return middle < high ? Math.max(middle, low) : low;
  });
}

/** Whether two pools have the same stumps. @param {BranchGround | null} a @param {BranchGround | null} b */
export const haveSameStumps = (a, b) =>
  a !== null && b !== null && equalLists(a.codes, b.codes) && equalLists(a.thresholds, b.thresholds);
