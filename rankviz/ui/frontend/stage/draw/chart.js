/** A chart with rounds on the x axis: axes, the shared cursor line, and dragging to choose the round. */

import { setAttr } from "./dom.js";
import { canvasSvg, linear, linePath, MARKERS, roundTicks, svg } from "./svg.js";

/**
 * @typedef {Object} RoundChart
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} plot where marks go (below the cursor)
 * @property {SVGGElement} over above the cursor
 * @property {import("./svg.js").Scale} x
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {(t: number) => void} move the cursor
 */

/**
 * @param {{width: number, height: number, rounds: number, cursor: import("../control/cursor.js").Cursor, left?: number, right?: number, top?: number,
 *   bottom?: number, label?: boolean}} o a bottom under 30 leaves the axis to the chart below
 * @returns {RoundChart}
 */
export function roundChart({
  width,
  height,
  rounds,
  cursor,
  left = 48,
  right = 14,
  top = 8,
  bottom = 34,
  label = true,
}) {
  const root = canvasSvg(width, height);
  root.classList.add("rv-rounds");
  const x = linear(0, Math.max(1, rounds), left, width - right);
  const base = height - bottom;
  const axis = svg("g", { class: "rv-axis" });
  if (bottom >= 30) {
    for (const t of roundTicks(rounds, width - left - right)) {
      axis.append(
        svg("line", { x1: x(t), x2: x(t), y1: base, y2: base + 4 }),
        svg("text", { x: x(t), y: base + 17, "text-anchor": "middle" }, String(t)),
      );
    }
    if (label)
      axis.append(
        svg(
          "text",
          { x: (left + width - right) / 2, y: height - 2, "text-anchor": "middle", class: "rv-axis-name" },
          "round",
        ),
      );
  }
  axis.append(svg("line", { class: "rv-base", x1: left, x2: width - right, y1: base, y2: base }));
  const plot = svg("g");
  const line = svg("line", { class: "rv-cursor", y1: top, y2: base, x1: 0, x2: 0 });
  const over = svg("g");
  root.append(axis, plot, line, over);
  draggable(root, (px) => cursor.go(((px - left) / (width - right - left)) * Math.max(1, rounds)));
  return {
    svg: root,
    plot,
    over,
    x,
    left,
    right: width - right,
    top,
    bottom: base,
    move: (t) => setAttr(line, "transform", `translate(${x(t).toFixed(1)} 0)`),
  };
}

/**
 * @param {SVGSVGElement | HTMLElement} el @param {(px: number) => void} onX
 */
export function draggable(el, onX) {
  let origin = 0;
  let down = false;
  el.addEventListener("pointerdown", (event) => {
    const e = /** @type {PointerEvent} */ (event);
    if (e.button !== 0) return;
    origin = el.getBoundingClientRect().left;
    down = true;
    el.setPointerCapture(e.pointerId);
    onX(e.clientX - origin);
  });
  el.addEventListener("pointermove", (event) => {
    if (down) onX(/** @type {PointerEvent} */ (event).clientX - origin);
  });
  for (const end of ["pointerup", "pointercancel"]) el.addEventListener(end, () => (down = false));
}

/**
 * @param {RoundChart} chart @param {number[]} values @param {import("./svg.js").Scale} y @param {(v: number) => string} format
 */
export function yAxis(chart, values, y, format) {
  const g = svg("g", { class: "rv-axis" });
  for (const v of values) {
    g.append(
      svg("line", { class: "rv-grid", x1: chart.left, x2: chart.right, y1: y(v), y2: y(v) }),
      svg("text", { x: chart.left - 6, y: y(v) + 4.5, "text-anchor": "end" }, format(v)),
    );
  }
  chart.svg.prepend(g);
}

/**
 * An algorithm's curve: line in its colour, its marker at intervals (staggered, so that equal curves stay visible), a dot at the cursor.
 * @param {RoundChart} chart @param {import("../run/run.js").Algo} algo @param {ArrayLike<number>} values @param {import("./svg.js").Scale} y @param {string} cls
 * @param {number} rounds
 * @returns {(t: number) => void} move the dot
 */
export function curve(chart, algo, values, y, cls, rounds) {
  const g = svg("g", { class: `rv-curve rv-k${algo.slot} ${cls}` });
  g.append(svg("path", { d: linePath(values, chart.x, y), class: "rv-stroke" }));
  const every = Math.max(1, Math.round(rounds / 6));
  for (let t = Math.round((every * (algo.slot + 1)) / 5); t < values.length; t += every) {
    if (Number.isFinite(values[t]))
      g.append(
        svg("path", {
          d: MARKERS[algo.slot],
          class: "rv-mark",
          transform: `translate(${chart.x(t).toFixed(1)} ${y(values[t]).toFixed(1)})`,
        }),
      );
  }
  if (algo.rounds < rounds && Number.isFinite(values[values.length - 1])) {
    const [ex, ey] = [chart.x(values.length - 1), y(values[values.length - 1])];
    g.append(
      svg(
        "path",
        { d: `M${ex} ${ey - 7}V${ey + 7}`, class: "rv-stop" },
        svg("title", {}, `${algo.label} stopped after round ${algo.rounds}: ${algo.stopped}`),
      ),
    );
  }
  chart.plot.append(g);
  const dot = svg("path", { d: MARKERS[algo.slot], class: `rv-dot rv-k${algo.slot} ${cls}` });
  chart.over.append(dot);
  return (t) => {
    const s = Math.min(t, values.length - 1);
    const v = values[s];
    // A chart may leave out what lies above it; no dot there either.
    const inside = Number.isFinite(v) && y(v) > chart.top - 1;
    setAttr(
      dot,
      "transform",
      inside ? `translate(${chart.x(s).toFixed(1)} ${y(v).toFixed(1)})` : "translate(-99 -99)",
    );
  };
}

/**
 * Name the curves where they end, pushed apart so that they stay readable; no names where there is no room for all.
 * @param {RoundChart} c @param {{slot: number, text: string, x: number, y: number}[]} ends @param {number} more room beside the chart's height, px
 */
export function endNames(c, ends, more = 0) {
  const placed = ends.filter((e) => Number.isFinite(e.y)).sort((p, q) => p.y - q.y);
  if (placed.length * 13 > c.bottom - c.top + more) return;
  placed.forEach((p, i) => (p.y = Math.max(p.y, i ? placed[i - 1].y + 13 : c.top)));
  for (let i = placed.length - 1, limit = c.bottom; i >= 0; i--, limit = placed[i + 1].y - 13)
    placed[i].y = Math.min(placed[i].y, limit);
  for (const p of placed)
    c.over.append(
      svg("text", { class: `rv-end rv-k${p.slot}`, x: Math.min(p.x, c.right) + 9, y: p.y + 4 }, p.text),
    );
}
