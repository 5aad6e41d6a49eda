/** The values that tiles draw of one state: its margins, and its pair weights, as in rankviz/engine/kernels/stage_data.py. */

import { TIE } from "./ranker_search.js";
/** @import { Run } from "../run/run.js" */
/** @import { Problem } from "./problem.js" */
/** @import { State } from "./measures.js" */

/** Bins of the margins, as MARGIN_EDGES of rankviz/board/arrays.py. */
const FIRST = -1.025;
const WIDTH = FIRST + 2.05 / 41 - FIRST;
const MOVERS = 3;
/** Weights within this relative distance are equal up to rounding. */
const TOLERANCE = 1e-9;

/** @param {Problem} problem @param {Pick<State, "scores" | "norm" | "scale">} state @param {Float32Array} shares (bins) written @returns {number} the first pair with the smallest margin */
export function fillMarginBins({ n, start, lower, amounts }, { scores, norm, scale }, shares) {
  const last = shares.length - 1;
  const counts = new Float64Array(shares.length);
  const counted = norm > TIE * scale;
  let [place, least] = [0, Infinity];
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) {
      const s = scores[x] - scores[lower[i]];
      if (s < least) [place, least] = [i, s];
      const bin = Math.trunc(Math.min(Math.max((s / norm - FIRST) / WIDTH, 0), last));
      if (counted) counts[bin] += amounts?.times[i] ?? 1;
    }
  shares.set(counts.map((count) => count / lower.length));
  return place;
}

/** @typedef {{of: Int32Array, pairs: Float64Array, query: ArrayLike<number> | null, queries: number}} Marks `of`: each pair's mark; `pairs`: number of pairs of each mark; `query`: each mark's query, null if marks are cells */

/** Return the marks of the map. @param {Run} run @param {{higher: ArrayLike<number>, lower: ArrayLike<number>}} pairs @returns {Marks} */
export function marksOf(run, { higher, lower }) {
  const { itemGroup, cellPairs, cellRow, cellCol, cells } = run;
  if (!itemGroup || !cellPairs) {
    const of = Int32Array.from({ length: cells }, (_, i) => i);
    const query = of.map((i) => run.query[higher[i]]);
    return { of, pairs: new Float64Array(cells).fill(1), query, queries: Math.max(1, run.queries.length) };
  }
  const width = Math.max(0, ...Array.from(itemGroup)) + 1;
  const at = new Map(Array.from({ length: cells }, (_, c) => [cellRow[c] * width + cellCol[c], c]));
  const of = Int32Array.from({ length: higher.length }, (_, i) => {
    return at.get(itemGroup[higher[i]] * width + itemGroup[lower[i]]) ?? 0;
  });
  return { of, pairs: Float64Array.from(cellPairs), query: null, queries: 1 };
}

/** Compute the colours and weights of the marks, and each query's heaviest mark. @param {Marks} marks @param {Float64Array} weight D @param {{codes: Uint8Array, factors: Float64Array, most: Float64Array, mark: Uint32Array, alike: Uint32Array}} into written */
export function colourMarks({ of, pairs, query }, weight, { codes, factors, most, mark, alike }) {
  const sums = new Float64Array(codes.length);
  for (let i = 0; i < weight.length; i++) sums[of[i]] += Math.max(weight[i], 0) * weight.length;
  const means = sums.map((sum, c) => sum / pairs[c]);
  factors.set(means);
  means.forEach((mean, c) => {
    codes[c] = mean > 0 ? Math.min(Math.max(Math.round(128 + 16 * Math.log2(mean)), 1), 255) : 0;
  });
  most.fill(-1);
  alike.fill(0);
  means.forEach((mean, c) => (most[query?.[c] ?? 0] = Math.max(most[query?.[c] ?? 0], mean)));
  means.forEach((mean, c) => {
    const q = query?.[c] ?? 0;
    if (mean < most[q] * (1 - TOLERANCE)) return;
    if (alike[q]++ === 0) mark[q] = c;
  });
}

/** Return the pairs that gained most weight, then those that lost most; of equals, the first. @param {Float64Array} before @param {Float64Array} after @returns {number[]} */
export function findMovers(before, after) {
  const m = after.length;
  return [1, -1].flatMap((sign) => {
    /** @type {number[]} */
    const found = [];
    for (let k = 0; k < MOVERS; k++) {
      let [best, most] = [0, -Infinity];
      for (let i = 0; i < m; i++) {
        const change = sign * (Math.max(after[i], 0) - Math.max(before[i], 0));
        if (change > most && !(m > MOVERS && found.includes(i))) [best, most] = [i, change];
      }
      found.push(best);
    }
    return found;
  });
}

/** Compute the shares of each mark's pairs that a ranker orders correctly and reverses, in 255ths. @param {Problem} problem @param {Marks} marks @param {Uint8Array} h @param {Uint8Array} correct @param {Uint8Array} reversed written */
export function shareCrossings({ n, start, lower }, { of, pairs }, h, correct, reversed) {
  const [right, wrong] = [new Float64Array(pairs.length), new Float64Array(pairs.length)];
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) {
      const o = h[x] - h[lower[i]];
      if (o > 0) right[of[i]]++;
      else if (o < 0) wrong[of[i]]++;
    }
  correct.set(right.map((count, c) => roundHalfToEven((255 * count) / pairs[c])));
  reversed.set(wrong.map((count, c) => roundHalfToEven((255 * count) / pairs[c])));
}

/** Count the pairs that a ranker orders correctly, ties and reverses. @param {Problem} problem @param {Uint8Array} h @returns {number[]} */
export function countCrossings({ n, start, lower }, h) {
  const counts = [0, 0, 0];
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) counts[1 - (h[x] - h[lower[i]])]++;
  return counts;
}

/** Round half to even, like NumPy. @param {number} x */
function roundHalfToEven(x) {
  const down = Math.floor(x);
  return x - down === 0.5 ? down + (down % 2) : Math.round(x);
}
