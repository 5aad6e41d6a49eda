/** Help on how to read a tile: beside the tile, or above its picture, which shrinks, never on top of it; and whether it has been read. */

import { setClass } from "../draw/dom.js";

/** Smallest and largest width of help beside a tile, px. */
const BESIDE = { least: 240, most: 420 };
const GAP = 6;

/** Height that the help takes from each tile, px. @type {WeakMap<Element, number>} */
const taken = new WeakMap();

/**
 * Place a tile's help if it is open.
 * @param {HTMLElement} tile on its board @param {HTMLElement} board
 * @returns {number | null} the height it takes above the picture, px; null if unchanged
 */
export function placeHelp(tile, board) {
  const words = /** @type {HTMLElement | null} */ (tile.querySelector(".rv-how"));
  if (!words) return null;
  const [at, all] = [tile.getBoundingClientRect(), board.getBoundingClientRect()];
  const rooms = { left: at.left - all.left - GAP, right: all.right - at.right - GAP };
  const side = rooms.right >= rooms.left ? "right" : "left";
  const beside = !board.classList.contains("rv-swiped") && rooms[side] >= BESIDE.least;
  for (const each of ["left", "right"]) setClass(words, `rv-how-${each}`, beside && each === side);
  words.style.width = beside ? `${Math.min(BESIDE.most, rooms[side])}px` : "";
  words.style.maxHeight = beside ? `${all.bottom - at.top}px` : "";
  const takes = words.hidden || beside ? 0 : words.offsetHeight + GAP;
  if (takes === (taken.get(tile) ?? 0)) return null;
  taken.set(tile, takes);
  return takes;
}

const SEEN = "rankviz-read";

/** Return whether this browser has never shown the help of a tile; from now on it counts as shown. @param {string} name */
export function isUnread(name) {
  try {
    const seen = (localStorage.getItem(SEEN) ?? "").split(",");
    if (seen.includes(name)) return false;
    localStorage.setItem(SEEN, [...seen, name].filter(Boolean).join(","));
    return true;
  } catch {
    return false; // a sandboxed frame has no storage
  }
}
