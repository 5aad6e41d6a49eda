/** A chart over the rounds: axes, the shared cursor line, and dragging to choose a round. */

import { axis, axisName, baseLine, footMarks, leftMarks } from "./axis.js";
import { setAttr, setText, setPresent } from "./dom.js";
import { num } from "./format.js";
import { canvasSvg, linear, linePath, pathAt, roundTicks, svg } from "./svg.js";
import { endOf } from "../run/run.js";
/** @import { Cursor } from "../control/cursor.js" */
/** @import { Algo } from "../run/run.js" */
/** @import { Scale } from "./svg.js" */

/**
 * @typedef {Object} RoundChart
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} plot what is the same in every round: levels, zero lines (below the curves)
 * @property {SVGGElement} future rounds to come: faint or hidden
 * @property {SVGGElement} past past rounds, clipped at the cursor
 * @property {SVGGElement} over above the cursor
 * @property {Scale} x
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {(t: number) => void} move moves the cursor line
 */

let charts = 0;
/** Height of the axis with its labels, px. */
export const AXIS = 18;
/** Right margin that holds the axis' name. */
const ROOM = 54;
/** The largest number of runs side by side. */
const MAX_RUNS = 6;
/** Charts below this height have smaller markers, px. */
const LOW = 110;
/** A finger that moves less is a tap, px. */
const TAP = 10;

/**
 * @param {{width: number, height: number, rounds: number, from?: number, cursor: Cursor, left?: number, right?: number, top?: number,
 *   bottom?: number, label?: boolean, future?: "faint" | "hidden", cut?: boolean}} o the `rounds` from `from` on are shown; a bottom below 18 leaves the axis
 *   to the chart below; `cut`: lines end at the chart's edges
 * @returns {RoundChart}
 */
export function roundChart({
  width,
  height,
  rounds,
  from = 0,
  cursor,
  left = 48,
  right = 14,
  top = 8,
  bottom = 30,
  label = true,
  future = "faint",
  cut = false,
}) {
  const root = canvasSvg(width, height);
  root.classList.add("rv-rounds");
  const x = linear(from, from + Math.max(1, rounds), left, width - right);
  const base = height - bottom;
  const marks = bottom >= AXIS ? roundTicks(rounds, width - left - right, from) : [];
  const name = label && bottom >= AXIS;
  const plot = svg("g");
  charts += 1;
  const tall = cut ? { y: top - 5, height: base - top + 10 } : { y: 0, height };
  const past = svg("g", { "clip-path": `url(#rv-past-${charts})` });
  const edges = svg("clipPath", { id: `rv-edges-${charts}` }, svg("rect", { x: 0, ...tall, width }));
  const later = svg("g", {
    class: "rv-future",
    display: future === "hidden" ? "none" : null,
    "clip-path": cut ? `url(#rv-edges-${charts})` : null,
  });
  const shown = svg("rect", { x: 0, ...tall, width: 0 });
  const line = svg("line", { class: "rv-cursor", y1: top, y2: base, x1: 0, x2: 0 });
  const over = svg("g");
  root.append(
    svg("defs", {}, svg("clipPath", { id: `rv-past-${charts}` }, shown), cut ? edges : null),
    axis(
      footMarks(marks, x, base, { below: [4, 14], text: String }),
      name && axisName("round", right < ROOM ? left - 6 : width, base + 14, "end"),
      baseLine(left, width - right, base),
    ),
    plot,
    later,
    past,
    line,
    over,
  );
  draggable(root, width, (px) =>
    cursor.go(from + ((px - left) / (width - right - left)) * Math.max(1, rounds)),
  );
  return {
    svg: root,
    plot,
    future: later,
    past,
    over,
    x,
    left,
    right: width - right,
    top,
    bottom: base,
    move(t) {
      setAttr(line, "transform", `translate(${x(t).toFixed(1)} 0)`);
      setAttr(shown, "width", (x(t) + 0.5).toFixed(1));
    },
  };
}

/**
 * Choose by pressing and dragging. Dragging continues if the picture is rebuilt, because it listens to the window.
 * Where tiles are swiped, a finger that moves turns the tile, so there only a tap chooses.
 * @param {SVGSVGElement | HTMLElement} el @param {number} width of the picture, px @param {(px: number) => void} onX
 */
export function draggable(el, width, onX) {
  el.addEventListener("pointerdown", (event) => {
    const e = /** @type {PointerEvent} */ (event);
    if (e.button !== 0) return;
    const box = el.getBoundingClientRect();
    const at = (/** @type {PointerEvent} */ p) => onX(((p.clientX - box.left) * width) / box.width);
    const swiped = e.pointerType === "touch" && el.closest(".rv-swiped") !== null;
    const end = new AbortController();
    const { signal } = end;
    if (swiped) window.addEventListener("pointerup", (up) => isTap(e, up) && at(e), { signal });
    else window.addEventListener("pointermove", at, { signal });
    // A swipe that the browser has taken over is cancelled, and chooses nothing.
    for (const type of ["pointerup", "pointercancel"])
      window.addEventListener(type, () => end.abort(), { signal });
    if (!swiped) at(e);
  });
}

/** Return whether a finger was lifted about where it came down. @param {PointerEvent} down @param {PointerEvent} up */
const isTap = (down, up) => Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) <= TAP;

/**
 * @param {RoundChart} chart @param {number[]} values @param {Scale} y @param {(v: number) => string} format @returns {SVGElement}
 */
export function yAxis(chart, values, y, format) {
  const marks = axis(leftMarks(values, y, chart.left, chart.right, format, 6));
  chart.svg.prepend(marks);
  return marks;
}

/**
 * Draw an algorithm's curve: a line in its colour, markers at staggered intervals (so that equal curves stay visible), and a dot at the cursor.
 * @param {RoundChart} chart @param {Algo} algo @param {ArrayLike<number>} values @param {Scale} y @param {string} cls
 * @param {number} rounds @param {string} [name] of the curve
 * @returns {(t: number) => void} moves the dot
 */
export const curve = (chart, algo, values, y, cls, rounds, name) =>
  adoptableCurve(chart, algo, values, y, cls, rounds, name).move;

/**
 * Draw a curve that another run can take over.
 * @param {RoundChart} chart @param {Algo} algo @param {ArrayLike<number>} values @param {Scale} y @param {string} cls
 * @param {number} rounds @param {string} [name] of the curve
 */
export function adoptableCurve(chart, algo, values, y, cls, rounds, name) {
  const look = {
    class: `rv-curve rv-k${algo.slot} ${cls}`,
    "data-curve": name ? `${algo.id}:${name}` : null,
  };
  const lines = [svg("path", { class: "rv-stroke" }), svg("path", { class: "rv-stroke" })];
  const size = chart.bottom - chart.top < LOW ? 0.8 : 1;
  const every = Math.max(1, Math.round(rounds / (chart.right - chart.left < 260 ? 4 : 6)));
  const first = Math.round((every * (algo.index + 1)) / (MAX_RUNS + 1));
  const marked = Array.from({ length: Math.ceil(Math.max(0, rounds + 1 - first) / every) }, (_, k) => ({
    t: first + k * every,
    el: svg("path", { class: "rv-mark" }),
  }));
  const why = svg("title");
  const stop = svg("path", { class: "rv-stop" }, why);
  const past = svg("g", look, lines[0]);
  chart.future.append(svg("g", look, lines[1]));
  chart.past.append(past);
  const dot = svg("path", { d: algo.marker, class: `rv-dot rv-k${algo.slot} ${cls}` });
  chart.over.append(dot);
  const at = (/** @type {number} */ t) =>
    `translate(${chart.x(t).toFixed(1)} ${y(values[t]).toFixed(1)})${size < 1 ? ` scale(${size})` : ""}`;

  function draw() {
    const d = linePath(values, chart.x, y);
    for (const line of lines) setAttr(line, "d", d);
    for (const { t, el } of marked) {
      const known = Number.isFinite(values[t]);
      setPresent(past, el, known);
      if (known) setAttr(el, "d", pathAt(algo.marker, chart.x(t), y(values[t]), size));
    }
    const last = values.length - 1;
    const ended = algo.rounds < rounds && Number.isFinite(values[last]);
    setPresent(past, stop, ended);
    if (!ended) return;
    setAttr(stop, "d", `M${chart.x(last)} ${y(values[last]) - 7}v14`);
    setText(why, endOf(algo));
  }
  draw();
  return {
    /** Move the dot. @param {number} t */
    move(t) {
      const s = Math.min(t, values.length - 1);
      const v = values[s];
      // A chart may clip what is above it; hide the dot there, too.
      const inside = Number.isFinite(v) && y(v) > chart.top - 1 && y(v) < chart.bottom + 1;
      setAttr(dot, "visibility", inside ? "visible" : "hidden");
      if (inside) setAttr(dot, "transform", at(s));
    },
    /** @param {Algo} next @param {ArrayLike<number>} its @param {Scale} scale */
    adopt(next, its, scale) {
      if (its === values && scale === y) return;
      [algo, values, y] = [next, its, scale];
      draw();
    },
  };
}

/**
 * Draw a level line from the last round of a run that has ended to the last round of all, shown as far as the curves are.
 * @param {RoundChart} chart @param {Algo} algo @param {ArrayLike<number>} values @param {Scale} y
 */
export function endedLevel(chart, algo, values, y) {
  const lines = [chart.future, chart.past].map((layer) => {
    const line = svg("path", { class: "rv-stroke rv-ended-level" });
    return { layer, line, g: svg("g", { class: `rv-curve rv-k${algo.slot} rv-held` }, line) };
  });
  /** Draw the line for these values. @param {ArrayLike<number>} its @param {Scale} scale */
  const adopt = (its, scale) => {
    const v = its[its.length - 1];
    const from = Math.max(chart.left, chart.x(its.length - 1));
    const there = Number.isFinite(v) && from < chart.right;
    for (const { layer, line, g } of lines) {
      setPresent(layer, g, there);
      if (there) setAttr(line, "d", `M${from.toFixed(1)} ${scale(v).toFixed(1)}H${chart.right}`);
    }
  };
  adopt(values, y);
  return { adopt };
}

/** Draw a break at the foot of an axis of non-negative values that does not begin at 0. @param {RoundChart} chart @param {number} low value at the foot @returns {SVGElement | null} */
export function cutAxis(chart, low) {
  if (!(low > 0)) return null;
  const at = chart.bottom - 7;
  const g = svg("g", { class: "rv-cut" }, svg("title", {}, `The axis begins at ${num(low)}, not at 0.`));
  g.append(
    svg("path", {
      class: "rv-break",
      d: `M${chart.left} ${chart.bottom}V${at + 6}l-4 -2l8 -3l-4 -2V${at - 6}`,
    }),
  );
  chart.svg.append(g);
  return g;
}

/** Return the last finite value. @param {ArrayLike<number>} values @returns {number} NaN if there is none */
export function lastValue(values) {
  for (let i = values.length - 1; i >= 0; i--) if (Number.isFinite(values[i])) return values[i];
  return NaN;
}
