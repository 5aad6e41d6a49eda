/** The distribution D over the critical pairs, one weight each, as in rankviz/engine/kernels/pairs.py. */

/** @import { Eps } from "./equations.js" */
/** @import { Problem } from "./problem.js" */

/** The smallest weight stored directly; of a smaller one the logarithm is stored, which is negative and counts as weight 0. */
const SMALLEST = 1e-290;
const LOG_LEAST = Math.log(SMALLEST);
/** Rounds after which D is divided by its sum, so that rounding does not accumulate. */
const REFRESH = 16;

/** @param {number} weight as stored @param {number} factor @param {number} log of the factor */
function times(weight, factor, log) {
  const moved = weight * factor;
  if (moved >= SMALLEST) return moved;
  if (weight === 0) return 0;
  const small = (weight > 0 ? Math.log(weight) : weight) + log;
  return small >= LOG_LEAST ? Math.exp(small) : small > -Infinity ? small : 0;
}

/** Return the log factors of correctly ordered and of reversed pairs; for ±∞ their limits (10). @param {number} alpha @returns {[number, number]} */
export const logFactors = (alpha) =>
  alpha === Infinity ? [-Infinity, 0] : alpha === -Infinity ? [0, -Infinity] : [-alpha, alpha];

export class PairDistribution {
  /** @param {Problem} problem */
  constructor(problem) {
    this.problem = problem;
    const m = problem.lower.length;
    this.weight = problem.amounts?.first.slice() ?? new Float64Array(m).fill(1 / m);
    this.asHigher = new Float64Array(problem.n);
    this.asLower = new Float64Array(problem.n);
    this.empty = false;
    this.updates = 0;
    this.sumItems();
  }

  /** Sum each item's weight as the higher and as the lower item of its pairs. */
  sumItems() {
    const { start, lower, n } = this.problem;
    this.asLower.fill(0);
    for (let x = 0; x < n; x++) {
      let total = 0;
      for (let i = start[x]; i < start[x + 1]; i++) {
        const w = this.weight[i] > 0 ? this.weight[i] : 0;
        total += w;
        this.asLower[lower[i]] += w;
      }
      this.asHigher[x] = total;
    }
  }

  /** @param {Uint8Array} h outputs of a ranker @returns {Eps} zeros are exact */
  epsilons(h) {
    const { start, lower, n } = this.problem;
    const { weight } = this;
    let correct = 0;
    let tied = 0;
    let reversed = 0;
    for (let x = 0; x < n; x++) {
      const mine = h[x];
      let other = 0;
      let level = 0;
      for (let i = start[x]; i < start[x + 1]; i++) {
        const w = weight[i] > 0 ? weight[i] : 0;
        if (h[lower[i]] === mine) level += w;
        else other += w;
      }
      if (mine === 1) correct += other;
      else reversed += other;
      tied += level;
    }
    return [correct, tied, reversed];
  }

  /** Multiply by ω (9), (25), divided by Z. @param {Uint8Array} h @param {number} alpha @param {number} logTie @param {number} z */
  update(h, alpha, logTie, z) {
    if (z <= 0) {
      this.empty = true;
      return;
    }
    const { start, lower, n } = this.problem;
    const { weight, asLower } = this;
    const [logCorrect, logReversed] = logFactors(alpha).map((log) => log - Math.log(z));
    const logTied = logTie - Math.log(z);
    const [correct, tied, reversed] = [logCorrect, logTied, logReversed].map(Math.exp);
    asLower.fill(0);
    for (let x = 0; x < n; x++) {
      const one = h[x] === 1;
      const onZero = one ? correct : tied;
      const onOne = one ? tied : reversed;
      let total = 0;
      for (let i = start[x]; i < start[x + 1]; i++) {
        const y = lower[i];
        let w = weight[i] * (h[y] === 1 ? onOne : onZero);
        if (w >= SMALLEST) weight[i] = w;
        else {
          const log = h[y] === h[x] ? logTied : one ? logCorrect : logReversed;
          weight[i] = times(weight[i], Math.exp(log), log);
          w = weight[i] > 0 ? weight[i] : 0;
        }
        total += w;
        asLower[y] += w;
      }
      this.asHigher[x] = total;
    }
    if (++this.updates % REFRESH === 0) this.rescale();
  }

  rescale() {
    let total = 0;
    for (const w of this.weight) total += Math.max(w, 0);
    if (total > 0) {
      const [share, log] = [1 / total, -Math.log(total)];
      for (let i = 0; i < this.weight.length; i++) this.weight[i] = times(this.weight[i], share, log);
    }
    this.sumItems();
  }
}
