/** The histograms of margins: one row per algorithm on a common axis, with a reading beside each. */

import { axis, baseLine, footMarks } from "../../draw/axis.js";
import { numberLink } from "../../draw/explained_number.js";
import { html, setAttr, setText } from "../../draw/dom.js";
import { fitName, nameRoom } from "../../draw/end_tags.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { inFull, num } from "../../draw/format.js";
import { canvasSvg, hatch, linear, markerIcon, svg, ticks } from "../../draw/svg.js";
import { itemName, numbered, stateAt } from "../../run/run.js";
import { marginNorm } from "../../run/ensemble.js";
import { usedBins, tallestBar } from "./margin_range.js";
/** @import { Hover, HoverState } from "../../draw/hover.js" */
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Algo, Run } from "../../run/run.js" */
/** @import { Ctx } from "../panel.js" */

const AXIS = 18;
export const SIDES = 15;
/** Height of a line of a reading, px. */
const LINE = 15;

/**
 * The layout shared by all rows.
 * @typedef {Object} Sheet
 * @property {Ctx} ctx
 * @property {number} from first bin shown
 * @property {number} to the bin after the last one shown
 * @property {number} most share of the pairs in a bar of full height
 * @property {number} width of the drawing, px
 * @property {number} read width of the reading, px
 * @property {number} names width of a name, px; 0 for none
 * @property {number} top y of the first row, px
 * @property {number} row height of a row, px
 * @property {Scale} x
 */

/** Return the bins that all rows need; during a trial, also for the original run. @param {Ctx} ctx @returns {[number, number]} the first bin, and the one after the last */
export function binsOf({ run, ghosts }) {
  const ranges = [...run.algos, ...ghosts].map(usedBins);
  return [Math.min(...ranges.map((r) => r[0])), Math.max(...ranges.map((r) => r[1]))];
}

/** @param {Ctx} ctx @param {[number, number]} bins shown @param {number} width @param {number} height px @returns {Sheet} */
export function marginSheet(ctx, [from, to], width, height) {
  const { run, theme } = ctx;
  const edges = run.algos[0].marginBins;
  const top = height >= 170 && width >= 260 ? SIDES : 2;
  const row = (height - top - AXIS) / run.algos.length;
  const values = run.algos.flatMap((a) => Array.from(a.curves.margin ?? [], num));
  const value = widest(`700 13px ${theme.font}`, [...values, num(NaN)]);
  const wide = width >= 420;
  const two = row >= 2 * LINE;
  const names = wide ? 150 : nameRoom(run.algos, theme.font, 12, width);
  const read = wide
    ? Math.max(164, value + 100)
    : 30 + (two && names ? Math.max(names, value) : names + (names ? 6 : 0) + value);
  const x = linear(edges[from], edges[to], 6, width - read - 8);
  const most = Math.max(...run.algos.map((a) => tallestBar(a, run.rounds)));
  return { ctx, from, to, most, width: width - read, read, names, top, row, x };
}

/** Draw the axis, 0 and its two sides, behind all rows. @param {Sheet} sheet @param {number} height px */
export function marginGround(sheet, height) {
  const { ctx, from, width, x, top } = sheet;
  const root = canvasSvg(width, height);
  const edges = ctx.run.algos[0].marginBins;
  const [base, zero] = [height - AXIS, x(0)];
  const left = x(edges[from]);
  root.append(
    svg("rect", {
      class: "rv-wrong-side",
      x: left,
      width: Math.max(0, zero - left),
      y: top,
      height: base - top,
    }),
    svg("line", { class: "rv-zero", x1: zero, x2: zero, y1: top, y2: base + 4 }),
    axisTexts(sheet, base),
  );
  if (top === SIDES) root.append(...sides(sheet, zero));
  return root;
}

/** @param {Sheet} sheet @param {number} base */
function axisTexts({ ctx, from, to, width, x }, base) {
  const edges = ctx.run.algos[0].marginBins;
  const inside = (/** @type {number} */ px) => Math.max(12, Math.min(width - 12, px));
  return axis(footMarks(ticks(edges[from], edges[to], width / 64), x, base, { below: [4, 15], inside }));
}

/** Label the sides of 0; the labels are away from 0 if they fit. @param {Sheet} sheet @param {number} zero px */
function sides({ ctx, width }, zero) {
  const fits = (/** @type {readonly string[]} */ texts, /** @type {number} */ room) =>
    texts.find((text) => textWidth(`13px ${ctx.theme.font}`, text) <= room) ?? "";
  return [
    svg(
      "text",
      { class: "rv-side", x: zero - 6, y: 11, "text-anchor": "end" },
      fits(["◂ wrong order", "◂ wrong"], zero - 12),
    ),
    svg(
      "text",
      { class: "rv-side", x: zero + 6, y: 11 },
      fits(["in order: further right, larger margin ▸", "in order ▸"], width - zero - 6),
    ),
  ];
}

/** Classify a bin: 1 in order, 0 tied, −1 wrong. @param {number[]} edges @param {number} b */
const side = (edges, b) => (edges[b + 1] <= 1e-9 ? -1 : edges[b] < -1e-9 ? 0 : 1);

const KINDS = [
  { side: 1, cls: "rv-correct" },
  { side: 0, cls: "rv-soft rv-edge" },
  { side: -1, cls: "rv-tied" },
];

/**
 * Draw one algorithm's row.
 * @param {Sheet} sheet @param {Algo} a @param {number} i index of the row
 * @param {SVGSVGElement} root drawing of all rows
 */
export function marginRow(sheet, a, i, root) {
  const { ctx, from, to, most, width, top, row, x } = sheet;
  const { shown, hover } = ctx;
  let { run } = ctx;
  const edges = a.marginBins;
  const bins = edges.length - 1;
  const base = Math.round(top + row * (i + 1)) - 1;
  const room = row - (row >= 40 ? 13 : 5);
  const kinds = KINDS.map((kind) =>
    svg("path", { class: kind.cls, fill: kind.side < 0 ? `url(#rv-hatch-${a.slot})` : null }),
  );
  const over = svg("text", { class: "rv-over", x: x(0) + 5, y: base - room - 2 });
  const marker = svg(
    "g",
    { class: "rv-least" },
    svg("line", { x1: 0, x2: 0, y1: base - room, y2: base }),
    svg("path", { d: a.marker, transform: `translate(0 ${base - 4})` }),
  );
  // Values beyond the axis are drawn at its edge, with a label.
  const beyond = svg("text", { class: "rv-beyond", y: base - room / 2 + 4 });
  const farther = svg("text", {
    class: "rv-beyond",
    x: width - 14,
    y: base - room / 2 + 4,
    "text-anchor": "end",
  });
  const pointed = svg("path", { class: "rv-pointed", d: `M0 ${base - room}V${base}`, visibility: "hidden" });
  root.append(
    svg(
      "g",
      { class: `rv-k${a.slot}` },
      hatch(a.slot),
      ...kinds,
      baseLine(6, width - 8, base),
      row >= 40 ? over : null,
      marker,
      beyond,
      farther,
      pointed,
    ),
  );
  const { el, value, pair } = reading(sheet, a, i);
  if (pair) pointing(pair, () => leastPair(stateAt(a, shown())), hover);

  /** @param {number} s @returns {[number, number] | null} */
  function leastPair(s) {
    if (!a.leastPair || !run.pairHigher || !run.pairLower) return null;
    const p = a.leastPair[s];
    return p < run.pairHigher.length ? [run.pairHigher[p], run.pairLower[p]] : null;
  }

  /** @param {number} v */
  const inside = (v) => Math.max(6, Math.min(width - 8, x(v))).toFixed(1);

  return {
    el,
    /** @param {Algo} next @param {Run} other to which it belongs */
    adopt(next, other) {
      [a, run] = [next, other];
    },
    /** @param {number} t */
    draw(t) {
      const s = stateAt(a, t);
      let largest = 0;
      const paths = ["", "", ""];
      for (let b = from; b < to; b++) {
        const share = a.marginHist[s * bins + b];
        if (!(share > 0)) continue;
        largest = Math.max(largest, share);
        const h = Math.max(1, Math.min(1, share / most) * room);
        const [x1, x2] = [x(edges[b]) + 0.3, x(edges[b + 1]) - 0.3];
        paths[1 - side(edges, b)] +=
          `M${x1.toFixed(1)} ${base}V${(base - h).toFixed(1)}H${Math.max(x1 + 0.6, x2).toFixed(1)}V${base}Z`;
      }
      kinds.forEach((path, k) => setAttr(path, "d", paths[k]));
      setText(over, largest > most * 1.001 ? `↑ ${Math.round(largest * 100)} %` : "");
      const m = a.curves.margin?.[s] ?? NaN;
      setAttr(marker, "visibility", Number.isFinite(m) ? "visible" : "hidden");
      if (Number.isFinite(m)) setAttr(marker, "transform", `translate(${inside(m)} 0)`);
      const out = x(m) > width - 7.5 ? 1 : x(m) < 5.5 ? -1 : 0;
      setText(beyond, out ? (out > 0 ? `${num(m)} ▸` : `◂ ${num(m)}`) : "");
      setAttr(beyond, "text-anchor", out > 0 ? "end" : "start");
      setAttr(beyond, "x", out > 0 ? width - 14 : 12);
      // Pairs beyond the axis, as in round 1, in which every margin is −1, 0 or 1.
      const outside = a.marginHist
        .slice(s * bins + to, (s + 1) * bins)
        .reduce((sum, share) => sum + share, 0);
      setText(farther, outside > 0 && out <= 0 ? `${Math.round(outside * 100)} % ▸` : "");
      setText(value, num(m));
      const p = leastPair(s);
      if (pair) setText(pair, p && s > 0 ? p.map((i) => numbered(run.labels[i])).join(" above ") : "");
    },
    /** @param {number} t */
    describe(t) {
      const s = stateAt(a, t);
      const m = a.curves.margin?.[s] ?? NaN;
      const p = leastPair(s);
      const names = p && s > 0 ? `; its pair: ${itemName(run, p[0])} above ${itemName(run, p[1])}` : "";
      setAttr(
        el,
        "title",
        Number.isFinite(m)
          ? `${a.label}: smallest margin ${inFull(m)}${names}`
          : s === 0
            ? "no margin yet: no ranker has a weight"
            : "no margin: a weight is infinite",
      );
    },
    /** @param {number} t */
    spoken: (t) => `${a.label} ${num(a.curves.margin?.[stateAt(a, t)] ?? NaN)}`,
    /** @param {Hover} h @param {number} t */
    hover(h, t) {
      const s = stateAt(a, t);
      const norm = h?.pair && s > 0 ? marginNorm(a, run.n, s) : 0;
      const m =
        h?.pair && norm > 0
          ? (a.scores[s * run.n + h.pair[0]] - a.scores[s * run.n + h.pair[1]]) / norm
          : NaN;
      setAttr(pointed, "visibility", Number.isFinite(m) ? "visible" : "hidden");
      if (Number.isFinite(m)) setAttr(pointed, "transform", `translate(${inside(m)} 0)`);
    },
  };
}

/** Draw a row's reading: marker, name, the smallest margin, and its pair if there is room. @param {Sheet} sheet @param {Algo} a @param {number} i */
function reading({ ctx, width, read, names, top, row }, a, i) {
  const value = html("b", { class: "rv-margin-value" });
  const pair = read >= 164 && row >= 3 * LINE ? html("span", { class: "rv-least-pair", tabindex: -1 }) : null;
  const name = names ? fitName(a, ctx.theme.font, 12, names) : "";
  const el = html(
    "div",
    {
      class: `rv-margin-read rv-k${a.slot}${row >= 2 * LINE && names ? "" : " rv-margin-line"}`,
      style: `left:${width}px;top:${(top + row * i).toFixed(1)}px;width:${read}px;height:${row.toFixed(1)}px`,
    },
    html("span", { class: "rv-margin-name" }, markerIcon(a), name ? html("b", {}, name) : null),
    numberLink(a, "margin", value),
    pair,
  );
  return { el, value, pair };
}

/** Point at the pair under the pointer or the focus. @param {HTMLElement} el @param {() => [number, number] | null} of @param {HoverState} hover */
function pointing(el, of, hover) {
  /** @param {{x: number, y: number} | {}} at */
  const point = (at) => {
    const pair = of();
    if (pair) hover.set({ pair, ...at });
  };
  el.addEventListener("pointerenter", (e) => point({ x: e.clientX, y: e.clientY }));
  el.addEventListener("focus", () => point({}));
  for (const type of ["pointerleave", "blur"]) el.addEventListener(type, () => hover.set(null));
}
