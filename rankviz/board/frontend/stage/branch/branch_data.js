/** A pack's data for branches: the pool's answers, the pairs, and each run's parameters. */

import { makeProblem } from "./problem.js";
/** @import { All, ArrayFinder } from "../run/pack.js" */
/** @import { Algo, Run } from "../run/run.js" */
/** @import { Problem } from "./problem.js" */
/** @import { RunMethod } from "./ranker_search.js" */
/** @import { Votes } from "./votes.js" */

/**
 * @typedef {{params: RunMethod["params"], rows: number, short: string, slot: number, marker: string}} RunRequest a run's request; `rows`: number of the pool's features that it searches; `short`: its branch's short label; `slot`, `marker`: its branch's colour and marker
 * @typedef {{names: string[], rounds: number, runs: (RunRequest | null)[], mirrored?: number, tie?: number}} BranchMeta `mirrored`: number of last features whose rankers are 1 − h of a first one's; `tie`: wins of each side for a tied vote
 *
 * @typedef {Object} BranchGround the data from which branches of all runs are computed
 * @property {string[]} names of the pool's features
 * @property {number} [mirrored] number of last features whose rankers are mirrored
 * @property {number} rounds requested number of rounds
 * @property {(RunRequest | null)[]} runs null for a run that cannot branch here
 * @property {Uint8Array} codes
 * @property {Int32Array} offsets
 * @property {Float64Array} thresholds
 * @property {ArrayLike<number> & Iterable<number>} higher
 * @property {ArrayLike<number> & Iterable<number>} lower
 * @property {Float64Array | null} counts how much each pair counts, if pairs count differently
 * @property {Votes | null} votes votes from which the pairs were made, if nothing is held out
 * @property {Held | null} held null if nothing is held out, or it is too large
 *
 * @typedef {{codes: Uint8Array, grades: Float64Array, query: ArrayLike<number>, higher: Uint32Array, lower: Uint32Array, counts: Float64Array | null}} Held the held-out items and pairs
 */

/**
 * @param {BranchMeta | null | undefined} meta @param {ArrayFinder<"branch">} arrays
 * @param {{pairHigher: Uint32Array | null, pairLower: Uint32Array | null}} marks marks of the map
 * @returns {BranchGround | null} null if the run is too large
 */
export function readGround(meta, arrays, { pairHigher, pairLower }) {
  const { codes, offsets, thresholds, higher, lower, counts, ...out } = arrays.all();
  const [above, below] = [higher ?? pairHigher, lower ?? pairLower];
  if (!meta || !codes || !offsets || !thresholds || !above || !below) return null;
  const { heldCodes, heldGrades, heldQuery, heldHigher, heldLower, heldCounts } = out;
  const held =
    heldCodes && heldGrades && heldQuery && heldHigher && heldLower
      ? {
          codes: heldCodes,
          grades: heldGrades,
          query: heldQuery,
          higher: heldHigher,
          lower: heldLower,
          counts: heldCounts,
        }
      : null;
  const pairs = { higher: above, lower: below, counts };
  return Object.freeze({ ...meta, codes, offsets, thresholds, ...pairs, votes: votesOf(meta, out), held });
}

/** @param {BranchMeta} meta @param {Pick<All<"branch">, "voteA" | "voteB" | "votes">} arrays @returns {Votes | null} */
function votesOf({ tie }, { voteA, voteB, votes }) {
  if (tie === undefined || !voteA || !voteB || !votes) return null;
  const row = (/** @type {number} */ k) => votes.subarray(k * voteA.length, (k + 1) * voteA.length);
  return { tie, a: voteA, b: voteB, won: row(0), lost: row(1), tied: row(2) };
}

/** Return the held-out items as a problem. @param {Held} held @param {Int32Array} offsets of the pool */
export const heldProblem = ({ codes, grades, higher, lower, counts }, offsets) =>
  makeProblem(grades.length, codes, offsets, higher, lower, counts);

/** Return whether a branch of a run can be computed here. @param {Run} run @param {Algo} a */
export const canBranch = (run, a) => a.boosted && Boolean(run.branch?.runs[a.index]);

/**
 * Return the problem as a run searches it, and the run's method.
 * @param {Run} run @param {Algo} a @returns {{problem: Readonly<Problem>, how: RunMethod, asked: RunRequest, ground: BranchGround}}
 */
export function searchOf(run, a) {
  const ground = run.branch;
  const asked = ground?.runs[a.index];
  if (!ground || !asked) throw new Error(`No branch of ${a.label} can be computed here.`);
  const offsets = ground.offsets.subarray(0, asked.rows + 1);
  const problem = makeProblem(run.n, ground.codes, offsets, ground.higher, ground.lower, ground.counts);
  return { problem, how: { algorithm: a.name, params: asked.params }, asked, ground };
}

/** Return a ranker's name as in the engine: `f3 > 0.25`, `f3 ≤ 0.25`, or its plain name. @param {BranchGround} ground @param {number} ranker */
export function rankerLabel({ names, offsets, thresholds, mirrored = 0 }, ranker) {
  let feature = 0;
  while (offsets[feature + 1] <= ranker) feature++;
  const stumps = names.length - mirrored;
  if (feature >= stumps) {
    const cut = thresholds[offsets[feature - stumps + 1] - 1 - (ranker - offsets[feature])];
    return Number.isNaN(cut) ? `not ${names[feature]}` : `${names[feature]} ≤ ${formatG6(cut)}`;
  }
  const threshold = thresholds[ranker];
  return Number.isNaN(threshold) ? names[feature] : `${names[feature]} > ${formatG6(threshold)}`;
}

/** Format a number like Python's `.6g`. @param {number} x */
export function formatG6(x) {
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const [mantissa, power] = x.toExponential(5).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(x.toPrecision(6)));
  const digits = String(Math.abs(exponent)).padStart(2, "0");
  return `${Number(mantissa)}e${exponent < 0 ? "-" : "+"}${digits}`;
}
