/** Dots below a board of one tile a swipe: how many there are, and which one is in sight. */

import { html, setClass } from "../draw/dom.js";

/** What the dots take of the board's height, px; board.css says the same. */
export const DOTS = 16;

export function dots() {
  const el = html("div", { class: "rv-swipes", "aria-hidden": "true" });
  return {
    el,
    /** @param {number} count of tiles; one has no dots */
    build(count) {
      el.hidden = count < 2;
      el.replaceChildren(...Array.from({ length: el.hidden ? 0 : count }, () => html("span")));
    },
    /** @param {number} at which tile is in sight */
    mark(at) {
      el.childNodes.forEach((dot, i) => setClass(/** @type {Element} */ (dot), "rv-on", i === at));
    },
  };
}
