/** Recompute runs that score the items of votes, for modified votes: scores of each round, and what tiles draw of them. */

import { HERE } from "./branching.js";
import { computeDrawnStates } from "./drawn_states.js";
import { countErrors, rankingOf } from "./measures.js";
import { fitScores, logistic } from "./preference.js";
import { makeProblem } from "./problem.js";
import { marksOf } from "./tile_values.js";
import { TIE } from "./ranker_search.js";
/** @import { Run, Scored } from "../run/run.js" */
/** @import { Fit } from "./preference.js" */
/** @import { Problem } from "./problem.js" */

/**
 * @param {Run} run with the modified votes @param {Scored} a @param {string} why what was modified, in words
 * @param {(t: number) => boolean} shown states to fill
 * @returns {Generator<null, Scored>} null while unfinished
 */
export function* rescoreRun(run, a, why, shown) {
  const ground = run.branch;
  if (!ground?.votes) throw new Error(`${a.label} cannot be computed here.`);
  const { codes, offsets, higher, lower, counts } = ground;
  const problem = makeProblem(run.n, codes, offsets, higher, lower, counts);
  const fit = fitScores(a, run.n, ground.votes, ground.rounds);
  const ranking = rankingOf(run.n, { grades: run.grades, query: run.query });
  yield null;
  const states = fit.scores.map((scores) => {
    const scale = scores.reduce((high, x) => Math.max(high, Math.abs(x)), 0);
    const norm = scores.reduce((x, y) => Math.max(x, y)) - scores.reduce((x, y) => Math.min(x, y));
    const { reversed, tied } = countErrors(problem, scores, TIE * scale);
    const m = higher.length;
    const errors = { r1: (reversed + tied) / m, r2: (reversed + 0.5 * tied) / m };
    return { scores, scale, norm, ...errors, ...ranking(scores, TIE * scale) };
  });
  const all = states.map(({ scores }) => weightsOf(fit, problem, counts, scores));
  yield null;
  const marks = marksOf(run, ground);
  const weights = new Map(all.map((weight, t) => [t, weight]));
  const drawn = yield* computeDrawnStates(
    run,
    a.marginBins.length - 1,
    { problem, marks, ground },
    states,
    weights,
    shown,
  );
  /** @type {Record<string, ArrayLike<number>>} */
  const known = {
    ...fit.own,
    r1: states.map((s) => s.r1),
    r2: states.map((s) => s.r2),
    ties: states.map((s) => 2 * (s.r1 - s.r2)),
    ndcg5: states.map((s) => s.ndcg5),
  };
  return Object.freeze({
    ...a,
    rounds: fit.steps.length,
    stopped: fit.stopped,
    words: states.map(() => [`${HERE}: ${why}.`]),
    curves: Object.fromEntries(
      Object.keys(a.curves).map((name) => [
        name,
        Float64Array.from(known[name] ?? new Float64Array(states.length).fill(NaN)),
      ]),
    ),
    best: {},
    pick: new Uint16Array(fit.steps.length),
    alpha: Float64Array.from(fit.steps),
    ...drawn,
    cellCorrect: null,
    cellReversed: null,
  });
}

/** Return each pair's share of the gradient, or of all counts. @param {Fit} fit @param {Problem} problem @param {Float64Array | null} counts @param {Float64Array} scores @returns {Float64Array} */
function weightsOf({ pull }, { n, start, lower, amounts }, counts, scores) {
  const m = lower.length;
  if (!pull) return amounts?.first.slice() ?? new Float64Array(m).fill(1 / m);
  const weight = new Float64Array(m);
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++)
      weight[i] = (counts?.[i] ?? 1) * logistic(scores[lower[i]] - scores[x]);
  const total = weight.reduce((sum, w) => sum + w, 0);
  return weight.map((w) => (total > 0 ? w / total : 0));
}
