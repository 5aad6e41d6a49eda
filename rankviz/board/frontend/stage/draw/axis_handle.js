/** A handle on an axis: dragged, or moved by arrows and taken by Enter; Escape gives back what was. */

import { html, setAttr } from "./dom.js";

/** The point of a grid that is nearest to a place on it. @param {number} place @param {number} points */
export const nearestIndex = (place, points) => Math.max(0, Math.min(points - 1, Math.round(place)));

/**
 * @param {Record<string, string | number>} attributes its name, title, class and place
 * @param {{tried: (i: number | null) => void, taken: (i: number) => void}} on a point of the grid is tried (null: none any more), or taken
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
  // Arrows are taken from it below: the only change is the end of a drag.
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
    /** Stand where what is taken is. @param {number} place on the grid @param {number} count points of the grid */
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
