/** The ensemble after round t, found by look-up: a ranker's last pick at or before t holds its weight before and its step. */

/** @type {WeakMap<import("./run.js").Algo, Int32Array[]>} */
const cache = new WeakMap();

/** @param {import("./run.js").Algo} a @returns {Int32Array[]} for each distinct ranker the rounds it was picked in */
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

/** @param {Int32Array} rounds @param {number} t @returns {number} how many entries are at most t */
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
 * @typedef {{ranker: number, weight: number, picks: number, last: number, newest: boolean}} Member weight may be ±Infinity (a named outcome)
 * @param {import("./run.js").Boosted} a @param {number} s state, at most a.rounds
 * @returns {Member[]} every ranker in the ensemble, by first pick
 */
export function ensembleAt(a, s) {
  /** @type {Member[]} */
  const members = [];
  const picks = picksOf(a);
  for (let r = 0; r < picks.length; r++) {
    const count = countUpTo(picks[r], s);
    if (count === 0) continue; // rankers come by first pick, but one may be known before it is picked
    const last = picks[r][count - 1];
    members.push({ ranker: r, weight: weightAfter(a, last), picks: count, last, newest: last === s });
  }
  return members;
}

/** @param {import("./run.js").Boosted} a @param {number} t a round in which the ranker was picked @returns {number} its weight after it */
export function weightAfter(a, t) {
  if (a.outcome[t - 1] === 1) return a.epsCorrect[t - 1] >= a.epsReversed[t - 1] ? Infinity : -Infinity;
  return a.alphaPrior[t - 1] + a.alpha[t - 1];
}

/** Sum of |weights|, by which margins are normalised; 0 when there is none or one is infinite. @param {import("./run.js").Boosted} a @param {number} s */
export function ensembleNorm(a, s) {
  let sum = 0;
  for (const m of ensembleAt(a, s)) sum += Math.abs(m.weight);
  return Number.isFinite(sum) ? sum : 0;
}

/**
 * What margins are divided by: the ensemble's norm; without weak rankers the widest gap between scores, as in the histogram.
 * @param {import("./run.js").Algo} a @param {number} n items @param {number} s
 */
export function marginNorm(a, n, s) {
  if (a.boosted) return ensembleNorm(a, s);
  let [low, high] = [Infinity, -Infinity];
  for (let i = s * n; i < (s + 1) * n; i++) [low, high] = [Math.min(low, a.scores[i]), Math.max(high, a.scores[i])];
  return high > low ? high - low : 0;
}
