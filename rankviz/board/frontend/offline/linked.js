/**
 * Import a page's modules as they are in the sources: what stands for a bundle where there is none. Each gets an address, after
 * those that it imports. board/offline/modules.py fills in the texts by path, and the first one's path.
 */

/** @type {Record<string, string>} */
const texts = JSON.parse("{{texts}}");
/** @type {Map<string, string>} */
const addresses = new Map();
/** Imports by a relative name, at the beginning of a line. */
const IMPORT = /^((?:import|export)\b[^;'"]*")(\.[^"]+\.js)/gm;

/** @param {string} path @returns {string} */
function addressOf(path) {
  const text = texts[path].replace(
    IMPORT,
    (_, before, name) => before + addressOf(new URL(name, `file:///${path}`).pathname.slice(1)),
  );
  const address = addresses.get(path) ?? URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  addresses.set(path, address);
  return address;
}

export const { replay, talk, widget, open } = await import(addressOf("{{first}}"));
