/** The colours of the true grades, in one line of known width. */

import { html } from "../../draw/dom.js";
import { gradeText } from "../../draw/format.js";
import { hasOrder } from "../../run/pairs.js";
/** @import { Ctx } from "../panel.js" */

const FEW = 6;

/** @param {Ctx} ctx @returns {HTMLElement} */
export function gradeLegend({ run, theme }) {
  if (!hasOrder(run)) return html("div", { class: "rv-grade-legend" });
  const known = run.hasGrades ? [...new Set(run.grades)].filter(Number.isFinite).sort((a, b) => b - a) : [];
  const [high, low] = [known[0], known[known.length - 1]];
  /** @param {number} u 0–1 */
  const chip = (u) => html("i", { class: "rv-chip", style: `background:${theme.grade(u)}` });
  const share = (/** @type {number} */ g) => (high > low ? (g - low) / (high - low) : 0.5);
  const steps = [1, 0.75, 0.5, 0.25, 0].map(chip);
  const parts =
    known.length === 0
      ? ["given order: first", ...steps, "last"]
      : known.length <= FEW
        ? ["grade", ...known.map((g) => html("span", {}, chip(share(g)), gradeText(g)))]
        : [`grade ${gradeText(high)}`, ...steps, gradeText(low)];
  return html("div", { class: "rv-grade-legend" }, ...parts);
}
