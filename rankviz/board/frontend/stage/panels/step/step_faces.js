/** The two faces of the ties tile: how the rules treat a tied pair, and the round's step. */

import { showFrom, switchOf } from "../tile_faces.js";
/** @import { Boosted } from "../../run/run.js" */

/** @typedef {import("../panel.js").Ctx<Boosted>} Ctx */

const FACES = [
  { step: false, text: "Rules", title: "Rules for ties" },
  { step: true, text: "Loss curve", title: "Loss curve of this round: the loss for every α" },
];

/** Return whether any run has steps to show. @param {Ctx} ctx */
export const hasSteps = ({ run }) => run.algos.some((a) => a.steps);

/** Return the switch for the head. @param {Ctx} ctx */
export function stepFaces(ctx) {
  const { view } = ctx;
  const all = FACES.map(({ step, ...face }) => ({
    ...face,
    on: view.step === step,
    choose: () => void (view.step = step),
  }));
  const el = hasSteps(ctx) ? switchOf(ctx, all) : null;
  return { el, draw: (/** @type {number} */ t) => showFrom(el, t) };
}
