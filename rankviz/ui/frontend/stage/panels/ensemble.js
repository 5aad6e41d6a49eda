/** Ensemble weights: what each weak ranker has gathered by now, signed; the newest pick and repeated picks stand out. */

import { html, setAttr, setClass, setText } from "../draw/dom.js";
import { ensembleAt, weightAfter } from "../run/ensemble.js";
import { full, signed } from "../draw/format.js";
import { rankerFitter } from "../draw/fit.js";
import { algoName, columns, frame, picture, shown } from "./panel.js";
import { stateAt } from "../run/run.js";
import { canvasSvg, linear, svg } from "../draw/svg.js";

const SHOWN = 12;
const ROW = 22;

/** @param {import("./panel.js").Ctx<import("../run/run.js").Boosted>} ctx @returns {import("./panel.js").Panel} */
export function ensemblePanel(ctx) {
  const { run } = ctx;
  const { el, body } = frame(
    "ensemble",
    "Ensemble weights",
    "the {weak ranker}s with the largest weight {η} so far; bars to the left are negative. The newest pick is framed, ×3 means picked three times. Point at an item or a pair: + · × show what each ranker says about it.",
  );
  /** @type {ReturnType<typeof column>[]} */
  let cols = [];
  return {
    el,
    build(width) {
      const grid = columns(width, run.algos.length, 250);
      const shared = sharedScale(run);
      const { algos, tabs } = shown(ctx, grid);
      cols = algos.map((a) => column(a, grid.width, shared));
      body.replaceChildren(
        ...(tabs ? [tabs] : []),
        html("div", { class: "rv-columns", style: grid.style }, ...cols.map((c) => c.el)),
      );
    },
    draw(t) {
      for (const c of cols) c.draw(t);
    },
    describe(t) {
      for (const c of cols) c.describe(t);
    },
    hover(h) {
      for (const c of cols) c.hover(h);
    },
  };

  /** @param {import("../run/run.js").Boosted} a @param {number} width @param {number} shared */
  function column(a, width, shared) {
    const [low, high] = range(a);
    const most = shared || Math.max(-low, high);
    const rows = Math.min(SHOWN, a.rankers.length);
    const nameWidth = Math.round(width * 0.54);
    const valueWidth = 62;
    const barEnd = width - valueWidth;
    const x = low < 0 ? linear(-most, most, nameWidth + 8, barEnd) : linear(0, most, nameWidth + 8, barEnd);
    const root = canvasSvg(width, (rows || 1) * ROW + 8);
    const zero = x(0);
    root.append(svg("line", { class: "rv-zero", x1: zero, x2: zero, y1: 0, y2: rows * ROW + 2 }));
    const fit = rankerFitter(`700 13px ${ctx.theme.font}`, nameWidth - 48);
    const fitted = a.rankers.map(() => "");
    const lines = Array.from({ length: rows }, (_, i) => {
      const box = svg("rect", {
        class: "rv-newest",
        x: 0.5,
        y: 0.5,
        width: width - 1,
        height: ROW - 1,
        rx: 4,
      });
      const name = svg("text", { x: 20, y: 15.5, class: "rv-name" });
      const says = svg("text", { x: 10, y: 15.5, "text-anchor": "middle", class: "rv-says" });
      const bar = svg("rect", { y: 4, height: ROW - 8, class: "rv-correct" });
      const value = svg("text", { x: width - 4, y: 15.5, "text-anchor": "end", class: "rv-value" });
      const title = svg("title");
      const count = svg("text", { x: nameWidth + 2, y: 15.5, "text-anchor": "end", class: "rv-count" });
      const g = svg(
        "g",
        { transform: `translate(0 ${i * ROW + 1})`, class: `rv-k${a.slot} rv-row` },
        box,
        bar,
        says,
        name,
        count,
        value,
        title,
      );
      root.append(g);
      return { g, name, says, bar, value, count, title };
    });
    const pic = picture(root);
    const note = html("div", { class: "rv-note" });
    /** @type {import("../run/ensemble.js").Member[]} */
    let top = [];

    return {
      el: html("div", {}, html("div", { class: "rv-column-head" }, algoName(a), note), pic),
      /** @param {number} t */
      draw(t) {
        const s = stateAt(a, t);
        const members = ensembleAt(a, s);
        top = members
          .sort((p, q) => Math.abs(q.weight) - Math.abs(p.weight) || p.ranker - q.ranker)
          .slice(0, rows);
        const newest = members.find((m) => m.newest);
        if (newest && top.length && !top.includes(newest)) top[top.length - 1] = newest;
        const infinite = members.some((m) => !Number.isFinite(m.weight));
        setText(
          note,
          s === 0
            ? "empty before round 1"
            : infinite
              ? "an infinite weight: only that ranker counts now"
              : `${members.length} ranker${members.length === 1 ? "" : "s"}${members.length > rows ? `, ${rows} shown` : ""}`,
        );
        lines.forEach((l, i) => {
          const m = top[i];
          setAttr(l.g, "visibility", m ? "visible" : "hidden");
          if (!m) return;
          setText(l.name, (fitted[m.ranker] ||= fit(a.rankers[m.ranker])));
          setText(l.count, m.picks > 1 ? `×${m.picks}` : "");
          setText(l.value, Number.isFinite(m.weight) ? signed(m.weight) : m.weight > 0 ? "+∞" : "−∞");
          const end = x(Math.max(-most, Math.min(most, m.weight)));
          setAttr(l.bar, "x", Math.min(zero, end).toFixed(1));
          setAttr(l.bar, "width", Math.max(1, Math.abs(end - zero)).toFixed(1));
          setClass(l.g, "rv-new", m.newest);
          setClass(l.g, "rv-negative", m.weight < 0);
        });
        if (ctx.hover.now) this.hover(ctx.hover.now);
      },
      /** @param {number} t */
      describe(t) {
        const s = stateAt(a, t);
        lines.forEach((l, i) => {
          const m = top[i];
          if (!m) return;
          setText(
            l.title,
            `${a.rankers[m.ranker]}: weight ${Number.isFinite(m.weight) ? full(m.weight) : "infinite"}, picked ${m.picks === 1 ? "once" : `${m.picks} times`}, last in round ${m.last}`,
          );
        });
        setAttr(
          pic,
          "aria-label",
          s === 0
            ? `${a.label}: no weak ranker yet.`
            : `${a.label}, largest weights: ${top
                .slice(0, 5)
                .map(
                  (m) =>
                    `${a.rankers[m.ranker]} ${Number.isFinite(m.weight) ? signed(m.weight) : "infinite"}`,
                )
                .join(", ")}.`,
        );
      },
      /** @param {import("../draw/hover.js").Hover} h */
      hover(h) {
        lines.forEach((l, i) => {
          const m = top[i];
          if (!m) return;
          let sign = "";
          if (h?.pair) {
            const d = a.h[(m.last - 1) * run.n + h.pair[0]] - a.h[(m.last - 1) * run.n + h.pair[1]];
            sign = d > 0 ? "+" : d < 0 ? "×" : "·";
          } else if (h?.item !== undefined) sign = a.h[(m.last - 1) * run.n + h.item] ? "1" : "0";
          setText(l.says, sign);
          setClass(l.g, "rv-dim", sign === "0" || sign === "·");
        });
      },
    };
  }
}

/** @param {import("../run/run.js").Boosted} a @returns {[number, number]} least and largest weight of any ranker in any round */
function range(a) {
  let low = 0;
  let high = 0;
  for (let t = 1; t <= a.rounds; t++) {
    const w = weightAfter(a, t);
    if (!Number.isFinite(w)) continue;
    if (w < low) low = w;
    if (w > high) high = w;
  }
  return high > low ? [low, high] : [0, 1];
}

/** One scale for all algorithms where all stay readable on it, else 0: each its own. @param {import("../run/run.js").Run<import("../run/run.js").Boosted>} run */
function sharedScale(run) {
  const most = run.algos.map((a) => Math.max(...range(a).map(Math.abs)));
  return Math.max(...most) <= 4 * Math.min(...most) ? Math.max(...most) : 0;
}
