/** What the stage gets from its surroundings: here the server. A page that carries its run has another such module (see offline/app.js). */

/** Where the app is: this module comes from api/stage/HASH/host/ below it, whatever a proxy puts before. */
const APP = new URL("../../../../", import.meta.url);

/** @param {string} path without a slash in front, as Python names it @returns {string} */
export function appUrl(path) {
  return new URL(path, APP).href;
}

/** @param {string} path as Python names it @param {RequestInit} [how] @returns {Promise<Response>} */
export function request(path, how) {
  return fetch(appUrl(path), how);
}

/** @param {string} name of one of the stage's style sheets @returns {Promise<string>} */
export async function styleSheet(name) {
  return (await fetch(new URL(`../css/${name}.css`, import.meta.url))).text();
}
