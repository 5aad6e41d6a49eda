/** Measurements of a run after each round, as in rankviz/engine/runs/measure.py: errors, losses, bound, margins, NDCG@5. */

import { EnsembleScores } from "./ensemble_scores.js";
import { logCosh } from "./equations.js";
import { featureOf, outputOf } from "./problem.js";
import { TIE } from "./ranker_search.js";
import { Span } from "./ranker_span.js";
/** @import { Problem } from "./problem.js" */
/** @import { Step } from "./runner.js" */

/**
 * @typedef {{r1: number, r2: number, log_e1: number, log_e2: number, log_bound: number, margin: number, smooth_margin: number, norm: number, ndcg5: number}} Measured NaN without a value
 * @typedef {{grades: ArrayLike<number>, query: ArrayLike<number>}} Truth NaN for missing grades
 * @typedef {Measured & {t: number, scores: Float64Array, scale: number, place: Uint16Array}} State after round t; `place`: competition places within the query
 */

/** The exponents of Ê2: η over an independent set of rankers, and ln Π cosh η of the members that tie each pair. */
class Cosh {
  /** @param {Problem} problem @param {boolean} independent */
  constructor(problem, independent) {
    this.problem = problem;
    this.span = new Span(problem, independent);
    /** @type {{ranker: number, h: Uint8Array, eta: number}[]} */
    this.members = [];
    this.tied = new Float64Array(problem.lower.length);
    /** The exponentials of these, and Σ ln cosh η of all members: if it is large, the factors are inexact. */
    this.factor = new Float64Array(problem.lower.length).fill(1);
    this.total = 0;
  }

  /** @param {number} ranker @param {Uint8Array} h @param {number} alpha */
  add(ranker, h, alpha) {
    let member = this.members.find((s) => s.ranker === ranker);
    if (!member && this.span.add(h)) this.members.push((member = { ranker, h, eta: 0 }));
    if (!member) {
      const beta = this.span.coefficients(h) ?? [];
      this.members.forEach((s, k) => (s.eta += alpha * beta[k]));
      return this.rebuild();
    }
    const before = logCosh(member.eta);
    member.eta += alpha;
    const more = logCosh(member.eta) - before;
    const times = Math.exp(more);
    this.total += more;
    const { start, lower, n } = this.problem;
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++)
        if (h[x] === h[lower[i]]) {
          this.tied[i] += more;
          this.factor[i] *= times;
        }
  }

  /** Recompute after all of η has changed. Thresholds of a feature are nested, so the difference of two items' sums is what separates them. */
  rebuild() {
    const { start, lower, n } = this.problem;
    /** @type {Map<number, Float64Array>} */
    const steps = new Map();
    let total = 0;
    for (const { ranker, h, eta } of this.members) {
      const feature = featureOf(this.problem, ranker);
      const sums = steps.get(feature) ?? new Float64Array(n);
      const cosh = logCosh(eta);
      for (let i = 0; i < n; i++) sums[i] += cosh * h[i];
      steps.set(feature, sums);
      total += cosh;
    }
    const all = [...steps.values()];
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++) {
        let apart = 0;
        for (const sums of all) apart += Math.abs(sums[x] - sums[lower[i]]);
        this.tied[i] = total - apart;
        this.factor[i] = Math.exp(total - apart);
      }
    this.total = total;
  }
}

/** Scores within this distance are exponentiated directly, and factors up to it as well. */
const NEAR = 300;

/** Measures a run round by round; its state can be copied. */
export class Meter {
  /** @param {Problem} problem @param {Truth} truth @param {boolean} [independent] whether Ê2 uses an independent set @param {boolean} [losses] whether to measure Ê1 and Ê2 */
  constructor(problem, truth, independent = true, losses = true) {
    this.problem = problem;
    this.lossless = !losses;
    this.t = 0;
    this.ensemble = new EnsembleScores(problem.n);
    this.cosh = new Cosh(problem, independent);
    this.ranking = Object.freeze(rankingOf(problem.n, truth));
    /** @type {Map<number, number>} */
    this.weights = new Map();
    this.norm = 0;
    this.logBound = 0;
  }

  /** Return the initial state, or the state after another round. @param {Step} [step] @returns {State} */
  read(step) {
    if (step) this.follow(step);
    const { ensemble, norm } = this;
    const { scores, scale, level } = ensemble;
    const m = this.problem.lower.length;
    const infinite = step?.outcome === "infinite";
    const { reversed, tied, least } = countErrors(this.problem, scores, TIE * scale);
    let [log_e1, log_e2] = [NaN, NaN];
    if (infinite) {
      if (!reversed) [log_e1, log_e2] = tied ? [Math.log(tied / m), NaN] : [-Infinity, -Infinity];
    } else if (level) [log_e1, log_e2] = limits(this.problem, ensemble);
    else if (!this.lossless) [log_e1, log_e2] = this.losses().map((log) => log - Math.log(m));
    const weighty = norm > TIE * scale;
    return {
      t: this.t,
      r1: (reversed + tied) / m,
      r2: (reversed + 0.5 * tied) / m,
      log_e1,
      log_e2,
      log_bound: this.logBound,
      margin: weighty ? least / norm : NaN,
      smooth_margin:
        weighty && !level && !infinite && !this.problem.amounts ? -(log_e1 + Math.log(m)) / norm : NaN,
      norm,
      ...this.ranking(scores, TIE * scale),
      scores,
      scale,
    };
  }

  /** @param {Step} step */
  follow(step) {
    const h = outputOf(this.problem, step.ranker);
    this.t++;
    this.ensemble.add(h, step);
    this.logBound += step.logBound;
    if (step.outcome === "infinite") this.norm = 1;
    else if (step.outcome === "limit") this.norm = NaN;
    else {
      const before = this.weights.get(step.ranker) ?? 0;
      this.weights.set(step.ranker, before + step.alpha);
      this.norm += Math.abs(before + step.alpha) - Math.abs(before);
      if (!this.lossless) this.cosh.add(step.ranker, h, step.alpha);
    }
  }

  /** Return ln Σ m·D₁ e^{−s}, without and with the factors of tied pairs. @returns {[number, number]} */
  losses() {
    const { n, start, lower, amounts } = this.problem;
    const { scores } = this.ensemble;
    const { tied, factor, total } = this.cosh;
    let [low, high] = [Infinity, -Infinity];
    for (const g of scores) [low, high] = [Math.min(low, g), Math.max(high, g)];
    const near = high - low < NEAR && total < NEAR;
    const up = scores.map((g) => (near ? Math.exp(g - (low + high) / 2) : g));
    let [sum1, sum2] = [0, 0];
    if (near) {
      for (let x = 0; x < n; x++) {
        let [of1, of2] = [0, 0];
        for (let i = start[x]; i < start[x + 1]; i++) {
          const part = amounts ? amounts.times[i] * up[lower[i]] : up[lower[i]];
          of1 += part;
          of2 += factor[i] * part;
        }
        sum1 += of1 / up[x];
        sum2 += of2 / up[x];
      }
      return [Math.log(sum1), Math.log(sum2)];
    }
    const logs = amounts ? amounts.logs.slice() : new Float64Array(tied.length);
    let [top1, top2] = [-Infinity, -Infinity];
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++) {
        logs[i] -= scores[x] - scores[lower[i]];
        [top1, top2] = [Math.max(top1, logs[i]), Math.max(top2, logs[i] + tied[i])];
      }
    logs.forEach((log, i) => {
      sum1 += Math.exp(log - top1);
      sum2 += Math.exp(log + tied[i] - top2);
    });
    return [Math.log(sum1) + top1, Math.log(sum2) + top2];
  }
}

/** Count the pairs that scores reverse and tie, each m·D₁ times, and find the smallest s. @param {Problem} problem @param {Float64Array} scores @param {number} tolerance */
export function countErrors({ n, start, lower, amounts }, scores, tolerance) {
  const times = amounts?.times;
  let [reversed, tied, least] = [0, 0, Infinity];
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) {
      const s = scores[x] - scores[lower[i]];
      if (s <= tolerance) {
        const amount = times ? times[i] : 1;
        if (s < -tolerance) reversed += amount;
        else tied += amount;
      }
      if (s < least) least = s;
    }
  return { reversed, tied, least };
}

/** Return ln Ê1 and ln Ê2 in the limit of infinite weights; NaN if the loss is infinite. @param {Problem} problem @param {EnsembleScores} ensemble @returns {[number, number]} */
function limits({ n, start, lower, amounts }, { level, first, finite }) {
  if (!level || !first) return [NaN, NaN];
  let apart = true;
  /** @type {number[]} */
  const left = [];
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) {
      const y = lower[i];
      if (level[x] < level[y]) return [NaN, NaN];
      if (level[x] === level[y]) left.push(finite[y] - finite[x] + (amounts?.logs[i] ?? 0));
      if (first[x] <= first[y]) apart = false;
    }
  if (!left.length) return [-Infinity, apart ? -Infinity : NaN];
  const top = left.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = left.reduce((total, power) => total + Math.exp(power - top), 0);
  return [top + Math.log(sum / lower.length), apart ? -Infinity : NaN];
}

const AT = 5;

/** Prepare places and NDCG@5 for given grades. @param {number} n @param {Truth} truth @returns {(scores: Float64Array, tolerance: number) => {ndcg5: number, place: Uint16Array}} */
export function rankingOf(n, { grades, query }) {
  const rows = Array.from({ length: n }, (_, i) => i);
  const graded = n > 0 && !Number.isNaN(grades[0]);
  const base = rows.reduce((low, i) => Math.min(low, grades[i]), 0);
  /** @type {Map<number, number>} The largest grade of each query above `base`, rounded down; gains are in units of 2 to this power, as in `rankviz.engine.metrics.gains`. */
  const most = new Map();
  for (const i of rows) most.set(query[i], Math.max(most.get(query[i]) ?? 0, Math.floor(grades[i] - base)));
  const gain = rows.map((i) => {
    const exponent = most.get(query[i]) ?? 0;
    return graded ? 2 ** (grades[i] - base - exponent) - 2 ** -exponent : 0;
  });
  const ideal = rows.slice().sort((a, b) => query[a] - query[b] || grades[b] - grades[a] || a - b);
  const order = rows.slice().sort((a, b) => query[a] - query[b] || a - b);
  return (scores, tolerance) => {
    order.sort((a, b) => query[a] - query[b] || scores[b] - scores[a] || a - b);
    const place = new Uint16Array(n);
    let [total, counted] = [0, 0];
    for (let from = 0, to = 0; from < n; from = to) {
      for (to = from; to < n && query[order[to]] === query[order[from]]; to++);
      let [best, found] = [0, 0];
      for (let p = from; p < Math.min(to, from + AT); p++) best += gain[ideal[p]] / Math.log2(p - from + 2);
      for (let p = from, end = from; p < to; p = end) {
        let [group, discount] = [0, 0];
        for (
          end = p;
          end < to && (end === p || scores[order[end - 1]] - scores[order[end]] <= tolerance);
          end++
        ) {
          place[order[end]] = Math.min(p - from + 1, 65535);
          group += gain[order[end]];
          if (end < from + AT) discount += 1 / Math.log2(end - from + 2);
        }
        found += (group / (end - p)) * discount;
      }
      if (best > 0) [total, counted] = [total + found / best, counted + 1];
    }
    return { ndcg5: graded && counted ? total / counted : NaN, place };
  };
}
