/** A button that brings a tile of the stage into view, where the figure stands below the words and not beside them. */

/** @typedef {{panel: string, title: string}} TileButton */
/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__button?: HTMLButtonElement}, data: TileButton}} Component */

/** What Streamlit's header covers at the top, px. */
const ABOVE = 72;

/** The stage lives in a shadow tree. @param {string} panel @returns {HTMLElement | null} its tile of that name */
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
const made = () => {
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
  const button = (parentElement.__button ??= made());
  if (!button.isConnected) parentElement.append(button);
  button.textContent = `Show me: ${data.title}`;
  button.onclick = () => show(data.panel);
}
