/** The distribution of the P-norm push, and its loss along a ranker, in logs, as in rankviz/engine/algorithms/rankboost/push.py. */

import { PairDistribution, logFactors } from "./pair_distribution.js";
/** @import { Problem } from "./problem.js" */

/** Return ln Σ eˣ of a list; −∞ for an empty one. @param {Iterable<number>} logs */
function logSum(logs) {
  let [high, total] = [-Infinity, 0];
  for (const x of logs) {
    if (x === -Infinity) continue;
    total = x > high ? total * Math.exp(high - x) + 1 : total + Math.exp(x - high);
    high = Math.max(high, x);
  }
  return total > 0 ? high + Math.log(total) : -Infinity;
}

/** The loss along one ranker: ln of each lower item's part, and the logs of the shares that the ranker orders and ties. */
class PushLine {
  /** @param {Float64Array} share @param {Float64Array} moved @param {Float64Array} tied @param {Uint8Array} h @param {number} p */
  constructor(share, moved, tied, h, p) {
    this.share = share;
    this.moved = moved;
    this.tied = tied;
    this.h = h;
    this.p = p;
  }

  /** Return ln ε⁺(α), ln ε⁻(α), the derivative of ln ε⁻/ε⁺, and ln of the loss relative to α = 0. @param {number} alpha @returns {[number, number, number, number]} */
  read(alpha) {
    const { share, moved, tied, h, p } = this;
    const log = [
      new Float64Array(share.length).fill(-Infinity),
      new Float64Array(share.length).fill(-Infinity),
    ];
    const slope = new Float64Array(share.length);
    const losses = new Float64Array(share.length).fill(-Infinity);
    for (let k = 0; k < share.length; k++) {
      if (share[k] === -Infinity) continue;
      const move = moved[k] + (h[k] === 1 ? alpha : -alpha);
      const q = logSum([tied[k], move]);
      if (q > -Infinity) losses[k] = share[k] + p * q;
      if (move === -Infinity) continue;
      log[h[k]][k] = share[k] + (p - 1) * q + move;
      slope[k] = 1 + (p - 1) * Math.exp(move - q);
    }
    let curve = 0;
    const sides = log.map((logs) => {
      const high = logs.reduce((a, b) => Math.max(a, b), -Infinity);
      let [whole, rate] = [0, 0];
      for (let k = 0; k < logs.length; k++)
        if (logs[k] > -Infinity) {
          const part = Math.exp(logs[k] - high);
          whole += part;
          rate += part * slope[k];
        }
      if (whole > 0) curve += rate / whole;
      return whole > 0 ? high + Math.log(whole) : -Infinity;
    });
    return [sides[0], sides[1], curve, logSum(losses)];
  }

  /** @param {number} alpha */
  logZ(alpha) {
    if (Number.isFinite(alpha)) return this.read(alpha)[3];
    return logSum(this.share.map((s, k) => (s === -Infinity ? s : s + this.p * this.tied[k])));
  }

  /** Minimise the loss by Newton's method, bracketed between ½ ln ε⁺/ε⁻ and that over p. */
  alpha() {
    let [falls, rises, curve] = this.read(0);
    if (falls === -Infinity || rises === -Infinity)
      return falls === rises ? 0 : rises === -Infinity ? Infinity : -Infinity;
    const far = 0.5 * (falls - rises);
    let [low, high] = far / this.p < far ? [far / this.p, far] : [far, far / this.p];
    let alpha = Math.min(Math.max((falls - rises) / curve, low), high);
    for (let look = 0; look < 60; look++) {
      [falls, rises, curve] = this.read(alpha);
      if (rises < falls) low = alpha;
      else high = alpha;
      const newton = alpha + (falls - rises) / curve;
      const step = low <= newton && newton <= high ? newton : 0.5 * (low + high);
      const done = Math.abs(step - alpha) <= 4e-16 * Math.abs(alpha);
      alpha = step;
      if (done) break;
    }
    return alpha;
  }
}

/** Return ln S_k of every item: S_k is Σ e^{−s} over the pairs whose lower item is k. @param {Problem} problem @param {Float64Array} logWeight of e^{−s}, by pair */
export function logSums({ n, lower }, logWeight) {
  const high = new Float64Array(n).fill(-Infinity);
  const total = new Float64Array(n);
  for (let i = 0; i < lower.length; i++) high[lower[i]] = Math.max(high[lower[i]], logWeight[i]);
  for (let i = 0; i < lower.length; i++)
    if (logWeight[i] > -Infinity) total[lower[i]] += Math.exp(logWeight[i] - high[lower[i]]);
  return high.map((top, k) => (total[k] > 0 ? top + Math.log(total[k]) : -Infinity));
}

/** Return ln R_p = ln Σ S_k^p. @param {Float64Array} sums ln S_k @param {number} p */
export const logLoss = (sums, p) => logSum(sums.map((x) => p * x));

/** D ∝ e^{−s} S_k^{p−1}. */
export class PushWeights extends PairDistribution {
  /** @param {Problem} problem @param {number} p */
  constructor(problem, p) {
    super(problem);
    this.p = p;
    this.logWeight = new Float64Array(problem.lower.length);
    this.sums = logSums(problem, this.logWeight);
    this.loss = 0;
    this.tilt();
  }

  tilt() {
    const { problem, weight, logWeight, p } = this;
    this.sums = logSums(problem, logWeight);
    this.loss = logLoss(this.sums, p);
    this.empty = this.loss === -Infinity;
    if (!this.empty)
      for (let i = 0; i < weight.length; i++)
        weight[i] =
          logWeight[i] > -Infinity
            ? Math.exp(logWeight[i] + (p - 1) * this.sums[problem.lower[i]] - this.loss)
            : 0;
    this.sumItems();
  }

  /** @param {Uint8Array} h @returns {PushLine} */
  line(h) {
    const { problem, sums, p, logWeight } = this;
    const { start, lower, n } = problem;
    const parts = [new Float64Array(logWeight.length), new Float64Array(logWeight.length)].map((a) =>
      a.fill(-Infinity),
    );
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++) parts[h[lower[i]] === h[x] ? 1 : 0][i] = logWeight[i];
    const [moved, tied] = parts.map((logs) =>
      logSums(problem, logs).map((x, k) => x - (sums[k] > -Infinity ? sums[k] : 0)),
    );
    return new PushLine(
      sums.map((x) => p * x - this.loss),
      moved,
      tied,
      h,
      p,
    );
  }

  /** @param {Uint8Array} h @param {number} alpha @param {number} logTie */
  update(h, alpha, logTie) {
    const { start, lower, n } = this.problem;
    const [correct, reversed] = logFactors(alpha);
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++) {
        const o = h[x] - h[lower[i]];
        this.logWeight[i] += o > 0 ? correct : o < 0 ? reversed : logTie;
      }
    this.tilt();
  }
}
