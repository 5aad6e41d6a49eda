/** Pointing at a bump chart: at a name or a line, by pointer, finger or arrow keys. */

import { stateAt } from "../../run/run.js";
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Shape } from "./bump_chart_canvas.js" */

/**
 * The state of a picture.
 * @typedef {Object} Pictured
 * @property {Algo} algo
 * @property {Shape} shape
 * @property {ReturnType<typeof import("./rank_places.js").rankPlaces>} places
 * @property {(s: number) => number} stepAt width of a round, device px
 */

/** @param {HTMLCanvasElement} canvas @param {Ctx} ctx @param {() => Pictured} now */
export function followPointer(canvas, ctx, now) {
  const { hover, shown, dense } = ctx;

  /** @param {Pictured} of @param {number} row counted from 1 */
  const itemAt = ({ shape, places }, row) => shape.items[places.order[row - 1]];

  /** Return the line closest to y in a round. @param {Pictured} of @param {number} state @param {number} y */
  function lineAt({ shape, places }, state, y) {
    const { items, scale } = shape;
    const count = items.length;
    const far = (/** @type {number} */ i) => Math.abs(scale.y(places.middle[state * count + i]) - y);
    let best = 0;
    for (let i = 1; i < count; i++) if (far(i) < far(best)) best = i;
    return items[best];
  }

  /** @param {Event} event */
  const point = (event) => {
    const e = /** @type {PointerEvent} */ (event);
    const of = now();
    const { scale, parts, width, items } = of.shape;
    const box = canvas.getBoundingClientRect();
    const ratio = width / box.width; // the stage may be zoomed
    const [x, y] = [(e.clientX - box.left) * ratio, (e.clientY - box.top) * ratio];
    const where = { x: e.clientX, y: e.clientY };
    const s = stateAt(of.algo, shown());
    const back = Math.round(((parts.edge - x) * dense) / of.stepAt(s));
    if (y > scale.top(items.length + 1)) return hover.set(null);
    const item = back <= 0 || s - back < 0 ? itemAt(of, scale.rowAt(y)) : lineAt(of, s - back, y);
    hover.set({ item, ...where });
  };
  // a finger points by touching, and what it touched stays lit
  for (const type of ["pointermove", "pointerdown"]) canvas.addEventListener(type, point);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hover.set(null);
  });
  canvas.addEventListener("blur", () => hover.set(null));
  canvas.addEventListener("keydown", (event) => {
    const e = /** @type {KeyboardEvent} */ (event);
    const move = e.key === "ArrowDown" ? 1 : e.key === "ArrowUp" ? -1 : 0;
    if (!move) return;
    e.preventDefault();
    const of = now();
    const { items, scale, parts, width } = of.shape;
    const at = hover.now?.item === undefined ? -1 : items.indexOf(hover.now.item);
    const next = at < 0 ? 1 : Math.max(1, Math.min(items.length, of.places.row[at] + move));
    const box = canvas.getBoundingClientRect();
    const zoom = box.width / width;
    hover.set({ item: itemAt(of, next), x: box.left + parts.edge * zoom, y: box.top + scale.y(next) * zoom });
  });
}
