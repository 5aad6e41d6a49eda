/** Copy a drawing so that it needs no style sheet: computed styles become attributes with plain values. */

import { parseColour } from "./css_colour.js";
import { fontAttributes, roundTo2 } from "./html_text.js";
import { svg } from "../draw/svg.js";

/** Elements that are drawn, and the attributes that place them. @type {Record<string, string[]>} */
const SHAPES = {
  path: ["d"],
  rect: ["x", "y", "width", "height", "rx"],
  line: ["x1", "y1", "x2", "y2"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  polyline: ["points"],
  polygon: ["points"],
  text: ["x", "y", "dx", "dy"],
  tspan: ["x", "y", "dx", "dy"],
};
/** Elements that contain others. @type {Record<string, string[]>} */
const GROUPS = {
  g: [],
  defs: [],
  clipPath: ["id"],
  pattern: ["id", "width", "height", "patternUnits", "patternTransform"],
};
const SILENT = new Set(["title", "desc", "style"]);

let copies = 0;
/** New ids by the page's ids, which may belong to an earlier drawing. @type {Map<string, string>} */
const names = new Map();

/** Begin a picture: ids are counted from the start, so that the same picture has the same ids. */
export function resetNames() {
  copies = 0;
  names.clear();
}

/**
 * @param {SVGSVGElement} source drawn on the page @param {DOMRect} box @param {DOMRect} origin of the picture
 * @returns {SVGSVGElement} throws an Error for anything unknown
 */
export function copySvg(source, box, origin) {
  const view = source.viewBox.baseVal;
  const out = svg("svg", {
    x: roundTo2(box.left - origin.left),
    y: roundTo2(box.top - origin.top),
    width: roundTo2(box.width),
    height: roundTo2(box.height),
    viewBox: view && view.width ? `${view.x} ${view.y} ${view.width} ${view.height}` : null,
    overflow: getComputedStyle(source).overflow === "visible" ? "visible" : null,
  });
  const all = getComputedStyle(source).overflow === "visible";
  const prefix = `p${copies++}-`;
  // Charts are numbered as they are built; only their order in the drawing should count.
  source
    .querySelectorAll("[id]")
    .forEach(({ id }, i) => names.set(id, prefix + id.replace(/-\d+$/, `-${i}`)));
  const copy = { window: all ? null : box };
  for (const child of source.children) add(child, out, copy);
  return out;
}

/** @typedef {{window: DOMRect | null}} Copy `window`: the visible part */

/** @param {Element} node @param {SVGElement} out @param {Copy} copy */
function add(node, out, copy) {
  const tag = node.tagName;
  if (SILENT.has(tag)) return;
  const style = getComputedStyle(node);
  if (style.display === "none" || (tag in SHAPES && style.visibility === "hidden")) return;
  if (tag in GROUPS) addGroup(node, style, out, copy);
  else if (tag in SHAPES) addShape(node, style, out, copy);
  else throw new Error(`A picture cannot hold <${tag}>.`);
}

/** @param {Element} node @param {CSSStyleDeclaration} style @param {SVGElement} out @param {Copy} copy */
function addGroup(node, style, out, copy) {
  const made = svg(/** @type {"g"} */ (node.tagName), {
    ...attributes(node, GROUPS[node.tagName]),
    ...group(node, style),
  });
  if (node.id) made.setAttribute("id", names.get(node.id) ?? node.id);
  for (const child of node.children)
    add(child, made, node.tagName === "g" ? copy : { ...copy, window: null });
  if (made.children.length) out.append(made);
}

/** @param {Element} node @param {CSSStyleDeclaration} style @param {SVGElement} out @param {Copy} copy */
function addShape(node, style, out, copy) {
  if (copy.window && !seen(node.getBoundingClientRect(), copy.window)) return;
  const text = node.tagName === "text" || node.tagName === "tspan";
  if (text && !node.textContent?.trim()) return;
  const place = { ...attributes(node, SHAPES[node.tagName]), ...group(node, style) };
  const letters = text
    ? { ...fontAttributes(style), "text-anchor": style.textAnchor === "start" ? null : style.textAnchor }
    : {};
  const filled = paintAttributes("fill", style.fill, style.fillOpacity);
  const lined = outline(style);
  // Not every renderer knows paint-order, so a text's outline is a second text below it.
  const halo = text && lined.stroke !== undefined && style.paintOrder.startsWith("stroke");
  for (const ink of halo ? [{ ...lined, fill: "none" }, filled] : [{ ...filled, ...lined }]) {
    const made = svg(/** @type {"path"} */ (node.tagName), { ...place, ...letters, ...ink });
    if (text) addLetters(node, made, copy);
    out.append(made);
  }
}

/** @param {Element} node @param {SVGElement} made @param {Copy} copy */
function addLetters(node, made, copy) {
  for (const child of node.childNodes)
    if (child instanceof Text) made.append(child.data);
    else if (child instanceof Element) add(child, made, { ...copy, window: null });
}

/** @param {Element} node @param {string[]} names */
const attributes = (node, names) => Object.fromEntries(names.map((name) => [name, node.getAttribute(name)]));

/** Return the attributes that apply to a shape, or to all shapes of a group. @param {Element} node @param {CSSStyleDeclaration} style */
function group(node, style) {
  const written = node.getAttribute("transform");
  const moved = !written && style.transform !== "none" && node.tagName !== "pattern" ? style.transform : null;
  const clip = url(style.clipPath);
  return {
    transform: written ?? moved,
    opacity: Number(style.opacity) < 1 ? Number(style.opacity) : null,
    "clip-path": clip,
  };
}

/** @param {CSSStyleDeclaration} style @returns {Record<string, string | number | null>} empty without a line */
function outline(style) {
  if (style.stroke === "none" || parseFloat(style.strokeWidth) === 0) return {};
  const ink = paintAttributes("stroke", style.stroke, style.strokeOpacity);
  const dashes = style.strokeDasharray.replaceAll("px", "");
  return {
    ...ink,
    "stroke-width": parseFloat(style.strokeWidth),
    "stroke-dasharray": dashes === "none" ? null : dashes,
    "stroke-linecap": style.strokeLinecap === "butt" ? null : style.strokeLinecap,
    "stroke-linejoin": style.strokeLinejoin === "miter" ? null : style.strokeLinejoin,
  };
}

/** @param {"fill" | "stroke"} name @param {string} css @param {string} opacity */
function paintAttributes(name, css, opacity) {
  const pattern = url(css);
  if (pattern || css === "none") return { [name]: pattern ?? "none" };
  const { hex, alpha } = parseColour(css);
  const whole = alpha * Number(opacity);
  return { [name]: hex, [`${name}-opacity`]: whole < 1 ? whole : null };
}

/** @param {string} css @returns {string | null} throws an Error if no drawing so far has that id */
function url(css) {
  const id = /^url\(.*#(.*?)"?\)/.exec(css)?.[1];
  if (!id) return null;
  const name = names.get(id);
  if (!name) throw new Error(`A drawing names ${id}, and none before it has that name.`);
  return `url(#${name})`;
}

/** @param {DOMRect} box @param {DOMRect} window_ */
const seen = (box, window_) =>
  box.right >= window_.left &&
  box.left <= window_.right &&
  box.bottom >= window_.top &&
  box.top <= window_.bottom;
