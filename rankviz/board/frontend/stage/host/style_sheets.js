/** The stage's style sheets, fetched once for all stages of a document. */

import { styleSheet } from "./app.js";

const NAMES = [
  "marks",
  "stage",
  "board",
  "pick",
  "code",
  "losses",
  "ties",
  "step",
  "ranking",
  "margins",
  "weights",
  "pairs",
  "pages",
  "qbrank",
  "beats",
  "print",
  "poll",
  "drawer",
];

const sheets = NAMES.map(() => new CSSStyleSheet());

/** Resolves when all style sheets are loaded. */
export const stylesLoaded = Promise.all(
  NAMES.map(async (name, i) => sheets[i].replace(await styleSheet(name))),
);

/** Add the style sheets to a node's tree. @param {Node} holder @returns {Node} the node's root */
export function addStyles(holder) {
  const tree = holder.getRootNode();
  const owner = tree instanceof ShadowRoot ? tree : document;
  owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, ...sheets];
  return tree;
}
