/** The style sheets of the stage, fetched once for all stages of a document. */

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

/** Settled when they are all there. */
export const stylesLoaded = Promise.all(
  NAMES.map(async (name, i) => sheets[i].replace(await styleSheet(name))),
);

/** Style the tree that a node is in. @param {Node} holder @returns {Node} the tree */
export function addStyles(holder) {
  const tree = holder.getRootNode();
  const owner = tree instanceof ShadowRoot ? tree : document;
  owner.adoptedStyleSheets = [...owner.adoptedStyleSheets, ...sheets];
  return tree;
}
