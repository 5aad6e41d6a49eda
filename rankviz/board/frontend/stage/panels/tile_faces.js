/** The faces of a tile, and the switch between them in its head. */

import { html, setClass } from "../draw/dom.js";
/** @import { Ctx } from "./panel.js" */

/**
 * @typedef {Object} Face
 * @property {boolean} on whether the face is shown
 * @property {string} text
 * @property {string} title
 * @property {() => void} choose selects the face in the view
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
          // Another button of the stage may have the same text.
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

/** Hide the switch before the first step, when there is nothing to switch to. @param {HTMLElement | null} el @param {number} t */
export function showFrom(el, t) {
  if (el) setClass(el, "rv-unseen", t === 0);
}
