/** Margins: how sure the ensemble is about each pair, the least sure one marked, and its course. */

import { curve, roundChart, yAxis } from "../draw/chart.js";
import { html, setAttr, setText } from "../draw/dom.js";
import { number } from "../control/explain.js";
import { full, num, tick } from "../draw/format.js";
import { marginNorm } from "../run/ensemble.js";
import { algoName, frame, picture, strip } from "./panel.js";
import { itemName, stateAt } from "../run/run.js";
import { canvasSvg, hatch, linear, MARKERS, svg, ticks } from "../draw/svg.js";

/** @param {import("./panel.js").Ctx} ctx @returns {import("./panel.js").Panel} */
export function marginsPanel(ctx) {
  const { run, cursor, hover } = ctx;
  const { el, body } = frame(
    "margins",
    "Margins",
    "how many pairs have which {margin}. Left of 0 (hatched) a pair is in the wrong order, at 0 (pale) it is tied; the marker shows the least margin.",
  );
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  /** @type {((t: number) => void)[]} */
  let moves = [];
  // One scale for all algorithms: what looks alike is alike.
  const reaches = run.algos.map(reach);
  const from = Math.min(...reaches.map((r) => r[0]));
  const to = Math.max(...reaches.map((r) => r[1]));
  const most = Math.max(...run.algos.map((a) => tallest(a, run.rounds)));
  const course = picture();

  return {
    el,
    build(width) {
      rows = run.algos.map((a, k) => row(a, width, k === run.algos.length - 1));
      moves = [];
      const drawn = run.algos.some((a) => Array.prototype.some.call(a.curves.margin ?? [], Number.isFinite));
      body.replaceChildren(
        ...rows.map((r) => r.el),
        ...(drawn ? [html("div", { class: "rv-chart-title" }, "Least margin over the rounds"), course] : []),
      );
      if (drawn) course.replaceChildren(courseChart(width));
    },
    draw(t) {
      for (const r of rows) r.draw(t);
      for (const move of moves) move(t);
    },
    describe(t) {
      for (const r of rows) r.describe(t);
      setAttr(
        course,
        "aria-label",
        `Line chart of the least margin. After ${t} of ${run.rounds}: ${run.algos.map((a) => `${a.label} ${num(a.curves.margin?.[stateAt(a, t)] ?? NaN)}`).join(", ")}.`,
      );
    },
    hover(h) {
      for (const r of rows) r.hover(h, cursor.t);
    },
  };

  /** @param {number} width */
  function courseChart(width) {
    const c = roundChart({ width, height: 112, rounds: run.rounds, cursor, top: 6, bottom: 36, left: 48 });
    const all = run.algos.flatMap((a) => [...a.curves.margin].filter(Number.isFinite));
    const low = Math.min(0, ...all);
    const high = Math.max(0.02, ...all);
    const y = linear(low, high, c.bottom - 4, c.top + 4);
    yAxis(c, ticks(low, high, 3), y, tick);
    c.plot.append(svg("line", { class: "rv-zero", x1: c.left, x2: c.right, y1: y(0), y2: y(0) }));
    for (const a of run.algos) moves.push(curve(c, a, a.curves.margin, y, "rv-solid", run.rounds));
    moves.push(c.move);
    return c.svg;
  }

  /** @param {import("../run/run.js").Algo} a @param {number} width @param {boolean} last */
  function row(a, width, last) {
    const side = width >= 430;
    const w = side ? width - 176 : width;
    const top = 16;
    const base = 72;
    const root = canvasSvg(w, base + (last ? 20 : 4));
    const edges = a.marginBins;
    const bins = edges.length - 1;
    const x = linear(edges[from], edges[to], 8, w - 8);
    const g = svg("g", { class: `rv-k${a.slot}` });
    /** @type {SVGRectElement[]} */
    const bars = [];
    for (let b = from; b < to; b++) {
      const wrong = edges[b + 1] <= 1e-9;
      const tied = !wrong && edges[b] < -1e-9;
      const bar = svg("rect", {
        x: x(edges[b]) + 0.4,
        width: Math.max(0.6, x(edges[b + 1]) - x(edges[b]) - 0.8),
        y: base,
        height: 0,
        class: wrong ? "rv-tied" : tied ? "rv-soft rv-edge" : "rv-correct",
        fill: wrong ? `url(#rv-hatch-${a.slot})` : null,
      });
      bars.push(bar);
      g.append(bar);
    }
    const zero = x(0);
    const over = svg("text", { class: "rv-over", x: zero, y: top - 4, "text-anchor": "middle" });
    const least = svg(
      "g",
      { class: `rv-least rv-k${a.slot}` },
      svg("line", { x1: 0, x2: 0, y1: top, y2: base }),
      svg("path", { d: MARKERS[a.slot], transform: `translate(0 ${base})` }),
    );
    const pointed = svg("path", { class: "rv-pointed", d: `M0 ${top}V${base}`, visibility: "hidden" });
    root.append(
      hatch(a.slot),
      svg("line", { class: "rv-zero", x1: zero, x2: zero, y1: top - 2, y2: base }),
      g,
      svg("line", { class: "rv-base", x1: 8, x2: w - 8, y1: base, y2: base }),
      over,
      least,
      pointed,
    );
    if (last)
      root.append(
        svg(
          "g",
          { class: "rv-axis" },
          ...ticks(edges[from], edges[to], w / 80).map((v) =>
            svg(
              "text",
              { x: Math.max(14, Math.min(w - 14, x(v))), y: base + 17, "text-anchor": "middle" },
              tick(v),
            ),
          ),
        ),
      );
    const pic = picture(root);
    const value = html("b", { class: "rv-big" });
    const pair = html("span", {
      class: "rv-least-pair",
      tabindex: 0,
      onpointerenter: (e) => point(/** @type {PointerEvent} */ (e)),
      onpointerleave: () => hover.set(null),
      onfocus: () => point(null),
      onblur: () => hover.set(null),
    });
    const read = html(
      "div",
      { class: "rv-read" },
      html("div", { class: "rv-read-name" }, algoName(a)),
      html("div", { class: "rv-factor" }, number(a, "margin", value), " least"),
      pair,
    );

    /** @param {PointerEvent | null} e */
    function point(e) {
      const p = leastPair(stateAt(a, cursor.t));
      if (p) hover.set({ pair: p, ...(e ? { x: e.clientX, y: e.clientY } : {}) });
    }

    /** @param {number} s @returns {[number, number] | null} */
    function leastPair(s) {
      if (!a.leastPair || !run.pairHigher || !run.pairLower) return null;
      const p = a.leastPair[s];
      return p < run.pairHigher.length ? [run.pairHigher[p], run.pairLower[p]] : null;
    }

    return {
      el: strip(side, pic, read),
      /** @param {number} t */
      draw(t) {
        const s = stateAt(a, t);
        let clipped = 0;
        for (let b = from; b < to; b++) {
          const share = a.marginHist[s * bins + b];
          const h = share > 0 ? Math.max(1, Math.min(1, share / most) * (base - top)) : 0;
          if (share > most * 1.001) clipped = Math.max(clipped, share);
          const bar = bars[b - from];
          const text = h.toFixed(1);
          if (bar.getAttribute("height") !== text) {
            bar.setAttribute("height", text);
            bar.setAttribute("y", (base - h).toFixed(1));
          }
        }
        setText(over, clipped ? `↑ ${Math.round(clipped * 100)} % of the pairs` : "");
        const m = a.curves.margin?.[s] ?? NaN;
        setAttr(
          least,
          "transform",
          Number.isFinite(m)
            ? `translate(${Math.max(8, Math.min(w - 8, x(m))).toFixed(1)} 0)`
            : "translate(-99 0)",
        );
        setText(value, num(m));
        const p = leastPair(s);
        setText(pair, p && s > 0 ? `${run.labels[p[0]]} above ${run.labels[p[1]]}` : "");
      },
      /** @param {number} t */
      describe(t) {
        const s = stateAt(a, t);
        const m = a.curves.margin?.[s] ?? NaN;
        const p = leastPair(s);
        setAttr(
          value,
          "title",
          Number.isFinite(m) ? full(m) : "no margin: the ensemble has no finite weights here",
        );
        setAttr(
          pair,
          "title",
          p && s > 0
            ? `the pair with the least margin: ${itemName(run, p[0])} above ${itemName(run, p[1])}`
            : "",
        );
        setAttr(pic, "aria-label", `Histogram of pair margins, ${a.label}: least margin ${num(m)}.`);
      },
      /** @param {import("../draw/hover.js").Hover} h @param {number} t */
      hover(h, t) {
        const s = stateAt(a, t);
        const norm = h?.pair && s > 0 ? marginNorm(a, run.n, s) : 0;
        const m =
          h?.pair && norm > 0
            ? (a.scores[s * run.n + h.pair[0]] - a.scores[s * run.n + h.pair[1]]) / norm
            : NaN;
        setAttr(pointed, "visibility", Number.isFinite(m) ? "visible" : "hidden");
        if (Number.isFinite(m))
          setAttr(pointed, "transform", `translate(${Math.max(8, Math.min(w - 8, x(m))).toFixed(1)} 0)`);
      },
    };
  }
}

/**
 * The bins any round ever uses, always reaching over 0. Round 0, where all margins are 0, always fits.
 * @param {import("../run/run.js").Algo} a @returns {[number, number]}
 */
function reach(a) {
  const bins = a.marginBins.length - 1;
  const zero = a.marginBins.findIndex((e) => e >= 0);
  let from = Math.max(0, zero - 3);
  let to = Math.min(bins, zero + 3);
  for (let t = Math.min(2, a.rounds); t <= a.rounds; t++) {
    for (let b = 0; b < from; b++) if (a.marginHist[t * bins + b] > 0) from = b;
    for (let b = bins; b > to; b--) if (a.marginHist[t * bins + b - 1] > 0) to = b;
  }
  return [from, to];
}

/** Height of the histogram: what the later two thirds of the run need; earlier, taller bars say so in words. @param {import("../run/run.js").Algo} a @param {number} rounds */
function tallest(a, rounds) {
  const bins = a.marginBins.length - 1;
  let most = 0;
  for (let t = Math.min(a.rounds, Math.ceil(Math.min(a.rounds, rounds) / 3)); t <= a.rounds; t++)
    for (let b = 0; b < bins; b++) most = Math.max(most, a.marginHist[t * bins + b]);
  return most || 1;
}
