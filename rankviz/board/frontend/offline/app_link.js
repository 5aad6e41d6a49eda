/** Links from a saved page to a page that computes: the app, or a playground beside the page. */

/** Return the absolute link; "" if there is none or the page is on a disk. @param {string} link also relative @returns {string} */
export function absoluteLink(link) {
  if (!link) return "";
  try {
    const url = new URL(link, window.location.href);
    return /^https?:$/.test(url.protocol) ? url.href : "";
  } catch {
    return ""; // a page in a frame may have no address
  }
}

/** Return the link to another round; the playground has its choices after the `#`. @param {string} link @param {number} t @returns {string} */
export function linkAtRound(link, t) {
  const url = new URL(link);
  const [page, query] = url.hash.split("?");
  if (query === undefined) url.searchParams.set("t", String(t));
  else {
    const params = new URLSearchParams(query);
    params.set("t", String(t));
    url.hash = `${page}?${params}`;
  }
  return url.href;
}
