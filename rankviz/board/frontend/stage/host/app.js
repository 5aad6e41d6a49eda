/** What answers the stage: the server that sent its modules, or the page that carries its run (see offline/app.js). */

/** @typedef {{request: (path: string, how?: RequestInit) => Promise<Response>, styleSheet: (name: string) => Promise<string>}} Host */

/** Addresses of the app and of the stage's files, which are at api/stage/HASH/ below it, whatever a proxy prepends. */
const [files, app] = /^(.*\/)api\/stage\/\w+\//.exec(import.meta.url) ?? [import.meta.url, import.meta.url];

/** @type {Host} */
let host = {
  request: (path, how) => fetch(appUrl(path), how),
  styleSheet: async (name) => (await fetch(`${files}${name}.css`)).text(),
};

/** @param {Host} page that answers instead of the server */
export function answerFrom(page) {
  host = page;
}

/** @param {string} path without a leading slash @returns {string} */
export function appUrl(path) {
  return new URL(path, app).href;
}

/** @param {string} path without a leading slash @param {RequestInit} [how] @returns {Promise<Response>} */
export function request(path, how) {
  return host.request(path, how);
}

/** @param {string} name of a style sheet: its path in the stage's folder @returns {Promise<string>} */
export function styleSheet(name) {
  return host.styleSheet(name);
}
