/** The tile of weights, with three faces: weak rankers' weights, the cost of the search, or the importance of the trees' features. */

import { boostedOnly } from "../run/run.js";
import { facesOf } from "../run/weight_faces.js";
import { ensemblePanel } from "./ensemble.js";
import { switchOf } from "./tile_faces.js";
import { importancePanel } from "./importance.js";
import { searchPanel } from "./search.js";
/** @import { Boosted } from "../run/run.js" */
/** @import { Face } from "../run/weight_faces.js" */
/** @import { Ctx, Panel } from "./panel.js" */

/** @param {Ctx} ctx @returns {Panel} */
export function weightsPanel(ctx) {
  const [face, faces] = [faceOf(ctx), facesIn(ctx)];
  if (face === "features") return importancePanel(ctx, faces);
  const panel = (face === "search" ? searchPanel : ensemblePanel)(ofBoosted(ctx), faces);
  const { adopt } = panel;
  if (adopt) panel.adopt = (next) => adopt.call(panel, ofBoosted(next));
  return panel;
}

/** Return the context with only the runs that weigh weak rankers. @param {Ctx} ctx @returns {Ctx<Boosted>} */
const ofBoosted = (ctx) => ({ ...ctx, run: boostedOnly(ctx.run) });

/** Return the selected face. @param {Pick<Ctx, "run" | "view">} ctx @returns {Face} */
function faceOf({ run, view }) {
  const there = facesOf(run);
  /** @type {Face} */
  const asked = view.features ? "features" : view.search ? "search" : "weights";
  return there.includes(asked) ? asked : (there[0] ?? "weights");
}

/** @type {Record<Face, {text: string, title: string}>} */
const NAMES = {
  weights: { text: "Weights", title: "Ensemble weights" },
  search: { text: "Search", title: "What each round's search cost" },
  features: { text: "Features", title: "Each feature's share of the trees' gain so far" },
};

/** Return the switch for the head; null if there is nothing to switch to. @param {Ctx} ctx @returns {HTMLElement | null} */
function facesIn(ctx) {
  const there = facesOf(ctx.run);
  if (there.length < 2) return null;
  const { view } = ctx;
  return switchOf(
    ctx,
    there.map((face) => ({
      ...NAMES[face],
      on: faceOf(ctx) === face,
      choose() {
        view.search = face === "search";
        view.features = face === "features";
      },
    })),
  );
}
