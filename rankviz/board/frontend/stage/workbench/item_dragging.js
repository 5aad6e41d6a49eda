/** Move an item to other feature values: drag it or nudge it by arrow keys; the board follows, and the server learns the result on release. */

/** @import { Place } from "./round_geometry.js" */
/** @import { Table } from "./scene.js" */

/** Distance from which a press is a drag, px. */
const DRAG_FROM = 5;

/** @param {{x: number, y: number, moved: boolean}} drag start of the drag @param {{clientX: number, clientY: number}} now */
export const isDrag = (drag, now) =>
  drag.moved || Math.hypot(now.clientX - drag.x, now.clientY - drag.y) >= DRAG_FROM;

/**
 * Return the table with item i elsewhere, rounded to a tenth and within the axes.
 * @param {Table} table @param {Place} place @param {number} i @param {{x: number, y: number}} to in the drawing, px
 * @returns {Table}
 */
export function moveItem(table, place, i, to) {
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

/** Return how far an item is drawn from its place, px. @param {Table} table @param {Place} place @param {number} i @returns {[number, number]} */
export function dragOffset(table, place, i) {
  const x = place.x?.at(table.features[0].values[i]) ?? 0;
  const y = place.y ? place.y.at(table.features[1].values[i]) : place.boxes[i].y;
  return [x - place.boxes[i].x, y - place.boxes[i].y];
}

/** Return the scene while item i is moving: the axes stay. @param {Table} table @param {Place} place @param {number} i @returns {Place} */
export function sceneWhileMoving(table, place, i) {
  const [x, y] = dragOffset(table, place, i);
  const boxes = place.boxes.map((box, j) => (j === i ? { ...box, x: box.x + x, y: box.y + y } : box));
  return { ...place, boxes };
}

/** Return where an arrow key moves an item's features; null for another key. @param {Table} table @param {number} i @param {KeyboardEvent} event @returns {number[] | null} */
export function arrowKeyTarget(table, i, event) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const way = ways[/** @type {keyof typeof ways} */ (event.key)];
  if (!way || !table.features.length) return null;
  const step = event.shiftKey ? 1 : 0.1;
  return table.features.map((f, k) => +(f.values[i] + way[k] * step).toFixed(6));
}

/** @typedef {{item: number, x: number, y: number, moved: boolean, before: Table}} Held `x`, `y`: where the pointer took hold, px */

export class ItemDragging {
  /** @param {{table: () => Table, place: () => Place, draw: (table: Table) => void, send: (edit: Record<string, unknown>) => void}} bench `draw`: draws the item elsewhere */
  constructor(bench) {
    this.bench = bench;
    /** @type {Held | null} */
    this.held = null;
  }

  /** @param {number} item @param {{clientX: number, clientY: number}} at */
  start(item, { clientX, clientY }) {
    this.held = { item, x: clientX, y: clientY, moved: false, before: this.bench.table() };
  }

  /** Handle a move of the pointer. @param {{clientX: number, clientY: number}} now @param {{left: number, top: number}} frame of the drawing */
  onMove(now, frame) {
    const { bench, held } = this;
    const place = bench.place();
    if (!held || !place.x || !isDrag(held, now)) return;
    held.moved = true;
    const to = { x: now.clientX - frame.left, y: now.clientY - frame.top };
    const [before, table] = [bench.table(), moveItem(bench.table(), place, held.item, to)];
    if (before.features.every(({ values }, f) => values[held.item] === table.features[f].values[held.item]))
      return;
    bench.draw(table);
    tell(table.features, true);
  }

  /** Release the item. @returns {number | null} the item, if it was clicked */
  release() {
    const { held } = this;
    this.held = null;
    if (!held?.moved) return held && held.item;
    this.send(held.item);
    return null;
  }

  /** @param {number} item at its final place */
  send(item) {
    const table = this.bench.table();
    tell(table.features, false);
    const to = table.features.map((f) => f.values[item]);
    this.bench.send({ do: "move", item: table.items[item], to });
  }

  /** Move the item back. @returns {boolean} whether one was moving */
  cancel() {
    const { held } = this;
    this.held = null;
    if (!held?.moved) return false;
    this.bench.draw(held.before);
    tell(null, true);
    return true;
  }

  /** Handle an item moved by an arrow key. @param {number} item @param {readonly number[]} to its features */
  step(item, to) {
    const table = this.bench.table();
    const features = table.features.map((f, k) => ({
      ...f,
      values: f.values.map((v, j) => (j === item ? to[k] : v)),
    }));
    this.bench.draw({ ...table, features });
    this.send(item);
  }
}

/** Send the items' places to the stage. @param {Table["features"] | null} places null: their old places @param {boolean} held */
function tell(places, held) {
  document.dispatchEvent(new CustomEvent("rv-places", { detail: { places, held } }));
}
