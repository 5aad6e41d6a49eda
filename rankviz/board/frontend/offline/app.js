/** Answers the stage's requests from the page that carries its run. To be imported before the stage, which asks at once. */

import { answerFrom } from "../stage/host/app.js";
import { explanationAt, listMenus } from "./saved_explanations.js";
import { theoremsAt } from "./saved_theorems.js";
/** @import { Answer } from "../stage/drawer/answer_cache.js" */
/** @import { Explanations } from "./saved_explanations.js" */
/** @import { Theorems } from "./saved_theorems.js" */

/** Return the name by which the stage requests a run. @param {number} i */
export const runName = (i) => `run ${i}`;

/** @typedef {{runs: Record<string, ArrayBuffer>, styles: Record<string, string>, drawers?: Record<string, Drawer | Promise<Drawer>>, asks?: (what: string, query: URLSearchParams) => Promise<Answer | null>}} Carried the packs and style sheets by name, and the drawers' data by run, or a function that answers */

/** @type {(carried: Carried) => void} */
let give;
/** Resolves when the page provides its data; the stage may ask earlier. @type {Promise<Carried>} */
const carried = new Promise((resolve) => (give = resolve));

/** @param {Carried} all */
export function carry(all) {
  give(all);
}

answerFrom({ request, styleSheet: async (name) => (await carried).styles[name] });

/** @param {string} path @returns {Promise<Response>} */
async function request(path) {
  const { runs, drawers, asks } = await carried;
  if (path in runs) return new Response(runs[path]);
  const [, run, what, query] = /^(.+)\/(\w+)\??([^?]*)$/.exec(path) ?? ["", "", "", ""];
  const drawer = await drawers?.[run];
  const asked = new URLSearchParams(query);
  const found = asks ? await asks(what, asked) : drawer ? answerFromPage(drawer, what, asked) : null;
  return found === null ? new Response(null, { status: 404 }) : Response.json(found);
}

/** @typedef {{theorems: Theorems, explanations: Explanations}} Drawer data of one run */

/** @param {Drawer} drawer @param {string} what @param {URLSearchParams} query @returns {Answer | null} */
function answerFromPage({ theorems, explanations }, what, query) {
  const t = Number(query.get("t"));
  if (what === "menus") return listMenus(explanations);
  if (what === "explain")
    return explanationAt(explanations, query.get("run") ?? "", query.get("key") ?? "", t);
  if (what === "theorems") return theoremsAt(theorems, t);
  return null;
}
