/** The faces of one tile, and the switch between them in its head. */

import { html, setClass } from "../draw/dom.js";
/** @import { Ctx } from "./panel.js" */

/**
 * @typedef {Object} Face
 * @property {boolean} on whether the view's choice is set
 * @property {string} text
 * @property {string} title
 */

/**
 * @param {Ctx<any>} ctx @param {"step" | "search"} choice of the view @param {Face[]} all
 * @returns {HTMLElement}
 */
export const switchOf = ({ view, redraw }, choice, all) =>
  html(
    "div",
    { class: "rv-tabs rv-faces", role: "group", "aria-label": "Shown" },
    ...all.map(({ on, text, title }) =>
      html(
        "button",
        {
          type: "button",
          tabindex: -1,
          title,
          // Another button of the stage may have the same word.
          "aria-label": title,
          "aria-pressed": String(view[choice] === on),
          onclick: () => {
            if (view[choice] === on) return;
            view[choice] = on;
            redraw();
          },
        },
        text,
      ),
    ),
  );

/** Before the first step there is nothing to switch to. @param {HTMLElement | null} el @param {number} t */
export function showFrom(el, t) {
  if (el) setClass(el, "rv-unseen", t === 0);
}
