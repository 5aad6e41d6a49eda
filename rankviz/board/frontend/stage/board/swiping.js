/** The line below a board of swiped tiles: a dot per tile, filled for the visible one, between the names of its neighbours. */

import { html, setClass, setText } from "../draw/dom.js";

/** Height of the line, px; board.css has the same. Eight more would cost two tiles of Watch their table or chart. */
export const DOTS = 16;

/** @param {HTMLElement} board @param {(tile: string) => void} came called with the tile that was swiped to */
export function swipeDots(board, came) {
  const el = html("div", { class: "rv-swipes", hidden: true });
  const on = () => board.classList.contains("rv-swiped");
  const tiles = () => /** @type {HTMLElement[]} */ ([...board.children]);
  const left = (/** @type {Element} */ tile) =>
    tile.getBoundingClientRect().left - board.getBoundingClientRect().left;
  const dots = html("div", { "aria-hidden": "true" });
  const [before, after] = [-1, 1].map((step) =>
    html("button", { type: "button", onclick: () => to(tiles()[at + step]) }),
  );
  el.append(before, dots, after);
  let at = 0;

  function look() {
    if (!board.isConnected || !on()) return;
    const all = tiles();
    const far = all.map((tile) => Math.abs(left(tile)));
    at = far.indexOf(Math.min(...far));
    dots.childNodes.forEach((dot, i) => setClass(/** @type {Element} */ (dot), "rv-on", i === at));
    const name = (/** @type {number} */ i) => all[i]?.querySelector("h3")?.textContent ?? "";
    setText(before, name(at - 1) && `‹ ${name(at - 1)}`);
    setText(after, name(at + 1) && `${name(at + 1)} ›`);
    came(all[at].dataset.tile ?? "");
  }

  /** Scroll to a tile. @param {HTMLElement} [tile] if missing, the current one stays */
  function to(tile) {
    if (tile && on()) board.scrollLeft += left(tile);
    look();
  }

  board.addEventListener("scroll", look, { passive: true });
  return {
    el,
    to,
    /** Take over another board. @param {boolean} swiped whether its tiles are swiped @param {HTMLElement} [first] the visible one */
    build(swiped, first) {
      setClass(board, "rv-swiped", swiped);
      el.hidden = !swiped;
      dots.replaceChildren(
        ...Array.from({ length: swiped ? board.childElementCount : 0 }, () => html("span")),
      );
      to(first);
    },
  };
}
