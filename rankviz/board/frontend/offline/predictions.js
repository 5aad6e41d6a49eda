/** Add their predictions to arrays of a pack, bit by bit as board/offline/predictions.py made them. */

import { arrayAt } from "../stage/run/pack.js";
/** @import { Table } from "../stage/run/pack.js" */

/** Unsigned integers by size in bytes; overflow wraps, as it did when the differences were taken. */
export const UNSIGNED = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array };

/** Parts of a step of colour that are counted; 16 steps double a weight. */
const PARTS = 65536;
const CURVES = ["step_z", "step_loss", "step_bound", "step_z2"];

/** @typedef {(name: string) => any} Find an array of the run, or one that all runs share */
/** @typedef {(row: number, values: Float64Array | Uint8ClampedArray | Uint16Array) => void} Complete a row of an array */
/** @typedef {(name: string) => Complete | null} Put null for an array that is not predicted */

/** @param {ArrayBuffer} pack @param {number} start of the first array, bytes @param {Table} table @param {Set<string>} predicted names of the arrays */
export function addPredictions(pack, start, table, predicted) {
  for (let run = 0; table[`${run}.scores`]; run++) {
    /** @type {Find} */
    const find = (name) => {
      const place = table[`${run}.${name}`] ?? table[name];
      return place && arrayAt(pack, start, place);
    };
    /** @type {Put} */
    const put = (name) => {
      if (!predicted.has(`${run}.${name}`)) return null;
      const values = find(name);
      const all = asBits(values);
      /** @type {any} */
      let one = null;
      return (row, made) => {
        one ??= new values.constructor(made.length);
        one.set(made);
        if (values.BYTES_PER_ELEMENT > 2) one.forEach(zeroUnlessFinite);
        add(all, row * made.length, asBits(one));
      };
    };
    if (find("h")) {
      fromPicks(find, put);
      weights(find, put);
      for (const name of CURVES) if (put(name)) curves(find, find(name));
      if (put("step_marks") ?? put("step_parts")) marks(find, put);
    }
    const complete = put("place");
    if (complete) places(find, complete);
  }
}

/** Return the bits of the values as unsigned integers; overflow wraps. @param {any} values @returns {Uint32Array} */
const asBits = ({ buffer, byteOffset, length, BYTES_PER_ELEMENT: size }) =>
  /** @type {any} */ (new UNSIGNED[/** @type {4} */ (size)](buffer, byteOffset, length));

/** @type {(value: number, i: number, all: Float64Array) => void} */
const zeroUnlessFinite = (value, i, all) => {
  if (!Number.isFinite(value)) all[i] = 0;
};

/** @param {Uint32Array} all @param {number} from @param {Uint32Array} bits */
function add(all, from, bits) {
  for (let i = 0; i < bits.length; i++) all[from + i] += bits[i];
}

/** Return eˣ, the same bits in every browser. @param {number} x */
export function exponential(x) {
  let found = 1;
  for (let k = 12; k; k--) found = 1 + (found * (x / 16)) / k;
  for (let k = 0; k < 4; k++) found *= found;
  return found;
}

/** Return ln v by Halley's method, the same bits in every browser. @param {number} v */
function logarithm(v) {
  let found = 0;
  for (let k = 0; k < 12; k++) {
    const e = exponential(found);
    found += (2 * (v - e)) / (v + e);
  }
  return found;
}

/** @param {Find} find @param {Put} put */
function fromPicks(find, put) {
  const [alpha, h, correct, reversed] = ["alpha", "h", "eps_correct", "eps_reversed"].map(find);
  const scores = put("scores");
  const sums = new Float64Array(find("query").length);
  for (let t = 0; scores && t < alpha.length; t++) {
    for (let i = 0; i < sums.length; i++) if (h[t * sums.length + i]) sums[i] += alpha[t];
    scores(t + 1, sums);
  }
  const tied = Float64Array.from(alpha, (_, t) => 1 - correct[t] - reversed[t]);
  put("eps_tied")?.(0, tied);
  const delta = Float64Array.from(alpha, (_, t) => reversed[t] - correct[t]);
  put("delta")?.(0, delta);
}

/** Follow the weights of pairs from round to round: each multiplies them by one of three factors. @param {Find} find @param {Put} put */
function weights(find, put) {
  const [alpha, h, z, tie] = ["alpha", "h", "z", "tie_factor"].map(find);
  const n = find("query").length;
  /** By round, for pairs reversed, tied and ordered correctly. */
  const factors = new Float64Array(3 * alpha.length);
  const steps = new Int32Array(3 * alpha.length);
  for (let t = 0; t < alpha.length; t++) {
    const [e, log] = [exponential(alpha[t]), logarithm(z[t])];
    factors.set([e / z[t], tie[t] / z[t], 1 / e / z[t]], 3 * t);
    const logs = [alpha[t] - log, logarithm(tie[t]) - log, -alpha[t] - log];
    const parts = logs.map((each) => Math.floor(each * ((16 * PARTS) / Math.LN2) + 0.5));
    steps.set(parts, 3 * t);
  }
  const ends = [put("mover_before"), put("mover_after")];
  if (ends.some(Boolean)) {
    const [higher, lower] = ["mover_higher", "mover_lower"].map(find);
    const [before, after] = [new Float64Array(higher.length), new Float64Array(higher.length)];
    for (let k = 0; k < higher.length; k++) {
      let weight = 1;
      for (let t = 0, at = 0; t * (higher.length / alpha.length) <= k; t++, at += n) {
        before[k] = weight;
        weight *= factors[3 * t + 1 + h[at + higher[k]] - h[at + lower[k]]];
      }
      after[k] = weight;
    }
    ends[0]?.(0, before);
    ends[1]?.(0, after);
  }
  const colours = put("weight");
  if (!colours) return;
  const [above, below] = ["pair_higher", "pair_lower"].map(find);
  const [sums, colour] = [new Int32Array(above.length), new Uint8ClampedArray(above.length).fill(128)];
  colours(0, colour);
  for (let t = 0; t < alpha.length; t++) {
    const of = steps.subarray(3 * t, 3 * t + 3);
    const its = h.subarray(t * n, t * n + n);
    for (let p = 0; p < sums.length; p++) {
      sums[p] += of[1 + its[above[p]] - its[below[p]]];
      colour[p] = 128 + ((sums[p] + PARTS / 2) >> 16);
    }
    colours(t + 1, colour);
  }
}

/** Continue curves over α from their first three values. @param {Find} find @param {Float32Array} values */
function curves(find, values) {
  const [alphas, grid] = ["step_alphas", "step_grid"].map(find);
  const points = values.length / grid.length;
  const one = new Float32Array(1);
  const [bits, its] = [asBits(values), asBits(one)];
  for (let t = 0; t < grid.length; t++) {
    const e = exponential(alphas[grid[t] * points + 1] - alphas[grid[t] * points]);
    const sum = 1 + e + 1 / e;
    for (let i = t * points + 3; i < (t + 1) * points; i++) {
      one[0] = sum * (values[i - 1] - values[i - 2]) + values[i - 3];
      if (Number.isFinite(one[0])) bits[i] += its[0];
    }
  }
}

/** @param {Find} find @param {Put} put */
function marks(find, put) {
  const [alphas, grid, curve] = ["step_alphas", "step_grid", "step_z"].map(find);
  const [alpha, z, correct, reversed] = ["alpha", "z", "eps_correct", "eps_reversed"].map(find);
  const [parts, set] = [put("step_parts"), put("step_marks")];
  const points = curve.length / grid.length;
  for (let t = 0; t < grid.length; t++) {
    const its = alphas.subarray(grid[t] * points, (grid[t] + 1) * points);
    const shares = new Float64Array(2 * points);
    for (let k = 0; k < points; k++) {
      const e = exponential(its[k]);
      shares[k] = correct[t] / e / curve[t * points + k];
      shares[points + k] = (reversed[t] * e) / curve[t * points + k];
    }
    const bytes = shares.map((share) => (Number.isFinite(share) ? Math.floor(255 * share + 0.5) : 0));
    parts?.(t, bytes);
    const first = short(its[0]);
    const place = (alpha[t] - first) / short(short(its[1]) - first);
    const e = exponential(alpha[t]);
    const after = [correct[t] / e / z[t], (reversed[t] * e) / z[t]];
    set?.(t, Float64Array.of(place, z[t], ...after, alpha[t], place, z[t], NaN, NaN));
  }
}

/** Return the short decimal that a number in single precision stands for. @param {number} value */
const short = (value) => Number(value.toPrecision(6));

/** @param {Find} find @param {Complete} complete */
function places(find, complete) {
  const [scores, query] = ["scores", "query"].map(find);
  const place = new Uint16Array(query.length);
  /** @type {number[][]} items by query, in the order of the last state */
  const orders = [];
  for (let i = 0; i < place.length; i++) (orders[query[i]] ??= []).push(i);
  for (let row = 0; row * place.length < scores.length; row++) {
    const g = scores.subarray(row * place.length, (row + 1) * place.length);
    for (const order of orders) {
      order?.sort((i, j) => g[j] - g[i] || i - j);
      order?.forEach((i, p) => (place[i] = p && g[i] === g[order[p - 1]] ? place[order[p - 1]] : p + 1));
    }
    complete(row, place);
  }
}
