/** What a round of a run looks like on the drawing: pure geometry, no nodes. Python sends all rounds at once. */

import { arcWidth, arcUnit } from "../draw/pair_arcs.js";

/**
 * @typedef {{column: number | null, threshold: number | null, text: string}} Pick the column it looks at: a ranker's or a feature's
 *
 * @typedef {Object} RunDrawn one algorithm's rounds; entry s of `weights` and `scores` is after round s
 * @property {string} name in the link
 * @property {string} label
 * @property {number} rounds how many there are; those drawn may be fewer
 * @property {Pick[]} picks of round t at t − 1
 * @property {(number | null)[][]} weights by pair, in multiples of the equal share; null for what is held out
 * @property {(number | null)[][]} scores by item
 * @property {number} most the largest weight in any round
 * @property {[number, number][]} reach of the scores so far, 0 among them
 *
 * @typedef {ReturnType<typeof import("./scene.js").scene>} Place
 * @typedef {{feature: number, at: number, now: boolean}} Split where a stump parts yes from no, px
 */

/** The state that is drawn at a round: a run that has ended, or is drawn no further, keeps its last one. @param {RunDrawn} run @param {number} t */
export const stateAt = (run, t) => Math.min(t, run.weights.length - 1);

/** How wide each pair's arrow is, px, on one scale for all rounds; null where the pair has no weight. @param {RunDrawn} run @param {number} t */
export function arrowWidths(run, t) {
  const unit = arcUnit(run.most);
  return run.weights[stateAt(run, t)].map((w) => (w === null ? null : arcWidth(w, unit)));
}

/** The pick of round t; null where the run has no such round. @param {RunDrawn} run @param {number} t */
export const pickAt = (run, t) => (t >= 1 && t <= run.picks.length ? run.picks[t - 1] : null);

/** The thresholds of the rounds up to t, that of round t last. @param {RunDrawn} run @param {number} t @param {Place} place @returns {Split[]} */
export function thresholdsUpTo(run, t, place) {
  const now = pickAt(run, t);
  return [...run.picks.slice(0, Math.max(0, t - 1)), ...(now ? [now] : [])].flatMap((pick) => {
    const axis = pick.column === 1 ? place.y : place.x;
    if (pick.threshold === null || pick.column === null || !axis) return [];
    return [{ feature: pick.column, at: axis.at(pick.threshold), now: pick === now }];
  });
}

/** How high each item's score stands in the band, px, and where 0 is; null for an item without a score. @param {RunDrawn} run @param {number} t @param {Place} place */
export function scoreHeights(run, t, place) {
  const s = stateAt(run, t);
  const [low, high] = run.reach[s];
  const { top, height } = place.band;
  const at = (/** @type {number} */ score) => top + height * (high > low ? (high - score) / (high - low) : 1);
  return { zero: at(0), marks: run.scores[s].map((score) => (score === null ? null : at(score))) };
}

/** What happens in the round, in a sentence. @param {RunDrawn} run @param {number} t */
export function roundSentence(run, t) {
  if (t === 0) return "Before round 1 all pairs weigh the same.";
  const pick = pickAt(run, t);
  if (pick) return `Round ${t} picks ${pick.text}.`;
  const last = run.picks.length;
  if (last < run.rounds) return `The drawing stops at round ${last}.`;
  return last ? `${run.label} ended after round ${last}.` : `${run.label} stopped before round 1.`;
}
