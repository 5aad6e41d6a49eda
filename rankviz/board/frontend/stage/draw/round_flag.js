/** A marked round of a chart: a vertical line with a label, faint until the cursor reaches it. */

import { setAttr } from "./dom.js";
import { svg } from "./svg.js";
/** @import { RoundChart } from "./chart.js" */

/** Closer to the right end than this the label is left of its line, px. */
const ROOM = 70;
/** Width of a character, px: if the label fits on neither side, the line has none or is omitted (see `labelFits`). */
const LETTER = 8.5;
/** Charts below this height have their labels at the bottom, px. */
const LOW = 100;

/** Return whether a mark's label fits beside its line. @param {RoundChart} chart @param {{round: number, label: string}} mark */
export function labelFits(chart, { round, label }) {
  const [x, long] = [chart.x(round), label.length * LETTER];
  return x - chart.left >= long || chart.right - x >= long;
}

/** @param {RoundChart} chart @param {{round: number, label: string}} mark @param {"faint" | "hidden"} future how rounds to come are seen @returns {(t: number) => void} */
export function roundFlag(chart, { round, label }, future) {
  const x = chart.x(round);
  // Falling curves leave the lower left free, where a low chart has no room above them.
  const low = chart.bottom - chart.top < LOW;
  const long = label.length * LETTER;
  const [left, right] = [x - chart.left >= long, chart.right - x >= long];
  const before = left && (chart.right - x < ROOM || !right || (low && x - chart.left > ROOM));
  const g = svg(
    "g",
    { class: "rv-flag" },
    svg("line", { x1: x, x2: x, y1: chart.top, y2: chart.bottom }),
    svg(
      "text",
      {
        x: before ? x - 4 : x + 4,
        y: low ? chart.bottom - 5 : chart.top + 11,
        "text-anchor": before ? "end" : "start",
      },
      before || right ? label : "",
    ),
  );
  chart.over.append(g);
  return (t) => setAttr(g, "opacity", t >= round ? "1" : future === "hidden" ? "0" : "0.45");
}
