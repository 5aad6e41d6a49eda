/** Focus a tile's first control on Enter, and leave the tile on Escape; the tab key stops once per tile. */

/** A tile's controls, which the tab key skips until the tile is entered. Where nothing explains a number it is mere text. */
const INSIDE =
  ".rv-panel :is(button:not(.rv-number, [data-apart]), .rv-explains .rv-number, select, input, summary, canvas, abbr, .rv-map, .rv-least-pair, .rv-hard-pair)";

/** @param {Element} tile @param {number} index */
export function setTabIndex(tile, index) {
  for (const el of tile.querySelectorAll(INSIDE)) el.setAttribute("tabindex", String(index));
}

/** Enter the focused tile on Enter, leave it on Escape. @param {KeyboardEvent} event */
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
 * Return a selector of the focused element, so that it can be focused again after the tiles are rebuilt.
 * @param {Element | null} active the focused element @param {Element} board @returns {string | null} a selector; null if it is in no tile, or has no unique mark
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
