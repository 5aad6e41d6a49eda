/** The panels of the page of margins: one set for margins, one for AdaBoost beside RankBoost. */

import { ensemblePanel } from "./panel_ensemble.js";
import { hardestPanel } from "./panel_hardest.js";
import { ladderPanel } from "./panel_ladder.js";
import { lossesPanel } from "./panel_losses.js";
import { marginsPanel } from "./panel_margins.js";
import { progressPanel } from "./panel_progress.js";
import { skewPanel } from "./panel_skew.js";
import { smoothPanel } from "./panel_smooth.js";

/** @type {readonly import("./layouts.js").Place[]} */
export const MARGINS = [
  { make: smoothPanel, spans: [12, 7, 5, 5], boosted: true },
  { make: hardestPanel, spans: [12, 6, 4, 4], boosted: true },
  { make: progressPanel, spans: [12, 6, 5, 5], boosted: true },
  { make: marginsPanel, spans: [12, 12, 7, 7] },
  { make: ensemblePanel, spans: [12, 12, 7, 7], boosted: true },
  { make: ladderPanel, spans: [12, 12, 5, 5] },
];

/** @type {readonly import("./layouts.js").Place[]} */
export const SKEW = [
  { make: skewPanel, spans: [12, 7, 5, 5], boosted: true },
  { make: lossesPanel, spans: [12, 6, 4, 4] },
  { make: ensemblePanel, spans: [12, 6, 6, 6], boosted: true },
  { make: marginsPanel, spans: [12, 6, 6, 6] },
  { make: ladderPanel, spans: [12, 6, 12, 12] },
];
