/** SVG nodes, scales, ticks, paths and the algorithms' markers. Layout arithmetic only. */

import { setAttrs } from "./dom.js";
/** @import { Attrs, Child } from "./dom.js" */

const NS = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attrs} [attrs] @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attrs = {}, ...children) {
  const el = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(NS, tag));
  setAttrs(el, attrs);
  for (const child of children) if (child) el.append(child);
  return el;
}

/**
 * @param {number} width @param {number} height
 * @returns {SVGSVGElement} a drawing without alternative text, which its panel has
 */
export function canvasSvg(width, height) {
  return svg("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "aria-hidden": "true",
    focusable: "false",
  });
}

/** @typedef {(value: number) => number} Scale */

/** @param {number} a @param {number} b @param {number} from @param {number} to @returns {Scale} */
export function linear(a, b, from, to) {
  const k = b === a ? 0 : (to - from) / (b - a);
  if (!Number.isFinite(k)) return (v) => from + ((v - a) / (b - a)) * (to - from); // values close to 0
  return (v) => from + (v - a) * k;
}

/**
 * Return about `count` round numbers between a and b.
 * @param {number} a @param {number} b @param {number} count @returns {number[]}
 */
export function ticks(a, b, count) {
  const raw = (b - a) / Math.max(1, count);
  if (!(raw > 0 && Number.isFinite(raw))) return [a]; // an infinite range has no round numbers
  if (raw < 2 ** -38 * Math.max(Math.abs(a), Math.abs(b))) return [a]; // nor has a range whose ticks agree to 12 digits
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10) * power;
  const out = [];
  for (let i = Math.ceil(a / step - 1e-9); i * step <= b + step * 1e-9; i++)
    out.push(Number((i * step).toPrecision(12)));
  return out;
}

/**
 * Return whole rounds for an axis, always including the last one, and 0 if it begins there.
 * @param {number} rounds on the axis @param {number} width @param {number} [from] first round @returns {number[]}
 */
export function roundTicks(rounds, width, from = 0) {
  const last = from + rounds;
  const inner = ticks(from, last, Math.max(2, width / 70)).filter((t) => Number.isInteger(t) && t < last);
  const gap = (rounds * 34) / Math.max(1, width);
  return [...inner.filter((t) => last - t > gap), last];
}

/**
 * Return a polyline over index → value; a value that is not finite breaks the line.
 * @param {ArrayLike<number>} values @param {Scale} x @param {Scale} y
 */
export function linePath(values, x, y) {
  let d = "";
  let pen = "M";
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) pen = "M";
    else {
      d += `${pen}${x(i).toFixed(1)} ${y(values[i]).toFixed(1)}`;
      pen = "L";
    }
  }
  return d;
}

/** A circle of radius 4.6 px around 0, 0, as a path. */
export const CIRCLE = "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0Z";

/** Move a path (M, L and half circles, as in markers) from 0, 0 to a place. A transform would do the same, but costs more in each changing frame. @param {string} d @param {number} x @param {number} y @param {number} [scale] @returns {string} */
export const pathAt = (d, x, y, scale = 1) =>
  d
    .replace(
      /([ML])(-?[\d.]+)[ ,](-?[\d.]+)/g,
      (_, letter, a, b) => `${letter}${(x + scale * a).toFixed(2)} ${(y + scale * b).toFixed(2)}`,
    )
    .replace(/a([\d.]+) [\d.]+ 0 1 0 (-?[\d.]+) 0/g, (_, radius, across) => {
      const r = (scale * radius).toFixed(2);
      return `a${r} ${r} 0 1 0 ${(scale * across).toFixed(2)} 0`;
    });

/** @param {{slot: number, marker: string}} algo @param {string} [cls] @returns {SVGSVGElement} the marker as a 14 px inline picture */
export function markerIcon({ slot, marker }, cls = "") {
  const icon = svg("svg", {
    class: `rv-marker rv-k${slot} ${cls}`,
    width: 14,
    height: 14,
    viewBox: "-7 -7 14 14",
    "aria-hidden": "true",
  });
  icon.append(svg("path", { d: marker, class: "rv-fill" }));
  return icon;
}

/**
 * Return fills for the three ways in which a ranker treats a pair, in the algorithm's colour: solid, hatched, dark.
 * @param {number | string} slot @returns {SVGDefsElement}
 */
export function hatch(slot) {
  return svg(
    "defs",
    {},
    svg(
      "pattern",
      {
        id: `rv-hatch-${slot}`,
        width: 5,
        height: 5,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)",
      },
      svg("rect", { width: 5, height: 5, class: `rv-k${slot} rv-soft` }),
      svg("rect", { width: 1.6, height: 5, class: `rv-k${slot} rv-fill` }),
    ),
  );
}

/** Return a sample of a line style, for a key. @param {string} style @param {number} [width] px */
export function lineSample(style, width = 22) {
  const s = svg("svg", { width, height: 12, "aria-hidden": "true" });
  s.append(
    svg(
      "g",
      { class: `rv-curve rv-sample ${style}` },
      svg("path", { class: "rv-stroke", d: `M0 6H${width}` }),
    ),
  );
  return s;
}
