/** The layout of each page's board. */

import { KERNEL } from "./kernel_layout.js";
import { MARGINS, SKEW } from "./margins_layout.js";
import { QBRANK } from "./qbrank_layout.js";
import { WATCH } from "./watch_layout.js";
/** @import { Forms } from "../board/tile_boxes.js" */
/** @import { Story } from "../board/first_visit.js" */
/** @import { Ctx, Panel } from "../panels/panel.js" */
/** @import { Boosted, Run } from "../run/run.js" */

/** @typedef {{make: (ctx: Ctx) => Panel, boosted?: false, needs?: (run: Run) => boolean}} ForAll omitted if the run lacks what it `needs` */
/** @typedef {{make: (ctx: Ctx<Boosted>) => Panel, boosted: true}} ForBoosted shows only runs that pick weak rankers; omitted if there is none */
/** @typedef {import("../board/tile_boxes.js").Plan & Forms & {tiles: Readonly<Record<string, ForAll | ForBoosted>>,
 *   beats?: import("../beats/beats.js").Plan, hero?: string, glance?: readonly string[], whole?: readonly string[], story?: Story}} Layout `tiles`: by name, in reading order; `hero`: the large tile; `glance`: the few for newcomers; `whole`: all that are beside the hero; `story`: tiles by round of a story; `beats`: the tiles' relation to beats */

/** @type {Record<string, Layout>} */
const LAYOUTS = { watch: WATCH, margins: MARGINS, skew: SKEW, qbrank: QBRANK, kernel: KERNEL };

/** @param {string} name of a layout @returns {Layout} */
export const layoutOf = (name) => LAYOUTS[name] ?? WATCH;
