/** The risk that the method minimises, in training and held out, when to stop, and the error beside the lowest possible one. */

import { kernelRun, pictureOf } from "../../run/pictures.js";
import { curvesPanel } from "../curves.js";
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Spec } from "../curves.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const HELD = "risk_holdout";

/** Return the level of the exact minimiser's risk, to which J falls, if known. @param {Run} run */
function minimumLevels(run) {
  const target = kernelRun(run)?.parts.constants.target ?? NaN;
  return Number.isFinite(target) ? [{ value: target, label: "" }] : [];
}

/** Return a flag at the round after which the held-out risk rises. @param {Run} run */
function stopFlags(run) {
  const stop = kernelRun(run)?.parts.held.stop ?? null;
  return stop === null ? [] : [{ round: stop, label: "stop here" }];
}

/** Return the error of the best possible score, on held-out data if there are any. @param {Run} run */
function bestLevels(run) {
  const { law } = pictureOf(run, "kernel").meta;
  return law ? [{ value: 1 - (law.auc_holdout ?? law.auc), label: "" }] : [];
}

/** Return the run with the held-out risk from the page's picture as a curve. @param {Run} run @returns {Run} */
function withHeldRisk(run) {
  const kernel = kernelRun(run);
  const held = kernel?.arrays.find("held_risk");
  if (!kernel || !held) return run;
  const algos = run.algos.map((a) =>
    a === kernel.algo ? { ...a, curves: { ...a.curves, [HELD]: held } } : a,
  );
  return { ...run, algos };
}

/** J above this multiple of its first value has diverged, and has a logarithmic scale. */
const FAR = 100;

/** @param {Run} run */
function ranAway(run) {
  const J = kernelRun(run)?.algo.curves.regularised;
  return (
    Boolean(J) && Math.max(...Array.from(J ?? [], (v) => (Number.isFinite(v) ? v : 0))) > FAR * (J?.[0] ?? 0)
  );
}

/** @param {boolean} log @param {Algo | undefined} kernel @returns {Spec} */
const spec = (log, kernel) => ({
  id: "risk",
  title: "Risk and error",
  how: "above are the mean cost of a pair, Eₛ, and J, which adds the norm penalty and is what the method lowers; a dashed line marks the lowest J, where it is known. Thick lines: training, thin lines: {held-out}. Where the held-out cost starts to rise, a flag says stop. Below is the share of pairs in the wrong order, 1 − AUC, of every algorithm; a dashed line marks what the best score for the true distribution, where that is known, reaches on the held-out pairs.",
  charts: [
    {
      title: "Eₛ: mean cost of a pair (dashed); J: with the norm penalty",
      short: "Mean cost of a pair",
      series: [
        { key: "regularised", explained: () => true },
        { key: "risk", cls: "rv-dash", label: "Eₛ", held: HELD, explained: () => true },
      ],
      levels: minimumLevels,
      flags: stopFlags,
      zero: true,
      log,
    },
    {
      title: "Pairs in the wrong order, 1 − AUC",
      series: [
        {
          key: "r2",
          held: "r2_holdout",
          label: "1 − AUC",
          explained: (a) => a.boosted || a.index === kernel?.index,
        },
      ],
      levels: bestLevels,
      zero: true,
    },
  ],
});

/** @param {Ctx} ctx @returns {Panel} */
export const kernelRiskPanel = (ctx) =>
  curvesPanel(spec(ranAway(ctx.run), kernelRun(ctx.run)?.algo))({ ...ctx, run: withHeldRisk(ctx.run) });
