/** Lines of HTML text as SVG text, each at its place in the browser's layout. */

import { parseColour } from "./css_colour.js";
import { svg } from "../draw/svg.js";

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Node, in which the tests run, has no document. */
const paper = /** @type {CanvasRenderingContext2D} */ (
  globalThis.document?.createElement("canvas").getContext("2d")
);

/** @typedef {{text: string, left: number, right: number, top: number, bottom: number}} Line position in the window, px */

/**
 * @param {Text} node @param {SVGElement} out @param {DOMRect} origin
 */
export function addText(node, out, origin) {
  const parent = node.parentElement;
  if (!parent || !node.data.trim()) return;
  const style = getComputedStyle(parent);
  if (style.visibility === "hidden") return;
  const ascent = ascentOf(style);
  for (const line of linesOf(node, style)) {
    const y = line.top + ascent * (line.bottom - line.top) - origin.top;
    const at = { x: roundTo2(line.left - origin.left), y: roundTo2(y) };
    out.append(svg("text", { ...at, ...fontAttributes(style), ...colour(style.color) }, line.text.trimEnd()));
  }
}

/** @param {string} css */
function colour(css) {
  const { hex, alpha } = parseColour(css);
  return { fill: hex, "fill-opacity": alpha < 1 ? alpha : null };
}

/** Return a text's font attributes; two weights, because most renderers have no more. @param {CSSStyleDeclaration} style */
export const fontAttributes = (style) => ({
  "font-family": style.fontFamily.replaceAll('"', ""),
  "font-size": parseFloat(style.fontSize),
  "font-weight": Number(style.fontWeight) >= 600 ? "bold" : null,
  "font-style": style.fontStyle === "normal" ? null : style.fontStyle,
});

/** @param {CSSStyleDeclaration} style @returns {number} the share of a line's box above the baseline */
function ascentOf(style) {
  paper.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = paper.measureText("x");
  return up / (up + down);
}

/** @param {Text} node @param {CSSStyleDeclaration} style @returns {Line[]} */
function linesOf(node, style) {
  const size = parseFloat(style.fontSize);
  const range = document.createRange();
  const clip = clipOf(node);
  /** @type {Line[]} */
  const lines = [];
  for (const { segment, index } of letters.segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || !inside(box, clip)) continue;
    let line = lines[lines.length - 1];
    if (!line || Math.abs(box.top - line.top) > size / 2) {
      if (!segment.trim()) continue; // a line begins at its first visible segment
      lines.push((line = { text: "", left: box.left, right: box.right, top: box.top, bottom: box.bottom }));
    }
    line.text += segment.replace(/\s/, " ");
    line.right = box.right;
  }
  return lines;
}

/** Return the part of a text that its ancestors do not clip. @param {Text} node */
function clipOf(node) {
  const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  for (let el = node.parentElement; el && !el.classList.contains("rv-print"); el = el.parentElement) {
    if (getComputedStyle(el).overflow === "visible") continue;
    const box = el.getBoundingClientRect();
    clip.left = Math.max(clip.left, box.left);
    clip.right = Math.min(clip.right, box.right);
    clip.top = Math.max(clip.top, box.top);
    clip.bottom = Math.min(clip.bottom, box.bottom);
  }
  return clip;
}

/** @param {DOMRect} box @param {ReturnType<typeof clipOf>} clip */
const inside = (box, clip) =>
  box.left >= clip.left - 1 &&
  box.right <= clip.right + 1 &&
  (box.top + box.bottom) / 2 > clip.top &&
  (box.top + box.bottom) / 2 < clip.bottom;

/** @param {number} value */
export const roundTo2 = (value) => Math.round(value * 100) / 100;
