/** The geometry of a run's round on the drawing, without nodes. Python sends all rounds at once. */

import { arcWidth, arcUnit } from "../draw/pair_arcs.js";

/**
 * @typedef {{column: number | null, threshold: number | null, text: string}} Pick `column`: of the ranker or feature
 *
 * @typedef {Object} RunDrawn one algorithm's rounds; entry s of `weights` and `scores` is after round s
 * @property {string} name name in the link
 * @property {string} label
 * @property {number} rounds number of rounds, perhaps more than are drawn
 * @property {Pick[]} picks pick of round t at t − 1
 * @property {(number | null)[][]} weights by pair, in multiples of the equal share; null for held-out pairs
 * @property {(number | null)[][]} scores by item
 * @property {number} most largest weight in any round
 * @property {[number, number][]} reach range of the scores so far, including 0
 *
 * @typedef {ReturnType<typeof import("./scene.js").scene>} Place
 * @typedef {{feature: number, at: number, now: boolean}} Split place at which a stump separates yes from no, px
 */

/** Return the state drawn at a round: a run that has ended, or is not drawn further, keeps its last one. @param {RunDrawn} run @param {number} t */
const stateAt = (run, t) => Math.min(t, run.weights.length - 1);

/** Return the width of each pair's arrow, px, on one scale for all rounds; null for a pair without weight. @param {RunDrawn} run @param {number} t */
export function arrowWidths(run, t) {
  const unit = arcUnit(run.most);
  return run.weights[stateAt(run, t)].map((w) => (w === null ? null : arcWidth(w, unit)));
}

/** Return the pick of round t; null if the run has no such round. @param {RunDrawn} run @param {number} t */
export const pickAt = (run, t) => (t >= 1 && t <= run.picks.length ? run.picks[t - 1] : null);

/** Return the thresholds of the rounds up to t, that of round t last. @param {RunDrawn} run @param {number} t @param {Place} place @returns {Split[]} */
export function thresholdsUpTo(run, t, place) {
  const now = pickAt(run, t);
  return [...run.picks.slice(0, Math.max(0, t - 1)), ...(now ? [now] : [])].flatMap((pick) => {
    const axis = pick.column === 1 ? place.y : place.x;
    if (pick.threshold === null || pick.column === null || !axis) return [];
    return [{ feature: pick.column, at: axis.at(pick.threshold), now: pick === now }];
  });
}

/** Return the height of each item's score in the band, px, and of 0; null for an item without a score. @param {RunDrawn} run @param {number} t @param {Place} place */
export function scoreHeights(run, t, place) {
  const s = stateAt(run, t);
  const [low, high] = run.reach[s];
  const { top, height } = place.band;
  const at = (/** @type {number} */ score) => top + height * (high > low ? (high - score) / (high - low) : 1);
  return { zero: at(0), marks: run.scores[s].map((score) => (score === null ? null : at(score))) };
}

/** Describe the round in a sentence. @param {RunDrawn} run @param {number} t */
export function roundSentence(run, t) {
  if (t === 0) return "Before round 1 all pairs weigh the same.";
  const pick = pickAt(run, t);
  if (pick) return `Round ${t} picks ${pick.text}.`;
  const last = run.picks.length;
  if (last < run.rounds) return `The drawing stops at round ${last}.`;
  return last ? `${run.label} ended after round ${last}.` : `${run.label} stopped before round 1.`;
}
