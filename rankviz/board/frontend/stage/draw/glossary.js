/** The meaning of the symbols: `explain` puts the explanation under a term where it appears. */

import { html } from "./dom.js";
import { translate } from "./translate.js";
import { TERMS } from "./terms.js";

/** @param {string} board @returns {Record<string, string>} what the symbols of a board mean, in its order */
const termsOf = (board) => TERMS[board] ?? TERMS.watch ?? {};

/** @param {string} term @returns {string | undefined} what a symbol means wherever it appears */
export function meaning(term) {
  const text = termsOf("watch")[term];
  return text && translate(text);
}

/**
 * Text with {terms} in braces becomes text with explained terms.
 * @param {string} text @returns {Node[]}
 */
export function explain(text) {
  return text
    .split(/[{}]/)
    .map((part, i) =>
      i % 2 ? html("abbr", { title: meaning(part) ?? part }, part) : document.createTextNode(part),
    );
}

/** @param {string} board @returns {HTMLElement} the whole list of a board, for readers who cannot hover */
export function termList(board) {
  const list = html("dl");
  for (const [term, text] of Object.entries(termsOf(board)))
    list.append(html("dt", {}, term), html("dd", {}, translate(text)));
  const head = html("summary", {}, translate("What the symbols mean"));
  return html("details", { class: "rv-glossary" }, head, list);
}
