/** Each feature's share of the trees' gain so far, by look-up. */

import { stateAt } from "./run.js";
/** @import { Algo, Run } from "./run.js" */

/**
 * The importances of one run that grows trees: rows by state, columns by listed feature.
 * @typedef {Object} Importance
 * @property {Algo} algo
 * @property {number[]} listed the numbers of the features
 * @property {Float32Array} share of all gain so far
 * @property {Uint32Array} questions so far
 * @property {Uint32Array} featuresAsked how many features were used, by state
 */

/**
 * A feature at the cursor, with one entry per algorithm.
 * @typedef {{feature: number, shares: number[], questions: number[], fresh: boolean[]}} Feature `fresh`: whether this round's tree uses it
 */

/** Return whether any of these runs grows trees. @param {Run} run */
export const growsTrees = (run) => listImportances(run).length > 0;

/** @param {Run} run @returns {Importance[]} one per run that grows trees */
export function listImportances(run) {
  const { trees } = run.pictures;
  if (!trees) return [];
  return run.algos.flatMap((algo) => {
    const arrays = trees.arrays.of("trees", algo.index);
    if (!arrays.has("gain_share")) return [];
    return [
      {
        algo,
        listed: trees.meta.listed,
        share: arrays.get("gain_share"),
        questions: arrays.get("questions"),
        featuresAsked: arrays.get("features_asked"),
      },
    ];
  });
}

/** Possible upper ends of the scale of shares. */
const REACHES = [0.1, 0.2, 0.3, 0.4, 0.6, 0.8];

/** Return the smallest scale that holds the shares of these features. @param {readonly Feature[]} features */
export function shareScaleEnd(features) {
  const most = Math.max(0, ...features.flatMap(({ shares }) => shares));
  return REACHES.find((reach) => most <= reach) ?? 1;
}

/** Return the features used up to round t, by decreasing share. @param {Importance[]} all @param {number} t @returns {Feature[]} */
export function featuresAt(all, t) {
  const listed = all[0]?.listed ?? [];
  const found = listed.map((feature, i) => {
    const at = all.map(({ algo }) => stateAt(algo, t) * listed.length + i);
    const questions = all.map((each, k) => each.questions[at[k]]);
    return {
      feature,
      shares: all.map((each, k) => each.share[at[k]]),
      questions,
      fresh: all.map(
        ({ algo, ...each }, k) =>
          t > 0 && t <= algo.rounds && questions[k] > each.questions[at[k] - listed.length],
      ),
    };
  });
  return found
    .filter(({ questions }) => questions.some((n) => n > 0))
    .sort((p, q) => Math.max(...q.shares) - Math.max(...p.shares) || p.feature - q.feature);
}
