/** The one-line legend of the maps' colours and marks; wider tiles have more of it. */

import { html } from "../../draw/dom.js";
import { svg } from "../../draw/svg.js";
import { factorOf } from "../../run/run.js";
import { gradeLegend } from "../grade_legend.js";
/** @import { Theme } from "../../draw/theme.js" */
/** @import { Run } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

const WIDE = 560;
/** From this width on the marks say whose they are, px. */
const NAMED = 340;
/** From this width on there is room for the grades, too, px. */
const GRADED = 1000;
const CELL = 12;

/** @param {Ctx} ctx @param {number} reach log2 @param {number} width px @param {boolean} edged whether the maps' edges have the grades' colours @returns {HTMLElement} */
export function mapLegend(ctx, reach, width, edged) {
  const { run, theme } = ctx;
  const wide = width >= WIDE;
  const end = factorOf(128 + 16 * reach);
  const [ties, reverses] = wide
    ? ["ties it", "reverses it"]
    : width >= NAMED
      ? ["pick ties", "pick reverses"]
      : ["tied", "reversed"];
  const length = Math.max(16, Math.min(168, wide ? 130 : width - (width >= NAMED ? 260 : 204)));
  const bar = svg("svg", { width: length, height: CELL, "aria-hidden": "true" });
  const step = length / 32;
  for (let i = 0; i < 32; i++)
    bar.append(
      svg("rect", { x: i * step, width: step + 0.2, height: CELL, fill: theme.weight((i / 31) * 2 - 1) }),
    );
  const of = wide ? "the ranker " : "";
  return html(
    "div",
    { class: "rv-maps-legend", title: `Colour: weight as a multiple of the equal share. ${marks(run)}` },
    edged && width >= GRADED && gradeLegend(ctx, width),
    html("span", {}, `×1/${end}`, bar, `×${end}`, wide && " the equal share"),
    wide && html("span", {}, hollow(), "weight 0"),
    wide && html("span", {}, mark(theme, ""), `${of}orders it correctly`),
    html("span", {}, mark(theme, "M4 4H8V8H4Z"), ties),
    html("span", {}, mark(theme, "M2 2L10 10M10 2L2 10"), reverses),
  );
}

/** @param {Run} run */
const marks = (run) =>
  run.map.kind === "pairs"
    ? "Marks: what the round's ranker does to the pair."
    : "Marks: what the round's ranker does to most pairs of the square.";

/** @param {Theme} theme @param {string} d */
function mark(theme, d) {
  const s = svg("svg", { width: CELL, height: CELL, "aria-hidden": "true" });
  s.append(
    svg("rect", { width: CELL, height: CELL, fill: theme.weight(0) }),
    svg("path", { d, class: "rv-map-ink" }),
  );
  return s;
}

function hollow() {
  const s = svg("svg", { width: CELL, height: CELL, "aria-hidden": "true" });
  s.append(svg("rect", { x: 0.5, y: 0.5, width: CELL - 1, height: CELL - 1, class: "rv-hollow" }));
  return s;
}
