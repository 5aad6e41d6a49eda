/** Items with other feature values: their stumps, as in rankviz/engine/algorithms/boosting/stumps.py, from which runs are recomputed. */

import { canBranch } from "./branch_data.js";
import { equalLists } from "./modified_pairs.js";
/** @import { Run } from "../run/run.js" */
/** @import { BranchGround } from "./branch_data.js" */

/** @typedef {{name: string, values: readonly number[]}} FeatureValues a feature and its value for every item */
/** @typedef {Pick<BranchGround, "codes" | "offsets" | "thresholds">} Stumps */

/** As MAX_THRESHOLDS of stumps.py; above it Python samples thresholds. */
const MAX_THRESHOLDS = 255;

/**
 * @param {Run} run @param {readonly FeatureValues[]} features all features of the run
 * @returns {Run | null} the run with the stumps of the new values, but its old rounds; null if no stump separates items, or a run cannot be computed here
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
  // Regions, which Python may sample, are further names after those of the features.
  if (held || names.length !== features.length || thresholds.every(Number.isNaN)) return false;
  return (
    run.algos.every((a) => canBranch(run, a)) &&
    features.every(
      ({ name, values }, f) => name === names[f] && values.length === run.n && values.every(Number.isFinite),
    )
  );
}

/** @param {number} n @param {readonly FeatureValues[]} features @returns {Stumps | null} null if no stump separates two items, or there are too many */
function stumpsOf(n, features) {
  const cuts = features.map(({ values }) => cutsOf(values));
  const count = cuts.reduce((sum, of) => sum + of.length, 0);
  if (count === 0 || cuts.some((of) => of.length > MAX_THRESHOLDS)) return null;
  const codes = new Uint8Array(features.length * n);
  const offsets = new Int32Array(features.length + 1);
  features.forEach(({ values }, f) => {
    offsets[f + 1] = offsets[f] + cuts[f].length;
    values.forEach((value, i) => (codes[f * n + i] = cuts[f].filter((cut) => cut < value).length));
  });
  return { codes, offsets, thresholds: Float64Array.from(cuts.flat()) };
}

/** Return the thresholds between distinct values, in increasing order. @param {readonly number[]} values @returns {number[]} */
function cutsOf(values) {
  const known = [...new Set(values)].sort((a, b) => a - b);
  return known.slice(1).map((high, k) => {
    const low = known[k];
    const middle = low / 2 + high / 2;
    // Between adjacent floats the midpoint rounds up to the higher one, which would separate nothing.
    return middle < high ? Math.max(middle, low) : low;
  });
}

/** Return whether two pools have the same stumps. @param {BranchGround | null} a @param {BranchGround | null} b */
export const haveSameStumps = (a, b) =>
  a !== null && b !== null && equalLists(a.codes, b.codes) && equalLists(a.thresholds, b.thresholds);
