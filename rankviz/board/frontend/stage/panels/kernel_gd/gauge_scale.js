/** Scale of a gauge and its text: how much of the allowed value is reached. */

import { num, tick, tickLog } from "../../draw/format.js";
import { logTicks } from "../../draw/ranges.js";
import { linear, ticks } from "../../draw/svg.js";

/** Ratio of limit to largest value, or of largest value to limit, that calls for a logarithmic scale. */
const FAR = 12;
/** Relative excess over the limit that rounding may cause. */
const HAIR = 1e-9;

/**
 * @typedef {Object} GaugeScale
 * @property {(v: number) => number} at position of a value, from 0 to 1
 * @property {{at: number, text: string}[]} marks
 * @property {boolean} log
 */

/** @param {ArrayLike<number>} values of all rounds @param {number} line @param {number} count of marks @returns {GaugeScale} */
export function gaugeScale(values, line, count) {
  const found = Array.from(values).filter((v) => Number.isFinite(v) && v > 0);
  const [least, most] = [Math.min(line, ...found), Math.max(line, ...found)];
  const reached = Math.max(0, ...found);
  const log = found.length > 0 && (line > FAR * reached || reached > FAR * line);
  const [low, high] = log ? [Math.floor(Math.log10(least)), Math.log10(most * 1.3)] : [0, most * 1.08];
  const scale = linear(low, high, 0, 1);
  const clipped = (/** @type {number} */ x) => Math.min(1, Math.max(0, scale(x)));
  return {
    at: (v) => (log ? (v > 0 ? clipped(Math.log10(v)) : 0) : clipped(v)),
    marks: (log ? logTicks(low, high, count) : ticks(low, high, count)).map((v) => ({
      at: clipped(v),
      text: log ? tickLog(v) : tick(v),
    })),
    log,
  };
}

/** Express a value relative to its limit: "0.24 % of its limit 400", "2.3 × its limit 400". @param {number} value @param {number} line @param {string} name */
export function ofLimit(value, line, name) {
  const share = value / line;
  const of = `${name} ${num(line)}`;
  if (!Number.isFinite(share)) return of;
  if (Math.abs(share - 1) < HAIR) return `at ${of}`;
  if (share > 1) return `${share < 99.5 ? Number(share.toPrecision(2)) : num(share)} × ${of}`;
  return `${percent(share)} of ${of}`;
}

/** Format a percentage of any size to two digits; one that is near the next step has not reached it. @param {number} share */
function percent(share) {
  const p = 100 * share;
  if (p >= 1) return `${p >= 10 ? Math.floor(p) : Math.floor(10 * p) / 10} %`;
  return `${p >= 0.0005 || p === 0 ? Number(p.toPrecision(2)) : num(p)} %`;
}
