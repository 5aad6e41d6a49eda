/** Look-ups of pairs, queries and the true order. */

/** @import { Run } from "./run.js" */

/** @param {Run} run @returns {(higher: number, lower: number) => number} the index of a pair, −1 if there is none */
export function pairFinder(run) {
  const { pairHigher, pairLower, n } = run;
  if (!pairHigher || !pairLower) return () => -1;
  /** @type {Map<number, number>} */
  const index = new Map();
  for (let p = 0; p < pairHigher.length; p++) index.set(pairHigher[p] * n + pairLower[p], p);
  return (higher, lower) => index.get(higher * n + lower) ?? -1;
}

/** Return the query with the most pairs; without listed pairs, the one with the most items unlike its first. @param {Run} run @returns {number} */
export function fullestQuery(run) {
  const tally = new Array(Math.max(1, run.queries.length)).fill(0);
  if (run.pairHigher)
    for (let p = 0; p < run.pairHigher.length; p++) tally[run.query[run.pairHigher[p]]] += 1;
  else {
    const first = new Map();
    for (let i = 0; i < run.n; i++) {
      if (!first.has(run.query[i])) first.set(run.query[i], run.grades[i]);
      if (run.grades[i] !== first.get(run.query[i])) tally[run.query[i]] += 1;
    }
  }
  return tally.indexOf(Math.max(...tally));
}

/** Return a query's range in the true order: [from, to). @param {Run} run @param {number} query @returns {[number, number]} */
export function queryRange(run, query) {
  let from = 0;
  while (from < run.n && run.query[run.axis[from]] !== query) from++;
  let to = from;
  while (to < run.n && run.query[run.axis[to]] === query) to++;
  return [from, to];
}

/** Return whether a true order exists: grades, or acyclic preferences. Votes seldom have one. @param {Run} run */
export function hasOrder({ hasGrades, pairHigher, pairLower, position }) {
  if (hasGrades || !pairHigher || !pairLower) return true;
  return Array.prototype.every.call(pairHigher, (higher, p) => position[higher] < position[pairLower[p]]);
}

/** Return each item's true height, from 0 to 1: its grade, or its place in the given preferences; all equal without a true order. @param {Run} run @returns {(item: number) => number} */
export function trueHeights(run) {
  if (!hasOrder(run)) return () => 0.5;
  if (!run.hasGrades)
    return standingByPairs(run) ?? ((item) => 1 - run.position[item] / Math.max(1, run.n - 1));
  let low = Infinity;
  let high = -Infinity;
  for (const g of run.grades) {
    if (g < low) low = g;
    if (g > high) high = g;
  }
  return (item) => (high > low ? (run.grades[item] - low) / (high - low) : 0.5);
}

/** Return heights without grades: items below minus items above, so that items not separated by any pair are equal. @param {Run} run @returns {((item: number) => number) | null} null if pairs are not listed */
function standingByPairs({ n, pairHigher, pairLower }) {
  if (!pairHigher || !pairLower) return null;
  const level = new Float64Array(n);
  for (let p = 0; p < pairHigher.length; p++) {
    level[pairHigher[p]] += 1;
    level[pairLower[p]] -= 1;
  }
  const [low, high] = [Math.min(...level), Math.max(...level)];
  return (item) => (high > low ? (level[item] - low) / (high - low) : 0.5);
}
