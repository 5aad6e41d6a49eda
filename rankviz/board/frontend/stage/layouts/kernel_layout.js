/** The tiles of the kernel method's page. */

import { coefficientsPanel } from "../panels/kernel_gd/coefficients.js";
import { normPanel } from "../panels/kernel_gd/norm_gauges.js";
import { bumpChartPanel } from "../panels/ranking/bump_chart.js";
import { kernelRiskPanel } from "../panels/kernel_gd/kernel_risk.js";
import { surfacePanel } from "../panels/kernel_gd/surface.js";
import { threeLossesPanel } from "../panels/kernel_gd/three_losses.js";
/** @import { Layout } from "./layouts.js" */

/** @type {Layout} */
export const KERNEL = {
  hero: "surface",
  glance: ["surface", "risk", "ranking"],
  areas: ["surface surface risk", "surface surface norm", "losses coefficients ranking"],
  columns: [1.2, 1.2, 1],
  rows: [1.1, 1.1, 0.9],
  low: {
    below: { width: 900, height: 500 },
    areas: ["surface risk norm", "surface coefficients ranking"],
    columns: [1.8, 1, 1],
    rows: [1, 1],
  },
  portrait: {
    areas: ["surface surface", "risk norm", "losses coefficients", "ranking ranking"],
    columns: [1, 1],
    rows: [1, 1, 1, 1],
  },
  tiles: {
    surface: { make: surfacePanel },
    risk: { make: kernelRiskPanel },
    norm: { make: normPanel },
    losses: { make: threeLossesPanel },
    coefficients: { make: coefficientsPanel },
    ranking: { make: bumpChartPanel },
  },
};
