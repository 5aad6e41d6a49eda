/** The panels of the page Watch. */

import { ensemblePanel } from "../panels/ensemble.js";
import { ladderPanel } from "../panels/ladder.js";
import { lossesPanel } from "../panels/losses.js";
import { mapPanel } from "../panels/map.js";
import { marginsPanel } from "../panels/margins.js";
import { tiesPanel } from "../panels/ties.js";

/** @type {readonly import("./layouts.js").Place[]} */
export const WATCH = [
  { make: lossesPanel, spans: [12, 7, 5, 5] },
  { make: tiesPanel, spans: [12, 6, 4, 4], boosted: true },
  { make: marginsPanel, spans: [12, 6, 5, 5] },
  { make: ensemblePanel, spans: [12, 12, 7, 7], boosted: true },
  { make: mapPanel, spans: [12, 12, 12, 6] },
  { make: ladderPanel, spans: [12, 12, 12, 6] },
];
