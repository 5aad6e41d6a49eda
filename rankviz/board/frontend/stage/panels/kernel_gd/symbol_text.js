/** Symbols with an index, as pictures write them: a smaller letter below the line, and the line again after it. */

import { svg } from "../../draw/svg.js";

const DROP = 3;

/** @param {string} index of the symbol before it */
export const lower = (index) => svg("tspan", { dy: DROP, class: "rv-index" }, index);

/** @param {string} text after an index */
export const raise = (text) => svg("tspan", { dy: -DROP }, text);

/** The title of a chart. @param {(string | Node)[]} parts */
export const chartTitle = (...parts) => svg("text", { x: 0, y: 13, class: "rv-chart-title" }, ...parts);
