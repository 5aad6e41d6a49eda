/** The best candidates compared in a round: members of S framed, the pick filled, those no longer searched struck out. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { inFull, num } from "../draw/format.js";
import { rankerFitter } from "../draw/fit_text.js";
import { canvasSvg, linear, svg } from "../draw/svg.js";
import { bestSlope, candidatesAt, shortList } from "../run/search.js";
import { algoName } from "../draw/algo_name.js";
import { tilePicture } from "./panel.js";
/** @import { Boosted } from "../run/run.js" */
/** @import { Candidate } from "../run/search.js" */
/** @import { Ctx } from "./panel.js" */

/** Height of a row, and of a line of text, px. */
const ROW = 18;
const LINE = 18;
/** Lists narrower than this have no values beside their bars, px. */
const VALUED = 250;
/** From this width on there is room to explain the bars, px. */
const WIDE = 400;

/**
 * @param {Ctx<Boosted>} ctx @param {Boosted[]} algos with candidates to list
 */
export function candidateLists(ctx, algos) {
  const most = bestSlope(algos);
  const legend = html("p", { class: "rv-note rv-cand-legend" });
  const place = html("div", { class: "rv-cand-lists" });
  /** @type {ReturnType<typeof list>[]} */
  let lists = [];

  return {
    el: html("div", { class: "rv-cands" }, legend, place),
    /** Return the height of a number of rows, px. @param {number} rows */
    room: (rows) => LINE + (algos.length > 1 ? LINE : 0) + rows * ROW,
    /** @param {number} width px @param {number} rows */
    build(width, rows) {
      const each = Math.floor((width - 12 * (algos.length - 1)) / algos.length);
      lists = algos.map((a) => list(a, each, rows));
      place.replaceChildren(...lists.map((l) => l.el));
      legend.replaceChildren(
        html("span", { class: "rv-cand-key rv-cand-framed" }, "framed: in S"),
        html("span", { class: "rv-cand-key rv-cand-filled" }, "filled: picked"),
        html("s", { class: "rv-cand-key" }, "struck: left out"),
        ...(width >= WIDE ? [html("span", { class: "rv-cand-slope" }, "slope |δ|")] : []),
      );
    },
    /** @param {number} t the round whose candidates are compared @param {boolean} chosen whether it has picked one */
    draw(t, chosen) {
      for (const l of lists) l.draw(t, chosen);
    },
    describe() {
      for (const l of lists) l.describe();
    },
  };

  /** @param {Boosted} a @param {number} width px @param {number} rows */
  function list(a, width, rows) {
    const valued = width >= VALUED;
    const names = Math.round(width * 0.52);
    const x = linear(0, most, names + 6, width - (valued ? 52 : 6));
    const fit = rankerFitter(`13px ${ctx.theme.font}`, names - 10);
    const fitted = new Map((a.candidates?.names ?? []).map((name) => [name, fit(name)]));
    const root = canvasSvg(width, rows * ROW);
    const lines = Array.from({ length: Math.min(rows, a.candidates?.count ?? 0) }, (_, i) => {
      const name = svg("text", { x: 5, y: 13.5, class: "rv-name" });
      const bar = svg("rect", { x: x(0), y: 4, height: ROW - 8, class: "rv-cand-bar" });
      const value = svg("text", { x: width - 4, y: 13.5, "text-anchor": "end", class: "rv-value" });
      const frame = svg("rect", {
        x: 1,
        y: 1,
        width: width - 2,
        height: ROW - 2,
        rx: 3,
        class: "rv-cand-frame",
      });
      const strike = svg("line", { x1: 4, x2: names - 2, y1: ROW / 2, y2: ROW / 2, class: "rv-cand-strike" });
      const g = svg("g", { transform: `translate(0 ${i * ROW})` }, frame, bar, name, strike, value);
      return { g, name, bar, value };
    });
    root.append(...lines.map((l) => l.g));
    const pic = tilePicture(root);
    /** @type {Candidate[]} */
    let now = [];
    let picked = false;
    let round = 0;

    return {
      el: html("div", { class: `rv-k${a.slot}` }, algos.length > 1 ? algoName(a) : null, pic),
      /** @param {number} t @param {boolean} chosen */
      draw(t, chosen) {
        round = t;
        picked = chosen;
        now = shortList(candidatesAt(a, t), lines.length);
        lines.forEach(({ g, name, bar, value }, i) => {
          const c = now[i];
          setAttr(g, "visibility", c ? "visible" : "hidden");
          if (!c) return;
          setText(name, fitted.get(c.name) ?? "");
          setAttr(bar, "width", Math.max(1, x(Math.max(0, c.slope)) - x(0)).toFixed(1));
          setText(value, valued ? num(c.slope) : "");
          setClass(g, "rv-cand-in", c.inS);
          setClass(g, "rv-cand-out", c.leftOut);
          setClass(g, "rv-cand-picked", c.picked && chosen);
        });
      },
      describe() {
        const say = (/** @type {Candidate} */ c) =>
          `${c.name} ${inFull(c.slope)}${c.inS ? ", in S" : ""}${c.leftOut ? ", not searched" : ""}${c.picked && picked ? ", picked" : ""}`;
        setAttr(
          pic,
          "aria-label",
          now.length
            ? `${a.label}, best candidates of round ${round} by slope: ${now.map(say).join("; ")}.`
            : `${a.label}: no round to search.`,
        );
      },
    };
  }
}
