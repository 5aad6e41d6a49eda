/** Bradley–Terry and net wins, fitted to votes as in rankviz/engine/algorithms/preference: scores round by round. */

import { strongComponents } from "./preference_levels.js";
import { winsOfBoth } from "./votes.js";
/** @import { Algo, Stop } from "../run/run.js" */
/** @import { Votes } from "./votes.js" */

/** @typedef {{scores: Float64Array[], steps: number[], own: Record<string, number[]>, stopped: Stop, pull: boolean}} Fit `scores`: after each round; `steps`: size of each round's change; `own`: series over the states; `pull`: whether pair weights are gradients instead of counts */

/** As in newton.py: maximum number of steps, longest final step, sufficient decrease, rounding. */
const STEPS = 200;
const CLOSE = 1e-10;
const FALL = 0.25;
const ROUNDING = 1e-12;
/** As FAR of learners.py. */
const FAR = 20;

/** Return whether a run's scores can be computed here. @param {Algo} a */
export const canFit = (a) => a.name === "bradley-terry" || a.name === "net-wins";

/** @param {Algo} a @param {number} n items @param {Votes} votes @param {number} rounds requested @returns {Fit} */
export const fitScores = (a, n, votes, rounds) =>
  a.name === "net-wins" ? netWins(a, n, votes) : bradleyTerry(n, votes, rounds);

/** Score items by wins minus losses, in one round. @param {Algo} a @param {number} n @param {Votes} votes @returns {Fit} */
function netWins(a, n, { a: one, b: two, won, lost }) {
  const scores = new Float64Array(n);
  for (let k = 0; k < one.length; k++) {
    scores[one[k]] += won[k] - lost[k];
    scores[two[k]] -= won[k] - lost[k];
  }
  return { scores: [new Float64Array(n), scores], steps: [1], own: {}, stopped: a.stopped, pull: false };
}

/** Find the scores of maximum likelihood by Newton's method. @param {number} n @param {Votes} votes @param {number} rounds @returns {Fit} */
function bradleyTerry(n, votes, rounds) {
  const at = likelihood(n, votes);
  const endless = !isConnected(n, votes);
  const { a, b } = votes;
  let here = at(new Float64Array(n));
  const all = [here];
  let code = "rounds";
  for (let t = 1; t <= Math.min(rounds, STEPS) && code === "rounds"; t++) {
    let step = solve(here.curvature, here.slope).map((x) => -x);
    let fall = FALL * here.slope.reduce((sum, x, i) => sum + x * step[i], 0);
    for (;;) {
      const next = at(here.x.map((x, i) => x + step[i]));
      if (next.value <= here.value + fall + ROUNDING * Math.abs(here.value) || most(step) <= CLOSE) {
        here = next;
        break;
      }
      step = step.map((x) => x / 2);
      fall /= 2;
    }
    all.push(here);
    const apart = Array.from(a, (i, k) => here.x[i] - here.x[b[k]]);
    if (t < rounds && endless && most(apart) > FAR) code = "endless";
    else if (most(step) <= CLOSE && t < rounds) code = "minimum";
  }
  return {
    scores: all.map(({ x }) => {
      const mean = x.reduce((sum, value) => sum + value, 0) / n;
      return x.map((value) => value - mean);
    }),
    steps: all.slice(1).map(({ x }, k) => most(x.map((value, i) => value - all[k].x[i]))),
    own: { neg_log_likelihood: all.map(({ value }) => value) },
    stopped: { code, text: WHY[code] },
    pull: true,
  };
}

/** Why there are no more rounds, in a few words. @type {Record<string, string>} */
const WHY = {
  rounds: "",
  minimum: "the scores no longer change: their likelihood is at its maximum",
  endless: "there are no finite best scores: they would grow without bound",
};

/** @typedef {{x: Float64Array, value: number, slope: Float64Array, curvature: Float64Array[]}} Here */

/** Return −ln of the likelihood, with gradient and Hessian. @param {number} n @param {Votes} votes @returns {(x: Float64Array) => Here} */
function likelihood(n, votes) {
  const { a, b } = votes;
  const { up, down } = winsOfBoth(votes);
  const { group, size } = groupsThatMet(n, votes, up, down);
  return (x) => {
    let value = 0;
    const slope = new Float64Array(n);
    const curvature = Array.from({ length: n }, () => new Float64Array(n));
    for (let k = 0; k < a.length; k++) {
      const [i, j] = [a[k], b[k]];
      const s = x[i] - x[j];
      const [win, lose] = [logistic(s), logistic(-s)];
      value += up[k] * softplus(-s) + down[k] * softplus(s);
      const pull = down[k] * win - up[k] * lose;
      slope[i] += pull;
      slope[j] -= pull;
      curvature[i][j] = curvature[j][i] = -(up[k] + down[k]) * win * lose;
    }
    const diagonal = curvature.map((row) => -row.reduce((sum, c) => sum + c, 0));
    const mean = diagonal.reduce((sum, c) => sum + c, 0) / n;
    // Along (1, …, 1) of items that have met nothing changes, so the matrix is made regular there.
    curvature.forEach((row, i) => {
      row[i] = diagonal[i];
      for (let j = 0; j < n; j++) if (group[i] === group[j]) row[j] += mean / size[group[i]];
    });
    return { x, value, slope, curvature };
  };
}

/** Group the items that have met. @param {number} n @param {Votes} votes @param {Float64Array} up @param {Float64Array} down @returns {{group: Int32Array, size: number[]}} */
function groupsThatMet(n, { a, b }, up, down) {
  const both = [...Array.from(a, (_, k) => k)].filter((k) => up[k] + down[k] > 0);
  const group = partsOf(n, [...both.map((k) => [a[k], b[k]]), ...both.map((k) => [b[k], a[k]])]);
  /** @type {number[]} */
  const size = [];
  for (const g of group) size[g] = (size[g] ?? 0) + 1;
  return { group, size };
}

/** Return whether a chain of wins leads from every item to every other, so that the best scores are finite. @param {number} n @param {Votes} votes */
function isConnected(n, votes) {
  const { a, b } = votes;
  const { up, down } = winsOfBoth(votes);
  const wins = Array.from(a, (_, k) => k).flatMap((k) => [
    ...(up[k] > 0 ? [[a[k], b[k]]] : []),
    ...(down[k] > 0 ? [[b[k], a[k]]] : []),
  ]);
  return partsOf(n, wins).every((part) => part === 0);
}

/** @param {number} n @param {number[][]} edges @returns {Int32Array} */
function partsOf(n, edges) {
  const start = new Int32Array(n + 1);
  const sorted = edges.slice().sort((x, y) => x[0] - y[0]);
  for (const [from] of sorted) start[from + 1]++;
  for (let x = 0; x < n; x++) start[x + 1] += start[x];
  return strongComponents(
    n,
    start,
    sorted.map(([, to]) => to),
  ).part;
}

/** Solve A x = b by elimination with pivoting. @param {Float64Array[]} matrix overwritten @param {Float64Array} right @returns {Float64Array} */
function solve(matrix, right) {
  const n = right.length;
  const rows = matrix.map((row, i) => ({ row, b: right[i] }));
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i].row[k]) > Math.abs(rows[pivot].row[k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i].row[k] / rows[k].row[k];
      if (factor === 0) continue;
      for (let j = k; j < n; j++) rows[i].row[j] -= factor * rows[k].row[j];
      rows[i].b -= factor * rows[k].b;
    }
  }
  const x = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k].b;
    for (let j = k + 1; j < n; j++) sum -= rows[k].row[j] * x[j];
    x[k] = sum / rows[k].row[k];
  }
  return x;
}

/** @param {ArrayLike<number> & Iterable<number>} values */
const most = (values) => {
  let found = 0;
  for (const x of values) found = Math.max(found, Math.abs(x));
  return found;
};

/** @param {number} x */
export const logistic = (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

/** ln(1 + eˣ) @param {number} x */
const softplus = (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
