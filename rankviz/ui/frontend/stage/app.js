/** Where the app is: this module comes from api/stage/HASH/ below it, whatever a proxy puts before. */

const APP = new URL("../../../", import.meta.url);

/** @param {string} path without a slash in front, as Python names it @returns {string} */
export function inApp(path) {
  return new URL(path, APP).href;
}
