/** The extra series of Smooth Margin and the P-norm push after each round (rankviz/engine/algorithms). */

import { logBound16 } from "./equations.js";
import { outputOf } from "./problem.js";
import { logLoss, logSums } from "./push_weights.js";
import { TIE } from "./ranker_search.js";
/** @import { Problem } from "./problem.js" */
/** @import { Step } from "./runner.js" */
/** @import { RunMethod } from "./ranker_search.js" */

/** Return e^log if a float can hold it with full precision. @param {number} log */
const held = (log) => (log === -Infinity ? 0 : log >= -708.3964 && log <= 709.7827 ? Math.exp(log) : NaN);

/**
 * @param {Problem} problem @param {RunMethod} how @param {readonly Step[]} steps whose shares of the bound are corrected in place
 * @returns {Record<string, Float64Array>} by name, over the states; empty for other algorithms
 */
export function extraSeries(problem, how, steps) {
  if (how.algorithm === "push") return { push_loss: pushLoss(problem, Number(how.params.p), steps) };
  return how.algorithm === "smooth-margin" ? smoothGains(problem, how, steps) : {};
}

/** Return R_p over its initial value, from the scores; NaN if it is not finite. @param {Problem} problem @param {number} p @param {readonly Step[]} steps */
function pushLoss(problem, p, steps) {
  const { n, start, lower } = problem;
  const decided = new Int8Array(lower.length);
  let scores = new Float64Array(n);
  const logs = [0, ...steps].map((step) => {
    if (typeof step === "object") {
      const h = outputOf(problem, step.ranker);
      if (step.outcome === "infinite" || step.outcome === "limit") {
        const anew = step.outcome === "infinite";
        for (let x = 0; x < n; x++)
          for (let i = start[x]; i < start[x + 1]; i++)
            if (anew || decided[i] === 0) decided[i] = step.sign * (h[x] - h[lower[i]]);
        if (anew) scores = new Float64Array(n);
      } else scores = scores.map((g, i) => g + step.alpha * h[i]);
    }
    const log = new Float64Array(lower.length);
    for (let x = 0; x < n; x++)
      for (let i = start[x]; i < start[x + 1]; i++)
        log[i] = decided[i] > 0 ? -Infinity : scores[lower[i]] - scores[x];
    return decided.some((d) => d < 0) ? NaN : logLoss(logSums(problem, log), p);
  });
  return Float64Array.from(logs, (log) => held(log - logs[0]));
}

/** Return the phase, and the gain of G̃: actual, promised by Theorem 2, and guaranteed. @param {Problem} problem @param {RunMethod} how @param {readonly Step[]} steps @returns {Record<string, Float64Array>} */
function smoothGains({ lower }, how, steps) {
  const names = ["phase", "smooth_gain", "smooth_gain_least", "smooth_gain_sure"];
  const found = names.map(() => new Float64Array(steps.length + 1).fill(NaN));
  const exact = how.params.margin_step === "exact";
  /** @type {Map<number, number>} */
  const weights = new Map();
  const m = lower.length;
  let [logF, norm, scale, promised, bound] = [Math.log(m), 0, 0, 0, 0];
  steps.forEach((step, k) => {
    const { alpha, z, eps, ranker } = step;
    const r = eps[0] - eps[2];
    const margin = norm > TIE * scale && norm > 0 ? -logF / norm : -Infinity;
    const [phase, g, normBefore] = margin > TIE ? [2, margin, norm] : [1, 0, norm];
    const before = weights.get(ranker) ?? 0;
    weights.set(ranker, before + alpha);
    scale += Math.abs(alpha);
    norm += Math.abs(before + alpha) - Math.abs(before);
    logF += Math.log(z);
    let [gain, least, sure] = [NaN, NaN, NaN];
    let total = bound + logBound16(-r);
    if (phase === 2 && norm <= TIE * scale) total = NaN;
    else if (phase === 2) {
      gain = -(g * alpha + Math.log(z)) / norm;
      least = (0.5 * alpha * (r - g)) / norm;
      sure = (0.5 * (r - g) ** 2) / (exact && r > g ? normBefore + r - g : norm);
      promised = (promised || g) + sure;
      total = -Math.log(m) - promised * norm;
    }
    const promises = phase === 1 || (eps[0] > 0 && before >= 0 && before + alpha >= 0);
    if (step.outcome === "forced" || !promises) total = NaN;
    [step.logBound, bound] = [total - bound, total];
    [phase, gain, least, sure].forEach((value, row) => (found[row][k + 1] = value));
  });
  return Object.fromEntries(names.map((name, row) => [name, found[row]]));
}
