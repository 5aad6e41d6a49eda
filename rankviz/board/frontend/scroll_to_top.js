/** Scrolls a claim to its beginning: Streamlit leaves the page scrolled to where the claim's card was in the list. */

/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__opened?: string}, data: {opened: string}}} Component */

/** @param {Component} component */
export default function ({ parentElement, data }) {
  if (parentElement.__opened === data.opened) return;
  parentElement.__opened = data.opened;
  document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0, behavior: "instant" });
}
