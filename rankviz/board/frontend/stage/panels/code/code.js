/** A round as code: what every boosting round does, line by line, and where the algorithms differ. */

import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { asFactor } from "../../draw/format.js";
import { markerIcon } from "../../draw/svg.js";
import { stateAt } from "../../run/run.js";
import { alphaText } from "../weight_text.js";
import { frame, tilePicture } from "../panel.js";
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

/** @typedef {{rule: string, algos: Boosted[]}} Rule a formula, and the algorithms that use it */

/**
 * A line of the code.
 * @typedef {Object} Line
 * @property {string} text
 * @property {string} [split] the text if an algorithm splits ties into p and q
 * @property {string} [signed] the text if a ranker is used in reverse
 * @property {(a: Boosted) => string} [rule] an algorithm's formula, if they differ
 * @property {(a: Boosted, s: number) => string} [value] its value in round s
 */

const OTHER = "by a rule of its own";
/** The lines, one per beat. @type {readonly Line[]} */
const LINES = [
  {
    text: "Edge: in order ε⁺ − reversed ε⁻; tied: ε⁰",
    split: "Edge: in order ε⁺ − reversed ε⁻; RB+ adds (p − q) ε⁰",
  },
  {
    text: "Pick the largest edge",
    signed: "Pick the largest |edge|",
    value: (a, s) => a.rankers[a.pick[s - 1]],
  },
  {
    text: "Choose its weight α:",
    split: "Choose α (so far α′); ties: p for, q = 1 − p against:",
    rule: (a) => a.tieRule?.alpha ?? OTHER,
    value: alphaText,
  },
  {
    text: "Reweight pairs: in order × e^−α, reversed × e^α, tied:",
    rule: (a) => a.tieRule?.factor ?? OTHER,
    value: (a, s) => asFactor(a.tieFactor[s - 1]),
  },
  { text: "Add α to the score of each item with a yes" },
];
/** From this size on tiles have larger type, px. */
const LARGE = { width: 380, height: 330 };

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function codePanel(ctx) {
  let { run } = ctx;
  const { el, body } = frame(
    "code",
    "One round as code",
    "the steps of one boosting round, from top to bottom; each of the five beats highlights its line. Where the algorithms differ, each has its own line with its mark: how {α} counts the pairs that the picked {weak ranker} ties ({ε⁰}), and how their weight changes; p = 1/(1 + e^(2α′)). On the right are this round's values.",
  );
  const splits = run.algos.some((a) => a.tieRule?.alpha.includes("p ε⁰"));
  const reverses = run.algos.some((a) => Array.from(a.alpha).some((alpha) => alpha < 0));
  const lines = LINES.map(lineOf);
  const list = html("ol", { class: "rv-code" }, ...lines.map((l) => l.el));
  const pic = tilePicture(list);
  body.append(pic);

  return {
    el,
    build(width, height) {
      const large = height >= LARGE.height && width >= LARGE.width;
      setClass(list, "rv-code-large", large);
      list.style.maxHeight = `${height}px`;
      for (const l of lines) l.name(large ? (a) => a.label : (a) => a.short);
    },
    adopt(next) {
      run = next.run;
      for (const l of lines) l.adopt(run.algos);
    },
    draw(t, beat) {
      lines.forEach((l, i) => {
        setClass(l.el, "rv-code-on", beat === i + 1);
        l.draw(t, beat === 0 || beat > i);
      });
      setClass(list, "rv-code-beats", beat > 0);
    },
    describe(t) {
      setAttr(
        pic,
        "aria-label",
        `One round as code. ${lines.map((l, i) => `${i + 1}. ${l.spoken()}`).join(" ")} After ${t} of ${run.rounds}.`,
      );
    },
  };

  /** @param {Line} line @param {number} i index of the line */
  function lineOf({ text: plain, split, signed, rule, value }, i) {
    const rules = rule ? rulesOf(run.algos, rule) : [];
    const text = (splits && split) || (reverses && signed) || plain;
    // Each algorithm's value, with its name where its formula is.
    const marked = (/** @type {Boosted} */ a, /** @type {string} */ cls, /** @type {HTMLElement} */ what) =>
      html("span", { class: `${cls} rv-k${a.slot}`, title: a.label }, markerIcon(a), what);
    const written = run.algos.map((a) => {
      const [of, name] = [html("b"), html("b")];
      return { a, of, name, chip: marked(a, "rv-code-value", of), mark: marked(a, "rv-code-mark", name) };
    });
    const chips = (/** @type {Boosted[]} */ algos) =>
      html(
        "span",
        { class: "rv-code-values" },
        ...written.filter((w) => algos.includes(w.a)).map((w) => w.chip),
      );
    const marks = (/** @type {Boosted[]} */ algos) =>
      written.filter((w) => algos.includes(w.a)).map((w) => w.mark);
    const el = html(
      "li",
      { class: rules.length > 1 ? "rv-code-differs" : "" },
      html("span", { class: "rv-code-number" }, String(i + 1)),
      html("span", {}, text),
      ...rules.map((r) =>
        html("div", { class: "rv-code-rule" }, ...marks(r.algos), html("code", {}, r.rule), chips(r.algos)),
      ),
      value && !rule ? chips(run.algos) : null,
    );
    return {
      el,
      /** @param {Boosted[]} next */
      adopt(next) {
        written.forEach((w, k) => (w.a = next[k]));
      },
      /** @param {(a: Boosted) => string} how returns an algorithm's name */
      name(how) {
        for (const w of written) setText(w.name, how(w.a));
      },
      /** @param {number} t @param {boolean} done whether the line's beat has begun */
      draw(t, done) {
        for (const w of written) {
          const s = stateAt(w.a, t);
          const now = value && done && s > 0 ? value(w.a, s) : "";
          setText(w.of, now);
          setClass(w.chip, "rv-unseen", now === "");
        }
      },
      spoken: () =>
        `${text}${rules.map((r) => `; ${r.algos.map((a) => a.label).join(", ")}: ${r.rule}`).join("")}.`,
    };
  }
}

/** Return each formula once, with its algorithms. @param {readonly Boosted[]} algos @param {(a: Boosted) => string} of @returns {Rule[]} */
function rulesOf(algos, of) {
  return [...new Set(algos.map(of))].map((rule) => ({ rule, algos: algos.filter((a) => of(a) === rule) }));
}
