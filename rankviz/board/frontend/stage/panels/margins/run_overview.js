/** A strip of all rounds of the run: the margins in small, and a frame around the rounds that the chart above shows. */

import { canvasSvg, linear, linePath, svg } from "../../draw/svg.js";
import { draggable } from "../../draw/chart.js";
import { setAttr } from "../../draw/dom.js";
import { textWidth } from "../../draw/fit_text.js";
/** @import { Ctx } from "../panel.js" */

let strips = 0;
/** Height of the strip, px. */
export const STRIP = 34;

/**
 * @param {Ctx} ctx @param {{width: number, left: number, right: number, low: number, high: number, font: string}} box
 *   `left` and `right` edges of the plot, px; `low` and `high`: range of values
 * @returns {{svg: SVGSVGElement, move: (t: number, window: import("./round_window.js").Window) => void}}
 */
export function runOverview({ run, cursor, view }, { width, left, right, low, high, font }) {
  const root = canvasSvg(width, STRIP);
  const id = `rv-overview-${++strips}`;
  root.classList.add("rv-rounds");
  const x = linear(0, Math.max(1, run.rounds), left, right);
  const y = linear(low, high, STRIP - 4, 4);
  const shown = svg("rect", { x: 0, y: 0, width: 0, height: STRIP });
  const past = svg("g", { "clip-path": `url(#${id})` });
  const later = svg("g", { class: "rv-future", display: view.future === "hidden" ? "none" : null });
  for (const a of run.algos) {
    const values = Float64Array.from(a.curves.margin, (v) => (v >= low ? v : NaN));
    const look = { class: `rv-curve rv-k${a.slot} rv-solid rv-overview-line` };
    const d = linePath(values, x, y);
    for (const g of [later, past]) g.append(svg("g", look, svg("path", { d, class: "rv-stroke" })));
  }
  const frame = svg("rect", { class: "rv-overview-frame", y: 1, height: STRIP - 2, rx: 3 });
  const name = `${run.rounds}`;
  root.append(
    svg("defs", {}, svg("clipPath", { id }, shown)),
    svg("rect", { class: "rv-overview-ground", x: left, y: 1, width: right - left, height: STRIP - 2 }),
    later,
    past,
    frame,
    svg(
      "g",
      { class: "rv-axis" },
      svg(
        "text",
        { x: left - 6, y: STRIP / 2 + 4.5, "text-anchor": "end" },
        textWidth(font, "all") < left - 6 ? "all" : "",
      ),
      svg("text", { x: right + 6, y: STRIP / 2 + 4.5 }, name),
    ),
  );
  draggable(root, width, (px) => cursor.go(((px - left) / (right - left)) * Math.max(1, run.rounds)));
  return {
    svg: root,
    move(t, { from, rounds }) {
      setAttr(shown, "width", (x(t) + 0.5).toFixed(1));
      setAttr(frame, "x", x(from).toFixed(1));
      setAttr(frame, "width", (x(from + rounds) - x(from)).toFixed(1));
    },
  };
}
