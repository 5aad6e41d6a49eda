/** Answer the drawer's questions from what a page carries. */

import { explanationAt, listMenus } from "./saved_explanations.js";
import { theoremsAt } from "./saved_theorems.js";
/** @import { Answer } from "../stage/drawer/answer_cache.js" */
/** @import { Explanations } from "./saved_explanations.js" */
/** @import { Theorems } from "./saved_theorems.js" */

/** @typedef {{theorems: Theorems, explanations: Explanations}} Drawer data of one run */

/** @param {Drawer} drawer @param {string} what @param {URLSearchParams} query @returns {Answer | null} */
export function answerFromPage({ theorems, explanations }, what, query) {
  const t = Number(query.get("t"));
  if (what === "menus") return listMenus(explanations);
  if (what === "explain")
    return explanationAt(explanations, query.get("run") ?? "", query.get("key") ?? "", t);
  if (what === "theorems") return theoremsAt(theorems, t);
  return null;
}
