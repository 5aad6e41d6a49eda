/** The two faces of one tile: what the rules make of a tied pair, and the step of the round. */

import { html, setClass } from "../../draw/dom.js";

/** @typedef {import("../panel.js").Ctx<import("../../run/run.js").Boosted>} Ctx */

const FACES = [
  { step: false, text: "Rules", title: "Rules for ties" },
  { step: true, text: "Step", title: "Step of this round: the loss for every α" },
];

/** Whether any run has steps to show. @param {Ctx} ctx */
export const hasSteps = ({ run }) => run.algos.some((a) => a.steps);

/** The switch in the head; before the first step there is nothing to switch to. @param {Ctx} ctx */
export function faces(ctx) {
  const { view, redraw } = ctx;
  const button = (/** @type {(typeof FACES)[0]} */ { step, text, title }) =>
    html(
      "button",
      {
        type: "button",
        tabindex: -1,
        title,
        // Another button of the stage is called Step.
        "aria-label": title,
        "aria-pressed": String(view.step === step),
        onclick: () => {
          if (view.step === step) return;
          view.step = step;
          redraw();
        },
      },
      text,
    );
  const el = hasSteps(ctx) ? html("div", { class: "rv-tabs rv-faces", role: "group", "aria-label": "Shown" }, ...FACES.map(button)) : null;
  return {
    el,
    /** @param {number} t */
    draw(t) {
      if (el) setClass(el, "rv-unseen", t === 0);
    },
  };
}
