/** AdaBoost beside RankBoost on two classes: each F̃ relative to the minimum, F-skew, F₊ and F₋, and AUC. */

import { num } from "../../draw/format.js";
import { curvesPanel, namesOf } from "../curves.js";
/** @import { Run } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

/** Return the minimum of F̃, if known. @param {Run} run */
function minimumLoss(run) {
  const value = run.pictures.margins?.meta.least ?? NaN;
  return Number.isFinite(value) && value > 0 ? [{ value, label: `lowest ${num(value)}` }] : [];
}

const panel = curvesPanel({
  id: "skew",
  title: namesOf,
  how: "With its constant classifier, AdaBoost drives F-skew to 0 as it lowers its own loss, and then it reaches the same loss and the same {AUC} as RB-D.",
  charts: [
    {
      title: "F̃ = F₊ F₋",
      name: "F̃",
      how: "F̃ = F₊F₋ is the loss of RB-D (the paper's RankBoost); the dash-dotted line is its lowest possible value.",
      series: [{ key: "f_tilde", label: "F̃" }],
      levels: minimumLoss,
      share: 0.36,
    },
    {
      title: "AdaBoost's two sums and F-skew",
      name: "F-skew",
      how: "F₊ and F₋ are what the positive and the other items add to AdaBoost's loss; F-skew is F₊ − F₋.",
      series: [
        { key: "f_skew", label: "F-skew" },
        { key: "f_plus", cls: "rv-dash", label: "F₊" },
        { key: "f_minus", cls: "rv-dots", label: "F₋" },
      ],
      zero: true,
      share: 0.34,
    },
    { title: "AUC", name: "AUC", series: [{ key: "auc", label: "AUC" }], share: 0.3 },
  ],
});

/** Series of the picture for every run, and F-skew without its rounding error. */
const ADDED = /** @type {const} */ (["f_tilde", "f_skew", "auc"]);

/** @param {Ctx} ctx @returns {Panel} */
export function skewPanel(ctx) {
  const shown = ctx.run.pictures.margins;
  // RankBoost has F̃ and an AUC, too: the picture provides them for every run.
  const algos = ctx.run.algos.map((a, k) => {
    const found = ADDED.flatMap((name) => {
      const values = shown?.arrays.of("margins", k).find(name);
      return values ? [/** @type {[string, Float64Array]} */ ([name, values])] : [];
    });
    return Object.freeze({ ...a, curves: { ...a.curves, ...Object.fromEntries(found) } });
  });
  return panel({ ...ctx, run: Object.freeze({ ...ctx.run, algos }) });
}
