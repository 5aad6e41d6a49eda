/** The drawn data of single states of a run computed here: scores, places, margins, pair weights. */

import { colourMarks, fillMarginBins, findMovers } from "./tile_values.js";
/** @import { All } from "../run/pack.js" */
/** @import { Run } from "../run/run.js" */
/** @import { BranchGround } from "./branch_data.js" */
/** @import { Problem } from "./problem.js" */
/** @import { Marks } from "./tile_values.js" */

/** @typedef {{scores: Float64Array, norm: number, scale: number, place: Uint16Array}} Drawn a state; `norm`: divisor of its margins */
/** @typedef {Pick<All<"run">, "scores" | "place" | "marginHist" | "leastPair" | "weight" | "factor" | "top" | "topMark" | "topAlike" | "moverHigher" | "moverLower" | "moverBefore" | "moverAfter">} States */

/** Number of pairs listed as gaining most, and as losing most. */
const MOVERS = 3;

/**
 * Only the states shown are filled.
 * @param {Run} run @param {number} bins of margins @param {{problem: Problem, marks: Marks, ground: BranchGround}} of @param {readonly Drawn[]} states
 * @param {Map<number, Float64Array>} weights of the pairs after rounds @param {(t: number) => boolean} shown states to fill
 * @returns {Generator<null, States>} null after each state that was filled
 */
export function* computeDrawnStates({ cells, n }, bins, { problem, marks, ground }, states, weights, shown) {
  const m = problem.lower.length;
  const [count, moved] = [states.length, 2 * MOVERS];
  const found = {
    scores: new Float32Array(count * n),
    place: new Uint16Array(count * n),
    marginHist: new Float32Array(count * bins),
    leastPair: new Uint32Array(count),
    weight: new Uint8Array(count * cells),
    factor: new Float64Array(count * cells),
    top: new Float64Array(count * marks.queries),
    topMark: new Uint32Array(count * marks.queries),
    topAlike: new Uint32Array(count * marks.queries),
    moverHigher: new Uint32Array((count - 1) * moved),
    moverLower: new Uint32Array((count - 1) * moved),
    moverBefore: new Float64Array((count - 1) * moved),
    moverAfter: new Float64Array((count - 1) * moved),
  };
  for (const [t, state] of states.entries()) {
    found.scores.set(state.scores, t * n);
    found.place.set(state.place, t * n);
    const [weight, before] = [weights.get(t), weights.get(t - 1)];
    if (!weight || !shown(t)) continue;
    const row = (/** @type {number} */ length) =>
      /** @type {[number, number]} */ ([t * length, (t + 1) * length]);
    found.leastPair[t] = fillMarginBins(problem, state, found.marginHist.subarray(...row(bins)));
    colourMarks(marks, weight, {
      codes: found.weight.subarray(...row(cells)),
      factors: found.factor.subarray(...row(cells)),
      most: found.top.subarray(...row(marks.queries)),
      mark: found.topMark.subarray(...row(marks.queries)),
      alike: found.topAlike.subarray(...row(marks.queries)),
    });
    if (before)
      findMovers(before, weight).forEach((pair, k) => {
        const at = (t - 1) * moved + k;
        found.moverHigher[at] = ground.higher[pair];
        found.moverLower[at] = ground.lower[pair];
        found.moverBefore[at] = m * Math.max(before[pair], 0);
        found.moverAfter[at] = m * Math.max(weight[pair], 0);
      });
    yield null;
  }
  return found;
}
