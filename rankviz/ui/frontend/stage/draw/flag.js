/** A round of a chart that is marked: an upright line with a word, faint until the cursor has come to it. */

import { setAttr } from "./dom.js";
import { svg } from "./svg.js";

/** Nearer to the right end than this the word stands before its line, px. */
const ROOM = 70;

/** @param {import("./chart.js").RoundChart} chart @param {{round: number, label: string}} mark @returns {(t: number) => void} */
export function flag(chart, { round, label }) {
  const x = chart.x(round);
  const before = chart.right - x < ROOM;
  const g = svg(
    "g",
    { class: "rv-flag" },
    svg("line", { x1: x, x2: x, y1: chart.top, y2: chart.bottom }),
    svg("text", { x: before ? x - 4 : x + 4, y: chart.top + 11, "text-anchor": before ? "end" : "start" }, label),
  );
  const hidden = chart.future.getAttribute("display") === "none";
  chart.over.append(g);
  return (t) => setAttr(g, "opacity", t >= round ? "1" : hidden ? "0" : "0.45");
}
