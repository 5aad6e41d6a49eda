/** Text of a drawing as text of a page: each letter's place is the browser's, so that nothing depends on a font's widths. */

import { glyph, writable } from "./glyphs.js";
import { textImage } from "./images.js";
import { num } from "./path.js";
/** @import { Glyph } from "./glyphs.js" */

/** Width of the accents, and how much higher they stand over capitals, in sizes of the text: Helvetica's metrics. */
const ACCENT = 0.333;
const CAPITAL = 0.195;
const SYMBOL = 4;

/** @typedef {{font: number, size: number, rise: number, x: number, y: number, codes: number[]}} Piece letters that one font writes */
/** @typedef {{operators: string, image?: undefined} | ReturnType<typeof textImage>} Written */

/** @param {SVGTextElement} el @returns {Written} an image when the text has letters that the standard fonts lack */
export function textOperators(el) {
  const text = el.textContent ?? "";
  if (!writable(text.normalize("NFC"))) return textImage(el);
  const fill = (el.getAttribute("fill") ?? "none") !== "none";
  return { operators: `BT ${fill ? 0 : 1} Tr\n${pieces(el, text).map(show).join("\n")}\nET` };
}

/** @param {SVGTextElement} el @param {string} text @returns {Piece[]} */
function pieces(el, text) {
  const size = parseFloat(el.getAttribute("font-size") ?? "16");
  const plain =
    (el.getAttribute("font-weight") === "bold" ? 1 : 0) +
    (el.getAttribute("font-style") === "italic" ? 2 : 0);
  /** @type {Piece[]} */
  const found = [];
  let at = 0;
  for (const letters of clusters(text)) {
    const start = el.getStartPositionOfChar(at);
    const wide = el.getEndPositionOfChar(at).x - start.x;
    at += letters.length;
    for (const letter of letters.normalize("NFC")) {
      const g = /** @type {Glyph} */ (glyph(letter));
      const font = g.symbol ? SYMBOL : plain;
      const high = g.accent ? (/\p{Lu}/u.test(letters) ? CAPITAL : 0) : (g.rise ?? 0);
      const look = { font, size: size * (g.size ?? 1), rise: high * size, y: start.y };
      const last = found[found.length - 1];
      const goes =
        last && !g.accent && last.font === font && last.size === look.size && last.rise === look.rise;
      if (goes) last.codes.push(g.code);
      else
        found.push({
          ...look,
          x: g.accent ? start.x + (wide - ACCENT * size) / 2 : start.x,
          codes: [g.code],
        });
    }
  }
  return found;
}

/** Letters with the accents that stand over them. @param {string} text */
const clusters = (text) => text.match(/\P{M}\p{M}*/gu) ?? [];

/** Text stands upright where y grows downwards. @param {Piece} piece */
const show = ({ font, size, rise, x, y, codes }) =>
  `/F${font} ${num(size)} Tf 1 0 0 -1 ${num(x)} ${num(y - rise)} Tm <${codes.map((c) => c.toString(16).padStart(2, "0")).join("")}> Tj`;
