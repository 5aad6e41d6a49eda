/** The effect of every α in each round of a branch, as in rankviz/board/steps.py, on the grids of the original run. */

import { RB_D, RB_PLUS, logCosh } from "./equations.js";
/** @import { Steps } from "../run/steps.js" */
/** @import { State } from "./measures.js" */
/** @import { Refused, Step } from "./runner.js" */
/** @import { Eps } from "./equations.js" */

const MARKS = 9;

/**
 * @param {string} algorithm @param {Steps | null} left the original run's steps @param {readonly Step[]} steps
 * @param {Refused | null} refused @param {readonly State[]} states
 * @returns {Steps | null} null if α depends on more than the ε's
 */
export function stepCurves(algorithm, left, steps, refused, states) {
  if (!left?.grid.length || !["rb-d", "rb-c", "rb-plus"].includes(algorithm)) return null;
  const points = left.z.length / left.grid.length;
  const tries = [...steps, ...(refused ? [{ ...refused, alpha: NaN, outcome: "", z: NaN }] : [])];
  const cosh = algorithm === "rb-plus";
  const bounded = algorithm === "rb-c";
  const found = {
    alphas: left.alphas,
    grid: Uint16Array.from(tries, (_, k) => left.grid[Math.min(k, left.grid.length - 1)]),
    z: new Float32Array(tries.length * points),
    loss: new Float32Array(tries.length * points),
    bound: bounded ? new Float32Array(tries.length * points) : null,
    z2: null, // the server adds it to the actual run
    parts: new Uint8Array(tries.length * 2 * points),
    marks: new Float64Array(tries.length * MARKS).fill(NaN),
  };
  let unbroken = true;
  tries.forEach(({ eps, prior, alpha, outcome, z }, k) => {
    const grid = found.alphas.subarray(found.grid[k] * points, (found.grid[k] + 1) * points);
    const step = grid[1] - grid[0];
    const place = (/** @type {number} */ at) => (at - grid[0]) / step;
    const before = unbroken ? (cosh ? states[k].log_e2 : states[k].log_e1) : NaN;
    grid.forEach((at, i) => {
      const [correct, tied, reversed] = partsAt(eps, prior, at, cosh);
      const sum = correct + tied + reversed;
      found.z[k * points + i] = sum;
      found.loss[k * points + i] = Math.exp(before + Math.log(sum));
      if (found.bound) found.bound[k * points + i] = bound18(eps, at);
      found.parts[2 * k * points + i] = Math.round((255 * correct) / sum);
      found.parts[(2 * k + 1) * points + i] = Math.round((255 * reversed) / sum);
    });
    const finite = outcome === "finite" || outcome === "forced";
    const least = (cosh ? RB_PLUS : RB_D).alpha(eps, prior);
    const marks = found.marks.subarray(k * MARKS, (k + 1) * MARKS);
    if (finite) {
      const [correct, tied, reversed] = partsAt(eps, prior, alpha, cosh);
      const sum = correct + tied + reversed;
      marks.set([place(alpha), sum, correct / sum, reversed / sum]);
    } else if (z > 0) marks.set([0, 0], 2);
    if (Number.isFinite(least)) {
      const sum = partsAt(eps, prior, least, cosh).reduce((a, b) => a + b, 0);
      marks.set([least, place(least), sum], 4);
    }
    const tight = bounded ? Math.log((eps[0] + eps[1] / 2) / (eps[2] + eps[1] / 2)) / 2 : NaN;
    if (Number.isFinite(tight)) marks.set([place(tight), bound18(eps, tight)], 7);
    unbroken &&= finite;
  });
  return found;
}

/** Return the weights of the pairs ordered correctly, tied and reversed after a step; their sum is Z. @param {Eps} eps @param {number} prior @param {number} alpha @param {boolean} cosh */
function partsAt(eps, prior, alpha, cosh) {
  const factor = cosh ? Math.exp(logCosh(alpha + prior) - logCosh(prior)) : 1;
  return [eps[0] * Math.exp(-alpha), eps[1] * factor, eps[2] * Math.exp(alpha)];
}

/** Return RB-C's bound (18). @param {Eps} eps @param {number} alpha */
const bound18 = (eps, alpha) =>
  (eps[0] + eps[1] / 2) * Math.exp(-alpha) + (eps[2] + eps[1] / 2) * Math.exp(alpha);
