/** Bars and names of tiles with one row per ranker, or one per pair. */

import { setAttr, setClass } from "../draw/dom.js";
import { textWidth } from "../draw/fit_text.js";
import { shortNames } from "../draw/short_names.js";
import { svg } from "../draw/svg.js";
import { numbered } from "../run/run.js";
/** @import { Scale } from "../draw/svg.js" */
/** @import { Algo, Run } from "../run/run.js" */

/**
 * Place the algorithms' bars in a row.
 * @param {number} height px of the row @param {number} count algorithms
 * @param {{share: number, least: number, between: number}} thick a bar takes `share` of a high row, and in a low one at
 *   most `least` px; at least `between` px and a sixth of the row stay free, to separate rows
 * @returns {{pitch: number, first: number}} height of a bar with its gap, in whole px, and px above the first
 */
export function barPlaces(height, count, { share, least, between }) {
  const free = Math.max(between, height / 6);
  const pitch = Math.floor(Math.min(Math.max(least, share * height), (height - free) / count));
  return { pitch, first: (height - pitch * count) / 2 };
}

/**
 * Draw a signed bar of one algorithm, framed if it is the newest pick's.
 * @param {Algo} a @param {Scale} x @param {number} y px @param {number} pitch px
 * @param {[number, number]} reach range of values to which the bar is clipped @param {number} least minimum width, px
 */
export function signedBar(a, x, y, pitch, [low, high], least = 0) {
  const bar = svg("rect", { class: "rv-correct", y: y + 0.5, height: Math.max(2, pitch - 1.5) });
  const box = svg("rect", { class: "rv-newest", y: y - 0.5, height: pitch + 0.5, rx: 2 });
  const g = svg("g", { class: `rv-k${a.slot}` }, bar, box);
  const zero = x(0);
  return {
    g,
    /** @param {number} value @param {boolean} newest @returns {number} end of the bar, px */
    draw(value, newest) {
      const to = x(Math.max(low, Math.min(high, value)));
      const width = Math.max(least, Math.abs(to - zero));
      setAttr(bar, "x", Math.min(zero, to).toFixed(1));
      setAttr(bar, "width", width.toFixed(1));
      setAttr(box, "x", (Math.min(zero, to) - 2).toFixed(1));
      setAttr(box, "width", (width + 4).toFixed(1));
      setClass(g, "rv-new", newest);
      setClass(g, "rv-negative", value < 0);
      return to;
    },
  };
}

/**
 * Return names of the first pairs of a list, "higher > lower", with each item as short as distinguishes it.
 * @param {Run} run @param {ArrayLike<number>} higher @param {ArrayLike<number>} lower items
 * @param {number} count number of pairs @param {number} room px for a name @param {string} font
 */
export function pairNames(run, higher, lower, count, room, font) {
  const measure = (/** @type {string} */ text) => textWidth(font, text);
  const pairs = Array.from({ length: count }, (_, i) => [higher[i], lower[i]]);
  const items = [...new Set(pairs.flat())];
  const short = shortNames(
    items.map((i) => run.labels[i]),
    (room - measure(" > ")) / 2,
    measure,
  );
  const name = new Map(items.map((item, i) => [item, numbered(short[i])]));
  return pairs.map(([above, below]) => `${name.get(above)} > ${name.get(below)}`);
}
