/** The panels of the page of the kernel method. */

import { coefficientsPanel } from "../panels/on_kernel/coefficients.js";
import { curvesPanel } from "../panels/curves.js";
import { ladderPanel } from "../panels/ladder.js";
import { surfacePanel } from "../panels/on_kernel/surface.js";
import { threeLossesPanel } from "../panels/on_kernel/three_losses.js";
import { kernelRun } from "../run/pictures.js";

/** Where the exact minimiser's risk is known, the line that J falls to. @param {import("../run/run.js").Run} run */
function least(run) {
  const target = kernelRun(run)?.parts.constants.target ?? NaN;
  return Number.isFinite(target) ? [{ value: target, label: "" }] : [];
}

const risk = curvesPanel({
  id: "risk",
  title: "Risk and error",
  how: "above, the mean cost of a pair E_S and, with the price of the norm, J, which the method lowers; where the least J is known, a dashed line marks it. Below, the share of pairs in the wrong order, 1 − AUC, of everyone on the stage. Thick: training, thin: {held-out}.",
  charts: [
    {
      title: "Mean cost of a pair",
      series: [{ key: "regularised" }, { key: "risk", cls: "rv-dash", label: "E_S" }],
      levels: least,
      zero: true,
    },
    {
      title: "Pairs in the wrong order, 1 − AUC",
      series: [{ key: "r2", held: "r2_holdout", label: "1 − AUC" }],
      zero: true,
    },
  ],
});

const norm = curvesPanel({
  id: "norm",
  title: "Norm, target and step",
  how: "the norm of f says how much the scores bend. Dots: the line under which it is proved to stay while no step is too long. With least squares the distance to the exact minimiser shrinks.",
  charts: [
    { title: "Norm of f and its line", series: [{ key: "norm" }, { key: "norm_bound", cls: "rv-dots", label: "line" }], log: true },
    { title: "Distance to the exact minimiser", series: [{ key: "distance", label: "‖f−f_λ‖" }], log: true },
    { title: "Length of the step", series: [{ key: "step" }], zero: true },
  ],
});

/** @type {readonly import("./layouts.js").Place[]} */
export const KERNEL = [
  { make: surfacePanel, spans: [12, 7, 9, 9] },
  { make: risk, spans: [12, 6, 4, 4] },
  { make: norm, spans: [12, 6, 4, 4] },
  { make: threeLossesPanel, spans: [12, 6, 4, 4] },
  { make: coefficientsPanel, spans: [12, 6, 12, 12] },
  { make: ladderPanel, spans: [12, 12, 12, 12] },
];
