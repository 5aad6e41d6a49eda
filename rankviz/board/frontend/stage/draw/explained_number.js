/** Numbers that open their equation when clicked, in the drawer or below the stage. */

import { html } from "./dom.js";
/** @import { Algo } from "../run/run.js" */

/**
 * Make a number clickable. Its `data-explain` contains the run and the number's key.
 * @param {Algo} algo @param {string} key @param {Node[]} children
 */
export const numberLink = (algo, key, ...children) =>
  html(
    "button",
    {
      type: "button",
      class: "rv-number",
      tabindex: -1,
      "data-explain": `${algo.id}:${key}`,
      "aria-description": "opens its equation",
    },
    ...children,
  );
