/** Theorem 2 round by round: what G̃ gained, what the theorem says it gains, and their ratio. */

import { html, setText } from "../../draw/dom.js";
import { num, scientific } from "../../draw/format.js";
import { curvesPanel } from "../curves.js";
import { stateAt } from "../../run/run.js";

const panel = curvesPanel({
  id: "progress",
  title: "Theorem 2: what a round gains",
  how: "above, what the {smooth margin} gained in each round, and what Theorem 2 says it gains at least. Below, the first divided by the second: on or above 1 the theorem holds. Dots: what is gained for sure. Below 1 the theorem as printed asks for too much, because the ranker ties most of the weight.",
  height: 330,
  charts: [
    {
      title: "Gain of G̃ in the round",
      series: [
        { key: "smooth_gain", label: "gain" },
        { key: "smooth_gain_least", cls: "rv-dash", label: "Thm 2" },
      ],
      log: true,
    },
    {
      title: "Gain divided by what Theorem 2 says",
      series: [
        { key: "ratio", label: "ratio" },
        { key: "sure_ratio", cls: "rv-dots", label: "sure" },
      ],
      levels: () => [{ value: 1, label: "" }],
    },
  ],
});

/** @param {import("../panel.js").Ctx} ctx @returns {import("../panel.js").Panel} */
export function progressPanel(ctx) {
  const shown = ctx.run.pictures.margins;
  const algos = ctx.run.algos.map((a, k) => {
    const [ratio, sure_ratio] = ["ratio", "sure_ratio"].map((name) => shown?.arrays.find(`${name}.${k}`, "f8"));
    return ratio && sure_ratio ? Object.freeze({ ...a, curves: { ...a.curves, ratio, sure_ratio } }) : a;
  });
  const made = panel({ ...ctx, run: Object.freeze({ ...ctx.run, algos }) });
  const smooth = ctx.run.algos.filter((a) => a.curves.smooth_gain);
  const note = html("p", { class: "rv-note" });
  made.el.append(note);
  return {
    ...made,
    draw(t) {
      made.draw(t);
      const lines = smooth.map((a) =>
        told(a, stateAt(a, t), shown?.arrays.find(`slack.${ctx.run.algos.indexOf(a)}`, "f8")),
      );
      setText(note, lines.length ? lines.join(" ") : NONE);
    },
  };
}

const NONE = "Choose Smooth Margin Ranking: Theorem 2 speaks of no other algorithm.";

/** @param {import("../../run/run.js").Algo} a @param {number} t @param {Float64Array | null | undefined} slack */
function told(a, t, slack) {
  const [gain, least] = [a.curves.smooth_gain[t], a.curves.smooth_gain_least[t]];
  if (!Number.isFinite(gain))
    return t === 0
      ? "Before the first round there is nothing to gain."
      : "This round began with G̃ ≤ 0, so its step was RankBoost's: Theorem 2 speaks of later rounds.";
  const over = slack ? slack[t] : NaN;
  const verdict = over >= 0 ? "the inequality holds." : "the inequality fails, and G̃ rose all the same.";
  const difference = over === 0 ? num(0) : scientific(over);
  return `Round ${t}: left ${scientific(gain)}, right ${scientific(least)}, slack ${difference}: ${verdict}`;
}
