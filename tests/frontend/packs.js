/** The packs written by tests/helpers/packs.py, and the engine's values of the same runs. */

import { readFileSync } from "node:fs";

import { decode } from "#frontend/stage/run/decode.js";
/** @import { Run } from "#frontend/stage/run/run.js" */

/**
 * @typedef {Object} EngineRun
 * @property {string} algorithm
 * @property {number} rounds
 * @property {boolean} boosted
 * @property {(number | null)[]} r2
 * @property {number[][]} scores after each round
 * @property {Record<string, number | string | null>[]} weights by ranker, after each round
 * @property {(number | string | null)[]} norm
 * @property {number[][]} outcomes of each round, by pair
 */

/** @typedef {{n: number, labels: string[], pairs: [number, number][], query: number[], runs: EngineRun[]}} Engine */

/** @param {string} name @returns {ArrayBuffer} */
export function bytes(name) {
  const file = readFileSync(new URL(`packs/${name}.rvz`, import.meta.url));
  return new Uint8Array(file).buffer;
}

/** @param {string} name */
export const run = (name) => decode(bytes(name));

/** @param {string} name @returns {Engine} */
export const engine = (name) =>
  JSON.parse(readFileSync(new URL(`packs/${name}.json`, import.meta.url), "utf8"));

/** Parse a number of the engine's file. @param {number | string | null} value */
export const number = (value) =>
  value === "inf" ? Infinity : value === "-inf" ? -Infinity : value === null ? NaN : Number(value);

/** @param {Run} found @param {number} k */
export function boosted(found, k) {
  const algo = found.algos[k];
  if (!algo.boosted) throw new Error(`${algo.label} picks no weak rankers`);
  return algo;
}
