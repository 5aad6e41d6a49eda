/** This reader's playing speed, stored in the browser for other runs, pages and visits. */

const KEY = "rankviz-speed";

/** @param {number[]} offered @returns {number | null} rounds per second; null if none of those offered was chosen */
export function loadSpeed(offered) {
  try {
    const speed = Number(localStorage.getItem(KEY));
    return offered.includes(speed) ? speed : null;
  } catch {
    return null; // a sandboxed frame has no storage
  }
}

/** @param {number} speed rounds per second */
export function storeSpeed(speed) {
  try {
    localStorage.setItem(KEY, String(speed));
  } catch {
    // It then applies to this stage only.
  }
}
