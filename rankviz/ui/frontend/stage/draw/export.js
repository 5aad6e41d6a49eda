/** A panel as a picture: what is on the screen, rewritten as one self-contained SVG, and that SVG as PNG. */

import { svg } from "./svg.js";

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "visibility",
  "paint-order",
  "display",
];

/** Height of the line below the panel that says which run and which round it shows. */
const CAPTION = 24;

/**
 * @param {HTMLElement} panel @param {string} title @param {"svg" | "png"} kind
 */
export async function savePanel(panel, title, kind) {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  if (kind === "svg") download(new Blob([exportSvg(panel)], { type: "image/svg+xml" }), `${name}.svg`);
  else download(await exportPng(panel), `${name}.png`);
}

/** @param {HTMLElement} panel @returns {string} an SVG document */
export function exportSvg(panel) {
  const box = panel.getBoundingClientRect();
  const style = getComputedStyle(panel);
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height) + CAPTION];
  const out = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
  });
  out.append(svg("rect", { width: "100%", height: "100%", fill: opaque(style.backgroundColor, panel) }));
  walk(panel, out, box);
  const stage = panel.closest(".rv-stage");
  const caption = [stage?.querySelector("h2"), stage?.querySelector(".rv-where")]
    .map((e) => e?.textContent)
    .filter(Boolean)
    .join(" · ");
  out.append(
    svg(
      "text",
      {
        x: 16,
        y: Math.ceil(box.height) + 10,
        "font-size": 13,
        "font-family": style.fontFamily,
        fill: style.color,
        opacity: 0.75,
      },
      caption,
    ),
  );
  return new XMLSerializer().serializeToString(out);
}

/** @param {HTMLElement} panel @returns {Promise<Blob>} at twice the screen's size */
export async function exportPng(panel) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(exportSvg(panel))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))),
      "image/png",
    ),
  );
}

/** @param {string} color @param {Element} el @returns {string} the first painted background behind an element */
function opaque(color, el) {
  let at = /** @type {Element | null} */ (el);
  let c = color;
  while (at && /rgba\(.*, 0\)|transparent/.test(c)) {
    at = at.parentElement;
    if (at) c = getComputedStyle(at).backgroundColor;
  }
  return c;
}

/** @param {Element} el @param {SVGElement} out @param {DOMRect} origin */
function walk(el, out, origin) {
  for (const node of el.childNodes) {
    if (node instanceof Text) addText(node, out, origin);
    if (
      !(node instanceof Element) ||
      node.matches("input, select, details, title, .rv-tabs, .rv-switches, [hidden]")
    )
      continue;
    const box = node.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) continue;
    if (node instanceof SVGSVGElement) out.append(inline(node, box, origin));
    else if (node instanceof HTMLCanvasElement)
      out.append(
        svg("image", {
          x: box.left - origin.left,
          y: box.top - origin.top,
          width: box.width,
          height: box.height,
          href: node.toDataURL("image/png"),
        }),
      );
    else {
      const style = getComputedStyle(node);
      if (!/rgba\(.*, 0\)|transparent/.test(style.backgroundColor))
        out.append(
          svg("rect", {
            x: box.left - origin.left,
            y: box.top - origin.top,
            width: box.width,
            height: box.height,
            rx: 3,
            fill: style.backgroundColor,
          }),
        );
      walk(node, out, origin);
    }
  }
}

/** One text element per line of a wrapped text. @param {Text} node @param {SVGElement} out @param {DOMRect} origin */
function addText(node, out, origin) {
  if (!node.data.trim() || !node.parentElement) return;
  const style = getComputedStyle(node.parentElement);
  const size = parseFloat(style.fontSize);
  const range = document.createRange();
  /** @type {{top: number, left: number, bottom: number, text: string} | null} */
  let line = null;
  const flush = () => {
    if (line && line.text.trim()) {
      out.append(
        svg(
          "text",
          {
            x: line.left - origin.left,
            y: (line.top + line.bottom) / 2 - origin.top + size * 0.35,
            fill: style.color,
            "font-family": style.fontFamily,
            "font-size": size,
            "font-weight": style.fontWeight,
            "font-style": style.fontStyle,
            style: "white-space:pre",
          },
          line.text,
        ),
      );
    }
  };
  for (let i = 0; i < node.data.length; i++) {
    range.setStart(node, i);
    range.setEnd(node, i + 1);
    const rect = range.getClientRects()[0];
    if (!rect || rect.width === 0) continue;
    if (!line || Math.abs(rect.top - line.top) > size / 2) {
      flush();
      line = { top: rect.top, left: rect.left, bottom: rect.bottom, text: "" };
    }
    line.text += node.data[i];
  }
  flush();
}

/** A copy with its styles written on it, so that it needs no style sheet. @param {SVGSVGElement} source @param {DOMRect} box @param {DOMRect} origin */
function inline(source, box, origin) {
  const copy = /** @type {SVGSVGElement} */ (source.cloneNode(true));
  const from = [source, ...source.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && !(value === "none" && name !== "fill" && name !== "stroke" && name !== "display"))
        to[i].setAttribute(name, value.replace(/url\(.*#(.*?)"?\)/, "url(#$1)"));
    }
    to[i].removeAttribute("class");
  });
  copy.setAttribute("x", String(box.left - origin.left));
  copy.setAttribute("y", String(box.top - origin.top));
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  return copy;
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
