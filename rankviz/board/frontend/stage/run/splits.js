/** What each round asks of the items, looked up: the picked ranker's answers, its feature and threshold, its rivals. */

import { stateAt } from "./run.js";
/** @import { All } from "./pack.js" */
/** @import { Algo, Run } from "./run.js" */

/**
 * What all runs share, as rankviz/board/splits.py writes it.
 * @typedef {Object} Splits
 * @property {string[]} columns the features that picked stumps look at
 * @property {Float64Array | null} values (features, items), NaN where missing
 * @property {string[]} pool the rankers of a small pool
 * @property {Uint8Array | null} answers (rankers, items)
 *
 * @typedef {{places: [number | null, number | null][]} & All<"asked">} RunSplits what one run has of it; `places`: each picked ranker's column and threshold, null where it is no stump
 *
 * @typedef {Object} Question what round t asks
 * @property {number} t the round; one that a run has not is its last
 * @property {string} name of the ranker, or of what the round added
 * @property {(item: number) => number} answer 1 is yes, 0 no; of a round without a weak ranker what it adds to the score
 * @property {boolean} yesNo whether it is a weak ranker
 * @property {string} feature that it looks at; "" where it has a name and no threshold
 * @property {((item: number) => number) | null} value of that feature, NaN where missing
 * @property {number} threshold yes above it
 * @property {[number, number, number] | null} pairs in order, tied and reversed; null where they are too many to be counted here
 */

const NO_PLACE = /** @type {[null, null]} */ ([null, null]);

/** The question of round t; null before the first round. @param {Run} run @param {Algo} a @param {number} t @returns {Question | null} */
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

/** Scores that differ by less than this part of the widest gap are tied: they travel in single precision. */
const ALIKE = 1e-6;

/** Counts of the pairs by what is added; null where pairs are not listed. @param {Run} run @param {(item: number) => number} added @returns {[number, number, number] | null} */
function countedBy({ pairHigher, pairLower, n }, added) {
  if (!pairHigher || !pairLower) return null;
  let widest = 0;
  for (let i = 0; i < n; i++) widest = Math.max(widest, Math.abs(added(i)));
  /** @type {[number, number, number]} */
  const counts = [0, 0, 0];
  for (let p = 0; p < pairHigher.length; p++) {
    const gap = added(pairHigher[p]) - added(pairLower[p]);
    counts[Math.abs(gap) <= ALIKE * widest ? 1 : gap > 0 ? 0 : 2] += 1;
  }
  return counts;
}

/** Whether the whole pool can be seen at once. @param {Run} run */
export const hasSmallPool = ({ asks, pairHigher, n }) =>
  asks.answers !== null && pairHigher !== null && asks.answers.length === asks.pool.length * n;

/** What a ranker of a small pool answers. @param {Run} run @param {number} ranker @param {number} item */
export const answerOf = ({ asks, n }, ranker, item) => asks.answers?.[ranker * n + item] ?? 0;

/** The edge by which round t compared a ranker of a small pool; NaN where it did not. @param {Run} run @param {Algo} a @param {number} t @param {number} ranker */
export function edgeAt(run, a, t, ranker) {
  const edge = a.boosted ? a.asked.edge : null;
  return edge && t >= 1 && t <= a.rounds ? edge[(t - 1) * run.asks.pool.length + ranker] : NaN;
}

/** The runs whose pick of round t differs from that of most. @param {Run} run @param {number} t @returns {Set<number>} by index */
export function differingRuns(run, t) {
  const names = run.algos.map((a) => questionAt(run, a, t)?.name ?? "");
  const count = (/** @type {string} */ name) => names.filter((other) => other === name).length;
  const most = names.reduce((best, name) => (count(name) > count(best) ? name : best), names[0] ?? "");
  return new Set(run.algos.filter((_, k) => names[k] !== most).map((a) => a.index));
}
