/** Pointing at a bump chart: at a name or a line, with a pointer, a finger or the arrow keys. */

import { stateAt } from "../../run/run.js";
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */
/** @import { Shape } from "./bump_chart_canvas.js" */

/**
 * @param {HTMLCanvasElement} canvas @param {Ctx} ctx @param {() => Algo} algo
 * @param {Shape} shape @param {ReturnType<typeof import("./rank_places.js").placesOf>} places
 * @param {(s: number) => number} stepAt width of a round, device px
 */
export function followPointer(canvas, ctx, algo, shape, places, stepAt) {
  const { hover, shown, dense } = ctx;
  const { items, scale, parts, width } = shape;
  const count = items.length;

  /** @param {number} row counted from 1 */
  const itemAt = (row) => items[places.order[row - 1]];

  /** The line nearest to y in a round. @param {number} state @param {number} y */
  function lineAt(state, y) {
    const far = (/** @type {number} */ i) => Math.abs(scale.y(places.middle[state * count + i]) - y);
    let best = 0;
    for (let i = 1; i < count; i++) if (far(i) < far(best)) best = i;
    return items[best];
  }

  /** @param {Event} event */
  const point = (event) => {
    const e = /** @type {PointerEvent} */ (event);
    const box = canvas.getBoundingClientRect();
    const ratio = width / box.width; // the stage may be zoomed
    const [x, y] = [(e.clientX - box.left) * ratio, (e.clientY - box.top) * ratio];
    const where = { x: e.clientX, y: e.clientY };
    const s = stateAt(algo(), shown());
    const back = Math.round(((parts.edge - x) * dense) / stepAt(s));
    if (y > scale.top(count + 1)) return hover.set(null);
    const item = back <= 0 || s - back < 0 ? itemAt(scale.rowAt(y)) : lineAt(s - back, y);
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
    const now = hover.now?.item === undefined ? -1 : items.indexOf(hover.now.item);
    const next = now < 0 ? 1 : Math.max(1, Math.min(count, places.row[now] + move));
    const box = canvas.getBoundingClientRect();
    const zoom = box.width / width;
    hover.set({ item: itemAt(next), x: box.left + parts.edge * zoom, y: box.top + scale.y(next) * zoom });
  });
}
