/** What stands behind the # of the page's address: a page's name and the choices of a run. */

/** @param {string} link @param {string} name of a choice @param {string} value @returns {string} the link with that choice, written as Python writes it */
export function withParam(link, name, value) {
  const [page] = link.split("?", 1);
  const params = new URLSearchParams(link.slice(page.length + 1)); // data may have a ? of their own
  params.set(name, value);
  return `${page}?${params.toString().replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%2C/g, ",")}`;
}
