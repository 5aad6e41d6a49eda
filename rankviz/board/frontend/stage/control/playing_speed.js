/** How fast this reader plays, stored in the browser: another run, page or visit plays as fast. */

const KEY = "rankviz-speed";

/** @param {number[]} offered @returns {number | null} rounds a second, null when none that is offered was chosen */
export function loadSpeed(offered) {
  try {
    const speed = Number(localStorage.getItem(KEY));
    return offered.includes(speed) ? speed : null;
  } catch {
    return null; // a sandboxed frame remembers nothing
  }
}

/** @param {number} speed rounds a second */
export function storeSpeed(speed) {
  try {
    localStorage.setItem(KEY, String(speed));
  } catch {
    // It holds for this stage alone.
  }
}
