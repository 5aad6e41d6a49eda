/** A run tried on the stage, converted to the drawing's format, so that thresholds, arrows and scores follow a trial, too. */

import { num } from "../draw/format.js";
import { markFactor } from "../draw/mark_weight.js";
import { isInfinite } from "../run/ensemble.js";
import { pairFinder } from "../run/pairs.js";
/** @import { Boosted, Run } from "../run/run.js" */
/** @import { Pick, RunDrawn } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/**
 * @param {Run} run of the table @param {number} index of one of its runs @param {Table} table @param {RunDrawn} like the original run
 * @returns {RunDrawn | null} null if the run is of another table
 */
export function triedRun(run, index, table, like) {
  const a = run.algos[index];
  if (!a?.boosted || String(run.labels) !== String(table.items)) return null;
  const find = pairFinder(run);
  const pairs = table.pairs.map(([higher, lower]) => find(higher, lower));
  const states = Array.from({ length: a.rounds + 1 }, (_, s) => s);
  const scores = states.map((s) => Array.from(a.scores.subarray(s * run.n, (s + 1) * run.n)));
  /** @type {[number, number]} */
  let reach = [0, 0];
  return {
    ...like,
    rounds: a.rounds,
    picks: states.slice(1).map((t) => pickAt(run, a, t, table)),
    weights: states.map((s) => pairs.map((p) => (p < 0 ? null : markFactor(run, a, s, p)))),
    scores,
    most: a.top.reduce((most, factor) => Math.max(most, factor), 0),
    reach: scores.map((row) => (reach = [Math.min(reach[0], ...row), Math.max(reach[1], ...row)])),
  };
}

/** @param {Run} run @param {Boosted} a @param {number} t @param {Table} table @returns {Pick} */
function pickAt({ asks }, a, t, { rankers, features }) {
  const ranker = a.pick[t - 1];
  const [feature, threshold] = a.asked.places[ranker];
  const name = feature === null ? a.rankers[ranker] : asks.columns[feature];
  const columns = rankers.length ? rankers : features;
  const column = columns.findIndex((each) => each.name === name);
  return {
    column: column < 0 ? null : column,
    threshold,
    text: `${a.rankers[ranker]}, α = ${alphaOf(a, t)}`,
  };
}

/** @param {Boosted} a @param {number} t */
const alphaOf = (a, t) => (isInfinite(a, t) ? (a.alpha[t - 1] < 0 ? "−∞" : "∞") : num(a.alpha[t - 1]));
