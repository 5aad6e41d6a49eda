/** Which panels stand on the stage of each page. */

import { KERNEL } from "./kernel.js";
import { MARGINS, SKEW } from "./margins.js";
import { QBRANK } from "./qbrank.js";
import { WATCH } from "./watch.js";

/**
 * A panel's place, in reading order: the columns of twelve it takes on a phone, a laptop, a wide and a very wide screen. The first
 * shares its row with the round in words, which takes 5 columns on a laptop and 3 on wide screens.
 * @typedef {{spans: [number, number, number, number]} & (ForAll | ForBoosted)} Place
 */

/** @typedef {import("../panels/panel.js").Panel} Panel */
/** @typedef {{make: (ctx: import("../panels/panel.js").Ctx) => Panel, boosted?: false}} ForAll */
/** @typedef {{make: (ctx: import("../panels/panel.js").Ctx<import("../run/run.js").Boosted>) => Panel, boosted: true}} ForBoosted it shows only runs that pick weak rankers, and is left out when there is none */

/** @type {Record<string, readonly Place[]>} */
export const LAYOUTS = { watch: WATCH, margins: MARGINS, skew: SKEW, qbrank: QBRANK, kernel: KERNEL };
