/** A round of a chart that is marked: a vertical line with a word, faint until the cursor has come to it. */

import { setAttr } from "./dom.js";
import { svg } from "./svg.js";
/** @import { RoundChart } from "./chart.js" */

/** Nearer to the right end than this the word stands before its line, px. */
const ROOM = 70;
/** A letter of the word, px: where there is no room for it on either side, the line stands alone, or is left out (see `labelFits`). */
const LETTER = 8.5;
/** Charts of less height have their words below, px. */
const LOW = 100;

/** Whether a mark's word has room beside its line. @param {RoundChart} chart @param {{round: number, label: string}} mark */
export function labelFits(chart, { round, label }) {
  const [x, long] = [chart.x(round), label.length * LETTER];
  return x - chart.left >= long || chart.right - x >= long;
}

/** @param {RoundChart} chart @param {{round: number, label: string}} mark @param {"faint" | "hidden"} future how rounds to come are seen @returns {(t: number) => void} */
export function roundFlag(chart, { round, label }, future) {
  const x = chart.x(round);
  // Curves that fall leave the lower left free, where a low chart has no room above them.
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
