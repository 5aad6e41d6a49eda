/** The handle on the axis of α: dragged, or moved by arrows and taken by Enter. */

import { html, setAttr } from "../../draw/dom.js";
import { nearest } from "./step_layout.js";
/** @import { Algo } from "../../run/run.js" */

/** Width of the handle, px; step.css says the same. */
const THUMB = 20;

/**
 * @param {Algo} a @param {{left: number, right: number}} box of the curve, px
 * @param {{tried: (i: number | null) => void, taken: (i: number) => void}} on a point of the grid is tried (null: none any more), or taken
 */
export function grip(a, { left, right }, on) {
  const el = html("input", {
    type: "range",
    class: "rv-grip",
    min: 0,
    step: "any",
    tabindex: -1,
    "data-arrows": "",
    "aria-label": `Another α for ${a.label}`,
    title: "Drag to try another α; letting go branches the run there",
    style: `left:${left - THUMB / 2}px;width:${right - left + THUMB}px`,
  });
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
  el.addEventListener("input", () => attempt(nearest(Number(el.value), points)));
  // Arrows are taken from it below: the only change is the end of a drag.
  el.addEventListener("change", () => {
    if (tried !== null) on.taken(tried);
  });
  el.addEventListener("blur", leave);
  el.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) {
      const i = nearest((tried ?? nearest(home, points)) + by, points);
      el.value = String(i);
      attempt(i);
    } else if (event.key === "Enter" && tried !== null) on.taken(tried);
    else if (event.key === "Escape" && tried !== null) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    // A branch leaves a run without a fork, never another branch.
    el: a.id === a.name ? el : null,
    /** Stand at the α taken. @param {number} place on the grid @param {number} count points of the grid */
    place(place, count) {
      [points, home, tried] = [count, place, null];
      setAttr(el, "max", count - 1);
      el.value = String(place);
      el.hidden = false;
    },
    /** @param {number} y of the curve below it, px */
    raise(y) {
      el.style.top = `${(y - THUMB / 2).toFixed(1)}px`;
    },
    hide() {
      el.hidden = true;
    },
    /** @param {string} text */
    say: (text) => setAttr(el, "aria-valuetext", text),
  };
}
