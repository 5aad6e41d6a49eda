/** The part of the page's address after the #: a page name and the choices of a run. */

/** @param {string} link @param {string} name of a choice @param {string} value @returns {string} the link with that choice, in Python's encoding */
export function withParam(link, name, value) {
  const [page] = link.split("?", 1);
  const params = new URLSearchParams(link.slice(page.length + 1)); // data may contain a ?
  params.set(name, value);
  return `${page}?${params.toString().replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%2C/g, ",")}`;
}
