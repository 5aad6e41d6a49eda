/** The tiles of the margins page: one set for margins, one for AdaBoost beside RankBoost. */

import { ensemblePanel } from "../panels/ensemble.js";
import { pairWeightsPanel } from "../panels/margins/pair_weights.js";
import { weightSharesPanel } from "../panels/margins/weight_shares.js";
import { coordinatePanel } from "../panels/margins/coordinate_step.js";
import { exponentialLossPanel } from "../panels/margins/exponential_loss.js";
import { hardestPanel } from "../panels/margins/hardest_pairs.js";
import { bumpChartPanel } from "../panels/ranking/bump_chart.js";
import { marginsPanel } from "../panels/margins/margins.js";
import { progressPanel } from "../panels/margins/guaranteed_progress.js";
import { skewPanel } from "../panels/margins/class_skew.js";
import { smoothPanel } from "../panels/margins/smooth_margin.js";
/** @import { Layout } from "./layouts.js" */

/** @type {Layout} */
export const MARGINS = {
  hero: "smooth",
  glance: ["smooth", "margins", "ranking"],
  areas: ["smooth pairs weights", "smooth pairs progress", "smooth hardest step"],
  columns: [1.6, 1.25, 1],
  rows: [1, 1, 1],
  low: {
    below: { width: 1000, height: 560 },
    areas: ["smooth pairs weights", "smooth pairs progress"],
    columns: [1.6, 1.25, 1],
    rows: [1.2, 1],
  },
  portrait: {
    areas: ["smooth smooth", "pairs pairs", "weights progress", "hardest step"],
    columns: [1, 1],
    rows: [1.4, 1.2, 1, 1],
  },
  tiles: {
    smooth: { make: smoothPanel, boosted: true },
    pairs: { make: pairWeightsPanel, boosted: true },
    weights: { make: weightSharesPanel, boosted: true },
    progress: { make: progressPanel, boosted: true },
    hardest: { make: hardestPanel, boosted: true },
    step: { make: coordinatePanel, boosted: true },
    ranking: { make: bumpChartPanel },
    margins: { make: marginsPanel },
    loss: { make: exponentialLossPanel, boosted: true },
  },
};

/** @type {Layout} */
export const SKEW = {
  areas: ["skew loss weights", "skew margins ranking"],
  columns: [1.5, 1, 1],
  rows: [1, 1],
  portrait: { areas: ["skew skew", "loss weights", "margins ranking"], columns: [1, 1], rows: [1, 1, 1] },
  tiles: {
    skew: { make: skewPanel, boosted: true },
    loss: { make: exponentialLossPanel, boosted: true },
    weights: { make: ensemblePanel, boosted: true },
    ranking: { make: bumpChartPanel },
    margins: { make: marginsPanel },
  },
};
