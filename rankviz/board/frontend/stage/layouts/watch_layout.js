/** The tiles of the Watch page. */

import { codePanel } from "../panels/code/code.js";
import { bumpChartPanel } from "../panels/ranking/bump_chart.js";
import { lossesPanel } from "../panels/losses/losses.js";
import { pickPanel } from "../panels/pick/pick.js";
import { mapPanel } from "../panels/pairs/map_tile.js";
import { marginsPanel } from "../panels/margins/margins.js";
import { stepPanel } from "../panels/step/step.js";
import { hasSteps } from "../panels/step/step_faces.js";
import { tiesPanel } from "../panels/ties/ties.js";
import { treePanel } from "../panels/tree/tree.js";
import { weightsPanel } from "../panels/weights_tile.js";
import { growsTrees } from "../run/importance.js";
import { facesOf } from "../run/weight_faces.js";
/** @import { Layout } from "./layouts.js" */
/** @import { Plan } from "../beats/beats.js" */

/** A newcomer's tiles: the round, and what it does to the ranking, the loss and the ties. */
const GLANCE = ["pick", "ranking", "ties", "losses"];

/** The tiles that each beat is about: candidates are scored by the pair weights, a pick enters the ensemble. @type {Plan} */
export const WATCH_BEATS = {
  lit: {
    1: ["pick", "code", "pairs"],
    2: ["pick", "code", "weights"],
    3: ["ties", "code", "weights"],
    4: ["pick", "code", "pairs"],
    5: ["losses", "code", "margins", "ranking"],
  },
  draws: { pick: [1, 2, 3, 4, 5], code: [1, 2, 3, 4, 5], weights: [1, 2], ties: [3, 4] }, // candidates and the pick; α, and what the ensemble tied before
  since: { pick: 1, code: 1, weights: 3, ties: 3, pairs: 4 },
};

/** @type {Layout} */
export const WATCH = {
  areas: ["ranking losses ties", "pairs margins weights"],
  columns: [1, 1.14, 1.14],
  rows: [1.08, 1],
  beats: WATCH_BEATS,
  hero: "pick",
  asked: ["pick", "code", "tree"],
  instead: { ties: "tree" },
  glance: GLANCE,
  whole: [...GLANCE, "pairs", "margins", "weights"],
  story: [
    [0, ["pick"]],
    [1, ["pick", "ties"]],
    [2, ["pick", "ranking", "ties"]],
    [4, GLANCE],
  ],
  tiles: {
    pick: { make: pickPanel },
    ranking: { make: bumpChartPanel },
    ties: {
      make: (ctx) => (ctx.view.step && hasSteps(ctx) ? stepPanel(ctx) : tiesPanel(ctx)),
      boosted: true,
    },
    losses: { make: lossesPanel },
    code: { make: codePanel, boosted: true },
    pairs: { make: mapPanel },
    margins: { make: marginsPanel },
    weights: { make: weightsPanel, needs: (run) => facesOf(run).length > 0 },
    tree: { make: treePanel, needs: growsTrees },
  },
};
