/** Build the map of modified pairs, as rankviz/board/pair_map.py does: one mark per pair, or one cell for many. */

import { formatG6 } from "./branch_data.js";
import { preferenceLevels } from "./preference_levels.js";
/** @import { MapMeta, Run } from "../run/run.js" */
/** @import { Pairs } from "./votes.js" */

/** As MAX_MARKS and MAX_GROUPS of pair_map.py. */
const MOST_MARKS = 2500;
const MOST_GROUPS = 40;

/** @typedef {Pick<Run, "m" | "axis" | "position" | "map" | "cells" | "cellRow" | "cellCol" | "pairHigher" | "pairLower" | "cellPairs" | "itemGroup">} Mapped */

/** @param {Run} run @param {Pairs} pairs @param {ArrayLike<number> | null} grades that imply the pairs; null if pairs were given directly @returns {Mapped} */
export function buildPairMap({ n, query, labels }, pairs, grades) {
  const { higher, lower } = pairs;
  const merit = grades ?? preferenceLevels(n, startOf(n, higher), lower);
  const m = higher.length;
  const items = Array.from({ length: n }, (_, i) => i);
  const better = (/** @type {number} */ x, /** @type {number} */ y) => merit[y] - merit[x];
  if (m > MOST_MARKS) {
    const axis = Int32Array.from(items.sort((x, y) => better(x, y) || query[x] - query[y] || x - y));
    return { m, ...placed(axis), ...cellsOf(axis, merit, pairs, grades ? "grade" : "level") };
  }
  const axis = Int32Array.from(items.sort((x, y) => query[x] - query[y] || better(x, y) || x - y));
  const { position } = placed(axis);
  const names = Array.from(axis, (i) => labels[i]);
  const note =
    "One mark per critical pair: the row is the item that belongs above, the column the one below.";
  return {
    m,
    ...placed(axis),
    map: { kind: "pairs", note, rows: names, cols: names },
    cells: m,
    cellRow: Uint16Array.from(higher, (i) => position[i]),
    cellCol: Uint16Array.from(lower, (i) => position[i]),
    pairHigher: higher,
    pairLower: lower,
    cellPairs: null,
    itemGroup: null,
  };
}

/** @param {number} n @param {ArrayLike<number>} higher in increasing order */
function startOf(n, higher) {
  const start = new Int32Array(n + 1);
  for (let i = 0; i < higher.length; i++) start[higher[i] + 1]++;
  for (let x = 0; x < n; x++) start[x + 1] += start[x];
  return start;
}

/** @param {Int32Array} axis */
function placed(axis) {
  const position = new Int32Array(axis.length);
  axis.forEach((item, i) => (position[item] = i));
  return { axis, position };
}

/** @param {Int32Array} axis @param {ArrayLike<number>} merit @param {Pairs} pairs @param {string} name of the merit */
function cellsOf(axis, merit, { higher, lower }, name) {
  const { group, labels } = groupsOf(axis, merit, name);
  const width = labels.length;
  /** @type {Map<number, number>} */
  const pairs = new Map();
  for (let i = 0; i < higher.length; i++) {
    const key = group[higher[i]] * width + group[lower[i]];
    pairs.set(key, (pairs.get(key) ?? 0) + 1);
  }
  const keys = [...pairs.keys()].sort((x, y) => x - y);
  const many = (/** @type {number} */ count) => count.toLocaleString("en-US");
  const note = `An aggregated map: the ${many(higher.length)} pairs are gathered in ${many(keys.length)} cells, and a cell shows the mean weight of its pairs.`;
  return {
    map: /** @type {MapMeta} */ ({ kind: "cells", note, rows: labels, cols: labels }),
    cells: keys.length,
    cellRow: Uint16Array.from(keys, (key) => Math.floor(key / width)),
    cellCol: Uint16Array.from(keys, (key) => key % width),
    pairHigher: null,
    pairLower: null,
    cellPairs: Uint32Array.from(keys, (key) => pairs.get(key) ?? 0),
    itemGroup: group,
  };
}

/** Group items, best first, into at most about the maximum number of groups. @param {Int32Array} axis @param {ArrayLike<number>} merit @param {string} name */
function groupsOf(axis, merit, name) {
  const n = axis.length;
  const group = new Uint16Array(n);
  /** @type {string[]} */
  const labels = [];
  const kinds = [...new Set(Array.from(axis, (i) => merit[i]))];
  if (kinds.length > MOST_GROUPS) {
    chunks(axis, MOST_GROUPS).forEach((rows, k) => {
      for (const i of rows) group[i] = k;
      labels.push(`${name} ${formatG6(merit[rows[0]])} to ${formatG6(merit[rows[rows.length - 1]])}`);
    });
    return { group, labels };
  }
  const spare = MOST_GROUPS - kinds.length;
  for (const kind of kinds) {
    const own = axis.filter((i) => merit[i] === kind);
    const count = Math.min(1 + Math.floor((spare * own.length) / n), own.length);
    chunks(own, count).forEach((rows, k) => {
      for (const i of rows) group[i] = labels.length;
      labels.push(`${name} ${formatG6(kind)}${count > 1 ? `, part ${k + 1} of ${count}` : ""}`);
    });
  }
  return { group, labels };
}

/** Split into nearly equal parts, the longer ones first. @param {Int32Array} rows @param {number} count @returns {Int32Array[]} */
function chunks(rows, count) {
  const [size, more] = [Math.floor(rows.length / count), rows.length % count];
  const at = (/** @type {number} */ k) => k * size + Math.min(k, more);
  return Array.from({ length: count }, (_, k) => rows.subarray(at(k), at(k + 1)));
}
