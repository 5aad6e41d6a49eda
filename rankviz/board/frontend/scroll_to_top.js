/** Scroll to the top of a claim: Streamlit keeps the scroll position of the list from which it was opened. */

/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__opened?: string}, data: {opened: string}}} Component */

/** @param {Component} component */
export default function ({ parentElement, data }) {
  if (parentElement.__opened === data.opened) return;
  parentElement.__opened = data.opened;
  document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0, behavior: "instant" });
}
