/** The hardest pairs of the margin game: their weight in its optimal distribution, and each algorithm's current margin on them. */

import { axis, axisName, footMarks } from "../../draw/axis.js";
import { html, setAttr, setClass } from "../../draw/dom.js";
import { textWidth, widest } from "../../draw/fit_text.js";
import { num, percent, tick } from "../../draw/format.js";
import { canvasSvg, linear, svg, ticks } from "../../draw/svg.js";
import { itemName, stateAt } from "../../run/run.js";
import { algoName } from "../../draw/algo_name.js";
import { frame, tilePicture } from "../panel.js";
import { pairNames } from "../row_bars.js";
/** @import { Scale } from "../../draw/svg.js" */
/** @import { Ctx, Panel } from "../panel.js" */

/** A line is as high as the room allows, px. */
const MIN_LINE = 18;
const MAX_LINE = 28;
const HEAD = 18;
const AXIS = 18;
/** From this height on the algorithms are named and a note says what is omitted, px. */
const TALL = 250;
const NAMES = 26;
const NOTE = 20;
/** Tiles wider than this draw the weights as bars, too, px. */
const BARS = 300;

/** @param {Ctx} ctx @returns {Panel} */
export function hardestPanel(ctx) {
  const { run, hover, theme } = ctx;
  const shown = run.pictures.margins;
  const count = shown?.meta.hardest ?? 0;
  const rho = shown?.meta.rho ?? NaN;
  const { el, body } = frame(
    "hardest",
    "Hardest pairs",
    "the pairs that limit every ensemble: with these weights, in percent, no ranker's edge on them is above {ρ}. Each marker is the {margin} that an algorithm gives a pair now; a marker at an edge lies beyond it. With the best ensemble weights all markers are on the line.",
  );
  const pic = tilePicture();
  const higher = shown?.arrays.find("higher") ?? new Uint32Array(0);
  const lower = shown?.arrays.find("lower") ?? new Uint32Array(0);
  const weight = shown?.arrays.find("weight") ?? new Float64Array(0);
  const margins = run.algos.map((_, k) => shown?.arrays.of("margins", k).find("margin"));
  const reach = span();
  const legend = html("div", { class: "rv-hard-names" }, ...run.algos.map(algoName));
  const note = html("p", { class: "rv-note rv-one-line" }, noteText());
  /** @type {((t: number) => void)[]} */
  let moves = [];

  /** The range of margins after the first tenth of the rounds: earlier ones may be outside, and are shown at the edge. */
  function span() {
    let [low, high] = [rho, rho + 0.02];
    run.algos.forEach((a, k) => {
      const values = margins[k] ?? [];
      for (let i = Math.floor(a.rounds / 10) * count; i < values.length; i++) {
        if (Number.isFinite(values[i])) [low, high] = [Math.min(low, values[i]), Math.max(high, values[i])];
      }
    });
    if (low > 0 && low < 0.6 * high) low = 0;
    const pad = 0.04 * (high - low);
    return [low - pad, high + pad];
  }

  function noteText() {
    const more = (shown?.meta.pairs ?? 0) - count;
    const beyond = margins.some((m) => m?.some((v) => v < reach[0] || v > reach[1]));
    const parts = [
      more > 0 ? `${more} more ${more === 1 ? "pair has" : "pairs have"} a weight.` : "",
      beyond ? "In the first rounds a marker at an edge lies beyond it." : "",
    ];
    return parts.join(" ").trim();
  }

  /** @param {number} width @param {number} height px */
  function draw(width, height) {
    const size = width < 420 ? 12 : 13;
    setClass(pic, "rv-fine", size < 13);
    const font = `${size}px ${theme.font}`;
    const fits = Math.floor((height - HEAD - AXIS) / MIN_LINE);
    const lines = Math.max(1, Math.min(count, fits));
    const pitch = Math.min(MAX_LINE, (height - HEAD - AXIS) / lines);
    const base = HEAD + lines * pitch;
    const names = pairNames(run, higher, lower, lines, width * 0.36, font);
    const left = widest(font, names) + 8;
    const values = widest(font, Array.from(weight.slice(0, lines), percent));
    const bars = width >= BARS ? Math.min(60, width * 0.14) : 0;
    const right = width - values - (bars ? bars + 14 : 8);
    const x = linear(reach[0], reach[1], left + 6, right - 6);
    const root = canvasSvg(width, base + AXIS);
    root.append(...scaleWords(x, { left, right, width, base, font }));
    for (let i = 0; i < lines; i++)
      root.append(line(i, names[i], x, { y: HEAD + (i + 0.5) * pitch, pitch, left, right, width, bars }));
    return root;
  }

  /** @param {Scale} x @param {{left: number, right: number, width: number, base: number, font: string}} box */
  function scaleWords(x, { left, right, width, base, font }) {
    const half = (/** @type {string} */ text) => textWidth(font, text) / 2;
    const level = `ρ ${num(rho)}`;
    const middle = Math.max(left + half(level), Math.min(right - half(level), x(rho)));
    const parts = [
      svg("line", { class: "rv-level", x1: x(rho), x2: x(rho), y1: HEAD - 2, y2: base }),
      svg("text", { class: "rv-level-name", x: middle, y: 12, "text-anchor": "middle" }, level),
    ];
    const words = ["higher > lower", "pair"].find((text) => 2 * half(text) < middle - half(level) - 8);
    if (words) parts.push(axisName(words, 0, 12, "start"));
    const title = ["weight d", "d"].find((text) => width - 2 * half(text) > middle + half(level) + 8);
    if (title) parts.push(axisName(title, width, 12, "end"));
    const marks = ticks(reach[0], reach[1], Math.max(1, (right - left) / 40)).filter(
      (v) => x(v) - half(tick(v)) >= 0,
    );
    if (reach[0] <= 0) parts.push(svg("line", { class: "rv-zero", x1: x(0), x2: x(0), y1: HEAD, y2: base }));
    return [axis(footMarks(marks, x, base)), ...parts];
  }

  /**
   * @param {number} i @param {string} name @param {Scale} x
   * @param {{y: number, pitch: number, left: number, right: number, width: number, bars: number}} at
   */
  function line(i, name, x, { y, pitch, left, right, width, bars }) {
    /** @type {[number, number]} */
    const pair = [higher[i], lower[i]];
    const node = svg(
      "g",
      {
        class: "rv-hard-pair",
        tabindex: -1,
        onpointerenter: (/** @type {PointerEvent} */ e) => hover.set({ pair, x: e.clientX, y: e.clientY }),
        onpointerleave: () => hover.set(null),
        onfocus: () => hover.set({ pair }),
        onblur: () => hover.set(null),
      },
      svg(
        "title",
        {},
        `${itemName(run, pair[0])} above ${itemName(run, pair[1])}: weight ${percent(weight[i])}`,
      ),
      svg("rect", { x: 0, y: y - pitch / 2, width, height: pitch, fill: "transparent" }),
      svg("line", { class: "rv-grid-line", x1: left, x2: right, y1: y, y2: y }),
      svg("text", { x: 0, y: y + 4.5 }, name),
      bars > 0 &&
        svg("rect", {
          class: "rv-hard",
          x: right + 8,
          y: y - 5,
          width: Math.max(1, bars * (weight[i] / weight[0])),
          height: 10,
        }),
      svg("text", { class: "rv-hard-value", x: width, y: y + 4.5, "text-anchor": "end" }, percent(weight[i])),
    );
    run.algos.forEach((a, k) => {
      const dot = svg("path", { d: a.marker, class: `rv-dot rv-k${a.slot}` });
      node.append(dot);
      moves.push((t) => {
        const v = margins[k]?.[stateAt(a, t) * count + i] ?? NaN;
        const there = Number.isFinite(v);
        setAttr(dot, "visibility", there ? "visible" : "hidden");
        if (there)
          setAttr(
            dot,
            "transform",
            `translate(${Math.max(left + 6, Math.min(right - 6, x(v))).toFixed(1)} ${y.toFixed(1)})`,
          );
      });
    });
    return node;
  }

  return {
    el,
    build(width, height) {
      moves = [];
      if (!count) {
        body.replaceChildren(html("p", { class: "rv-note" }, shown?.meta.why ?? ""));
        return;
      }
      const tall = height >= TALL;
      const under = tall && note.textContent ? NOTE : 0;
      pic.replaceChildren(draw(width, height - (tall ? NAMES : 0) - under));
      body.replaceChildren(...(tall ? [legend] : []), pic, ...(under ? [note] : []));
    },
    draw(t) {
      for (const move of moves) move(t);
    },
    describe(t) {
      const spoken = Array.from(
        { length: Math.min(3, count) },
        (_, i) => `${run.labels[higher[i]]} above ${run.labels[lower[i]]} ${percent(weight[i])}`,
      );
      setAttr(pic, "aria-label", `Hardest pairs under ρ ${num(rho)} after ${t}: ${spoken.join(", ")}.`);
    },
  };
}
