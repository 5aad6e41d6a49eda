/** What the stage asks of a page that carries the run itself, where the app asks its server (see stage/app.js). */

/** The only run there is. */
export const RUN = "run";

/** @typedef {{run: ArrayBuffer, styles: Record<string, string>}} Carried the pack, and the style sheets by name */

/** @type {(carried: Carried) => void} */
let give;
/** The stage asks for its styles as soon as its modules are there. @type {Promise<Carried>} */
const carried = new Promise((resolve) => (give = resolve));

/** @param {Carried} all */
export function carry(all) {
  give(all);
}

/** @param {string} path @returns {Promise<Response>} */
export async function ask(path) {
  return path === RUN ? new Response((await carried).run) : new Response(null, { status: 404 });
}

/** @param {string} name @returns {Promise<string>} */
export async function styleSheet(name) {
  return (await carried).styles[name];
}
