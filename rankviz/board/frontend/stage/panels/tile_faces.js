/** The faces of one tile, and the switch between them in its head. */

import { html, setClass } from "../draw/dom.js";
/** @import { Ctx } from "./panel.js" */

/**
 * @typedef {Object} Face
 * @property {boolean} on whether it is shown
 * @property {string} text
 * @property {string} title
 * @property {() => void} choose writes into the view that it is to be shown
 */

/** @param {Pick<Ctx, "redraw">} ctx @param {Face[]} all @returns {HTMLElement} */
export const switchOf = ({ redraw }, all) =>
  html(
    "div",
    { class: "rv-tabs rv-faces", role: "group", "aria-label": "Shown" },
    ...all.map(({ on, text, title, choose }) =>
      html(
        "button",
        {
          type: "button",
          tabindex: -1,
          title,
          // Another button of the stage may have the same word.
          "aria-label": title,
          "aria-pressed": String(on),
          onclick: () => {
            if (on) return;
            choose();
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
