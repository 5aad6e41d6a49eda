/** A handle on an axis: drag it, or move it by arrow keys and apply by Enter; Escape restores the old value. */

import { html, setAttr } from "./dom.js";

/** Return the index of the grid point nearest to a place on the grid. @param {number} place @param {number} points */
export const nearestIndex = (place, points) => Math.max(0, Math.min(points - 1, Math.round(place)));

/**
 * @param {Record<string, string | number>} attributes name, title, class and place of the handle
 * @param {{tried: (i: number | null) => void, taken: (i: number) => void}} on called when a grid point is tried (null: no longer) or taken
 */
export function axisHandle(attributes, on) {
  const el = html("input", { type: "range", min: 0, step: "any", "data-arrows": "", ...attributes });
  let points = 0;
  let home = 0;
  /** @type {number | null} */
  let tried = null;

  /** @param {number | null} i */
  function attempt(i) {
    tried = i;
    on.tried(i);
  }
  function leave() {
    el.value = String(home);
    if (tried !== null) attempt(null);
  }
  el.addEventListener("input", () => attempt(nearestIndex(Number(el.value), points)));
  // Arrow keys are handled below, so the only change event is the end of a drag.
  el.addEventListener("change", () => {
    if (tried !== null) on.taken(tried);
  });
  el.addEventListener("blur", leave);
  el.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) {
      const i = nearestIndex((tried ?? nearestIndex(home, points)) + by, points);
      el.value = String(i);
      attempt(i);
    } else if (event.key === "Enter" && tried !== null) on.taken(tried);
    else if (event.key === "Escape" && tried !== null) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    el,
    /** Move the handle to the value taken. @param {number} place on the grid @param {number} count number of grid points */
    place(place, count) {
      [points, home, tried] = [count, place, null];
      setAttr(el, "max", count - 1);
      el.value = String(place);
      el.hidden = false;
    },
    hide() {
      el.hidden = true;
    },
    /** @param {string} text */
    say: (text) => setAttr(el, "aria-valuetext", text),
  };
}
