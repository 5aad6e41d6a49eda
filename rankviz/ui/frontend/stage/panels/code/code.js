/** A round as code: what every boosting round does, line by line, and the lines in which the algorithms differ. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { num, times } from "../../draw/format.js";
import { markerIcon } from "../../draw/svg.js";
import { stateAt } from "../../run/run.js";
import { alphaText } from "../weight_text.js";
import { frame, picture } from "../panel.js";

/** @typedef {import("../../run/run.js").Boosted} Boosted */
/** @typedef {{rule: string, algos: Boosted[]}} Rule a formula, and who has it */

/** The lines, one for each beat. */
const LINES = [
  "Score each ranker: edge = in order − reversed",
  "Pick the largest edge",
  "Choose its weight α:",
  "Reweight pairs: in order × e^−α, reversed × e^α, tied:",
  "Add α to the score of each item with a yes",
];
const OTHER = "by a rule of its own";
/** Taller tiles have larger type, px. */
const LARGE = 330;

/** @param {import("../panel.js").Ctx<Boosted>} ctx @returns {import("../panel.js").Panel} */
export function codePanel(ctx) {
  const { run } = ctx;
  const { el, body } = frame(
    "code",
    "One round as code",
    "what a boosting round does, from top to bottom; its five beats light the line they are at. Where the algorithms differ, each has a line of its own with its mark: how {α} counts the pairs that the picked {weak ranker} ties ({ε⁰}), and what becomes of their weight. α′ is the weight the ranker already has; by it RankBoost+ splits the ties, p = 1/(1 + e^2α′) and q = 1 − p. At the right: this round's values.",
  );
  const rules = [rulesOf(run.algos, (a) => a.tieRule?.alpha ?? OTHER), rulesOf(run.algos, (a) => a.tieRule?.factor ?? OTHER)];
  /** What a line writes for each algorithm. @type {((a: Boosted, s: number) => string)[]} */
  const values = [
    () => "",
    (a, s) => a.rankers[a.pick[s - 1]],
    alphaText,
    (a, s) => times(a.tieFactor[s - 1]),
    (a, s) => `${a.curves[a.loss] ? `${run.curveLabels[a.loss]?.symbol ?? a.loss} ${num(a.curves[a.loss][s])}` : ""}`,
  ];
  const lines = LINES.map((text, i) => line(text, i === 2 ? rules[0] : i === 3 ? rules[1] : []));
  const list = html("ol", { class: "rv-code" }, ...lines.map((l) => l.el));
  const pic = picture(list);
  body.append(pic);

  return {
    el,
    build(width, height) {
      setClass(list, "rv-code-large", height >= LARGE && width >= 380);
    },
    draw(t, beat) {
      lines.forEach((l, i) => {
        setClass(l.el, "rv-code-on", beat === i + 1);
        l.draw(t, beat === 0 || beat > i, values[i]);
      });
      setClass(list, "rv-code-beats", beat > 0);
    },
    describe(t) {
      setAttr(pic, "aria-label", `One round as code. ${lines.map((l, i) => `${i + 1}. ${l.spoken()}`).join(" ")} After ${t} of ${run.rounds}.`);
    },
  };

  /** @param {string} text @param {Rule[]} rows the rules, where the algorithms differ */
  function line(text, rows) {
    const cells = run.algos.map((a) => ({ a, el: html("b") }));
    const chip = (/** @type {Boosted} */ a) => {
      const cell = cells.find((c) => c.a === a);
      return html("span", { class: `rv-code-value rv-k${a.slot}`, title: a.label }, markerIcon(a.slot), cell?.el);
    };
    const el = html(
      "li",
      { class: rows.length > 1 ? "rv-code-differs" : "" },
      html("span", { class: "rv-code-number" }, String(LINES.indexOf(text) + 1)),
      html("span", { class: "rv-code-text" }, text),
      ...(rows.length
        ? rows.map(({ rule, algos }) => html("div", { class: "rv-code-rule" }, html("span", { class: "rv-code-marks" }, ...algos.map((a) => markerIcon(a.slot))), html("code", {}, rule), html("span", { class: "rv-code-values" }, ...algos.map(chip))))
        : [html("span", { class: "rv-code-values" }, ...run.algos.map(chip))]),
    );
    return {
      el,
      /** @param {number} t @param {boolean} done whether the beat of the line has come @param {(a: Boosted, s: number) => string} value */
      draw(t, done, value) {
        for (const { a, el: at } of cells) {
          const s = stateAt(a, t);
          const now = done && s > 0 ? value(a, s) : "";
          setText(at, now);
          setClass(/** @type {Element} */ (at.parentElement), "rv-unseen", now === "");
        }
      },
      spoken: () => `${text}${rows.map(({ rule, algos }) => `; ${algos.map((a) => a.label).join(", ")}: ${rule}`).join("")}.`,
    };
  }
}

/** Each rule once, with the algorithms that have it. @param {readonly Boosted[]} algos @param {(a: Boosted) => string} of @returns {Rule[]} */
function rulesOf(algos, of) {
  return [...new Set(algos.map(of))].map((rule) => ({ rule, algos: algos.filter((a) => of(a) === rule) }));
}
