/** Ê1 = F̃/m, the loss shared by RankBoost, Smooth Margin Ranking and AdaBoost, each with its bound. */

import { num } from "../../draw/format.js";
import { curvesPanel } from "../curves.js";
/** @import { Run } from "../../run/run.js" */
/** @import { Spec } from "../curves.js" */
/** @import { Ctx } from "../panel.js" */

/** Return the minimum of Ê1, if that of F̃ is known. @param {Run} run */
function minimumLevels(run) {
  const value = (run.pictures.margins?.meta.least ?? NaN) / run.m;
  return value > 0 ? [{ value, label: `lowest ${num(value)}` }] : [];
}

/** @param {number} pairs @returns {Spec} */
const spec = (pairs) => ({
  id: "exponential-loss",
  title: "Ê1 = F̃/m",
  how: "Ê1 is F̃ divided by the number m of pairs: the mean of e^(−s) over all pairs, where s is the score of the higher item minus that of the lower. Each dotted line is an algorithm's bound on Ê1: U1 for RB-D, e^(−G‖λ‖₁)/m for Smooth Margin, with G the sum of its guaranteed gains, and F²/4m for AdaBoost, which Ê1 meets where F-skew is 0.",
  charts: [
    {
      title: `Ê1, bound dotted; m = ${pairs.toLocaleString("en")} pairs`,
      short: "Ê1, bound dotted",
      series: [
        { key: "e1", label: "Ê1" },
        { key: "bound", cls: "rv-dots", label: "bound" },
      ],
      levels: minimumLevels,
      log: true,
    },
  ],
});

/** @param {Ctx} ctx */
export const exponentialLossPanel = (ctx) => curvesPanel(spec(ctx.run.m))(ctx);
