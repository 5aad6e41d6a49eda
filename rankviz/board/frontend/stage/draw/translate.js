/** The stage's words in the language of the page: what it has not, is said in English. */

/**
 * What ui/shell/language.py sends.
 * @typedef {Object} Language
 * @property {string} now as links name it
 * @property {[string, string][]} all that can be chosen: name in links, and in itself
 * @property {Record<string, string>} words by their English
 */

/** @type {Record<string, string>} */
let words = {};

/** @param {Language | undefined} language */
export const setLanguage = (language) => void (words = language?.words ?? {});

/** @param {string} text @param {Record<string, unknown>} [values] put in the place of their names in braces @returns {string} */
export const translate = (text, values = {}) =>
  (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** The page in another language: the same address, opened again. @param {string} name */
export function openInLanguage(name) {
  const url = new URL(window.location.href);
  url.searchParams.set("lang", name);
  window.location.assign(url);
}
