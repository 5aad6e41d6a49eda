/** What the stage asks of a page that carries the run itself, where the app asks its server (see stage/host/app.js). */

import { answerFromPage } from "./saved_answers.js";
/** @import { Answer } from "../stage/drawer/answer_cache.js" */
/** @import { Drawer } from "./saved_answers.js" */

/** What the stage asks for to get one of the runs. @param {number} i */
export const runName = (i) => `run ${i}`;

/** @typedef {{runs: Record<string, ArrayBuffer>, styles: Record<string, string>, drawers?: Record<string, Drawer>, asks?: (what: string, query: URLSearchParams) => Promise<Answer | null>}} Carried the packs, the style sheets, and what is known of rounds, by name, or who knows it */

/** @type {(carried: Carried) => void} */
let give;
/** The stage asks for its styles as soon as its modules are there. @type {Promise<Carried>} */
const carried = new Promise((resolve) => (give = resolve));

/** @param {Carried} all */
export function carry(all) {
  give(all);
}

/** @param {string} path @returns {Promise<Response>} */
export async function request(path) {
  const { runs, drawers, asks } = await carried;
  if (path in runs) return new Response(runs[path]);
  const [, run, what, query] = /^(.+)\/(\w+)\??([^?]*)$/.exec(path) ?? ["", "", "", ""];
  const drawer = drawers?.[run];
  const asked = new URLSearchParams(query);
  const found = asks ? await asks(what, asked) : drawer ? answerFromPage(drawer, what, asked) : null;
  return found === null ? new Response(null, { status: 404 }) : Response.json(found);
}

/** @param {string} name @returns {Promise<string>} */
export async function styleSheet(name) {
  return (await carried).styles[name];
}
