/** The extent of the histograms of margins over a whole run, in bins and in height. */

/** @import { Algo } from "../../run/run.js" */

/**
 * Return the bins used in any round, on both sides of 0. Round 0, in which all margins are 0, always fits.
 * @param {Algo} a @returns {[number, number]} the first bin, and the one after the last
 */
export function usedBins(a) {
  const bins = a.marginBins.length - 1;
  const zero = a.marginBins.findIndex((e) => e >= 0);
  let from = Math.max(0, zero - 3);
  let to = Math.min(bins, zero + 3);
  for (let t = Math.min(2, a.rounds); t <= a.rounds; t++) {
    for (let b = 0; b < from; b++) if (a.marginHist[t * bins + b] > 0) from = b;
    for (let b = bins; b > to; b--) if (a.marginHist[t * bins + b - 1] > 0) to = b;
  }
  return [from, to];
}

/**
 * Return the height of the histogram: what the last two thirds of the run need; taller bars before that are labelled.
 * @param {Algo} a @param {number} rounds @returns {number} share of the pairs
 */
export function tallestBar(a, rounds) {
  const bins = a.marginBins.length - 1;
  let most = 0;
  for (let t = Math.min(a.rounds, Math.ceil(Math.min(a.rounds, rounds) / 3)); t <= a.rounds; t++)
    for (let b = 0; b < bins; b++) most = Math.max(most, a.marginHist[t * bins + b]);
  return most || 1;
}
