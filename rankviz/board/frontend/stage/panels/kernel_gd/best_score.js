/** The best possible score beside the learned ones: its landscape, and its AUC on these items. */

import { html } from "../../draw/dom.js";
import { num } from "../../draw/format.js";
import { tilePicture } from "../panel.js";
import { landscape } from "./landscape.js";
/** @import { LawMeta, PlaneMeta, SurfaceMeta } from "../../run/pictures.js" */
/** @import { Ctx } from "../panel.js" */

/** From this width on boxes have the held-out AUC. */
const SPELT = 280;
/** Below this width boxes have a word and the number only. */
const NARROW = 150;

/** Return the best score's AUC on the training items and the held-out ones. @param {LawMeta} law @param {boolean} both */
export function bestAuc(law, both) {
  return `AUC ${num(law.auc)}${both && law.auc_holdout !== null ? `, held out ${num(law.auc_holdout)}` : ""}`;
}

/** Return the title of that number. @param {LawMeta} law */
export const bestTitle = (law) =>
  `${bestAuc(law, true)}, on these items, where others may have more. On new data of the same distribution no score has a higher AUC in the long run than this one, ${num(law.best)}.`;

/**
 * Draw the box, which is the same in every round.
 * @param {Ctx} ctx @param {PlaneMeta} plane @param {LawMeta} law
 * @param {SurfaceMeta} surface @param {{width: number, height: number}} box px, including the head @param {number} head px
 */
export function bestScoreBox(ctx, plane, law, surface, box, head) {
  const wide = box.width >= SPELT;
  const narrow = box.width < NARROW;
  const map = landscape(ctx, null, plane, surface, {
    width: box.width,
    height: box.height - head,
  });
  const pic = tilePicture(map.el);
  pic.setAttribute("aria-label", `Landscape of the ideal score, the same in every round: ${bestTitle(law)}`);
  const el = html(
    "div",
    {},
    html(
      "div",
      { class: "rv-tile-head", title: bestTitle(law) },
      html("b", {}, narrow ? "Ideal" : "Ideal score"),
      html("span", { class: "rv-law-auc" }, narrow ? num(law.auc) : bestAuc(law, wide)),
    ),
    pic,
  );
  return { el, draw: map.draw, hover: map.hover };
}
