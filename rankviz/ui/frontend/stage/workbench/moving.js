/** Where an item is dragged to, in the units of its features: pure arithmetic, no nodes. */

/** @import { Place } from "./round.js" */
/** @import { Table } from "./scene.js" */

/** A pointer that has moved so far drags, px; less is a click. */
const SLACK = 5;

/** @param {{x: number, y: number, moved: boolean}} drag where it began @param {{clientX: number, clientY: number}} now */
export const drags = (drag, now) =>
  drag.moved || Math.hypot(now.clientX - drag.x, now.clientY - drag.y) >= SLACK;

/**
 * The table in which item i stands elsewhere, to a tenth and within the axes.
 * @param {Table} table @param {Place} place @param {number} i @param {{x: number, y: number}} to in the drawing, px
 * @returns {Table}
 */
export function moved(table, place, i, to) {
  const tenth = (/** @type {number} */ v) => Math.round(v * 10) / 10;
  const axes = [place.x, place.y];
  const at = [to.x, to.y];
  const features = table.features.map((f, k) => {
    const axis = axes[k];
    if (!axis) return f;
    const value = Math.min(axis.high, Math.max(axis.low, tenth(axis.back(at[k]))));
    return { ...f, values: f.values.map((v, j) => (j === i ? value : v)) };
  });
  return { ...table, features };
}

/** How far an item is drawn from where it will be, px. @param {Table} table @param {Place} place @param {number} i @returns {[number, number]} */
export function shift(table, place, i) {
  const x = place.x?.at(table.features[0].values[i]) ?? 0;
  const y = place.y ? place.y.at(table.features[1].values[i]) : place.boxes[i].y;
  return [x - place.boxes[i].x, y - place.boxes[i].y];
}

/** Where an arrow key moves an item's features to; null for another key. @param {Table} table @param {number} i @param {KeyboardEvent} event @returns {number[] | null} */
export function nudged(table, i, event) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const way = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (!way || !table.features.length) return null;
  const step = event.shiftKey ? 1 : 0.1;
  return table.features.map((f, k) => +(f.values[i] + way[k] * step).toFixed(6));
}
