/** Linear independence of weak rankers in item space, as in rankviz/engine/algorithms/rankboost/independence.py. */

/** @import { Problem } from "./problem.js" */

/** A vector is in the span if its remainder, relative to its length, is below this. */
const TOLERANCE = 1e-8;

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export class Span {
  /** @param {Problem} problem @param {boolean} tests false to count every ranker as independent */
  constructor(problem, tests = true) {
    this.problem = problem;
    this.tests = tests;
    this.capacity = problem.n - problem.components.count;
    /** An orthonormal basis. @type {Float64Array[]} */
    this.basis = [];
    /** The coordinates of each ranker in it. @type {number[][]} */
    this.triangle = [];
  }

  get rank() {
    return this.triangle.length;
  }

  /** Return the coordinates of a ranker, centred on each component of the pair graph, its remainder, and whether that is zero. @param {Uint8Array} h */
  parts(h) {
    const { of, size } = this.problem.components;
    const sums = new Float64Array(size.length);
    for (let i = 0; i < h.length; i++) sums[of[i]] += h[i];
    const rest = new Float64Array(h.length);
    for (let i = 0; i < h.length; i++) rest[i] = h[i] - sums[of[i]] / size[of[i]];
    const whole = Math.sqrt(dot(rest, rest));
    const along = this.basis.map(() => 0);
    // A second pass keeps the basis orthogonal up to rounding if the first has removed most of the vector.
    for (let pass = 0; pass < 2 && (pass === 0 || dot(rest, rest) < 0.5 * whole * whole); pass++)
      for (let k = 0; k < this.basis.length; k++) {
        const b = this.basis[k];
        const part = dot(b, rest);
        along[k] += part;
        for (let i = 0; i < rest.length; i++) rest[i] -= part * b[i];
      }
    const length = Math.sqrt(dot(rest, rest));
    return { along, rest, length, inside: this.tests && length <= TOLERANCE * Math.max(whole, 1e-300) };
  }

  /** Return β with h = Σ β_s h_s on every pair; null if h is independent. @param {Uint8Array} h @returns {number[] | null} */
  coefficients(h) {
    const { along, inside } = this.tests ? this.parts(h) : { along: [], inside: false };
    if (!inside) return null;
    const beta = along.slice();
    for (let k = beta.length - 1; k >= 0; k--) {
      beta[k] /= this.triangle[k][k];
      for (let j = 0; j < k; j++) beta[j] -= beta[k] * this.triangle[k][j];
    }
    return beta;
  }

  /** Add a ranker if it is independent. @param {Uint8Array} h @returns {boolean} whether it was independent */
  add(h) {
    if (!this.tests) return this.triangle.push([]) > 0;
    const { along, rest, length, inside } = this.parts(h);
    if (inside) return false;
    this.basis.push(rest.map((x) => x / length));
    this.triangle.push([...along, length]);
    return true;
  }

  /** Return whether two rankers order every pair equally. @param {Uint8Array} h @param {Uint8Array} other */
  same(h, other) {
    const { of, first } = this.problem.components;
    for (let i = 0; i < h.length; i++)
      if (other[i] - h[i] !== other[first[of[i]]] - h[first[of[i]]]) return false;
    return true;
  }
}
