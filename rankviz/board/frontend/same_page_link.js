/** Open a page's start when its own name in the navigation is clicked; Streamlit would rerun the page with the same link. */

/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__leave?: () => void}, setTriggerValue: (name: string, value: unknown) => void}} Component */

const OPEN = ':is([data-testid$="NavLink"], [data-testid="stTopNavDropdownLink"])[aria-current="page"]';

/** @param {Component} component @returns {() => unknown} called when the element goes away */
export default function ({ parentElement, setTriggerValue }) {
  parentElement.__leave?.();
  const click = (/** @type {MouseEvent} */ event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!(event.target instanceof Element && event.target.closest(OPEN))) return;
    event.preventDefault();
    event.stopPropagation();
    // The menu's own listener did not see the click, so close it here.
    event.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    setTriggerValue("start", true);
  };
  document.addEventListener("click", click, true);
  parentElement.__leave = () => document.removeEventListener("click", click, true);
  // A call that is ended while its element is there was overtaken by another (see mount.js).
  return () => parentElement.isConnected || parentElement.__leave?.();
}
