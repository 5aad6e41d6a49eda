/** The panels of the page Watch. */

import { ensemblePanel } from "./panel_ensemble.js";
import { ladderPanel } from "./panel_ladder.js";
import { lossesPanel } from "./panel_losses.js";
import { mapPanel } from "./panel_map.js";
import { marginsPanel } from "./panel_margins.js";
import { tiesPanel } from "./panel_ties.js";

/** @type {readonly import("./layouts.js").Place[]} */
export const WATCH = [
  { make: lossesPanel, spans: [12, 7, 5, 5] },
  { make: tiesPanel, spans: [12, 6, 4, 4], boosted: true },
  { make: marginsPanel, spans: [12, 6, 5, 5] },
  { make: ensemblePanel, spans: [12, 12, 7, 7], boosted: true },
  { make: mapPanel, spans: [12, 12, 12, 6] },
  { make: ladderPanel, spans: [12, 12, 12, 6] },
];
