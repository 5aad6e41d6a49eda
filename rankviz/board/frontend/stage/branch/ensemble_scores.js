/** Item scores of an ensemble, updated per round, including infinite weights (rankviz/engine/runs/ensemble_scores.py). */

/** @import { Step } from "./runner.js" */

export class EnsembleScores {
  /** @param {number} n items */
  constructor(n) {
    this.scores = new Float64Array(n);
    /** Σ|α|, the scale on which ties are judged. */
    this.scale = 0;
    this.finite = this.scores;
    this.size = 0;
    /** The order of the items by infinite weights, and by the first of them. @type {Int32Array | null} */
    this.level = null;
    /** @type {Int32Array | null} */
    this.first = null;
  }

  /** @param {Uint8Array} h @param {Step} step */
  add(h, { alpha, outcome, sign }) {
    if (outcome === "infinite") {
      [this.scores, this.scale, this.level] = [Float64Array.from(h, (x) => sign * x), 1, null];
      return;
    }
    if (outcome === "limit") {
      const above = Int32Array.from(h, (x) => (sign > 0 ? x : 1 - x));
      const { level } = this;
      this.first ??= above;
      const both = level ? above.map((x, i) => 2 * level[i] + x) : above;
      const places = new Map([...new Set(both)].sort((a, b) => a - b).map((x, k) => [x, k]));
      this.level = both.map((x) => places.get(x) ?? 0);
    } else {
      this.finite = this.finite.map((g, i) => g + alpha * h[i]);
      this.size += Math.abs(alpha);
    }
    [this.scores, this.scale] = [this.finite, this.size];
    if (!this.level) return;
    const { level, finite } = this;
    const most = (/** @type {ArrayLike<number>} */ all) =>
      Array.from(all).reduce((a, b) => Math.max(a, b), -Infinity);
    const gap = 1 + most(finite) + most(finite.map((g) => -g));
    this.scores = finite.map((g, i) => gap * level[i] + g);
    this.scale = this.size + gap * most(level);
  }
}
