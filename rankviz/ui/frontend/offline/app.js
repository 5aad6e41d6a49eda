/** What the stage asks of a page that carries the run itself, where the app asks its server (see stage/app.js). */

/** What the stage asks for to get one of the runs. @param {number} i */
export const runName = (i) => `run ${i}`;

/** @typedef {{runs: Record<string, ArrayBuffer>, styles: Record<string, string>}} Carried the packs, and the style sheets, by name */

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
  const { runs } = await carried;
  return path in runs ? new Response(runs[path]) : new Response(null, { status: 404 });
}

/** @param {string} name @returns {Promise<string>} */
export async function styleSheet(name) {
  return (await carried).styles[name];
}
