/** The legend of the colours of grades. */

import { html } from "../draw/dom.js";
import { gradeText } from "../draw/format.js";
import { hasOrder } from "../run/pairs.js";
/** @import { Ctx } from "./panel.js" */

/** Up to this number of grades the legend lists each. */
const FEW = 6;
/** From this width of the tile on the legend has room for all words and chips, px. */
const WIDE = 300;
/** Width of a grade with its chip in the legend, and of what is beside the grades, px. */
const [GRADE, BESIDE] = [25, 110];

/** Draw the colours of the true grades in one line. @param {Ctx} ctx @param {number} width of the tile, px @returns {HTMLElement} */
export function gradeLegend({ run, theme }, width) {
  if (!hasOrder(run)) return html("div", { class: "rv-grade-legend" });
  const known = run.hasGrades ? [...new Set(run.grades)].filter(Number.isFinite).sort((a, b) => b - a) : [];
  const [high, low] = [known[0], known[known.length - 1]];
  /** @param {number} u 0–1 */
  const chip = (u) => html("i", { class: "rv-chip", style: `background:${theme.grade(u)}` });
  const share = (/** @type {number} */ g) => (high > low ? (g - low) / (high - low) : 0.5);
  const steps = (width >= WIDE ? [1, 0.75, 0.5, 0.25, 0] : [1, 0.5, 0]).map(chip);
  const parts =
    known.length === 0
      ? [width >= WIDE ? "given order: first" : "first", ...steps, "last"]
      : known.length <= Math.min(FEW, (width - BESIDE) / GRADE)
        ? ["grade", ...known.map((g) => html("span", {}, chip(share(g)), gradeText(g)))]
        : [`grade ${gradeText(high)}`, ...steps, gradeText(low)];
  return html("div", { class: "rv-grade-legend" }, ...parts);
}
