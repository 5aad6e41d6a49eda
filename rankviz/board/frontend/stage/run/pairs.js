/** Finding a pair's number from its two items. */

/** @import { Run } from "./run.js" */

/** @param {Run} run @returns {(higher: number, lower: number) => number} index of the pair, −1 where there is none */
export function pairFinder(run) {
  const { pairHigher, pairLower, n } = run;
  if (!pairHigher || !pairLower) return () => -1;
  /** @type {Map<number, number>} */
  const index = new Map();
  for (let p = 0; p < pairHigher.length; p++) index.set(pairHigher[p] * n + pairLower[p], p);
  return (higher, lower) => index.get(higher * n + lower) ?? -1;
}

/** The query with the most pairs to look at; where pairs are not listed, with most items unlike its first. @param {Run} run @returns {number} */
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

/** Where a query's items stand in the true order: [from, to). @param {Run} run @param {number} query @returns {[number, number]} */
export function queryRange(run, query) {
  let from = 0;
  while (from < run.n && run.query[run.axis[from]] !== query) from++;
  let to = from;
  while (to < run.n && run.query[run.axis[to]] === query) to++;
  return [from, to];
}

/** Whether there is a true order: grades, or preferences without a cycle. Votes seldom have one. @param {Run} run */
export function hasOrder({ hasGrades, pairHigher, pairLower, position }) {
  if (hasGrades || !pairHigher || !pairLower) return true;
  return Array.prototype.every.call(pairHigher, (higher, p) => position[higher] < position[pairLower[p]]);
}

/** How high an item stands in truth, 0–1: its grade, or its place in the given preferences; without a true order all are alike. @param {Run} run @returns {(item: number) => number} */
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

/** Without grades, by how many items one belongs above, less how many above it: those that no pair tells apart are alike. @param {Run} run @returns {((item: number) => number) | null} null where the pairs are not here one by one */
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
