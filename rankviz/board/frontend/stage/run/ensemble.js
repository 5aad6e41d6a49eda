/** The ensemble after round t, by look-up: a ranker's last pick up to t has its previous weight and its step. */

/** @import { Algo, Boosted } from "./run.js" */

/** @type {WeakMap<Algo, Int32Array[]>} */
const cache = new WeakMap();

/** @param {Algo} a @returns {Int32Array[]} the rounds in which each distinct ranker was picked */
export function picksOf(a) {
  let picks = cache.get(a);
  if (!picks) {
    /** @type {number[][]} */
    const lists = a.rankers.map(() => []);
    for (let t = 1; t <= a.rounds; t++) lists[a.pick[t - 1]].push(t);
    picks = lists.map((l) => Int32Array.from(l));
    cache.set(a, picks);
  }
  return picks;
}

/** @param {Int32Array} rounds @param {number} t @returns {number} the number of entries up to t */
function countUpTo(rounds, t) {
  let low = 0;
  let high = rounds.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (rounds[mid] <= t) low = mid + 1;
    else high = mid;
  }
  return low;
}

/**
 * @typedef {{ranker: number, weight: number, picks: number, last: number, newest: boolean}} Member `weight` may be ±Infinity (a named outcome)
 * @param {Boosted} a @param {number} s state, at most a.rounds
 * @returns {Member[]} the rankers in the ensemble, by first pick
 */
export function ensembleAt(a, s) {
  /** @type {Member[]} */
  const members = [];
  const picks = picksOf(a);
  for (let r = 0; r < picks.length; r++) {
    const count = countUpTo(picks[r], s);
    if (count === 0) continue; // rankers are sorted by first pick, but one may be known before it is picked
    const last = picks[r][count - 1];
    members.push({ ranker: r, weight: weightAfter(a, last), picks: count, last, newest: last === s });
  }
  return members;
}

/** Return whether a round's α is infinite: for good (1), or in the limit, dominating all finite weights (4). @param {Boosted} a @param {number} t */
export const isInfinite = (a, t) => a.outcome[t - 1] === 1 || a.outcome[t - 1] === 4;

/** @param {Boosted} a @param {number} t a round in which the ranker was picked @returns {number} its weight after it */
export function weightAfter(a, t) {
  if (isInfinite(a, t)) return a.epsCorrect[t - 1] >= a.epsReversed[t - 1] ? Infinity : -Infinity;
  return a.alphaPrior[t - 1] + a.alpha[t - 1];
}

/** Return Σ|weights|, by which margins are normalised; 0 for an empty ensemble or an infinite weight. @param {Boosted} a @param {number} s */
export function ensembleNorm(a, s) {
  let sum = 0;
  for (const m of ensembleAt(a, s)) sum += Math.abs(m.weight);
  return Number.isFinite(sum) ? sum : 0;
}

/**
 * Return the divisor of margins: the ensemble's norm; without weak rankers, the widest gap between scores, as in the histogram.
 * @param {Algo} a @param {number} n items @param {number} s
 */
export function marginNorm(a, n, s) {
  if (a.boosted) return ensembleNorm(a, s);
  let [low, high] = [Infinity, -Infinity];
  for (let i = s * n; i < (s + 1) * n; i++)
    [low, high] = [Math.min(low, a.scores[i]), Math.max(high, a.scores[i])];
  return high > low ? high - low : 0;
}

/** @type {WeakMap<readonly Boosted[], {names: string[], of: Int32Array[]}>} */
const shared = new WeakMap();

/** Merge the weak rankers of several ensembles. @param {readonly Boosted[]} algos */
function mergeRankers(algos) {
  let found = shared.get(algos);
  if (!found) {
    const names = [...new Set(algos.flatMap((a) => a.rankers))];
    const at = new Map(names.map((name, i) => [name, i]));
    found = { names, of: algos.map((a) => Int32Array.from(a.rankers, (name) => at.get(name) ?? 0)) };
    shared.set(algos, found);
  }
  return found;
}

/** @param {readonly Boosted[]} algos @returns {string[]} the names of all their rankers, each once */
export const rankersOf = (algos) => mergeRankers(algos).names;

/**
 * A ranker in several ensembles.
 * @typedef {Object} Row
 * @property {number} ranker index in `rankersOf`
 * @property {Map<number, number>} weights weight by algorithm index; ±Infinity is a named outcome
 * @property {Set<number>} fresh indices of algorithms whose newest pick it is
 * @property {boolean} newest whether `fresh` has any
 * @property {number} picks the most in one ensemble
 * @property {Boosted} from an algorithm that has picked it
 * @property {number} at the round of that algorithm's last pick
 */

/** Return every ranker in an ensemble at the cursor, by decreasing weight. @param {readonly Boosted[]} algos @param {number} t @returns {Row[]} */
export function rowsByRanker(algos, t) {
  const { of } = mergeRankers(algos);
  /** @type {Map<number, Row>} */
  const rows = new Map();
  algos.forEach((a, k) => {
    for (const m of ensembleAt(a, Math.min(t, a.rounds))) {
      const ranker = of[k][m.ranker];
      let row = rows.get(ranker);
      if (!row) {
        row = { ranker, weights: new Map(), fresh: new Set(), newest: false, picks: 0, from: a, at: m.last };
        rows.set(ranker, row);
      }
      row.weights.set(a.index, m.weight);
      row.picks = Math.max(row.picks, m.picks);
      if (m.newest) row.fresh.add(a.index);
      row.newest ||= m.newest;
    }
  });
  const size = (/** @type {Row} */ r) => Math.max(...[...r.weights.values()].map(Math.abs));
  return [...rows.values()].sort((p, q) => size(q) - size(p) || p.ranker - q.ranker);
}

/** Return one row per ranker that round t picks; new rankers have no weight yet. @param {readonly Boosted[]} algos @param {number} t @returns {{row: Row, algos: Boosted[]}[]} */
export function picksAt(algos, t) {
  const { of } = mergeRankers(algos);
  /** @type {Map<number, {row: Row, algos: Boosted[]}>} */
  const found = new Map();
  const before = rowsByRanker(algos, t - 1);
  algos.forEach((a, k) => {
    if (t > a.rounds) return;
    const ranker = of[k][a.pick[t - 1]];
    const row = before.find((r) => r.ranker === ranker) ?? {
      ranker,
      weights: new Map(),
      fresh: new Set(),
      newest: false,
      picks: 0,
      from: a,
      at: t,
    };
    found.set(ranker, { row, algos: [...(found.get(ranker)?.algos ?? []), a] });
  });
  return [...found.values()];
}

/** Return the smallest and largest finite weight in any round, including 0. @param {readonly Boosted[]} algos @returns {[number, number]} */
export function weightRange(algos) {
  let low = 0;
  let high = 0;
  for (const a of algos)
    for (let t = 1; t <= a.rounds; t++) {
      const w = weightAfter(a, t);
      if (!Number.isFinite(w)) continue;
      if (w < low) low = w;
      if (w > high) high = w;
    }
  return high > low ? [low, high] : [0, 1];
}
