/** The input of a branch: the pool's answers on the items, and the critical pairs. */

/**
 * @typedef {Object} Problem
 * @property {number} n items
 * @property {Uint8Array} codes (features, n): ranker k of a feature is 1 if the code is above k
 * @property {Int32Array} offsets (features + 1): feature f has the rankers from offsets[f] to offsets[f + 1]
 * @property {Int32Array} start (n + 1): item x should rank above lower[start[x]] to lower[start[x + 1] − 1]
 * @property {ArrayLike<number> & Iterable<number>} lower (pairs)
 * @property {Components} components of the graph of pairs
 * @property {Amounts | null} amounts null if all pairs count equally
 *
 * @typedef {{count: number, of: Int32Array, size: Int32Array, first: Int32Array}} Components `of`: each item's component; `size` and `first` item of each component
 * @typedef {{first: Float64Array, times: Float64Array, logs: Float64Array}} Amounts by pair: D₁, m·D₁ and its logarithm
 */

/**
 * @param {number} n @param {Uint8Array} codes @param {Int32Array} offsets
 * @param {ArrayLike<number>} higher in increasing order @param {ArrayLike<number> & Iterable<number>} lower
 * @param {Float64Array | null} [counts] how much each pair counts, if pairs count differently
 * @returns {Readonly<Problem>}
 */
export function makeProblem(n, codes, offsets, higher, lower, counts = null) {
  const start = new Int32Array(n + 1);
  for (let i = 0; i < higher.length; i++) start[higher[i] + 1]++;
  for (let x = 0; x < n; x++) start[x + 1] += start[x];
  const components = componentsOf(n, start, lower);
  return Object.freeze({ n, codes, offsets, start, lower, components, amounts: counts && amountsOf(counts) });
}

/** @param {Float64Array} counts @returns {Amounts} */
function amountsOf(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = Math.log(total / counts.length);
  const logs = counts.map((count) => Math.log(count) - mean);
  return Object.freeze({ first: counts.map((count) => count / total), times: logs.map(Math.exp), logs });
}

/** @param {number} n @param {Int32Array} start @param {ArrayLike<number>} lower @returns {Components} numbered by their smallest items */
function componentsOf(n, start, lower) {
  const root = Int32Array.from({ length: n }, (_, i) => i);
  /** @param {number} a */
  const find = (a) => {
    while (root[a] !== a) a = root[a] = root[root[a]];
    return a;
  };
  for (let x = 0; x < n; x++)
    for (let i = start[x]; i < start[x + 1]; i++) {
      const [a, b] = [find(x), find(lower[i])];
      if (a !== b) root[Math.max(a, b)] = Math.min(a, b);
    }
  const first = root.filter((_, i) => find(i) === i);
  const number = new Map(Array.from(first, (item, k) => [item, k]));
  const of = Int32Array.from({ length: n }, (_, i) => number.get(find(i)) ?? 0);
  const size = new Int32Array(first.length);
  for (const k of of) size[k]++;
  return { count: first.length, of, size, first };
}

/** Return the feature of a ranker. @param {Problem} problem @param {number} ranker */
export function featureOf({ offsets }, ranker) {
  let [low, high] = [0, offsets.length - 1];
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (offsets[mid] <= ranker) low = mid;
    else high = mid;
  }
  return low;
}

/** Return the outputs of a ranker. @param {Problem} problem @param {number} ranker @returns {Uint8Array} (n) */
export function outputOf(problem, ranker) {
  const feature = featureOf(problem, ranker);
  const threshold = ranker - problem.offsets[feature];
  const h = new Uint8Array(problem.n);
  for (let i = 0, at = feature * problem.n; i < h.length; i++)
    h[i] = problem.codes[at + i] > threshold ? 1 : 0;
  return h;
}

/** Compute ε⁺ − ε⁻ for every ranker of some features, from the items' potentials. @param {Problem} problem @param {Float64Array} potential @param {Float64Array} edge written */
export function computeEdges({ n, codes, offsets }, potential, edge) {
  const bins = new Float64Array(257);
  for (let f = 0; f + 1 < offsets.length; f++) {
    const count = offsets[f + 1] - offsets[f];
    bins.fill(0, 0, count + 1);
    for (let i = 0, at = f * n; i < n; i++) bins[codes[at + i]] += potential[i];
    let above = 0;
    for (let k = count - 1; k >= 0; k--) {
      above += bins[k + 1];
      edge[offsets[f] + k] = above;
    }
  }
}
