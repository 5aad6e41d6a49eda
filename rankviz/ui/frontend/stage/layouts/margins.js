/** The panels of the page of margins: one set for margins, one for AdaBoost beside RankBoost. */

import { ensemblePanel } from "../panels/ensemble.js";
import { hardestPanel } from "../panels/on_margins/hardest.js";
import { ladderPanel } from "../panels/ladder.js";
import { lossesPanel } from "../panels/losses.js";
import { marginsPanel } from "../panels/margins.js";
import { progressPanel } from "../panels/on_margins/progress.js";
import { skewPanel } from "../panels/on_margins/skew.js";
import { smoothPanel } from "../panels/on_margins/smooth.js";

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
