/** A button that scrolls a tile into view, where the board is below the text and not beside it. */

/** @typedef {{panel: string, title: string}} TileButton */
/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__button?: HTMLButtonElement}, data: TileButton}} Component */

/** Height of Streamlit's header, which covers the top, px. */
const ABOVE = 72;

/** Find a tile by name, also inside shadow trees. @param {string} panel @returns {HTMLElement | null} its tile of that name */
const tile = (panel) => {
  /** @type {(Document | ShadowRoot)[]} */
  const trees = [document];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const found = /** @type {HTMLElement | null} */ (tree.querySelector(`[data-tile="${panel}"]`));
    if (found) return found;
    for (const el of tree.querySelectorAll("*")) if (el.shadowRoot) trees.push(el.shadowRoot);
  }
  return null;
};

/** @param {string} panel */
const show = (panel) => {
  const el = tile(panel);
  if (!el) return;
  const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  el.style.scrollMarginTop = `${ABOVE}px`;
  el.scrollIntoView({ block: "start", behavior: smooth ? "smooth" : "instant" });
};

/** @returns {HTMLButtonElement} */
const createButton = () => {
  const button = document.createElement("button");
  button.type = "button";
  button.style.cssText =
    "font: inherit; font-weight: 600; min-height: 40px; padding: 0 14px; cursor: pointer; background: none;" +
    "color: var(--st-primary-color); border: 1px solid var(--st-primary-color);" +
    "border-radius: var(--st-button-radius, 8px);";
  return button;
};

/** @param {Component} component */
export default function ({ parentElement, data }) {
  const button = (parentElement.__button ??= createButton());
  if (!button.isConnected) parentElement.append(button);
  button.textContent = `Show me: ${data.title}`;
  button.onclick = () => show(data.panel);
}
