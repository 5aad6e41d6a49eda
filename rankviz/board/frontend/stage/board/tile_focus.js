/** Going into a tile by the keys, and out of it: the tab key stops once at each. */

/** What can be pressed in a tile: no stop for the tab key before the tile is entered. Where nothing explains a number it is a mere text. */
const INSIDE =
  ".rv-panel :is(button:not(.rv-number, [data-apart]), .rv-explains .rv-number, select, input, summary, canvas, abbr, .rv-map, .rv-least-pair, .rv-hard-pair)";

/** @param {Element} tile @param {number} index */
export function setTabIndex(tile, index) {
  for (const el of tile.querySelectorAll(INSIDE)) el.setAttribute("tabindex", String(index));
}

/** Enter goes into the tile that has the focus, Escape out of it. @param {KeyboardEvent} event */
export function enterOrLeave(event) {
  const target = event.target instanceof Element ? event.target : null;
  const tile = /** @type {HTMLElement | null} */ (target?.closest("[data-tile]"));
  if (!tile || event.defaultPrevented) return;
  if (event.key === "Enter" && target === tile) {
    setTabIndex(tile, 0);
    /** @type {HTMLElement | null} */ (tile.querySelector(INSIDE))?.focus();
    event.preventDefault();
  } else if (event.key === "Escape" && target !== tile) {
    tile.focus({ preventScroll: true });
    setTabIndex(tile, -1);
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Where the focus is, so that a control that rebuilds the tiles keeps it.
 * @param {Element | null} active what has it @param {Element} board @returns {string | null} a selector; null where it is in no tile, or nothing tells it apart
 */
export function focusSelector(active, board) {
  const tile =
    active && board.contains(active)
      ? /** @type {HTMLElement | null} */ (active.closest("[data-tile]"))
      : null;
  if (!active || !tile) return null;
  const path = `[data-tile="${tile.dataset.tile}"]`;
  if (active === tile) return path;
  const number = active.getAttribute("data-explain");
  if (number) return `${path} [data-explain="${number}"]`;
  const label = active.getAttribute("aria-label");
  if (label) return `${path} [aria-label="${label}"]`;
  return active.closest(".rv-tabs") ? `${path} .rv-tabs [aria-pressed=true]` : null;
}

/** @param {FocusEvent} event */
export function leaveTile(event) {
  const tile = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
  const to = event.relatedTarget;
  if (tile && !(to instanceof Node && tile.contains(to))) setTabIndex(tile, -1);
}
