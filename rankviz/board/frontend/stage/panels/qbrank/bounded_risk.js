/** The risk and its upper bound, its parts, and the total length of the steps. */

import { withCurves } from "../../run/pictures.js";
import { curvesPanel } from "../curves.js";
/** @import { Ctx } from "../panel.js" */

const panel = curvesPanel({
  id: "risk",
  title: "Risk",
  how: "the risk is what each round lowers.",
  charts: [
    {
      title: "Risk R, its bound Rₖ dashed",
      short: "Risk R, bound Rₖ",
      how: "The dashed curve is the upper bound Rₖ at the step taken.",
      log: true,
      share: 0.4,
      series: [{ key: "risk" }, { key: "risk_bound", cls: "rv-dash" }],
    },
    {
      title: "its parts",
      how: "Its parts are what preferences, in pairs or whole lists (solid), and labels (dotted) add to it, and also ties and the ridge where they are used.",
      log: true,
      share: 0.34,
      series: [
        { key: "risk_pairs", label: "pairs" },
        { key: "risk_lists", label: "lists" },
        { key: "risk_ties", cls: "rv-dash", label: "ties" },
        { key: "risk_ridge", cls: "rv-dash", label: "ridge" },
        { key: "risk_labels", cls: "rv-dots", label: "labels" },
      ],
    },
    {
      title: "1-norm: the steps so far",
      how: "‖h‖, the 1-norm, is the sum of the lengths of all steps so far. It measures how complex the score is, and small steps keep it small.",
      zero: true,
      share: 0.26,
      series: [{ key: "complexity", label: "‖h‖" }],
    },
  ],
});

/** @param {Ctx} ctx */
export const boundedRiskPanel = (ctx) => {
  const arrays = ctx.run.pictures.qbrank?.arrays;
  const run = withCurves(ctx.run, (a) => ({ complexity: arrays?.of("qbrank", a.index).find("complexity") }));
  return panel({ ...ctx, run });
};
