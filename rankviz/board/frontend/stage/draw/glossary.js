/** The meanings of the symbols; `explain` marks up the terms in a text. */

import { html } from "./dom.js";
import { translate } from "./translate.js";
import { TERMS } from "./terms.js";

/** @param {string} board @returns {Record<string, string>} the meanings of a board's symbols, in its order */
const termsOf = (board) => TERMS[board] ?? TERMS.watch ?? {};

/** @param {string} term @returns {string | undefined} the meaning of a symbol */
export function meaning(term) {
  const text = termsOf("watch")[term];
  return text && translate(text);
}

/**
 * Turn {terms} in braces into explained terms.
 * @param {string} text @returns {Node[]}
 */
export function explain(text) {
  return text
    .split(/[{}]/)
    .map((part, i) =>
      i % 2 ? html("abbr", { title: meaning(part) ?? part }, part) : document.createTextNode(part),
    );
}

/** @param {string} board @returns {HTMLElement} all terms of a board, for readers who cannot hover */
export function termList(board) {
  const list = html("dl");
  for (const [term, text] of Object.entries(termsOf(board)))
    list.append(html("dt", {}, term), html("dd", {}, translate(text)));
  const head = html("summary", {}, translate("What the symbols mean"));
  return html("details", { class: "rv-glossary" }, head, list);
}
