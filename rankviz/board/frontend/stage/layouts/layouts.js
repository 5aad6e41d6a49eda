/** Which tiles stand on the board of each page, and where. */

import { KERNEL } from "./kernel_layout.js";
import { MARGINS, SKEW } from "./margins_layout.js";
import { QBRANK } from "./qbrank_layout.js";
import { WATCH } from "./watch_layout.js";
/** @import { Forms } from "../board/tile_boxes.js" */
/** @import { Story } from "../board/first_visit.js" */
/** @import { Ctx, Panel } from "../panels/panel.js" */
/** @import { Boosted, Run } from "../run/run.js" */

/** @typedef {{make: (ctx: Ctx) => Panel, boosted?: false, needs?: (run: Run) => boolean}} ForAll it is left out where the run has not what it `needs` */
/** @typedef {{make: (ctx: Ctx<Boosted>) => Panel, boosted: true}} ForBoosted it shows only runs that pick weak rankers, and is left out when there is none */
/** @typedef {import("../board/tile_boxes.js").Plan & Forms & {tiles: Readonly<Record<string, ForAll | ForBoosted>>,
 *   beats?: import("../beats/beats.js").Plan, hero?: string, glance?: readonly string[], whole?: readonly string[], story?: Story}} Layout tiles by name, in reading order, the one that is large beside others, the few that a newcomer reads, all that stand beside the large one, those of the rounds of a story, and what the beats of a round do to its tiles */

/** @type {Record<string, Layout>} */
const LAYOUTS = { watch: WATCH, margins: MARGINS, skew: SKEW, qbrank: QBRANK, kernel: KERNEL };

/** @param {string} name of a page's layout @returns {Layout} */
export const layoutOf = (name) => LAYOUTS[name] ?? WATCH;
