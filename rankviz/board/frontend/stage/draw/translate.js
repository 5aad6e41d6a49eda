/** Translate the stage's texts into the page's language; untranslated texts stay English. */

/**
 * Sent by ui/shell/language.py.
 * @typedef {Object} Language
 * @property {string} now code of the language in links
 * @property {[string, string][]} all languages to choose from: code in links, and own name
 * @property {Record<string, string>} words translations by English text
 */

/** @type {Record<string, string>} */
let words = {};

/** @param {Language | undefined} language */
export const setLanguage = (language) => void (words = language?.words ?? {});

/** @param {string} text @param {Record<string, unknown>} [values] that replace their names in braces @returns {string} */
export const translate = (text, values = {}) =>
  (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** Reload the page in another language. @param {string} name */
export function openInLanguage(name) {
  const url = new URL(window.location.href);
  url.searchParams.set("lang", name);
  window.location.assign(url);
}
