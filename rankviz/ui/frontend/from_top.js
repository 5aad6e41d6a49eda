/** A claim opens at its beginning: the page is the list's, and Streamlit leaves it scrolled to where the card was. */

/** @typedef {{parentElement: (HTMLElement | ShadowRoot) & {__opened?: string}, data: {opened: string}}} Component */

/** @param {Component} component */
export default function ({ parentElement, data }) {
  if (parentElement.__opened === data.opened) return;
  parentElement.__opened = data.opened;
  document.querySelector('[data-testid="stMain"]')?.scrollTo({ top: 0, behavior: "instant" });
}
