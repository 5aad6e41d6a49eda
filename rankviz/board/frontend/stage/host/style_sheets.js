/** The stage's style sheet, fetched once for all stages of a document. */

import { styleSheet } from "./app.js";

const sheet = new CSSStyleSheet();

/** Resolves when the style sheet is loaded. */
export const stylesLoaded = styleSheet("css/all").then((text) => sheet.replace(text));

/** Add the style sheet to a node's tree. @param {Node} holder @returns {Node} the node's root */
export function addStyles(holder) {
  const tree = holder.getRootNode();
  const owner = tree instanceof ShadowRoot ? tree : document;
  owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, sheet];
  return tree;
}
