/** The outlines of SVG's basic shapes. SVG 2, chapter 10. */

import { pathOperators } from "./path.js";

/** @param {SVGGraphicsElement} el @returns {string} throws an Error for an element that has no outline */
export function outline(el) {
  /** @param {string} name */
  const of = (name) => Number(el.getAttribute(name) ?? 0);
  const points = el.getAttribute("points")?.trim();
  switch (el.tagName) {
    case "path":
      return pathOperators(el.getAttribute("d") ?? "");
    case "line":
      return pathOperators(`M${of("x1")} ${of("y1")}L${of("x2")} ${of("y2")}`);
    case "rect":
      return pathOperators(rectangle(of("x"), of("y"), of("width"), of("height"), of("rx")));
    case "circle":
      return pathOperators(oval(of("cx"), of("cy"), of("r"), of("r")));
    case "ellipse":
      return pathOperators(oval(of("cx"), of("cy"), of("rx"), of("ry")));
    case "polyline":
      return pathOperators(`M${points}`);
    case "polygon":
      return pathOperators(`M${points}Z`);
    default:
      throw new Error(`A PDF cannot hold <${el.tagName}>.`);
  }
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} round */
function rectangle(x, y, w, h, round) {
  const r = Math.min(round, w / 2, h / 2);
  if (!(r > 0)) return `M${x} ${y}h${w}v${h}h${-w}Z`;
  const turn = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w - 2 * r}${turn(r, r)}v${h - 2 * r}${turn(-r, r)}h${2 * r - w}${turn(-r, -r)}v${2 * r - h}${turn(r, -r)}Z`;
}

/** @param {number} x @param {number} y @param {number} rx @param {number} ry */
const oval = (x, y, rx, ry) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
