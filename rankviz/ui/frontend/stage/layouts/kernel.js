/** The tiles of the page of the kernel method. */

import { coefficientsPanel } from "../panels/on_kernel/coefficients.js";
import { normPanel } from "../panels/on_kernel/norm.js";
import { bumpChartPanel } from "../panels/ranking/bump_chart.js";
import { riskPanel } from "../panels/on_kernel/risk.js";
import { surfacePanel } from "../panels/on_kernel/surface.js";
import { threeLossesPanel } from "../panels/on_kernel/three_losses.js";
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
    risk: { make: riskPanel },
    norm: { make: normPanel },
    losses: { make: threeLossesPanel },
    coefficients: { make: coefficientsPanel },
    ranking: { make: bumpChartPanel },
  },
};
