/** The pair weights d_t in the rounds around the cursor, one line per pair and one group per algorithm, beside the margin game's weights d*. */

import { axis, axisName, footMarks } from "../../draw/axis.js";
import { html, setAttr, setClass, setText } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, percent } from "../../draw/format.js";
import { canvasSvg, linear, roundTicks, svg } from "../../draw/svg.js";
import { itemName, stateAt } from "../../run/run.js";
import { frame, tilePicture } from "../panel.js";
import { pairNames } from "../row_bars.js";
import { windowOf } from "./round_window.js";
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Boosted } from "../../run/run.js" */
/** @import { Ctx, Panel } from "../panel.js" */

/** A pair's line is as high as the room allows, px. */
const MIN_LINE = 22;
const MAX_LINE = 180;
const HEAD = 17;
const AXIS = 18;
const NOTE = 18;
/** Minimum width of a round, px. */
const PITCH = 6.4;

let drawings = 0;

/** @param {Ctx<Boosted>} ctx @returns {Panel} */
export function pairWeightsPanel(ctx) {
  const { run, hover, theme, view } = ctx;
  const shown = run.pictures.margins;
  const count = shown?.meta.weighed ?? 0;
  const { el, body } = frame(
    "pair-weights",
    "Pair weights d",
    "each row is a pair, each bar a round: the weight d that the pair has after the round; all weights of a round add up to 1. The dash-dotted line on each row, with its value at the right, is d*: with these weights no ranker's edge is above {ρ}. Bars that rise and fall in turn show a cycle; bars that stay at d* have settled. The number beside d* is the weight now. All rows share one scale; where d* lies above it, its line is dotted, at the upper edge.",
  );
  const pic = tilePicture();
  const note = html("p", { class: "rv-note rv-one-line" });
  body.append(pic, note);
  const higher = shown?.arrays.find("weighed_higher") ?? new Uint32Array(0);
  const lower = shown?.arrays.find("weighed_lower") ?? new Uint32Array(0);
  const star = shown?.arrays.find("d_star") ?? new Float64Array(0);
  const weights = run.algos.map((_, k) => shown?.arrays.of("margins", k).find("d") ?? new Float32Array(0));
  // While d is still far from d*, the scale is that of d, because d changes.
  const most = weights.reduce((found, all) => all.reduce((a, b) => (b > a ? b : a), found), 0) || 1;
  const beyond = star.some((v) => v > most);
  /** @type {{width: number, lines: number, pitch: number, value: number, left: number, right: number, names: string[], height: number}} */
  let sheet;
  /** @type {import("./round_window.js").Window | null} */
  let now = null;
  /** @type {((t: number) => void)[]} */
  let moves = [];

  /** @param {number} width @param {number} height px */
  function lay(width, height) {
    const size = width < 420 ? 12 : 13;
    setClass(pic, "rv-fine", size < 13);
    const font = `${size}px ${theme.font}`;
    const groups = Math.max(1, run.algos.length);
    const inside = height - AXIS - NOTE - groups * HEAD;
    const lines = Math.max(1, Math.min(count, Math.floor(inside / (groups * MIN_LINE))));
    const names = pairNames(run, higher, lower, lines, width * 0.3, font);
    const pitch = Math.min(MAX_LINE, inside / (groups * lines));
    const value = width - (Number.isFinite(star[0]) ? textWidth(font, "0.000") + 10 : 0);
    const right = value - textWidth(`700 ${size}px ${theme.font}`, "0.000") - 8;
    sheet = {
      width,
      lines,
      pitch,
      value,
      left: widest(font, names) + 8,
      right,
      names,
      height: AXIS + groups * (HEAD + lines * pitch),
    };
    note.textContent = limits(lines);
    now = null;
  }

  /** @param {number} lines */
  function limits(lines) {
    const { weighed_by: by = "d*", weighed_of: all = 0 } = shown?.meta ?? {};
    const some = lines < all;
    if (by === "d")
      return some
        ? `The ${lines} heaviest of ${all.toLocaleString("en")} pairs at the end; no d* here.`
        : "No d* here.";
    const level = beyond ? "Dotted: d* lies above." : "Dash-dotted: d*, all edges ≤ ρ.";
    return some ? `${level} ${lines} of ${all.toLocaleString("en")} pairs.` : level;
  }

  /** @param {import("./round_window.js").Window} w */
  function draw(w) {
    const { width, height, left, right, lines, pitch } = sheet;
    const root = canvasSvg(width, height);
    const step = (right - left) / (w.rounds + 1);
    const x = linear(w.from, w.from + w.rounds, left + step / 2, right - step / 2);
    const id = `rv-weights-${++drawings}`;
    const clip = svg("rect", { x: 0, y: 0, width: 0, height });
    root.append(svg("defs", {}, svg("clipPath", { id }, clip)));
    moves = [(t) => setAttr(clip, "width", (x(t) + step / 2).toFixed(1))];
    run.algos.forEach((a, k) => {
      const top = k * (HEAD + lines * pitch);
      const head = [
        svg("path", { d: a.marker, class: `rv-k${a.slot} rv-fill`, transform: `translate(6 ${top + 9})` }),
        svg("text", { class: `rv-group-name rv-k${a.slot}`, x: 16, y: top + 13 }, a.label),
        k === 0 && axisName("d", sheet.value, top + 13, "end"),
        k === 0 && sheet.value < width && axisName("d*", width, top + 13, "end"),
      ];
      root.append(...head.filter((node) => node !== false));
      for (let i = 0; i < lines; i++)
        root.append(line(a, k, i, w, { base: top + HEAD + (i + 1) * pitch - 2, x, step, id }));
    });
    const foot = height - AXIS;
    const marks = roundTicks(w.rounds, right - left, w.from);
    root.append(
      axis(footMarks(marks, x, foot, { text: String }), axisName("round", width, foot + 14, "end")),
    );
    pic.replaceChildren(root);
    now = w;
  }

  /**
   * @param {Boosted} a @param {number} k @param {number} i index of the pair @param {import("./round_window.js").Window} w
   * @param {{base: number, x: Scale, step: number, id: string}} at
   */
  function line(a, k, i, w, { base, x, step, id }) {
    const { width, left, right, pitch, names } = sheet;
    const d = weights[k];
    const tall = (/** @type {number} */ v) => ((pitch - 4) * v) / most;
    const bar = Math.max(2, step - 1.5);
    let path = "";
    for (let t = w.from; t <= Math.min(a.rounds, w.from + w.rounds); t++) {
      const h = tall(d[t * count + i]);
      if (h > 0)
        path += `M${(x(t) - bar / 2).toFixed(1)} ${base}v${(-h).toFixed(1)}h${bar.toFixed(1)}v${h.toFixed(1)}z`;
    }
    const here = svg("rect", { class: "rv-weight-now", width: bar.toFixed(1) });
    const value = svg("text", {
      class: "rv-weight-value",
      x: sheet.value,
      y: base - pitch / 2 + 6,
      "text-anchor": "end",
    });
    /** @type {[number, number]} */
    const pair = [higher[i], lower[i]];
    const level = base - tall(Math.min(most, star[i]));
    moves.push((t) => {
      const s = stateAt(a, t);
      const v = d[s * count + i];
      setText(value, num(v));
      setAttr(here, "visibility", s === t ? "visible" : "hidden");
      setAttr(here, "x", (x(t) - bar / 2).toFixed(1));
      setAttr(here, "y", (base - tall(v)).toFixed(1));
      setAttr(here, "height", Math.max(1, tall(v)).toFixed(1));
    });
    return svg(
      "g",
      {
        class: `rv-weight-line rv-k${a.slot}`,
        onpointerenter: (/** @type {PointerEvent} */ e) => hover.set({ pair, x: e.clientX, y: e.clientY }),
        onpointerleave: () => hover.set(null),
      },
      svg(
        "title",
        {},
        `${itemName(run, pair[0])} above ${itemName(run, pair[1])}${Number.isFinite(star[i]) ? `: d* ${percent(star[i])}` : ""}`,
      ),
      svg("rect", { x: 0, y: base - pitch + 2, width, height: pitch, fill: "transparent" }),
      svg("text", { x: 0, y: base - pitch / 2 + 6 }, names[i]),
      svg("line", { class: "rv-grid-line", x1: left, x2: right, y1: base, y2: base }),
      svg("path", { class: "rv-weight-later", d: path, display: view.future === "hidden" ? "none" : null }),
      svg("path", { class: "rv-weight-past", d: path, "clip-path": `url(#${id})` }),
      here,
      Number.isFinite(star[i]) &&
        svg(
          "text",
          { class: "rv-hard-value", x: width, y: base - pitch / 2 + 6, "text-anchor": "end" },
          num(star[i]),
        ),
      Number.isFinite(star[i]) &&
        svg("line", {
          class: `rv-level rv-weight-star${star[i] > most ? " rv-weight-beyond" : ""}`,
          x1: left,
          x2: right,
          y1: level,
          y2: level,
        }),
      value,
    );
  }

  return {
    el,
    build(width, height) {
      if (count) lay(width, height);
      else body.replaceChildren(html("p", { class: "rv-note" }, "No pair has a weight here."));
    },
    draw(t) {
      if (!count) return;
      const w = windowOf(t, run.rounds, sheet.right - sheet.left, PITCH);
      if (now?.from !== w.from) draw(w);
      for (const move of moves) move(t);
    },
    describe(t) {
      const say = (/** @type {Boosted} */ a, /** @type {number} */ k) =>
        `${a.label} ${Array.from({ length: Math.min(4, count) }, (_, i) => num(weights[k][stateAt(a, t) * count + i])).join(", ")}`;
      const best = Array.from(star.slice(0, 4), num).join(", ");
      setAttr(
        pic,
        "aria-label",
        `Weights of the first pairs after ${t}: ${run.algos.map(say).join("; ")}. d*: ${best}.`,
      );
    },
  };
}
