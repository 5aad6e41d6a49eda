/** SVG text of symbols with a subscript. */

import { svg } from "../../draw/svg.js";

const DROP = 3;

/** @param {string} index subscript of the symbol before it */
export const lower = (index) => svg("tspan", { dy: DROP, class: "rv-index" }, index);

/** @param {string} text that follows a subscript */
export const raise = (text) => svg("tspan", { dy: -DROP }, text);

/** Draw the title of a chart. @param {(string | Node)[]} parts */
export const chartTitle = (...parts) => svg("text", { x: 0, y: 13, class: "rv-chart-title" }, ...parts);
