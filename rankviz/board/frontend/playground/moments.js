/** The moments of a playlist, as plain values. */

/**
 * @typedef {{link: string, title: string, note: string, ask: string}} Moment `link`: as after the `#`
 * @typedef {{title: string, moments: Moment[]}} Playlist
 */

/** Key of the playlist in local storage. */
export const KEY = "rankviz-playlist";

/** @param {Playlist} list @param {Moment} moment @returns {Playlist} */
export const addMoment = (list, moment) => ({ ...list, moments: [...list.moments, moment] });

/** @param {Moment[]} moments @param {number} i */
export const removeMoment = (moments, i) => moments.filter((_, k) => k !== i);

/** Move a moment one place up or down; at the ends nothing changes. @param {Moment[]} moments @param {number} i @param {-1 | 1} by */
export function moveMoment(moments, i, by) {
  const found = [...moments];
  const to = i + by;
  if (to >= 0 && to < found.length) [found[i], found[to]] = [found[to], found[i]];
  return found;
}

/** Return the stored playlist, or an empty one if there is none or it is invalid. @param {{localStorage: Storage}} browser @returns {Playlist} */
export function loadPlaylist(browser) {
  try {
    const found = JSON.parse(browser.localStorage.getItem(KEY) ?? "null");
    const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
    return {
      title: text(found.title),
      moments: found.moments.map((/** @type {Record<string, unknown>} */ each) => ({
        link: text(each.link),
        title: text(each.title),
        note: text(each.note),
        ask: text(each.ask),
      })),
    };
  } catch {
    return { title: "", moments: [] };
  }
}
