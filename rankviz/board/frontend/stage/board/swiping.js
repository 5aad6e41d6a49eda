/** A board of one tile a swipe: dots below it say how many there are, and which one is in sight. */

import { html, setClass } from "../draw/dom.js";

/** What the dots take of the board's height, px; board.css says the same. */
export const DOTS = 16;

/** @param {HTMLElement} board @param {(tile: string) => void} came tells which tile one has swiped to */
export function swipeDots(board, came) {
  const el = html("div", { class: "rv-swipes", "aria-hidden": "true", hidden: true });
  const on = () => board.classList.contains("rv-swiped");
  const left = (/** @type {Element} */ tile) =>
    tile.getBoundingClientRect().left - board.getBoundingClientRect().left;

  function look() {
    if (!board.isConnected || !on()) return;
    const tiles = /** @type {HTMLElement[]} */ ([...board.children]);
    const far = tiles.map((tile) => Math.abs(left(tile)));
    const at = far.indexOf(Math.min(...far));
    el.childNodes.forEach((dot, i) => setClass(/** @type {Element} */ (dot), "rv-on", i === at));
    came(tiles[at].dataset.tile ?? "");
  }

  board.addEventListener("scroll", look, { passive: true });
  return {
    el,
    /** The board has other tiles. @param {boolean} swiped whether it has one a swipe @param {HTMLElement} [first] the one in sight */
    build(swiped, first) {
      setClass(board, "rv-swiped", swiped);
      el.hidden = !swiped;
      el.replaceChildren(...Array.from({ length: swiped ? board.childElementCount : 0 }, () => html("span")));
      this.to(first);
    },
    /** Bring a tile in sight. @param {HTMLElement} [tile] where there is none the one that stands there stays */
    to(tile) {
      if (tile && on()) board.scrollLeft += left(tile);
      look();
    },
  };
}
