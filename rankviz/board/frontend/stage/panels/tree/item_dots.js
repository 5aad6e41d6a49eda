/** Items as dots in the colours of their grades, and pointing at them. */

/** @import { HoverState } from "../../draw/hover.js" */
/** @import { Theme } from "../../draw/theme.js" */
/** @import { Run } from "../../run/run.js" */

/** Distance within which a dot counts as pointed at, px. */
const NEAR = 9;

/** Return the colour of an item's grade. @param {Run} run @param {Theme} theme @returns {(item: number) => string} */
export function gradeColour(run, theme) {
  let [low, high] = [Infinity, -Infinity];
  for (const g of run.grades) if (Number.isFinite(g)) [low, high] = [Math.min(low, g), Math.max(high, g)];
  return (item) => {
    const g = run.grades[item];
    return theme.grade(Number.isFinite(g) && high > low ? (g - low) / (high - low) : 0.5);
  };
}

/**
 * Return the dot nearest to a point, −1 if none is near; dots without a place are NaN.
 * @param {ArrayLike<number>} x px @param {ArrayLike<number>} y px @param {number} px @param {number} py
 */
export function nearestDot(x, y, px, py) {
  let best = -1;
  let least = NEAR * NEAR;
  for (let k = 0; k < x.length; k++) {
    const far = (x[k] - px) ** 2 + (y[k] - py) ** 2;
    if (far < least) [best, least] = [k, far];
  }
  return best;
}

/**
 * Pointing at a dot points at its item in all tiles.
 * @param {HTMLElement} el relative to which places are given @param {number} width of it when built, px
 * @param {{x: Float32Array, y: Float32Array}} places of the dots, px @param {Uint32Array} dots their items @param {HoverState} hover
 */
export function pointAtItems(el, width, places, dots, hover) {
  const point = (/** @type {PointerEvent} */ e) => {
    const box = el.getBoundingClientRect();
    const zoom = width / box.width;
    const k = nearestDot(places.x, places.y, (e.clientX - box.left) * zoom, (e.clientY - box.top) * zoom);
    hover.set(k < 0 ? null : { item: dots[k], x: e.clientX, y: e.clientY });
  };
  el.addEventListener("pointermove", point);
  el.addEventListener("pointerdown", point);
  el.addEventListener("pointerleave", (e) => {
    if (e.pointerType !== "touch") hover.set(null);
  });
}
