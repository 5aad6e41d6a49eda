/**
 * A tied pair under several rules: the weight that the picked ranker orders correctly, ties and reverses, how much of the ties
 * counts for α and how much against it, and the factor of the tied pairs' weight.
 */

import { textWidth, widest } from "../../draw/fit_text.js";
import { markedValues } from "../../draw/algo_name.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { isUnderWay } from "../../beats/beats.js";
import { numberLink } from "../../draw/explained_number.js";
import { inFull, NONE, num, percent, asFactor } from "../../draw/format.js";
import { alphaText } from "../weight_text.js";
import { frame, tilePicture } from "../panel.js";
import { stateAt } from "../../run/run.js";
import { stepFaces } from "../step/step_faces.js";
import { tiesHistory } from "./ties_history.js";
import { PARTS } from "../../run/tie_parts.js";
import { canvasSvg, hatch, linear, svg } from "../../draw/svg.js";
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

const LEFT = 20;
const RIGHT = 84;
/** Height of a row for the bar and its text, and extra height for its history, px. */
const ROW = 37;
/** Height of a row with only its bar, and of one of many rows, px. */
const MIN_ROW = 24;
const MIN_OF_MANY = 18;
const TALL = 116;
/** Maximum height of a row. A bar takes this share of a tall row, between these heights, px. */
const HIGHEST = 900;
const BAR = { share: 0.1, least: 22, most: 52 };
/** From this height on a row's type is larger, px. */
const LARGE = 260;
/** The values below a bar take one line of this height in a wide tile, else two, px. */
const LINE = 24;
const WIDE = 600;
/** From this height on rows leave room for a key above them all, of this height, px. */
const KEYED = 60;
const KEY = 18;
/** From this width on the key has one line, px. */
const KEYS = 320;
const KEY_WORDS = ["in order", "tied", "reversed"];
/** Labels of the factor, longest first. */
const TIED = ["tied pairs weigh", "tied pairs", "tied"];
/** The beat in which α is chosen, before any weight has changed. */
const ALPHA_BEAT = 3;

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function tiesPanel(ctx) {
  let { run } = ctx;
  let box = { width: 0, height: 0 };
  const face = stepFaces(ctx);
  const { el, body } = frame(
    "ties",
    "Ties",
    "each bar is the weight of all pairs in this round: what the chosen {weak ranker} orders correctly ({ε⁺}, solid), ties ({ε⁰}, hatched) and reverses ({ε⁻}, the last part). The lines below show the two sides that {α} = ½ ln(left/right) compares: RB-D leaves the ties out, RB-C gives half of them to each side, RankBoost+ splits them by the weight the ranker already has. × (dashed frame): the factor by which each tied pair's weight is multiplied. Below: the same bar for every round.",
    [face.el],
  );
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  const ensemble = markedValues(run.algos);
  const means = "share of the pairs with equal scores: 2(R̂1 − R̂2)";
  const named = html("abbr", { title: means });
  const below = html("p", { class: "rv-note rv-ensemble-ties" }, named, ...ensemble.els);
  const key = html(
    "p",
    { class: "rv-tie-key", style: `height:${KEY}px` },
    html("span", {}, "Pairs, by weight:"),
    ...PARTS.map(({ cls }, i) => html("span", {}, swatch("key", cls), KEY_WORDS[i])),
  );
  let largest = largestOf(ctx);

  return {
    el,
    build(width, height) {
      box = { width, height };
      // Many rows in a low tile use the line below them, too.
      const crowded = (height - 20) / run.algos.length < MIN_ROW;
      setText(
        named,
        width >= KEYS && run.algos.length <= 3 ? "Pairs still tied in the ranking:" : "Still tied:",
      );
      const keyed = (height - 20 - KEY) / run.algos.length >= KEYED && width >= KEYS;
      const room = Math.max(
        MIN_OF_MANY,
        Math.floor((height - (crowded ? 0 : 20) - (keyed ? KEY : 0)) / run.algos.length),
      );
      rows = run.algos.map((a, k) => row(a, width, Math.min(room, HIGHEST), k === run.algos.length - 1));
      body.replaceChildren(...(keyed ? [key] : []), ...rows.map((r) => r.el), ...(crowded ? [] : [below]));
    },
    adopt(next) {
      const needed = largestOf(next);
      // A scale that has changed for one α stays for the next.
      const scaled = next.ghosts.length ? needed > largest : needed !== largest;
      const same = !scaled && next.run.rounds === run.rounds;
      [ctx, run] = [next, next.run];
      if (same) return rows.forEach((r, k) => r.adopt(run.algos[k]));
      largest = needed;
      this.build(box.width, box.height);
    },
    draw(t, beat) {
      face.draw(t);
      for (const r of rows) r.draw(t, beat === ALPHA_BEAT);
      const done = beat >= ALPHA_BEAT && isUnderWay(beat) ? t - 1 : t;
      ensemble.write(run.algos.map((a) => percent(a.curves.ties?.[stateAt(a, done)] ?? NaN)));
      setClass(below, "rv-unseen", t === 0);
    },
    describe(t) {
      for (const r of rows) r.describe(t);
    },
  };

  /** @param {Boosted} a @param {number} width @param {number} room height of the row, px @param {boolean} last */
  function row(a, width, room, last) {
    const tall = room >= TALL;
    const high = tall
      ? Math.round(Math.min(BAR.most, Math.max(BAR.least, BAR.share * room)))
      : room >= ROW + 16
        ? 15
        : room >= MIN_ROW
          ? 12
          : 9;
    // Maximum height of the frame of a tied part that has grown, relative to the bar.
    const most = room >= ROW + 16 ? 2 : 1.4;
    const top = Math.ceil((high * (most - 1)) / 2) + 1;
    const base = top + high;
    const words = room >= ROW;
    const drawn = words ? base + 21 : base + 7;
    const end = width - RIGHT;
    const bold = `700 12px ${ctx.theme.font}`;
    // Without a line of text below its bar, the name is in front of it.
    const left =
      LEFT +
      (words
        ? 0
        : widest(
            bold,
            run.algos.map((b) => b.short),
          ) + 6);
    const nameOf = (/** @type {Boosted} */ b) =>
      words && textWidth(bold, b.label) <= (end - left) / 3 ? b.label : b.short;
    const name = nameOf(a);
    const x = linear(0, 1, left, end);
    const root = canvasSvg(width, drawn);
    const bars = PARTS.map((p) =>
      svg("rect", {
        y: top,
        height: high,
        class: p.cls,
        fill: p.cls === "rv-tied" ? `url(#rv-hatch-${a.slot})` : null,
      }),
    );
    const grown = svg("rect", { class: "rv-grown", visibility: "hidden" });
    const counts = [svg("path", { class: "rv-counts" }), svg("path", { class: "rv-counts rv-against" })];
    const named = svg(
      "text",
      { class: "rv-row-name", x: words ? left : LEFT, y: words ? base + 18 : top + high / 2 + 4 },
      name,
    );
    const rule = svg("text", { class: "rv-rule", x: left + textWidth(bold, name) + 6, y: base + 18 });
    const factor = svg("text", { class: "rv-tie-factor", x: end, y: base + 18, "text-anchor": "end" });
    const alpha = svg("text", {
      class: "rv-alpha-value",
      x: width - 2,
      y: top + high / 2 + (words ? 0 : 5),
      "text-anchor": "end",
    });
    const zero = width - RIGHT / 2 + 4;
    const reach = linear(0, largest, 0, RIGHT / 2 - 8);
    const arm = svg("rect", { class: "rv-correct", y: base - 1, height: 5 });
    const mid = svg("line", { class: "rv-zero", x1: zero, x2: zero, y1: base - 4, y2: base + 7 });
    // Before the first round, say where a bar will be.
    const track = svg("rect", {
      class: "rv-tie-track",
      x: left,
      y: top,
      width: Math.max(0, end - left),
      height: high,
    });
    root.append(
      hatch(a.slot),
      svg("path", { d: a.marker, class: "rv-fill", transform: `translate(8 ${top + high / 2})` }),
      track,
      ...bars,
      grown,
      ...counts,
      named,
      rule,
      factor,
      alpha,
      ...(words ? [mid, arm] : []),
    );
    // Use the longest label that fits beside the widest factor in all rows.
    const large = room >= LARGE;
    const font = `${large ? 14 : 12}px ${ctx.theme.font}`;
    const inWords = a.tieRule?.words ?? "";
    const fits = (/** @type {string} */ tied, /** @type {Boosted} */ b) =>
      textWidth(bold, nameOf(b)) + textWidth(font, `${b.tieRule?.words ?? ""}${tied} ×0.0000`) + 14 <=
      end - left;
    const tied = TIED.find((text) => run.algos.every((b) => fits(text, b))) ?? "tied";
    const ruleText = tall || fits(tied, a) ? inWords : "";
    const pic = tilePicture(root);
    const values = tall ? (width < WIDE ? 2 * LINE : LINE) : 0;
    const rest = room - drawn - values - (tall ? 2 : 0);
    const past =
      rest >= 12
        ? tiesHistory(ctx, a, { width, left, right: RIGHT, height: rest - 2, axis: last && rest >= 60 })
        : null;
    const parts = PARTS.map(() => html("b"));
    const factorValue = html("b");
    const read = html(
      "div",
      { class: "rv-tie-values", style: `height:${values}px` },
      html("span", { class: "rv-tie-parts" }, ...PARTS.map((p, i) => part(p, a, parts[i]))),
      html("span", {}, "tied pairs ", numberLink(a, "tie_factor", factorValue)),
    );

    /** @param {SVGRectElement} rect @param {number} from @param {number} to */
    const stretch = (rect, from, to) => {
      setAttr(rect, "x", from.toFixed(1));
      setAttr(rect, "width", Math.max(0, to - from).toFixed(1));
    };

    /** Bracket the counted parts of the bar: for the ranker from the left, against it from the right. @param {number} s */
    function weigh(s) {
      const [counted, against] = [a.tiedFor, a.tiedAgainst];
      for (const c of counts) setAttr(c, "visibility", s && counted ? "visible" : "hidden");
      if (!s || !counted || !against) return;
      const y = base + 3;
      const [from, to] = [
        x(a.epsCorrect[s - 1] + counted[s - 1]),
        x(1 - a.epsReversed[s - 1] - against[s - 1]),
      ];
      setAttr(counts[0], "d", `M${left} ${y}H${Math.max(left, from - 1).toFixed(1)}v3v-6`);
      setAttr(counts[1], "d", `M${end} ${y}H${Math.min(end, to + 1).toFixed(1)}v3v-6`);
    }

    return {
      el: html(
        "div",
        { class: `rv-tie-row${large ? " rv-tie-large" : ""} rv-k${a.slot}`, style: `height:${room}px` },
        pic,
        past?.el ?? null,
        tall ? read : null,
      ),
      /** @param {Boosted} next */
      adopt(next) {
        a = next;
        past?.adopt(a);
      },
      /** @param {number} t @param {boolean} still whether the pairs still have their weights from before the round */
      draw(t, still) {
        const s = stateAt(a, t);
        let from = 0;
        PARTS.forEach((p, i) => {
          const to = s ? from + a[p.key][s - 1] : from;
          stretch(bars[i], x(from), x(Math.min(1, to)));
          setText(parts[i], s ? num(a[p.key][s - 1]) : NONE);
          from = to;
        });
        weigh(s);
        setAttr(track, "visibility", s ? "hidden" : "visible");
        setAttr(mid, "visibility", s ? "visible" : "hidden");
        const f = s && !(still && t <= a.rounds) ? a.tieFactor[s - 1] : NaN;
        const more = Math.max(0, Math.min(most, f)) * high;
        const shows = Number.isFinite(f) && Math.abs(f - 1) > 1e-9;
        setAttr(grown, "visibility", shows ? "visible" : "hidden");
        if (shows) {
          stretch(grown, x(a.epsCorrect[s - 1]), x(a.epsCorrect[s - 1] + a.epsTied[s - 1]));
          setAttr(grown, "y", (top + (high - more) / 2).toFixed(1));
          setAttr(grown, "height", more.toFixed(1));
        }
        setText(rule, words ? ruleText : "");
        setText(factor, Number.isFinite(f) && words && !tall ? `${tied} ${asFactor(f)}` : "");
        setText(factorValue, s ? asFactor(f) : NONE);
        const text = alphaText(a, s);
        setText(alpha, s ? `α ${text}` : "");
        const length = s && Number.isFinite(a.alpha[s - 1]) ? reach(a.alpha[s - 1]) : 0;
        stretch(arm, Math.min(zero, zero + length), Math.max(zero, zero + length));
        past?.draw(t);
      },
      /** @param {number} t */
      describe(t) {
        const s = stateAt(a, t);
        const none = "before round 1 no ranker has been chosen";
        parts.forEach((v, i) => setAttr(v, "title", s ? inFull(a[PARTS[i].key][s - 1]) : none));
        setAttr(factorValue, "title", s ? inFull(a.tieFactor[s - 1]) : none);
        setAttr(
          pic,
          "aria-label",
          s
            ? `${a.label}, ${s} of ${run.rounds}: correct ${num(a.epsCorrect[s - 1])}, tied ${num(a.epsTied[s - 1])}, reversed ${num(a.epsReversed[s - 1])}; ${inWords ? `it ${inWords}; ` : ""}tied pairs get ${asFactor(a.tieFactor[s - 1])}.`
            : `${a.label}: no ranker chosen yet.`,
        );
        past?.describe(t);
      },
    };
  }
}

/** Return the largest α of any round, during a trial also of the original run. @param {Ctx<Boosted>} ctx */
const largestOf = ({ run, ghosts }) =>
  [...run.algos, ...ghosts]
    .flatMap((a) => Array.from(a.alpha, Math.abs))
    .reduce((most, alpha) => (Number.isFinite(alpha) ? Math.max(most, alpha) : most), 1e-9);

/** @param {typeof PARTS[number]} p @param {Boosted} a @param {HTMLElement} value @returns {HTMLElement} */
function part(p, a, value) {
  const symbol = html("abbr", { title: `weight of the pairs the chosen ranker ${p.text}` }, p.symbol);
  return html("span", {}, swatch(a.slot, p.cls), symbol, " ", numberLink(a, p.name, value));
}

/** @param {number | "key"} slot of an algorithm; "key" for all algorithms @param {string} cls @returns {SVGSVGElement} */
export function swatch(slot, cls) {
  const s = svg("svg", { width: 14, height: 14, class: `rv-swatch rv-k${slot}`, "aria-hidden": "true" });
  s.append(
    hatch(slot),
    svg("rect", {
      x: 0.5,
      y: 0.5,
      width: 13,
      height: 13,
      rx: 2,
      class: cls,
      fill: cls === "rv-tied" ? `url(#rv-hatch-${slot})` : null,
    }),
  );
  return s;
}
