/** The splits of each round: the picked ranker's answers, its feature and threshold, and its rivals. */

import { stateAt } from "./run.js";
/** @import { All } from "./pack.js" */
/** @import { Algo, Run } from "./run.js" */

/**
 * Shared by all runs; written by rankviz/board/splits.py.
 * @typedef {Object} Splits
 * @property {string[]} columns the features used by picked stumps
 * @property {Float64Array | null} values (features, items), NaN where missing
 * @property {string[]} pool the rankers of a small pool
 * @property {Uint8Array | null} answers (rankers, items)
 *
 * @typedef {{places: [number | null, number | null][]} & All<"asked">} RunSplits the splits of one run; `places`: each picked ranker's column and threshold, null if it is not a stump
 *
 * @typedef {Object} Question the split of round t
 * @property {number} t the round, at most the run's last
 * @property {string} name of the ranker, or of the function that the round added
 * @property {(item: number) => number} answer 1 for yes, 0 for no; without a weak ranker, what the round adds to the score
 * @property {boolean} yesNo whether the round has a weak ranker
 * @property {string} feature that the ranker uses; "" if it has no threshold
 * @property {((item: number) => number) | null} value of that feature; NaN if missing
 * @property {number} threshold the answer is yes above it
 * @property {[number, number, number] | null} pairs in order, tied and reversed; null if there are too many to count
 */

const NO_PLACE = /** @type {[null, null]} */ ([null, null]);

/** Return the split of round t; null before the first round. @param {Run} run @param {Algo} a @param {number} t @returns {Question | null} */
export function questionAt(run, a, t) {
  const s = stateAt(a, t);
  if (s === 0) return null;
  const ranker = a.pick[s - 1];
  const name = a.rankers[ranker];
  if (!a.boosted) {
    const added = (/** @type {number} */ item) =>
      a.scores[s * run.n + item] - a.scores[(s - 1) * run.n + item];
    return {
      t: s,
      name,
      answer: added,
      yesNo: false,
      feature: "",
      value: null,
      threshold: NaN,
      pairs: countedBy(run, added),
    };
  }
  const [column, threshold] = a.asked.places[ranker] ?? NO_PLACE;
  const { values, columns } = run.asks;
  const crossed = a.asked.crossed;
  const looks = column !== null && values !== null;
  return {
    t: s,
    name,
    answer: (item) => a.h[(s - 1) * run.n + item],
    yesNo: true,
    feature: looks ? columns[column] : "",
    value: looks ? (item) => values[column * run.n + item] : null,
    threshold: threshold ?? NaN,
    pairs: crossed ? [crossed[3 * ranker], crossed[3 * ranker + 1], crossed[3 * ranker + 2]] : null,
  };
}

/**
 * Return the split that a ranker of a small pool would make in the round of t, whether it is picked or not.
 * @param {Run} run @param {Algo} a @param {number} t @param {number} ranker @returns {Question}
 */
export function questionOf(run, a, t, ranker) {
  const answer = (/** @type {number} */ item) => answerOf(run, ranker, item);
  return {
    t: Math.max(1, stateAt(a, t)),
    name: run.asks.pool[ranker],
    answer,
    yesNo: true,
    feature: "",
    value: null,
    threshold: NaN,
    pairs: countedBy(run, answer),
  };
}

/** Scores that differ by less than this share of the widest gap are tied, because they travel in single precision. */
const TIE_TOLERANCE = 1e-6;

/** Count the pairs ordered, tied and reversed by what is added; null if pairs are not listed. @param {Run} run @param {(item: number) => number} added @returns {[number, number, number] | null} */
function countedBy({ pairHigher, pairLower, n }, added) {
  if (!pairHigher || !pairLower) return null;
  let widest = 0;
  for (let i = 0; i < n; i++) widest = Math.max(widest, Math.abs(added(i)));
  /** @type {[number, number, number]} */
  const counts = [0, 0, 0];
  for (let p = 0; p < pairHigher.length; p++) {
    const gap = added(pairHigher[p]) - added(pairLower[p]);
    counts[Math.abs(gap) <= TIE_TOLERANCE * widest ? 1 : gap > 0 ? 0 : 2] += 1;
  }
  return counts;
}

/** Return whether the whole pool can be shown at once. @param {Run} run */
export const hasSmallPool = ({ asks, pairHigher, n }) =>
  asks.answers !== null && pairHigher !== null && asks.answers.length === asks.pool.length * n;

/** Return the answer of a ranker of a small pool. @param {Run} run @param {number} ranker @param {number} item */
export const answerOf = ({ asks, n }, ranker, item) => asks.answers?.[ranker * n + item] ?? 0;

/** Return the edge of a ranker of a small pool in round t; NaN if it was not computed. @param {Run} run @param {Algo} a @param {number} t @param {number} ranker */
export function edgeAt(run, a, t, ranker) {
  const edge = a.boosted ? a.asked.edge : null;
  return edge && t >= 1 && t <= a.rounds ? edge[(t - 1) * run.asks.pool.length + ranker] : NaN;
}
