/** Look-ups of a run's trees: nodes by number, and their questions in words. */

import { tick } from "../../draw/format.js";
/** @import { Algo } from "../../run/run.js" */
/** @import { MadeTrees } from "../columns.js" */

/** LightGBM's zero: it separates negative, 0 and positive at ±1e-35 (rankviz/engine/data/model.py). */
const ZERO = 1.1e-35;

/**
 * @typedef {Object} Line a node in reading order
 * @property {number} node
 * @property {number} depth
 * @property {boolean} other whether the question above was answered no
 */

/** @param {MadeTrees} made @param {Algo} a */
export function lookUpTrees(made, a) {
  const nodes = made.arrays.of("trees", a.index);
  const [left, right, feature] = [nodes.get("node_left"), nodes.get("node_right"), nodes.get("node_feature")];
  const [value, threshold] = [nodes.get("node_value"), nodes.get("node_threshold")];
  const [start, items, missingLeft] = [
    nodes.get("node_start"),
    nodes.get("node_items"),
    nodes.get("node_missing_left"),
  ];
  const own = made.meta.runs[a.index];
  let most = 1;
  let [low, high] = [0, 1e-12];
  for (let s = 1; s <= a.rounds; s++) most = Math.max(most, start[s] - start[s - 1]);
  for (let i = 0; i < value.length; i++)
    if (left[i] < 0) [low, high] = [Math.min(low, value[i]), Math.max(high, value[i])];

  /** @param {number} i */
  const isLeaf = (i) => left[i] < 0;

  /** Return the nodes of a round's tree in reading order. @param {number} s @returns {Line[]} */
  function lines(s) {
    const base = start[s - 1];
    /** @type {Line[]} */
    const found = [];
    /** @type {Line[]} */
    const todo = [{ node: base, depth: 0, other: false }];
    while (todo.length) {
      const line = /** @type {Line} */ (todo.pop());
      found.push(line);
      if (isLeaf(line.node)) continue;
      todo.push({ node: base + right[line.node], depth: line.depth + 1, other: true });
      todo.push({ node: base + left[line.node], depth: line.depth + 1, other: false });
    }
    return found;
  }

  /** @param {number} i */
  function question(i) {
    const name = made.meta.features[feature[i]];
    const asks = own.asks?.[i];
    if (asks) return asks.replace("{feature}", name);
    if (threshold[i] === Infinity) return `${name} is known`;
    if (threshold[i] === -Infinity) return `${name} is missing`;
    const missing = missingLeft[i] && made.meta.missing[feature[i]] ? ", or missing" : "";
    const zero = Math.abs(threshold[i]) <= ZERO;
    const below = own.strict || (zero && threshold[i] < 0) ? "<" : "≤";
    return `${name} ${below} ${zero ? "0" : tick(Number(threshold[i].toPrecision(4)))}${missing}`;
  }

  return {
    /** Number of nodes of the largest tree. */
    most,
    mostLeaves: (most + 1) / 2,
    /** Smallest and largest leaf value of all rounds, including 0. */
    low,
    high,
    items,
    value,
    isLeaf,
    lines,
    question,
    /** @param {number} s round */
    root: (s) => start[s - 1],
  };
}

/** @typedef {ReturnType<typeof lookUpTrees>} Trees */
