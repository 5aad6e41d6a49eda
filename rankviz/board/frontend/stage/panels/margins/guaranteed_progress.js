/** Theorem 2 round by round: the gain of G̃, what the theorem and a proven bound ask for, and Lemma 2. */

import { html, setClass, setText } from "../../draw/dom.js";
import { num, scientific } from "../../draw/format.js";
import { curvesPanel } from "../curves.js";
import { withCurves } from "../../run/pictures.js";
import { stateAt } from "../../run/run.js";
/** @import { Algo } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const panel = curvesPanel({
  id: "progress",
  title: (charts) => charts[0]?.name ?? "Theorem 2",
  how: "‖λ‖₁ is the sum of all α so far, r the edge of the round's ranker.",
  charts: [
    {
      title: "Gain ÷ what Theorem 2 asks for",
      short: "Gain ÷ Theorem 2's",
      name: "Theorem 2",
      how: "Theorem 2 says that in a round the {smooth margin} gains at least ½ α (r − G̃) / ‖λ‖₁. The solid line is the actual gain divided by that: at 1 or above the theorem holds; below 1 the theorem as printed asks for too much, because the ranker ties most of the weight. Dots: the gain that is proven, ½ (r − G̃)² / ‖λ‖₁, divided by the same.",
      series: [
        { key: "ratio", label: "gain" },
        { key: "sure_ratio", cls: "rv-dots", label: "proven" },
      ],
      levels: () => [{ value: 1, label: "" }],
    },
    {
      title: "Gain of G̃ in the round, × 1000",
      name: "Theorem 2",
      how: "The gain, and dashed what Theorem 2 asks for, are also shown in thousandths.",
      series: [
        { key: "gain_thousandths", label: "gain" },
        { key: "least_thousandths", cls: "rv-dash", label: "asked" },
      ],
      log: true,
    },
    {
      title: "Lemma 2: α ÷ ‖λ‖₁ goes to 0",
      name: "Lemma 2",
      how: "By Lemma 2 α / ‖λ‖₁ tends to 0. Dots: the share of the gain that Smooth Margin's step gives up compared with the exact step, the best along the same ranker.",
      series: [
        { key: "step_share", label: "α/‖λ‖₁" },
        { key: "given_away", cls: "rv-dots", label: "given up" },
      ],
      log: true,
    },
  ],
});

/** Series of the picture, added to the curves of the run. */
const ADDED = /** @type {const} */ ([
  "ratio",
  "sure_ratio",
  "gain_thousandths",
  "least_thousandths",
  "step_share",
  "given_away",
]);

/** @param {Ctx} ctx @returns {Panel} */
export function progressPanel(ctx) {
  const shown = ctx.run.pictures.margins;
  const run = withCurves(ctx.run, (_, k) =>
    Object.fromEntries(ADDED.map((name) => [name, shown?.arrays.of("margins", k).find(name)])),
  );
  const made = panel({ ...ctx, run });
  const smooth = ctx.run.algos.filter((a) => a.curves.smooth_gain);
  const note = html("p", { class: "rv-note" });
  made.el.append(note);
  let short = false;
  return {
    ...made,
    build(width, height) {
      short = width < SHORT;
      const below = (short ? LINE : LINES) * Math.max(1, smooth.length);
      note.style.height = `${below}px`;
      setClass(note, "rv-one-line", short);
      made.build(width, height - below);
    },
    draw(t, beat) {
      made.draw(t, beat);
      const lines = smooth.map((a) => {
        const slack = shown?.arrays.of("margins", ctx.run.algos.indexOf(a)).find("slack");
        return (short ? brief : sentence)(a, stateAt(a, t), slack);
      });
      if (lines.length === 0) lines.push(short ? ONLY : NONE);
      setText(note, lines.join(" "));
    },
  };
}

/** Tiles narrower than this have the brief form, px. */
const SHORT = 420;
/** Heights of the brief form and of a sentence in two lines, px. */
const LINE = 18;
const LINES = 38;
const ONLY = "Only for Smooth Margin.";
const NONE = "Choose Smooth Margin Ranking: Theorem 2 covers no other algorithm.";

/** @param {Algo} a @param {number} t @param {Float64Array | null | undefined} slack */
function sentence(a, t, slack) {
  const [gain, least] = [a.curves.smooth_gain[t], a.curves.smooth_gain_least[t]];
  if (!Number.isFinite(gain))
    return t === 0
      ? "Before the first round there is nothing to gain."
      : "This round began with G̃ ≤ 0, so its step was RB-D's: Theorem 2 covers later rounds.";
  const over = slack ? slack[t] : NaN;
  const verdict = over >= 0 ? "the theorem holds." : "the theorem fails, but G̃ still rose.";
  const difference = over === 0 ? num(0) : scientific(over);
  return `Round ${t}: gain ${scientific(gain)}, asked ${scientific(least)}, difference ${difference}: ${verdict}`;
}

/** @param {Algo} a @param {number} t @param {Float64Array | null | undefined} slack */
function brief(a, t, slack) {
  if (!Number.isFinite(a.curves.smooth_gain[t]))
    return t === 0 ? "No round yet." : "G̃ is not above 0: RB-D's step.";
  const over = slack ? slack[t] : NaN;
  return over >= 0
    ? `Theorem 2 holds, by ${over === 0 ? num(0) : scientific(over)}.`
    : `Theorem 2 fails, by ${scientific(-over)}.`;
}
