/** The dots below a board of swiped tiles: how many tiles there are, and which one is visible. */

import { html, setClass } from "../draw/dom.js";

/** Height of the dots, px; board.css has the same. */
export const DOTS = 16;

/** @param {HTMLElement} board @param {(tile: string) => void} came called with the tile that was swiped to */
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
    /** Take over another board. @param {boolean} swiped whether its tiles are swiped @param {HTMLElement} [first] the visible one */
    build(swiped, first) {
      setClass(board, "rv-swiped", swiped);
      el.hidden = !swiped;
      el.replaceChildren(...Array.from({ length: swiped ? board.childElementCount : 0 }, () => html("span")));
      this.to(first);
    },
    /** Scroll to a tile. @param {HTMLElement} [tile] if missing, the current one stays */
    to(tile) {
      if (tile && on()) board.scrollLeft += left(tile);
      look();
    },
  };
}
