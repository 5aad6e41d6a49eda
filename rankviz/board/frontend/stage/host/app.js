/** The stage's server. A page that carries its run replaces this module (see offline/app.js). */

/** Address of the app: this module is at api/stage/HASH/host/ below it, whatever a proxy prepends. */
const APP = new URL("../../../../", import.meta.url);

/** @param {string} path without a leading slash @returns {string} */
export function appUrl(path) {
  return new URL(path, APP).href;
}

/** @param {string} path without a leading slash @param {RequestInit} [how] @returns {Promise<Response>} */
export function request(path, how) {
  return fetch(appUrl(path), how);
}

/** @param {string} name of a style sheet of the stage @returns {Promise<string>} */
export async function styleSheet(name) {
  return (await fetch(new URL(`../css/${name}.css`, import.meta.url))).text();
}
