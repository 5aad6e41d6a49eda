/**
 * Brings a tile of the stage into view. The stage lives in a shadow tree and rebuilds its tiles; a style sheet of that tree
 * outlasts them.
 */

/** @typedef {{panel: string, title: string, step: string}} Wanted */
/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__look?: Here}, data: Wanted}} Component */
/** @typedef {{sheet: CSSStyleSheet, timer?: number, button?: HTMLButtonElement, shown?: string}} Here */

/** What Streamlit's header covers at the top, px. */
const ABOVE = 72;

/** @returns {Document | ShadowRoot | null} the tree that the stage is in */
const root = () => {
  /** @type {(Document | ShadowRoot)[]} */
  const trees = [document];
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const stage = tree.querySelector(".rv-stage");
    if (stage) return /** @type {Document | ShadowRoot} */ (stage.getRootNode());
    for (const el of tree.querySelectorAll("*")) if (el.shadowRoot) trees.push(el.shadowRoot);
  }
  return null;
};

/** @param {Component} component @returns {() => void} called when the element goes away */
export default function ({ parentElement, data }) {
  const here = (parentElement.__look ??= { sheet: new CSSStyleSheet() });
  clearInterval(here.timer);
  const panel = () => root()?.querySelector(`[data-tile="${data.panel}"]`);
  const show = (/** @type {boolean} */ wanted) => {
    const el = panel();
    if (!el) return;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Beside the words a panel that fits is shown with as little scrolling as can be.
    const fits = el.getBoundingClientRect().height < window.innerHeight - ABOVE;
    if (wanted || matchMedia("(min-width: 1100px)").matches)
      el.scrollIntoView({ block: wanted || !fits ? "start" : "nearest", behavior: smooth ? "smooth" : "instant" });
  };
  const frame = (/** @type {boolean} */ wanted) => {
    const tree = root();
    if (!tree || !panel()) return false;
    if (!tree.adoptedStyleSheets.includes(here.sheet))
      tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, here.sheet];
    here.sheet.replaceSync(`[data-tile="${data.panel}"] { scroll-margin: ${ABOVE}px 0 4px; }`);
    // A tile is named for the runs there are.
    if (here.button) here.button.textContent = `Show me: ${panel()?.querySelector("h3")?.textContent || data.title}`;
    show(wanted);
    return true;
  };
  if (!here.button) {
    const made = document.createElement("button");
    made.type = "button";
    made.style.cssText =
      "font: inherit; font-weight: 600; min-height: 40px; padding: 0 14px; cursor: pointer; background: none;" +
      "color: var(--st-primary-color); border: 1px solid var(--st-primary-color);" +
      "border-radius: var(--st-button-radius, 8px);";
    parentElement.append(made);
    here.button = made;
  }
  here.button.textContent = `Show me: ${data.title}`;
  here.button.onclick = () => show(true);
  if (here.shown !== data.step) {
    here.shown = data.step;
    let tries = 0;
    here.timer = window.setInterval(() => {
      if (frame(false) || ++tries > 100) clearInterval(here.timer);
    }, 150);
  }
  return () => {
    clearInterval(here.timer);
    here.sheet.replaceSync("");
    here.shown = undefined;
  };
}
