/** The theorems of a round, from what a page carries (written by board/offline/theorems.py). */

/** @import { RunTheorems } from "../stage/drawer/theorems.js" */

/**
 * A theorem's columns begin at the round `first` of the rounds in `at`.
 * @typedef {{name: string, equation: string, relation: string, first: number, verdicts: number[], why: number[], left: string, right: string, slack: string}} Columns
 * @typedef {{label: string, at: number[], rows: Columns[]}} Run
 * @typedef {{every: number, why: string[], runs: Run[]}} Theorems
 */

/** @type {WeakMap<Columns, string[][]>} */
const parted = new WeakMap();

/** Return the columns of left side, right side and slack. @param {Columns} row @returns {string[][]} */
function columnsOf(row) {
  const found = parted.get(row) ?? [row.left, row.right, row.slack].map((text) => text.split("\t"));
  parted.set(row, found);
  return found;
}

/** @param {Theorems} theorems @param {number} t @returns {RunTheorems[]} */
export function theoremsAt({ every, why, runs }, t) {
  const only = every > 1 ? ` (this file has one round in ${every})` : "";
  return runs.map(({ label, at, rows }) => {
    const k = lastUpTo(at, t);
    return {
      name: label,
      label,
      when: `${at[k] ? `after round ${at[k]}` : "at the start"}${only}`,
      late: "",
      minimum: "",
      rows: rows.flatMap((row) => {
        const i = k - row.first;
        if (i < 0) return [];
        const [left, right, slack] = columnsOf(row);
        const { name, equation, relation } = row;
        return [[row.verdicts[i], name, equation, why[row.why[i]], left[i], relation, right[i], slack[i]]];
      }),
    };
  });
}

/** Return the index of the last carried round up to round t. @param {number[]} at @param {number} t */
export function lastUpTo(at, t) {
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}
