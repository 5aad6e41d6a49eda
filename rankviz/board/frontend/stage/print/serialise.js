/** Serialise a sheet as one self-contained SVG: drawings copied, canvases as images, HTML boxes and texts at their places. */

import { parseColour } from "./css_colour.js";
import { addText, roundTo2 } from "./html_text.js";
import { resetNames, copySvg } from "./svg_copy.js";
import { svg } from "../draw/svg.js";

/** Controls, which are omitted. */
const CONTROLS = "input, select, textarea, details, dialog, title, [hidden]";

/**
 * @param {HTMLElement} sheet on the page, see sheet.js @returns {string} an SVG document; throws an Error for anything that cannot be drawn
 */
export function toSvg(sheet) {
  resetNames();
  const box = sheet.getBoundingClientRect();
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const out = svg("svg", { xmlns: "http://www.w3.org/2000/svg", ...size });
  out.append(svg("rect", { width, height, fill: "#ffffff" }));
  walk(sheet, out, box);
  return new XMLSerializer().serializeToString(out);
}

/** @param {Element} el @param {SVGElement} out @param {DOMRect} origin */
function walk(el, out, origin) {
  for (const node of el.childNodes)
    if (node instanceof Text) addText(node, out, origin);
    else if (node instanceof Element && !node.matches(CONTROLS)) addElement(node, out, origin);
}

/** @param {Element} node @param {SVGElement} out @param {DOMRect} origin */
function addElement(node, out, origin) {
  const box = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  if ((box.width === 0 && box.height === 0) || style.visibility === "hidden") return;
  if (node instanceof SVGSVGElement) out.append(copySvg(node, box, origin));
  else if (node instanceof HTMLCanvasElement) out.append(image(node, box, origin));
  else {
    const group = Number(style.opacity) < 1 ? svg("g", { opacity: style.opacity }) : out;
    addBox(style, box, group, origin);
    walk(node, group, origin);
    if (group !== out && group.hasChildNodes()) out.append(group);
  }
}

/** @param {HTMLCanvasElement} canvas @param {DOMRect} box @param {DOMRect} origin */
const image = (canvas, box, origin) =>
  svg("image", { ...place(box, origin), href: canvas.toDataURL("image/png"), preserveAspectRatio: "none" });

/** Add background and borders. @param {CSSStyleDeclaration} style @param {DOMRect} box @param {SVGElement} out @param {DOMRect} origin */
function addBox(style, box, out, origin) {
  const { hex, alpha } = parseColour(style.backgroundColor);
  const ink = { fill: hex, "fill-opacity": alpha < 1 ? alpha : null };
  const rx = parseFloat(style.borderTopLeftRadius) || null;
  if (alpha > 0) out.append(svg("rect", { ...place(box, origin), rx, ...ink }));
  const [l, t] = [box.left - origin.left, box.top - origin.top];
  const [r, b] = [l + box.width, t + box.height];
  edge("top", (w) => [l, t + w / 2, r, t + w / 2]);
  edge("right", (w) => [r - w / 2, t, r - w / 2, b]);
  edge("bottom", (w) => [l, b - w / 2, r, b - w / 2]);
  edge("left", (w) => [l + w / 2, t, l + w / 2, b]);

  /** @param {string} side @param {(width: number) => number[]} ends */
  function edge(side, ends) {
    const width = parseFloat(style.getPropertyValue(`border-${side}-width`));
    const line = parseColour(style.getPropertyValue(`border-${side}-color`));
    if (!width || line.alpha === 0) return;
    const [x1, y1, x2, y2] = ends(width).map(roundTo2);
    const opacity = line.alpha < 1 ? line.alpha : null;
    out.append(
      svg("line", { x1, y1, x2, y2, stroke: line.hex, "stroke-width": width, "stroke-opacity": opacity }),
    );
  }
}

/** @param {DOMRect} box @param {DOMRect} origin */
const place = (box, origin) => ({
  x: roundTo2(box.left - origin.left),
  y: roundTo2(box.top - origin.top),
  width: roundTo2(box.width),
  height: roundTo2(box.height),
});
