/** The words that say how a tile is read: beside the tile, or above its picture, which gives them room, never over it; and whether they have been read. */

import { setClass } from "../draw/dom.js";

/** The least and the most that words beside a tile take, px. */
const BESIDE = { least: 240, most: 420 };
const GAP = 6;

/** What the words take of each tile's height, px. @type {WeakMap<Element, number>} */
const taken = new WeakMap();

/**
 * Place the words of a tile, if they are open.
 * @param {HTMLElement} tile on its board @param {HTMLElement} board
 * @returns {number | null} what they take above its picture, px; null where that is what they took before
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

/** Whether this browser has not shown yet how to read a tile; counts as shown from now on. @param {string} name */
export function isUnread(name) {
  try {
    const seen = (localStorage.getItem(SEEN) ?? "").split(",");
    if (seen.includes(name)) return false;
    localStorage.setItem(SEEN, [...seen, name].filter(Boolean).join(","));
    return true;
  } catch {
    return false; // a sandboxed frame remembers nothing
  }
}
